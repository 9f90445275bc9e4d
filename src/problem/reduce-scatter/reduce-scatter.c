/* The problem `reduce-scatter`: everybody's blocks combined, a part of the
 * result at each. */
#include "reduce-scatter.h"

#include "problem/shared/settings.h"

static int prepare(struct plan *plan, struct weft_error *err)
{
    int blocks = plan->strategy->own ? plan->size : 1;
    return combining_prepare(plan, false, blocks, combining_all, err);
}

static void bounds(const struct plan *plan, struct weft_result *result)
{
    int64_t p = plan->size, b = plan_most_blocks(plan), h = p / 2;
    struct proved proved = {
        .doubling = plan_log(plan),
        .duplex = (int64_t)bound_ceil(p - 1, b),
        .half = (int64_t)bound_ceil(p * (p - 1), h * b),
        .all_port =
            bound_highest(plan_diameter(plan),
                          bound_ceil(p - 1, plan_least_out(plan) * b), 0, 0),
        .blocks = p - 1,
        .doubles = "ceil(log2 p)",
        .moves = "blocks to move",
    };
    plan_bounds(plan, result, &proved);
}

static const struct weft_strategy *const strategies[] = {
    &reduce_scatter_ring,
    &reduce_scatter_pairwise,
    &reduce_scatter_recursive_halving,
    &reduce_scatter_circulant,
    &reduce_scatter_bine,
    &reduce_scatter_bucket,
    &reduce_scatter_exchange,
    NULL,
};

static const struct weft_setting *const settings[] = {
    &setting_dims, &setting_wide, &setting_vector, NULL};

const struct weft_problem problem_reduce_scatter = {
    .info = {.name = "reduce-scatter",
             .summary = "all blocks combined, one part of the result on each "
                        "processor (MPI_Reduce_scatter)",
             .source = "Thakur, Rabenseifner, Gropp",
             .network = "complete:16",
             .model = "one-port-duplex"},
    .strategies = strategies,
    .settings = settings,
    .prepare = prepare,
    .bounds = bounds,
    COMBINING_ROW,
};
