/* The problem `scatter` (document C): the root has a packet for every
 * processor. At the end each has stored its own. */
#include <errno.h>

#include "problem/shared/ledger.h"
#include "problem/shared/payload.h"
#include "problem/shared/root.h"
#include "problem/shared/settings.h"
#include "scatter.h"

static int prepare(struct plan *plan, struct weft_error *err)
{
    if (plan_check_root(plan, err))
        return -1;
    plan->state = ledger_create(plan->size, 1, err);
    return plan->state ? 0 : -1;
}

/* The one packet a processor may store is number 0 in its ledger. */
static int stored(struct plan *plan, int rank, uint64_t time, int id,
                  const void *data, size_t bytes)
{
    (void)time;
    bool right = id == rank && bytes == plan->bytes &&
                 payload_is(data, bytes, plan_root(plan), id);
    ledger_enter(plan->state, rank, 0, id, right);
    return 0;
}

static int judge(struct plan *plan, struct weft_result *result,
                 struct weft_error *err)
{
    (void)result;
    for (int rank = 0; rank < plan->size; rank++)
        if (ledger_judge(plan->state, rank, 1, err))
            return -1;
    return 0;
}

/* The root must send p - 1 packets over the d links of a hypercube, or one
 * at a time. */
static void bounds(const struct plan *plan, struct weft_result *result)
{
    uint64_t p = (uint64_t)plan->size, d = (uint64_t)plan->dimension;
    if (d)
        result_bound(result, plan, BOUND_TRANSFERS, (p - 1 + d - 1) / d,
                     "ceil((p - 1) / d)");
    if (plan->model.sends != WEFT_SENDS_ALL)
        result_bound(result, plan, BOUND_TRANSFERS, p - 1, "p - 1");
}

static void finish(struct plan *plan)
{
    ledger_destroy(plan->state);
}

static const struct weft_strategy *const strategies[] = {
    &scatter_necklace,
    NULL,
};

const struct weft_problem problem_scatter = {
    .info = {.name = "scatter",
             .summary = "the root sends every processor a packet of its own",
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
