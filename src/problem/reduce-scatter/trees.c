/* trees: allgather trees backwards. The chunks of each root travel along trees
 * that cover all processors and load no link more than the best throughput
 * allows (docs/optimum.md). Sources: Edmonds 1973; Zhao, Maleki and others
 * 2024. */
#include "problem/timetable/tree-rounds.h"

#include "reduce-scatter.h"

int reduce_scatter_trees_timetable(struct timetable *t)
{
    return tree_rounds_make(t, false, true);
}

/* ---- the strategy ---- */

const struct weft_strategy reduce_scatter_trees = {
    .info =
        {
            .name = "trees",
            .summary = "allgather trees backwards",
            .source = "Edmonds; Zhao, Maleki and others",
            .model = "all-port",
            .needs = "all-port",
        },
    .timetable = reduce_scatter_trees_timetable,
    .program = combining_program,
};
