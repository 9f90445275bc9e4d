/* swing-torus: `swing` over all 2 D ports of a torus with D axes, each a power
 * of two: the vector has 2 D parts, which use the axes in turn, part j
 * beginning on axis j mod D; the parts from D on go the other way. A partner on
 * an axis is at distance rho = 1, -1, 3, -5, .. (`bine` has the same
 * distances). Reduce- scatter, then allgather, of p chunks for each part: 2
 * log2 p rounds; on axes of one extent above 2 each port carries 2 (p - 1) / p
 * of a part, the minimum. If an axis is used up, parts share the ports of the
 * others. For model all-port; needs a commutative operator. Source: De Sensi,
 * Bonato, Saam, Hoefler 2024.
 */
#include "allreduce.h"
#include "problem/timetable/axes.h"
#include "problem/timetable/bine.h"

static int swing_parts(const struct timetable *t)
{
    return 2 * t->terms.axes;
}

/* Return the partner of a processor for a part in a step, from 0. */
static int swing_partner(const struct timetable *t, int rank, int part,
                         int step)
{
    int axes = t->terms.axes, turn = part;
    while (t->terms.extent[turn % axes] >> ((turn - part) / axes) <= 1 ||
           step--)
        turn++;
    int axis = turn % axes, extent = t->terms.extent[axis];
    int own = axes_position(t, rank, axis);
    int by = bine_partner(extent, own, (turn - part) / axes) - own;
    return axes_further(t, rank, axis, part < axes ? by : -by);
}

/* The allgather takes the steps backwards. */
static int swing_step(const struct timetable *t, int round)
{
    return t->rounds - round;
}

static void swing_torus_meet(const struct timetable *t, int round, int rank,
                             struct meeting *m)
{
    for (int part = 0; part < swing_parts(t); part++) {
        int other = swing_partner(t, rank, part, swing_step(t, round));
        bool met = false;
        for (int i = 0; i < m->sends; i++)
            met = met || m->to[i] == other;
        if (!met)
            meet_exchange(m, other);
    }
}

/* Add what a processor has of a part before a step: its own block, and those of
 * its partners in later steps. */
static void swing_has(const struct timetable *t, int rank, int part, int step,
                      struct cargo *c)
{
    cargo_put(c, rank * swing_parts(t) + part);
    for (int later = t->log - 1; later > step; later--)
        swing_has(t, swing_partner(t, rank, part, later), part, later, c);
}

static void swing_torus_carry(const struct timetable *t, int round, int from,
                              int to, struct cargo *c)
{
    int step = swing_step(t, round);
    for (int part = 0; part < swing_parts(t); part++)
        if (swing_partner(t, from, part, step) == to)
            swing_has(t, from, part, step, c);
    cargo_sort(c);
}

static int swing_torus_gather(struct timetable *t)
{
    if (timetable_need_power(t) || timetable_need_extents(t))
        return -1;
    t->blocks = t->p * swing_parts(t);
    t->rounds = t->log;
    t->ports = swing_parts(t);
    t->even = true;
    t->meet = swing_torus_meet;
    t->carry = swing_torus_carry;
    return 0;
}

static int swing_torus_scatter(struct timetable *t)
{
    return timetable_reverse(t, swing_torus_gather);
}

int allreduce_swing_torus_timetable(struct timetable *t)
{
    return timetable_then(t, swing_torus_scatter, swing_torus_gather);
}

int weft_allreduce_swing_torus(struct weft_processor *self, int axes,
                               const int *extent,
                               const struct weft_operator *op, void *data,
                               size_t bytes)
{
    struct terms terms = {0};
    if (axes_terms(self, &terms, axes, extent))
        return -1;
    return timetable_call(self, allreduce_swing_torus_timetable, &terms, op,
                          data, bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy allreduce_swing_torus = {
    .info =
        {
            .name = "swing-torus",
            .summary = "swing over all ports of a torus at once",
            .source = "De Sensi, Bonato, Saam, Hoefler",
            .model = "all-port",
            .needs = "all-port",
        },
    .tasks = {"reduce-scatter", "allgather"},
    .timetable = allreduce_swing_torus_timetable,
    .program = combining_program,
};
