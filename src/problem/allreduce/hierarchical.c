/* hierarchical: reduces to the first processor of each group, then recursive
 * doubling of the first processors, then a broadcast in each group. Keeps the
 * order of operands. Source: Thakur, Rabenseifner, Gropp 2005 (idea). */
#include "allreduce.h"
#include "problem/timetable/group.h"

/* Return the phase of a round: 0 reduction, 1 recursive doubling, 2 broadcast;
 * set *i to the round within the phase (for a tree, the tree's round). */
static int allreduce_hierarchical_part_of(const struct timetable *t, int round,
                                          int *i)
{
    int log = group_log(t);
    *i = log + 1 - round;
    if (round <= log)
        return 0;
    *i = round - log;
    if (*i <= t->inner[0]->rounds)
        return 1;
    *i -= t->inner[0]->rounds;
    return 2;
}

static void meet_firsts(const struct timetable *t, int i, int rank,
                        struct meeting *m)
{
    const struct timetable *inner = t->inner[0];
    int g = t->terms.group;
    if (rank % g)
        return;
    inner->meet(inner, i, rank / g, m);
    for (int k = 0; k < m->sends; k++)
        m->to[k] *= g;
    for (int k = 0; k < m->receives; k++)
        m->from[k] *= g;
}

static void allreduce_hierarchical_meet(const struct timetable *t, int round,
                                        int rank, struct meeting *m)
{
    int i, part = allreduce_hierarchical_part_of(t, round, &i);
    if (part == 1)
        meet_firsts(t, i, rank, m);
    else
        group_meet_tree(t, i, rank, part == 0, m);
}

static int allreduce_hierarchical_adds(const struct timetable *t, int round,
                                       int from, int to)
{
    const struct timetable *inner = t->inner[0];
    int i, part = allreduce_hierarchical_part_of(t, round, &i),
           g = t->terms.group;
    return part == 1 ? inner->adds(inner, i, from / g, to / g) : part == 0;
}

int allreduce_hierarchical_timetable(struct timetable *t)
{
    struct terms firsts = t->terms;
    if (group_need(t))
        return -1;
    firsts.p = t->p / t->terms.group;
    if (!timetable_inner(t, 0, allreduce_recursive_doubling_timetable, &firsts))
        return -1;
    timetable_combines(t, 1);
    t->rounds = 2 * group_log(t) + t->inner[0]->rounds;
    t->meet = allreduce_hierarchical_meet;
    t->carry = carry_all;
    t->adds = allreduce_hierarchical_adds;
    return 0;
}

int weft_allreduce_hierarchical(struct weft_processor *self, int group,
                                const struct weft_operator *op, void *data,
                                size_t bytes)
{
    const struct terms terms = {.group = group};
    return timetable_call(self, allreduce_hierarchical_timetable, &terms, op,
                          data, bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy allreduce_hierarchical = {
    .info =
        {
            .name = "hierarchical",
            .summary =
                "reduce in groups, recursive doubling of leaders, broadcast",
            .source = "Thakur, Rabenseifner, Gropp",
            .needs = "one-port-duplex",
        },
    .timetable = allreduce_hierarchical_timetable,
    .program = combining_program,
};
