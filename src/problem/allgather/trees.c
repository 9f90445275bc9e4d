/* trees: all processors at once. The chunks of each root travel along trees
 * that cover all processors and load no link more than the best throughput
 * allows (docs/optimum.md). Sources: Edmonds 1973; Zhao, Maleki and others
 * 2024. */
#include "problem/timetable/tree-rounds.h"

#include "allgather.h"

int allgather_trees_timetable(struct timetable *t)
{
    return tree_rounds_make(t, false, false);
}

/* ---- the strategy ---- */

const struct weft_strategy allgather_trees = {
    .info =
        {
            .name = "trees",
            .summary = "along trees of the best throughput, over all links",
            .source = "Edmonds; Zhao, Maleki and others",
            .model = "all-port",
            .needs = "all-port",
        },
    .timetable = allgather_trees_timetable,
    .program = allgather_program,
};
