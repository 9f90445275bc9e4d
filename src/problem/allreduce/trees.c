/* trees: reduce-scatter trees, then allgather trees. */
#include "allreduce.h"
#include "problem/allgather/allgather.h"
#include "problem/reduce-scatter/reduce-scatter.h"

static int allreduce_trees_timetable(struct timetable *t)
{
    return timetable_then(t, reduce_scatter_trees_timetable,
                          allgather_trees_timetable);
}

/* ---- the strategy ---- */

const struct weft_strategy allreduce_trees = {
    .info =
        {
            .name = "trees",
            .summary = "reduce-scatter trees, then allgather trees",
            .source = "Edmonds; Zhao, Maleki and others",
            .model = "all-port",
            .needs = "all-port",
        },
    .tasks = {"reduce-scatter", "allgather"},
    .timetable = allreduce_trees_timetable,
    .program = combining_program,
};
