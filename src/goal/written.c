/* Goals stored explicitly: queries search the runs. */
#include "written.h"

#include <stdlib.h>

void written_destroy(struct written *written)
{
    if (!written)
        return;
    free(written->have.part);
    free(written->have.begin);
    free(written->have.alike);
    free(written->want.part);
    free(written->want.begin);
    free(written->want.alike);
    free(written->sole);
    free(written->set);
    free(written->pool.span);
    free(written);
}

/* Return the first part of a processor that ends at a block or behind it, or
 * NULL. */
static const struct written_part *find_end(const struct written_side *side,
                                           int rank, int block)
{
    size_t low = side->begin[rank], high = side->begin[rank + 1];
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (side->part[middle].blocks.last < block)
            low = middle + 1;
        else
            high = middle;
    }
    return low < side->begin[rank + 1] ? &side->part[low] : NULL;
}

const struct written_part *written_find(const struct written_side *side,
                                        int rank, int block)
{
    const struct written_part *part = find_end(side, rank, block);
    return part && part->blocks.first <= block ? part : NULL;
}

static bool written_has(const struct weft_goal *goal, int rank, int block)
{
    return rank >= 0 && rank < goal->processors &&
           written_find(&goal->written->have, rank, block);
}

static int holder(const struct weft_goal *goal, int block)
{
    const struct written *written = goal->written;
    size_t low = 0, high = written->soles;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        struct interval blocks = written->sole[middle].blocks;
        if (block >= blocks.first && block <= blocks.last)
            return written->sole[middle].rank;
        if (block < blocks.first)
            high = middle;
        else
            low = middle + 1;
    }
    return -1;
}

static int until(const struct weft_goal *goal, int rank, int block)
{
    const struct written_part *part =
        find_end(&goal->written->have, rank, block);
    if (!part)
        return goal->first + goal->blocks - 1;
    return part->blocks.first <= block ? part->blocks.last
                                       : part->blocks.first - 1;
}

const struct goal_start goal_written_start = {written_has, holder, until};

static int written_wanted(const struct weft_goal *goal, int rank)
{
    const struct written_side *side = &goal->written->want;
    if (side->begin[rank] == side->begin[rank + 1])
        return 0;
    const struct written_part *last = &side->part[side->begin[rank + 1] - 1];
    return last->before + written_length(last->blocks);
}

static int written_want(const struct weft_goal *goal, int rank, int i)
{
    const struct written_side *side = &goal->written->want;
    size_t low = side->begin[rank], high = side->begin[rank + 1];
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (side->part[middle].before <= i)
            low = middle;
        else
            high = middle;
    }
    return side->part[low].blocks.first + (i - side->part[low].before);
}

static int written_place(const struct weft_goal *goal, int rank, int block)
{
    const struct written_part *part =
        written_find(&goal->written->want, rank, block);
    return part ? part->before + (block - part->blocks.first) : -1;
}

size_t written_behind(const struct interval *span, size_t count, int64_t number)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (span[middle].first <= number)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool in_set(const struct written *written, uint32_t set, int rank)
{
    const struct written_set *found = &written->set[set];
    const struct interval *span = written->pool.span + found->begin;
    size_t low = written_behind(span, found->count, rank);
    return low > 0 && rank <= span[low - 1].last;
}

static bool takes(const struct weft_goal *goal, int rank, int block,
                  int contributor)
{
    const struct written_part *part =
        written_find(&goal->written->want, rank, block);
    if (!part)
        return false;
    if (part->set == EVERY_HOLDER)
        return written_has(goal, contributor, block);
    return in_set(goal->written, part->set, contributor);
}

/* Find all processors that have the first block, and shorten the run to the
 * blocks for which the holders are the same; processors with equal blocks are
 * checked together. */
static void run_of_holders(const struct weft_goal *goal, struct interval *room,
                           struct goal_run *run)
{
    const int *alike = goal->written->have.alike;
    int block = run->blocks.first;
    for (int from = 0; from < goal->processors; from = alike[from] + 1) {
        int last = until(goal, from, block);
        run->asked++;
        if (last < run->blocks.last)
            run->blocks.last = last;
        if (written_has(goal, from, block))
            run->count = spans_append(room, run->count, from, alike[from]);
    }
}

static void written_run(const struct weft_goal *goal, int rank,
                        struct interval *room, struct goal_run *run)
{
    const struct written *written = goal->written;
    const struct written_part *part =
        written_find(&written->want, rank, run->blocks.first);
    run->blocks.last = part->blocks.last;
    if (part->set == EVERY_HOLDER) {
        run_of_holders(goal, room, run);
        return;
    }
    run->set = written->pool.span + written->set[part->set].begin;
    run->count = written->set[part->set].count;
}

const struct goal_postcondition goal_written_postcondition = {
    written_wanted, written_want, written_place, takes, written_run};
