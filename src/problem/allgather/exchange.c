/* exchange: along each axis of a grid, last axis first, each processor sends
 * everything that it had when the axis began to all others on the axis. sum of
 * (ni - 1) rounds; one round per axis with `wide`, if a processor has links to
 * all of them. Source: folklore. */
#include "allgather.h"
#include "problem/timetable/axes.h"

static void allgather_exchange_meet(const struct timetable *t, int round,
                                    int rank, struct meeting *m)
{
    if (t->terms.wide) {
        int axis = axes_wide(t, round);
        for (int by = 1; by < t->terms.extent[axis]; by++) {
            meet_send(m, axes_further(t, rank, axis, by));
            meet_receive(m, axes_further(t, rank, axis, -by));
        }
        return;
    }
    struct axes_round step = axes_step_back(t, round);
    meet_send(m, axes_further(t, rank, step.axis, step.t));
    meet_receive(m, axes_further(t, rank, step.axis, -step.t));
}

static void allgather_exchange_carry(const struct timetable *t, int round,
                                     int from, int to, struct cargo *c)
{
    (void)to;
    int axis =
        t->terms.wide ? axes_wide(t, round) : axes_step_back(t, round).axis;
    struct interval run = axes_bundle(t, from, axis, 0);
    cargo_run(c, run.first, run.last);
}

int allgather_exchange_timetable(struct timetable *t)
{
    if (timetable_need_extents(t))
        return -1;
    t->blocks = t->p;
    t->rounds = t->terms.wide ? axes_longer(t) : axes_steps(t);
    for (int i = 0; t->terms.wide && i < t->terms.axes; i++)
        if (t->terms.extent[i] - 1 > t->ports)
            t->ports = t->terms.extent[i] - 1;
    t->even = true;
    t->meet = allgather_exchange_meet;
    t->carry = allgather_exchange_carry;
    return 0;
}

int weft_allgather_exchange(struct weft_processor *self, int axes,
                            const int *extent, bool wide, void *data,
                            size_t bytes)
{
    struct terms terms = {.wide = wide};
    if (axes_terms(self, &terms, axes, extent))
        return -1;
    return timetable_call(self, allgather_exchange_timetable, &terms, NULL,
                          data, bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy allgather_exchange = {
    .info =
        {
            .name = "exchange",
            .summary = "all-to-all exchange along each axis of a grid",
            .source = "folklore",
            .needs = "one-port-duplex",
        },
    .timetable = allgather_exchange_timetable,
    .program = allgather_program,
};
