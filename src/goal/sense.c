/* Sort, join and check goals that are stored explicitly. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "written.h"

static int sense_by_place(const void *a, const void *b)
{
    const struct written_part *x = a, *y = b;
    if (x->rank != y->rank)
        return x->rank < y->rank ? -1 : 1;
    if (x->blocks.first != y->blocks.first)
        return x->blocks.first < y->blocks.first ? -1 : 1;
    return (x->line > y->line) - (x->line < y->line);
}

/* Join parts that touch or overlap; wanted blocks with different contributors
 * stay apart. Return NULL, or the part that wants a block again. */
static const struct written_part *sense_join(struct written_side *side,
                                             bool distinct)
{
    size_t kept = 0;
    for (size_t i = 0; i < side->count; i++) {
        const struct written_part *part = &side->part[i];
        struct written_part *last = kept ? &side->part[kept - 1] : NULL;
        bool near = last && last->rank == part->rank &&
                    part->blocks.first <= (int64_t)last->blocks.last + 1;
        bool over = near && part->blocks.first <= last->blocks.last;
        if (distinct && over && last->set != part->set)
            return part;
        if (near && (!distinct || last->set == part->set)) {
            if (part->blocks.last > last->blocks.last)
                last->blocks.last = part->blocks.last;
        } else {
            side->part[kept++] = *part;
        }
    }
    side->count = kept;
    return NULL;
}

/* Free unused capacity of a side to which nothing will be added. */
static void trim(struct written_side *side)
{
    struct written_part *part =
        side->count ? realloc(side->part, side->count * sizeof *part) : NULL;
    if (part) {
        side->part = part;
        side->capacity = side->count;
    }
}

static bool sense_alike(const struct written_side *side, int rank, int other)
{
    size_t a = side->begin[rank], b = side->begin[other];
    size_t count = side->begin[rank + 1] - a;
    bool same = side->begin[other + 1] - b == count;
    for (size_t i = 0; same && i < count; i++)
        same = !memcmp(&side->part[a + i].blocks, &side->part[b + i].blocks,
                       sizeof side->part->blocks);
    return same;
}

static int index_side(struct written_side *side, int processors)
{
    side->begin = calloc((size_t)processors + 1, sizeof *side->begin);
    side->alike = calloc((size_t)processors, sizeof *side->alike);
    if (!side->begin || !side->alike)
        return -1;
    size_t at = 0;
    for (int rank = 0; rank < processors; rank++) {
        int32_t before = 0;
        for (; at < side->count && side->part[at].rank == rank; at++) {
            struct written_part *part = &side->part[at];
            part->before = before;
            before += written_length(part->blocks);
        }
        side->begin[rank + 1] = at;
    }
    for (int rank = processors - 1; rank >= 0; rank--)
        side->alike[rank] =
            rank + 1 < processors && sense_alike(side, rank, rank + 1)
                ? side->alike[rank + 1]
                : rank;
    return 0;
}

static int end_side(struct weft_goal *goal, struct written_side *side,
                    bool distinct, struct weft_error *err)
{
    if (side->count > 1)
        qsort(side->part, side->count, sizeof *side->part, sense_by_place);
    const struct written_part *twice = sense_join(side, distinct);
    if (twice)
        return weft_error_set(err, WEFT_ERROR_FORMAT, twice->line,
                              "processor %" PRId32 " wants block %" PRId32
                              " twice, of different contributors",
                              twice->rank, twice->blocks.first);
    trim(side);
    if (index_side(side, goal->processors))
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for a goal");
    return 0;
}

/* Return the first block of `blocks` that a processor lacks at the start, or
 * -1. */
static int64_t first_lacking(const struct weft_goal *goal, int rank,
                             struct interval blocks)
{
    int64_t block = blocks.first;
    while (block <= blocks.last) {
        const struct written_part *part =
            written_find(&goal->written->have, rank, (int)block);
        if (!part)
            return block;
        block = (int64_t)part->blocks.last + 1;
    }
    return -1;
}

/* State of the check that the whole goal is possible. */
struct looking {
    const struct weft_goal *goal;
    /* [count] ranges of the blocks that any processor has */
    const struct interval *there;
    size_t count;
    bool trusted;
    uint64_t looks;
};

#define SENSE_LOOKS_MAX ((uint64_t)1 << 24)

