/* The problem `allreduce`: everybody's blocks combined, the result at
 * everybody. */
#include "allreduce.h"

#include "problem/own.h"
#include "problem/shared/settings.h"

static int prepare(struct plan *plan, struct weft_error *err)
{
    int blocks = 1;
    if (plan->strategy->own && own_blocks(plan, &blocks, err))
        return -1;
    return combining_prepare(plan, false, blocks, combining_all, err);
}

static void bounds(const struct plan *plan, struct weft_result *result)
{
    int64_t p = plan->size, m = combining_bound_blocks(plan);
    int64_t b = plan_most_blocks(plan), h = p / 2, log = plan_log(plan);
    struct proved proved = {
        .doubling = log,
        .duplex = bound_highest(bound_ceil(2 * m * (p - 1), p * b),
                                bound_ceil(m, b) - 1 + (uint64_t)log, 0, 0),
        .half = bound_highest(bound_golden(plan->size), log + 1,
                              bound_ceil(2 * (p - 1), h),
                              bound_ceil(2 * m * (p - 1), h * b)),
        .shouting = log + 1,
        .all_port = bound_highest(
            plan_diameter(plan),
            bound_ceil(2 * m * (p - 1), plan_lanes(plan) * b), 0, 0),
        .blocks = 2 * m * (p - 1) / p,
        .doubles = "ceil(log2 p)",
        .moves = "2 m (p - 1) transfers of a block",
    };
    plan_bounds(plan, result, &proved);
}

static const struct weft_strategy *const strategies[] = {
    &allreduce_ring,
    &allreduce_bidirectional,
    &allreduce_recursive_doubling,
    &allreduce_rabenseifner,
    &allreduce_circulant,
    &allreduce_bine,
    &allreduce_bucket,
    &allreduce_exchange,
    &allreduce_census,
    &allreduce_swing,
    &allreduce_reduce_broadcast,
    &allreduce_hierarchical,
    NULL,
};

static const struct weft_setting *const settings[] = {
    &setting_group, &setting_dims, &setting_wide, &setting_vector, NULL};

const struct weft_problem problem_allreduce = {
    .info =
        {.name = "allreduce",
         .summary =
             "all blocks combined, result on every processor (MPI_Allreduce)",
         .source = "Thakur, Rabenseifner, Gropp",
         .network = "complete:16",
         .model = "one-port-duplex"},
    .strategies = strategies,
    .settings = settings,
    .prepare = prepare,
    .bounds = bounds,
    COMBINING_ROW,
};
