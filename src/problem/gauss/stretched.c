/* Broadcasts that proceed level by level on spanning binomial trees: the trees
 * and timetables of `successive`, with the timetables extended by the
 * computation. A timetable without conflicts stays free of conflicts: each
 * processor finishes mu_j, including its computation, by the same amount later
 * as mu_{j+1} is sent later. */
#include <weft/unstable/tree.h>

#include "gauss.h"
#include "problem/shared/turns/turns.h"

static int rotation(const struct plan *plan, int j)
{
    return levels_rotation(plan, plan->schedule, j);
}

static int stretched_parent(const struct plan *plan, int j, int u)
{
    return weft_binomial_parent(plan->dimension, gauss_owner(plan, j),
                                rotation(plan, j), u);
}

static int stretched_children(const struct plan *plan, int j, int u, int room[],
                              const int **list)
{
    *list = room;
    return weft_binomial_children(plan->dimension, gauss_owner(plan, j),
                                  rotation(plan, j), u, room);
}

static uint64_t stretched_start(const struct plan *plan, int j)
{
    return gauss_stretch(plan, j, levels_start(plan->schedule, j));
}

int gauss_levels_program(struct weft_processor *self, void *arg)
{
    static const struct gauss_trees trees = {
        stretched_parent, stretched_children, stretched_start};
    return gauss_eliminate(self, arg, &trees);
}
