/* The problem `reduce-scatter`: combines the blocks of all processors; each
 * gets a part of the result. */
#include "reduce-scatter.h"

#include "problem/shared/settings.h"

static int problem_reduce_scatter_prepare(struct plan *plan,
                                          struct weft_error *err)
{
    int blocks = plan->strategy->own ? plan->size : 1;
    return combining_prepare(plan, false, blocks, combining_all, err);
}

static const struct weft_strategy *const problem_reduce_scatter_strategies[] = {
    &reduce_scatter_ring,
    &reduce_scatter_pairwise,
    &reduce_scatter_recursive_halving,
    &reduce_scatter_circulant,
    &reduce_scatter_bine,
    &reduce_scatter_bucket,
    &reduce_scatter_exchange,
    &reduce_scatter_pat,
    &reduce_scatter_trees,
    NULL,
};

static const struct weft_setting *const problem_reduce_scatter_settings[] = {
    &setting_aggregate, &setting_dims, &setting_wide, &setting_vector, NULL};

const struct weft_problem problem_reduce_scatter = {
    .info = {.name = "reduce-scatter",
             .summary = "all blocks combined, one part of the result on each "
                        "processor (MPI_Reduce_scatter)",
             .source = "Thakur, Rabenseifner, Gropp",
             .network = "complete:16",
             .model = "one-port-duplex"},
    .strategies = problem_reduce_scatter_strategies,
    .settings = problem_reduce_scatter_settings,
    .prepare = problem_reduce_scatter_prepare,
    COMBINING_ROW,
};
