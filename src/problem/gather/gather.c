/* The problem `gather` (document C): every processor has a packet for the
 * root. At the end the root has stored all p of them, its own too, and no
 * other processor anything. */
#include "gather.h"

#include <errno.h>

#include "problem/shared/ledger.h"
#include "problem/shared/payload.h"
#include "problem/shared/root.h"
#include "problem/shared/settings.h"

static int prepare(struct plan *plan, struct weft_error *err)
{
    if (plan_check_root(plan, err))
        return -1;
    plan->state = ledger_create(plan->size, plan->size, err);
    return plan->state ? 0 : -1;
}

static int stored(struct plan *plan, int rank, uint64_t time, int id,
                  const void *data, size_t bytes)
{
    (void)time;
    bool right = bytes == plan->bytes && payload_is(data, bytes, id, id);
    ledger_enter(plan->state, rank, id, id, right);
    return 0;
}

static int judge(struct plan *plan, struct weft_result *result,
                 struct weft_error *err)
{
    (void)result;
    for (int rank = 0; rank < plan->size; rank++) {
        int wanted = rank == plan_root(plan) ? plan->size : 0;
        if (ledger_judge(plan->state, rank, wanted, err))
            return -1;
    }
    return 0;
}

/* The root must get p - 1 packets over the d links of a hypercube, or one
 * at a time. */
static void bounds(const struct plan *plan, struct weft_result *result)
{
    uint64_t p = (uint64_t)plan->size, d = (uint64_t)plan->dimension;
    if (d)
        result_bound(result, plan, BOUND_TRANSFERS, (p - 1 + d - 1) / d,
                     "ceil((p - 1) / d)");
    if (plan->model.receives == WEFT_RECEIVES_ONE)
        result_bound(result, plan, BOUND_TRANSFERS, p - 1, "p - 1");
}

static void finish(struct plan *plan)
{
    ledger_destroy(plan->state);
}

static const struct weft_strategy *const strategies[] = {
    &gather_necklace,
    NULL,
};

const struct weft_problem problem_gather = {
    .info = {.name = "gather",
             .summary = "every processor sends the root a packet",
             .source = "lecture notes (Bertsekas et al.)",
             .network = "hypercube:4",
             .model = "all-port"},
    .strategies = strategies,
    .settings = settings_root_only,
    .prepare = prepare,
    .stored = stored,
    .judge = judge,
    .bounds = bounds,
    .finish = finish,
};
