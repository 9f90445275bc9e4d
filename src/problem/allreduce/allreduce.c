/* The problem `allreduce`: combines the blocks of all processors; all get the
 * result. */
#include "allreduce.h"

#include "problem/own.h"
#include "problem/shared/settings.h"

static int allreduce_prepare(struct plan *plan, struct weft_error *err)
{
    int blocks = (int)plan_number(plan, &setting_blocks);
    if (plan->strategy->own && own_blocks(plan, &blocks, err))
        return -1;
    return combining_prepare(plan, false, blocks, combining_all, err);
}

static const struct weft_strategy *const allreduce_strategies[] = {
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
    &allreduce_swing_torus,
    &allreduce_reduce_broadcast,
    &allreduce_hierarchical,
    &allreduce_double_tree,
    &allreduce_multiplying,
    &allreduce_pat,
    &allreduce_in_network,
    &allreduce_trees,
    NULL,
};

static const struct weft_setting *const allreduce_settings[] = {
    &setting_blocks, &setting_radix, &setting_group,  &setting_aggregate,
    &setting_dims,   &setting_wide,  &setting_vector, NULL};

const struct weft_problem problem_allreduce = {
    .info =
        {.name = "allreduce",
         .summary =
             "all blocks combined, result on every processor (MPI_Allreduce)",
         .source = "Thakur, Rabenseifner, Gropp",
         .network = "complete:16",
         .model = "one-port-duplex"},
    .strategies = allreduce_strategies,
    .settings = allreduce_settings,
    .prepare = allreduce_prepare,
    COMBINING_ROW,
};
