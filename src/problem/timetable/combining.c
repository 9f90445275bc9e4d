/* Strategies that combine values, in experiments: creates tagged contributions
 * and compares the results with the wanted values. */
#include <stdlib.h>
#include <string.h>

#include "frame.h"

/* limit on processors whose values are always followed */
#define FOLLOWED_MAX 128

struct interval combining_all(const struct plan *plan, int rank)
{
    (void)rank;
    return (struct interval){0, plan->size - 1};
}

/* Compute the result that all processors store, once for all. */
static int combining_sum_up(struct plan *plan, struct weft_error *err)
{
    struct combining *state = plan->state;
    const struct interval all = {0, plan->size - 1};
    if (state->wants != combining_all)
        return 0;
    state->whole = malloc((size_t)state->blocks * plan->bytes + 1);
    if (!state->whole)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    for (int block = 0; block < state->blocks; block++)
        tally_sum(state->whole + (size_t)block * plan->bytes, plan->bytes,
                  block, (struct set){&all, 1});
    return 0;
}

/* Return the contributors that a processor wants of a block, [*count], to be
 * freed by the caller. NULL: out of memory. */
static struct interval *combining_set_of(const struct plan *plan, int rank,
                                         int block, size_t *count)
{
    const struct combining *state = plan->state;
    struct interval *set = malloc(((size_t)plan->size / 2 + 1) * sizeof *set);
    *count = 0;
    if (set && state->wants) {
        *set = state->wants(plan, rank);
        *count = set->first <= set->last;
        return set;
    }
    for (int r = 0; set && r < plan->size; r++) {
        if (weft_goal_takes(plan->goal, rank, block, r))
            *count = spans_append(set, *count, r, r);
    }
    return set;
}

static bool is_right(const struct plan *plan, int rank, int block,
                     const void *data)
{
    const struct combining *state = plan->state;
    size_t bytes = plan->bytes, count;
    if (!state->whole) {
        struct interval *set =
            weft_goal_place(plan->goal, rank, block) < 0
                ? NULL
                : combining_set_of(plan, rank, block, &count);
        bool right =
            set && tally_is(data, bytes, block, (struct set){set, count});
        free(set);
        return right;
    }
    return block >= 0 && block < state->blocks &&
           !memcmp(data, state->whole + (size_t)block * bytes, bytes);
}

/* limit on the number of contributions that are followed */
#define FOLLOWED_OWN_MAX (1 << 16)

/* Prepare a plug-in strategy with `blocks` blocks. */
static int combining_own(struct plan *plan, int blocks, struct weft_error *err)
{
    struct combining *state = plan->state;
    state->blocks = blocks;
    state->tally.few = blocks <= FOLLOWED_OWN_MAX / plan->size;
    if (frame_own(plan, blocks, err))
        return -1;
    if (plan->bytes >= TALLY_BYTES_MIN)
        return 0;
    return weft_error_set(
        err, WEFT_ERROR_MISUSE, 0,
        "strategy '%s' combines tagged blocks: use --bytes %d or more",
        plan->strategy->info.name, TALLY_BYTES_MIN);
}

struct tally *combining_tally(const struct plan *plan)
{
    return &((struct combining *)plan->state)->tally;
}

int combining_blocks(const struct plan *plan)
{
    return ((const struct combining *)plan->state)->blocks;
}

struct weft_goal *combining_goal(const struct plan *plan)
{
    const struct weft_goal_values values = {.blocks = combining_blocks(plan)};
    return weft_goal_make(plan->problem->info.name, plan->size, values, NULL);
}

int combining_prepare(struct plan *plan, bool any, int packets,
                      struct interval (*wants)(const struct plan *plan,
                                               int rank),
                      struct weft_error *err)
{
    struct combining *state = plan->state = calloc(1, sizeof *state);
    if (!state)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    tally_init(&state->tally, any);
    state->tally.few = plan->size <= FOLLOWED_MAX;
    state->tally.asked = &plan->items;
    state->wants = wants;
    state->wrong = calloc((size_t)plan->size, sizeof *state->wrong);
    if (!state->wrong)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    if (plan->strategy->own ? combining_own(plan, packets, err)
                            : frame_prepare(plan, packets, err))
        return -1;
    if (plan->schedule)
        state->blocks = plan_timetable(plan)->blocks;
    return plan->to_run && !plan->by_rounds ? combining_sum_up(plan, err) : 0;
}

void combining_finish(struct plan *plan)
{
    struct combining *state = plan->state;
    if (!state)
        return;
    tally_finish(&state->tally);
    free(state->wrong);
    free(state->whole);
    free(state);
}

int combining_program(struct weft_processor *self, void *arg)
{
    const struct plan *plan = arg;
    const struct timetable *t = plan->schedule;
    struct combining *state = plan->state;
    size_t bytes = plan->bytes;
    char *data = calloc((size_t)t->blocks + 1, bytes);
    if (!data)
        return weft_fail(self, "no memory for the blocks");
    for (int block = 0; block < t->blocks; block++)
        tally_operand(&state->tally, data + (size_t)block * bytes, bytes,
                      weft_rank(self), block);
    int status = timetable_follow(self, t, &state->tally.op, data, bytes) ||
                         frame_store(self, plan, data)
                     ? -1
                     : 0;
    free(data);
    return status;
}

int combining_block(const struct plan *plan, int rank, int id, const void *data,
                    size_t bytes)
{
    struct combining *state = plan->state;
    struct wrong_value *wrong = &state->wrong[rank];
    if (bytes == plan->bytes && is_right(plan, rank, id, data))
        return id;
    size_t count;
    struct interval *set = NULL;
    if (!wrong->there && bytes >= TALLY_BYTES_MIN &&
        weft_goal_place(plan->goal, rank, id) >= 0)
        set = combining_set_of(plan, rank, id, &count);
    if (set)
        tally_explain(&state->tally, data, id, (struct set){set, count},
                      wrong->text, sizeof wrong->text);
    free(set);
    wrong->there = true;
    return -1;
}

size_t combining_parts(const struct plan *plan, struct weft_part part[])
{
    const struct combining *state = plan->state;
    part[0] =
        (struct weft_part){.data = state->wrong, .each = sizeof *state->wrong};
    return 1;
}

int combining_explain(const struct plan *plan, struct weft_error *err)
{
    const struct combining *state = plan->state;
    for (int rank = 0; rank < plan->size; rank++)
        if (state->wrong[rank].there && *state->wrong[rank].text)
            return weft_error_set(err, WEFT_ERROR_WRONG, 0,
                                  "the value that processor %d stored %s", rank,
                                  state->wrong[rank].text);
    return 0;
}

int combining_items(const struct plan *plan, const void *data, size_t bytes,
                    struct item_list *list)
{
    struct combining *state = plan->state;
    size_t count = bytes / plan->bytes;
    struct frame_tagged *found = calloc(count + 1, sizeof *found);
    int status = found ? 0 : -1;
    for (size_t i = 0; found && i < count; i++) {
        struct tally_value value;
        if (!tally_find(&state->tally, (const char *)data + i * plan->bytes,
                        &value)) {
            free(found); /* the data has no tags, so the contents are unknown */
            return tally_forgot(&state->tally) ? -1 : 0;
        }
        found[i] = (struct frame_tagged){value.block, value.set, value.count};
    }
    if (!status)
        status = frame_list_found(found, count, list);
    free(found);
    return status;
}
