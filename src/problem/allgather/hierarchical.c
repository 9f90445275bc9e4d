/* hierarchical: gathers at the first processor of each group, then a ring of
 * the first processors, then a broadcast in each group. 2 log2(g) + p/g - 1
 * rounds for groups of g. Source: Thakur, Rabenseifner, Gropp 2005 (idea). */
#include "allgather.h"
#include "problem/timetable/group.h"

static int allgather_hierarchical_group_of(const struct timetable *t)
{
    return t->terms.group;
}

/* Return the phase of a round: 0 gather, 1 ring, 2 broadcast; set *i to the
 * round within the phase (for a tree, the tree's round). */
static int allgather_hierarchical_part_of(const struct timetable *t, int round,
                                          int *i)
{
    int log = group_log(t),
        rings = t->p / allgather_hierarchical_group_of(t) - 1;
    *i = log + 1 - round;
    if (round <= log)
        return 0;
    *i = round - log;
    if (*i <= rings)
        return 1;
    *i -= rings;
    return 2;
}

static void allgather_hierarchical_meet(const struct timetable *t, int round,
                                        int rank, struct meeting *m)
{
    int i, g = allgather_hierarchical_group_of(t), first = rank / g * g;
    int part = allgather_hierarchical_part_of(t, round, &i);
    if (part == 1) {
        if (rank == first)
            meet_shift(t, rank, g, m);
        return;
    }
    group_meet_tree(t, i, rank, part == 0, m);
}

static void allgather_hierarchical_carry(const struct timetable *t, int round,
                                         int from, int to, struct cargo *c)
{
    int i, g = allgather_hierarchical_group_of(t),
           part = allgather_hierarchical_part_of(t, round, &i);
    int child = part ? to : from, first = child / g * g;
    int last = child;
    if (part != 1)
        last = first + tree_last(g, group_log(t), i, child - first);
    if (part == 0) {
        cargo_run(c, child, last);
    } else if (part == 1) {
        int bundle = ring_add(t, from, (int64_t)(1 - i) * g);
        cargo_run(c, bundle, bundle + g - 1);
    } else {
        cargo_run(c, 0, child - 1);
        cargo_run(c, last + 1, t->p - 1);
    }
}

int allgather_hierarchical_timetable(struct timetable *t)
{
    if (group_need(t))
        return -1;
    t->blocks = t->p;
    t->rounds =
        2 * group_log(t) + t->p / allgather_hierarchical_group_of(t) - 1;
    t->meet = allgather_hierarchical_meet;
    t->carry = allgather_hierarchical_carry;
    return 0;
}

int weft_allgather_hierarchical(struct weft_processor *self, int group,
                                void *data, size_t bytes)
{
    const struct terms terms = {.group = group};
    return timetable_call(self, allgather_hierarchical_timetable, &terms, NULL,
                          data, bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy allgather_hierarchical = {
    .info =
        {
            .name = "hierarchical",
            .summary =
                "gather in groups, ring of group leaders, broadcast in groups",
            .source = "Thakur, Rabenseifner, Gropp",
            .needs = "one-port-duplex",
        },
    .timetable = allgather_hierarchical_timetable,
    .program = allgather_program,
};
