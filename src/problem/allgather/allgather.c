/* The problem `allgather`: every processor's blocks go to all processors. */
#include "allgather.h"

#include "problem/shared/payload.h"
#include "problem/shared/settings.h"

static int allgather_each(const struct plan *plan)
{
    return (int)plan_number(plan, &setting_blocks);
}

static int allgather_prepare(struct plan *plan, struct weft_error *err)
{
    int packets = allgather_each(plan);
    if (frame_prepare(plan, packets, err))
        return -1;
    const struct timetable *t = plan_timetable(plan);
    if (t && t->terms.counts)
        t = t->inner[0];
    if (!t || t->blocks == plan->size * packets)
        return 0;
    return weft_error_set(
        err, WEFT_ERROR_MISUSE, 0,
        "strategy '%s' handles one block per processor, not --packets %d",
        plan->strategy->info.name, packets);
}

int allgather_program(struct weft_processor *self, void *arg)
{
    const struct plan *plan = arg;
    int rank = weft_rank(self), n = allgather_each(plan);
    const struct interval own = {rank * n, rank * n + n - 1};
    return frame_move(self, plan, own);
}

static struct weft_goal *allgather_goal(const struct plan *plan)
{
    return frame_goal(plan, allgather_each(plan), NULL);
}

static const struct weft_strategy *const allgather_strategies[] = {
    &allgather_ring,         &allgather_bidirectional,
    &allgather_neighbour,    &allgather_recursive_doubling,
    &allgather_bruck,        &allgather_spread_out,
    &allgather_sparbit,      &allgather_bine,
    &allgather_circulant,    &allgather_gather_broadcast,
    &allgather_bucket,       &allgather_exchange,
    &allgather_hierarchical, &allgather_pat,
    &allgather_trees,        NULL,
};

static const struct weft_setting *const allgather_settings[] = {
    &setting_blocks, &setting_radix, &setting_group, &setting_aggregate,
    &setting_counts, &setting_dims,  &setting_wide,  NULL};

const struct weft_problem problem_allgather = {
    .info = {.name = "allgather",
             .summary =
                 "every processor's blocks to every processor (MPI_Allgather)",
             .source = "Thakur, Rabenseifner, Gropp",
             .network = "complete:16",
             .model = "one-port-duplex"},
    .strategies = allgather_strategies,
    .tagged = true,
    .settings = allgather_settings,
    .prepare = allgather_prepare,
    .goal = allgather_goal,
    .block = judge_tagged,
    .items = frame_items_moved,
};
