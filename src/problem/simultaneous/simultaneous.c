/* The problem `simultaneous` (Stamoulis, Tsitsiklis): K packets of any
 * processors are broadcast at once. At the end every processor has stored every
 * packet once, including its own. */
#include "simultaneous.h"

#include <stdlib.h>
#include <string.h>

#include "goal/goal.h"
#include "problem/shared/payload.h"
#include "problem/shared/root.h"

/* Compute ranks: the paper's r_x, sums over the processors from x on. */
static int rank_packets(struct simultaneous *state, int size)
{
    state->ranked = calloc((size_t)state->count + 1, sizeof *state->ranked);
    state->above = calloc((size_t)size, sizeof *state->above);
    state->own = calloc((size_t)size, sizeof *state->own);
    state->report = calloc((size_t)size, sizeof *state->report);
    int *next = calloc((size_t)size, sizeof *next);
    if (!state->ranked || !state->above || !state->own || !state->report ||
        !next) {
        free(next);
        return -1;
    }
    for (int i = 1; i <= state->count; i++)
        state->own[state->source[i]]++;
    for (int x = size - 2; x >= 0; x--)
        state->above[x] = state->above[x + 1] + state->own[x + 1];
    for (int i = 1; i <= state->count; i++) {
        int x = state->source[i];
        state->ranked[state->above[x] + ++next[x]] = i;
    }
    free(next);
    return 0;
}

static int problem_simultaneous_prepare(struct plan *plan,
                                        struct weft_error *err)
{
    struct simultaneous *state = calloc(1, sizeof *state);
    plan->state = state;
    if (!state)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    if (simultaneous_sources(plan, state, err))
        return -1;
    if (rank_packets(state, plan->size))
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for %d processors", plan->size);
    return 0;
}

/* Identify a block; blocks are numbered by position. */
static int problem_simultaneous_block(const struct plan *plan, int rank, int id,
                                      const void *data, size_t bytes)
{
    const struct simultaneous *state = plan->state;
    int position = 0;
    if (id >= 1 && id <= state->count)
        position = state->by_rank ? state->ranked[id] : id;
    return judge_tagged(plan, rank, position, data, bytes);
}

static struct weft_goal *problem_simultaneous_goal(const struct plan *plan)
{
    const struct simultaneous *state = plan->state;
    size_t bytes = (size_t)state->count * sizeof(int);
    struct weft_goal goal = {
        .processors = plan->size,
        .first = 1,
        .blocks = state->count,
        .start = &goal_at_source,
        .postcondition = &goal_for_all,
        .source = malloc(bytes + 1),
    };
    if (!goal.source)
        return NULL;
    memcpy(goal.source, state->source + 1, bytes);
    return goal_create(&goal);
}

static int problem_simultaneous_judge(struct plan *plan,
                                      struct weft_result *result,
                                      struct weft_error *err)
{
    const struct simultaneous *state = plan->state;
    result_measure(result, "sources K", state->count);
    if (state->measure)
        state->measure(plan, result);
    (void)err;
    return 0;
}

static size_t problem_simultaneous_parts(const struct plan *plan,
                                         struct weft_part part[])
{
    const struct simultaneous *state = plan->state;
    part[0] = (struct weft_part){.data = state->report,
                                 .each = sizeof *state->report};
    return 1;
}

static void problem_simultaneous_finish(struct plan *plan)
{
    struct simultaneous *state = plan->state;
    if (!state)
        return;
    free(state->source);
    free(state->ranked);
    free(state->above);
    free(state->own);
    free(state->report);
    free(state);
}

void *simultaneous_packet(struct weft_processor *self, const struct plan *plan,
                          int position)
{
    const struct simultaneous *state = plan->state;
    size_t bytes = plan->bytes;
    void *data = malloc(bytes + 1);
    if (!data) {
        weft_fail(self, "no memory for a packet");
        return NULL;
    }
    payload_fill(data, bytes, state->source[position], position);
    return data;
}

static const struct weft_strategy *const problem_simultaneous_strategies[] = {
    &simultaneous_prefix, &simultaneous_random, &simultaneous_unbalanced,
    &simultaneous_pair,   &simultaneous_ranked, NULL,
};

static const struct weft_setting *const problem_simultaneous_settings[] = {
    &simultaneous_sources_setting, &simultaneous_tie_setting, NULL};

const struct weft_problem problem_simultaneous = {
    .info = {.name = "simultaneous",
             .summary = "K packets from any processors, broadcast at once",
             .source = "Stamoulis, Tsitsiklis",
             .network = "hypercube:4",
             .model = "all-port"},
    .strategies = problem_simultaneous_strategies,
    .tagged = true,
    .settings = problem_simultaneous_settings,
    .prepare = problem_simultaneous_prepare,
    .goal = problem_simultaneous_goal,
    .block = problem_simultaneous_block,
    .judge = problem_simultaneous_judge,
    .parts = problem_simultaneous_parts,
    .finish = problem_simultaneous_finish,
};
