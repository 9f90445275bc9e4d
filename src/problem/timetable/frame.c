/* Runs timetable strategies in experiments. */
#include "frame.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "goal/counted.h"
#include "problem/shared/payload.h"
#include "problem/shared/root.h"
#include "problem/shared/settings.h"

/* total size of all blocks on all processors */
#define BYTES_MAX ((int64_t)1 << 33)
#define FRAME_LOOKS_MAX                                                        \
    ((uint64_t)1 << 28) /* limit on the effort of queries about a strategy */

const struct timetable *plan_timetable(const struct plan *plan)
{
    return plan->schedule;
}

/* Parse the axes in "4x4". */
static void read_extents(const struct plan *plan, struct terms *terms)
{
    const char *at =
        plan_has(plan, &setting_dims) ? plan_text(plan, &setting_dims) : NULL;
    while (at && *at && terms->axes < AXES_MAX) {
        char *end;
        terms->extent[terms->axes++] = (int)strtol(at, &end, 10);
        at = *end ? end + 1 : end;
    }
}

/* Use the network's own axes. */
static void frame_take_axes(const struct plan *plan, struct terms *terms)
{
    int extent[WEFT_NETWORK_AXES_MAX];
    int axes = weft_network_axes(plan->network, extent);
    if (terms->axes || axes < 2)
        return;
    terms->axes = axes;
    for (int i = 0; i < axes; i++)
        terms->extent[i] = extent[i];
}

const char *frame_counts(const struct plan *plan)
{
    return plan_has(plan, &setting_counts) && plan_chosen(plan, &setting_counts)
               ? plan_text(plan, &setting_counts)
               : NULL;
}

struct weft_goal *frame_goal(const struct plan *plan, int each,
                             struct weft_error *err)
{
    const char *name = plan->problem->info.name, *counts = frame_counts(plan);
    const struct weft_goal_values values = {.each = each};
    return counts ? goal_counted(name, plan->size, each, counts, err)
                  : weft_goal_make(name, plan->size, values, err);
}

static int frame_number(const struct plan *plan, const struct weft_setting *row)
{
    int64_t value = plan_has(plan, row) ? plan_number(plan, row) : 0;
    return value > 0 ? (int)value : 0;
}

size_t frame_block(int64_t vector, int64_t blocks)
{
    int64_t words = (vector + 7) / 8;
    return (size_t)((words + blocks - 1) / blocks * 8);
}

/* Divide the vector into blocks, if its length is set. */
static void frame_divide(struct plan *plan, int64_t blocks)
{
    if (plan_has(plan, &setting_vector) && plan_chosen(plan, &setting_vector))
        plan_set_length(
            plan, frame_block(plan_number(plan, &setting_vector), blocks));
}

/* Without routing: check that all processors send to neighbours only. */
static int check_links(const struct plan *plan, const struct timetable *t,
                       struct weft_error *err)
{
    static const struct weft_cost links_only = {.ts = 1, .th = 1};
    const struct timing timing = {plan->network, &links_only, 0, true};
    uint64_t longest = 1;
    if (t->way || !plan_check_far(plan, 2, NULL))
        return 0;
    for (int round = 1; round <= t->rounds; round++) {
        uint64_t links = timetable_length(t, round, &timing);
        if (!links)
            return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
        longest = links > longest ? links : longest;
    }
    return plan_check_far(plan, (int)longest, err);
}

/* Compute the sum and the maximum over all rounds of the longest message, in
 * blocks. Return 0, or -1 if out of memory. */
static int count_longest(const struct plan *plan, struct timetable *t,
                         uint64_t *budget)
{
    static const struct weft_cost words_only = {.tw = 1};
    const struct timing timing = {plan->network, &words_only, WEFT_WORD, true,
                                  budget};
    t->most = 1;
    for (int round = 1; round <= t->rounds && (!budget || *budget); round++) {
        uint64_t blocks = timetable_length(t, round, &timing);
        if (!blocks)
            return -1;
        t->most = blocks > t->most ? blocks : t->most;
        t->volume += blocks;
    }
    return 0;
}

/* Like count_longest(), but with limited effort, because a small file can ask
 * for a huge timetable. If the limit is reached, the length of messages is not
 * limited. Return 0, or -1 if out of memory. */
static int know_longest(const struct plan *plan, struct timetable *t)
{
    uint64_t looks = plan->any_strategy ? 0 : FRAME_LOOKS_MAX;
    int status = count_longest(plan, t, &looks);
    if (!looks)
        t->most = INT_MAX;
    return status;
}

/* Compute the durations of rounds and check the preconditions of a run. Return
 * 0, or -1 with err. */
static int frame_prepare_run(const struct plan *plan, struct timetable *t,
                             struct weft_error *err)
{
    const struct timing timing = {plan->network, &plan->cost, plan->length,
                                  false};
    if (timetable_time(t, &timing) || count_longest(plan, t, NULL))
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    return check_links(plan, t, err);
}

static int frame_too_many(const struct plan *plan, int64_t blocks,
                          struct weft_error *err)
{
    return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                          "%lld blocks of %zu bytes are too many for %d "
                          "processors%s",
                          (long long)blocks, plan->bytes, plan->size,
                          plan->by_tags ? ""
                                        : " (--payload tags: a tag of each)");
}