static int sense_too_many(const struct written_part *part,
                          struct weft_error *err)
{
    return weft_error_set(err, WEFT_ERROR_LIMIT, part->line,
                          "too many contributions to test whether the goal is "
                          "reachable: more than %llu million%s",
                          (unsigned long long)(SENSE_LOOKS_MAX >> 20),
                          SAY_NO_LIMIT);
}

/* Check that every contributor to a wanted block holds that block at the
 * start. */
static int check_contributors(struct looking *look,
                              const struct written_part *part,
                              struct weft_error *err)
{
    const struct written *written = look->goal->written;
    const struct written_set *set = &written->set[part->set];
    for (size_t i = 0; i < set->count; i++) {
        struct interval span = written->pool.span[set->begin + i];
        for (int64_t from = span.first; from <= span.last;
             from = (int64_t)written->have.alike[from] + 1) {
            int64_t block = first_lacking(look->goal, (int)from, part->blocks);
            if (block >= 0)
                return weft_error_set(
                    err, WEFT_ERROR_FORMAT, part->line,
                    "the goal is unreachable: processor %" PRId32
                    " wants the contribution of %" PRId64 " to block %" PRId64
                    ", but %" PRId64 " has none",
                    part->rank, from, block, from);
            if (++look->looks > SENSE_LOOKS_MAX && !look->trusted)
                return sense_too_many(part, err);
        }
    }
    return 0;
}

/* Return the union of all processors' blocks, sorted and joined. NULL: out of
 * memory. */
static struct interval *all_there_is(const struct written_side *have,
                                     size_t *count)
{
    struct interval *span = malloc((have->count + 1) * sizeof *span);
    if (!span)
        return NULL;
    for (size_t i = 0; i < have->count; i++)
        span[i] = have->part[i].blocks;
    *count = spans_join(span, have->count);
    return span;
}

static int check_there(const struct looking *look,
                       const struct written_part *part, struct weft_error *err)
{
    size_t behind =
        written_behind(look->there, look->count, part->blocks.first);
    int64_t last = behind ? look->there[behind - 1].last : -1;
    if (part->blocks.last <= last)
        return 0;
    int64_t block = part->blocks.first > last ? part->blocks.first : last + 1;
    return weft_error_set(err, WEFT_ERROR_FORMAT, part->line,
                          "the goal is unreachable: processor %" PRId32
                          " wants block %" PRId64
                          ", which no processor has at the start",
                          part->rank, block);
}

static bool same_postcondition(const struct written_part *a,
                               const struct written_part *b)
{
    return a->set == b->set && a->blocks.first == b->blocks.first &&
           a->blocks.last == b->blocks.last;
}

static int check_postconditions(const struct weft_goal *goal, bool trusted,
                                struct weft_error *err)
{
    const struct written_side *want = &goal->written->want;
    size_t count = 0;
    struct interval *there = all_there_is(&goal->written->have, &count);
    struct looking look = {goal, there, count, trusted, 0};
    int status = 0;
    if (!there)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for a goal");
    for (size_t i = 0; i < want->count && !status; i++) {
        const struct written_part *part = &want->part[i];
        if (i && same_postcondition(part, part - 1))
            continue;
        status = part->set == EVERY_HOLDER
                     ? check_there(&look, part, err)
                     : check_contributors(&look, part, err);
    }
    free(there);
    return status;
}

/* Set the goal's lowest block and number of blocks. */
static void sense_count_blocks(struct weft_goal *goal)
{
    const struct written_side *side[] = {&goal->written->have,
                                         &goal->written->want};
    int32_t low = INT32_MAX, high = -1;
    for (int k = 0; k < 2; k++)
        for (size_t i = 0; i < side[k]->count; i++) {
            struct interval blocks = side[k]->part[i].blocks;
            low = blocks.first < low ? blocks.first : low;
            high = blocks.last > high ? blocks.last : high;
        }
    goal->first = high < 0 ? 0 : low;
    goal->blocks = high < 0 ? 0 : high - low + 1;
}

int written_end(struct weft_goal *goal, bool trusted, struct weft_error *err)
{
    if (written_join_sets(goal->written))
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for a goal");
    if (end_side(goal, &goal->written->have, false, err) ||
        end_side(goal, &goal->written->want, true, err))
        return -1;
    if (written_find_soles(goal->written))
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for a goal");
    sense_count_blocks(goal);
    return check_postconditions(goal, trusted, err);
}
