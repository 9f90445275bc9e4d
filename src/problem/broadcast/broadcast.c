/* broadcast: one message from the root to all the others (documents C and D).
 *
 * Everybody must store the root's message once. Bounds: transfers between
 * neighbours take as many steps as the root's eccentricity; where a processor
 * sends to one other at a time, the number of holders at most doubles. */
#include "broadcast.h"

#include <stdlib.h>

#include "problem/shared/payload.h"
#include "problem/shared/root.h"
#include "problem/shared/settings.h"

/* What each processor has stored; each element belongs to its rank. */
struct broadcast_state {
    unsigned char *right; /* [size] right copies, 2: two or more */
    unsigned char *wrong; /* [size] 1: something else */
};

int broadcast_program(struct weft_processor *self, const struct plan *plan,
                      int (*spread)(struct weft_processor *self,
                                    const struct plan *plan, void *data,
                                    const struct keeper *keeper))
{
    size_t bytes = plan->bytes;
    int root = plan_root(plan), status = 0;
    const struct keeper keeper = keeper_store(self);
    void *data = malloc(bytes + 1);
    if (!data)
        return weft_fail(self, "no memory");
    if (weft_rank(self) == root) {
        payload_fill(data, bytes, root, 0);
        status = weft_store(self, 0, data, bytes);
    }
    if (!status)
        status = spread(self, plan, data, &keeper);
    free(data);
    return status;
}

static int prepare(struct plan *plan, struct weft_error *err)
{
    if (plan_check_root(plan, err))
        return -1;
    struct broadcast_state *state = calloc(1, sizeof *state);
    plan->state = state;
    if (state) {
        state->right = calloc((size_t)plan->size, 1);
        state->wrong = calloc((size_t)plan->size, 1);
    }
    if (!state || !state->right || !state->wrong)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    return 0;
}

static int stored(struct plan *plan, int rank, uint64_t time, int id,
                  const void *data, size_t bytes)
{
    struct broadcast_state *state = plan->state;
    (void)time;
    (void)id; /* the number is the strategy's; the tag is in the data */
    if (bytes != plan->bytes || !payload_is(data, bytes, plan_root(plan), 0))
        state->wrong[rank] = 1;
    else if (state->right[rank] < 2)
        state->right[rank]++;
    return 0;
}

static int judge(struct plan *plan, struct weft_result *result,
                 struct weft_error *err)
{
    const struct broadcast_state *state = plan->state;
    (void)result;
    for (int rank = 0; rank < plan->size; rank++)
        if (state->wrong[rank] || state->right[rank] != 1)
            return weft_error_set(
                err, WEFT_ERROR_WRONG, 0, "processor %d holds %s", rank,
                state->wrong[rank]   ? "something else than the root's message"
                : state->right[rank] ? "the message twice"
                                     : "nothing at the end");
    return 0;
}

static void bounds(const struct plan *plan, struct weft_result *result)
{
    int steps = 0;
    if (plan->size > 1 && plan->slot > plan->cost.ts &&
        plan->model.receives == WEFT_RECEIVES_ONE)
        result_bound(result, plan, BOUND_TRANSFERS, 1, "the message once");
    if (plan->model.sends != WEFT_SENDS_ONE) {
        plan_bound_far(plan, result);
        return;
    }
    while (1 << steps < plan->size)
        steps++;
    result_bound(result, plan, BOUND_STARTUPS, (uint64_t)steps, "ceil(log2 p)");
}

static void finish(struct plan *plan)
{
    struct broadcast_state *state = plan->state;
    if (!state)
        return;
    free(state->right);
    free(state->wrong);
    free(state);
}

static const struct weft_strategy *const strategies[] = {
    &broadcast_binomial,
    &broadcast_naive,
    &broadcast_sbt,
    NULL,
};

static const struct weft_setting *const settings[] = {
    &setting_root, &setting_dimensions, NULL};

const struct weft_problem problem_broadcast = {
    .info = {"broadcast", "one processor's message to all the others",
             "lecture notes (Bertsekas et al.); Grama et al.", "hypercube:3",
             "one-port"},
    .strategies = strategies,
    .settings = settings,
    .prepare = prepare,
    .stored = stored,
    .judge = judge,
    .bounds = bounds,
    .finish = finish,
};