int frame_prepare(struct plan *plan, int packets, struct weft_error *err)
{
    struct terms terms = {
        .p = plan->size,
        .packets = packets,
        .root = frame_number(plan, &setting_root),
        .radix = frame_number(plan, &setting_radix),
        .group = frame_number(plan, &setting_group),
        .aggregate = frame_number(plan, &setting_aggregate),
        .counts = frame_counts(plan),
        .wide = frame_number(plan, &setting_wide),
        .network = plan->network,
        .cost = &plan->cost,
        .shared = plan->sharing != WEFT_SHARING_NONE,
        .bytes = plan->length,
    };
    if (plan->strategy->own)
        return 0; /* plug-in strategies have no timetable */
    struct timetable *t = plan->schedule = calloc(1, sizeof *t);
    if (!t)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    read_extents(plan, &terms);
    frame_take_axes(plan, &terms);
    if (timetable_make(t, plan->strategy->timetable, &terms) && t->no_memory)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "%s", t->wrong);
    if (t->wrong[0])
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0, "strategy '%s' %s",
                              plan->strategy->info.name, t->wrong);
    frame_divide(plan, t->blocks);
    if (plan->bytes < TALLY_BYTES_MIN)
        return weft_error_set(
            err, WEFT_ERROR_MISUSE, 0,
            "strategy '%s' tags its blocks: use --bytes %d or more",
            plan->strategy->info.name, TALLY_BYTES_MIN);
    if (!plan->by_rounds &&
        ((int64_t)t->places * t->registers > BYTES_MAX / plan->size ||
         (int64_t)t->places * t->registers * plan->size >
             BYTES_MAX / (int64_t)plan->bytes))
        return frame_too_many(plan, t->places, err);
    if (plan->to_run)
        return frame_prepare_run(plan, t, err);
    return know_longest(plan, t)
               ? weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory")
               : 0;
}

int frame_own(struct plan *plan, int64_t blocks, struct weft_error *err)
{
    frame_divide(plan, blocks);
    if (blocks <= BYTES_MAX / plan->size &&
        blocks * plan->size <= BYTES_MAX / ((int64_t)plan->bytes + 1))
        return 0;
    return frame_too_many(plan, blocks, err);
}

void timetable_plan_finish(struct plan *plan)
{
    if (plan->schedule)
        timetable_finish(plan->schedule);
    free(plan->schedule);
    plan->schedule = NULL;
}

int plan_most_blocks(const struct plan *plan)
{
    const struct timetable *t = plan->schedule;
    return t ? (int)t->most : 1;
}

const char *const *plan_ways(const struct plan *plan)
{
    const struct timetable *t =
        plan->strategy->timetable ? plan->schedule : NULL;
    return t ? t->next_way : NULL;
}

int plan_rounds(const struct plan *plan)
{
    const struct timetable *t = plan->schedule;
    return t ? t->rounds : 0;
}

uint64_t plan_volume(const struct plan *plan)
{
    const struct timetable *t = plan->schedule;
    return t ? t->volume : 0;
}

/* ---- blocks that are moved
 * ------------------------------------------------------ */

static int frame_place_of(const struct timetable *t, int rank, int block)
{
    return t->place ? t->place(t, rank, block) : block;
}

int frame_store(struct weft_processor *self, const struct plan *plan,
                const char *data)
{
    const struct timetable *t = plan->schedule;
    int rank = weft_rank(self), wanted = weft_goal_wanted(plan->goal, rank);
    for (int i = 0; i < wanted; i++) {
        int block = weft_goal_want(plan->goal, rank, i);
        size_t place = (size_t)frame_place_of(t, rank, block);
        if (weft_store(self, block, data + place * plan->bytes, plan->bytes))
            return -1;
    }
    return 0;
}

int frame_move(struct weft_processor *self, const struct plan *plan,
               struct interval own)
{
    const struct timetable *t = plan->schedule;
    int rank = weft_rank(self);
    size_t bytes = plan->bytes;
    char *data = calloc((size_t)t->places + 1, bytes);
    if (!data)
        return weft_fail(self, "no memory for the blocks");
    if (t->terms.counts)
        own =
            (struct interval){t->table[own.first], t->table[own.last + 1] - 1};
    for (int block = own.first; block <= own.last; block++)
        payload_fill(data + (size_t)frame_place_of(t, rank, block) * bytes,
                     bytes, weft_goal_holder(plan->goal, block), block);
    int status = timetable_follow(self, t, NULL, data, bytes) ||
                         frame_store(self, plan, data)
                     ? -1
                     : 0;
    free(data);
    return status;
}

static int frame_by_block(const void *a, const void *b)
{
    const struct frame_tagged *x = a, *y = b;
    return (x->block > y->block) - (x->block < y->block);
}

int frame_list_found(struct frame_tagged *found, size_t count,
                     struct item_list *list)
{
    if (count > 1)
        qsort(found, count, sizeof *found, frame_by_block);
    for (size_t i = 1; i < count; i++)
        if (found[i].block == found[i - 1].block)
            return 0;
    for (size_t i = 0; i < count; i++)
        if (item_list_add(list, found[i].block, found[i].set, found[i].count))
            return -1;
    return 0;
}

/* Return whether the data is the tag of the block; a plug-in may send any
 * data. */
static bool is_tag(const struct plan *plan, int block, const void *data)
{
    int first = weft_goal_first(plan->goal);
    return block >= first && block - first < weft_goal_blocks(plan->goal) &&
           payload_is(data, plan->bytes, weft_goal_holder(plan->goal, block),
                      block);
}

int frame_items_moved(const struct plan *plan, const void *data, size_t bytes,
                      struct item_list *list)
{
    size_t count = bytes / plan->bytes;
    struct frame_tagged *found = calloc(count + 1, sizeof *found);
    bool tags = bytes == count * plan->bytes;
    for (size_t i = 0; found && i < count; i++) {
        const char *block = (const char *)data + i * plan->bytes;
        found[i].block = payload_id(block);
        if (plan->strategy->own)
            tags = tags && is_tag(plan, found[i].block, block);
    }
    int status = found ? 0 : -1;
    if (found && tags)
        status = frame_list_found(found, count, list);
    free(found);
    return status;
}
