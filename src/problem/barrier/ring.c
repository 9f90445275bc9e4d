/* ring: a token collects arrivals once around the ring, then a second round,
 * one hop shorter, releases all. 2 (p - 1) rounds; no processor sends and
 * receives in the same round. Source: folklore. */
#include "barrier.h"

static void barrier_ring_meet(const struct timetable *t, int round, int rank,
                              struct meeting *m)
{
    if (rank == (round - 1) % t->p)
        meet_send(m, round % t->p);
    if (rank == round % t->p)
        meet_receive(m, (round - 1) % t->p);
}

int barrier_ring_timetable(struct timetable *t)
{
    timetable_combines(t, 1);
    t->rounds = 2 * (t->p - 1);
    t->meet = barrier_ring_meet;
    t->carry = carry_all;
    return 0;
}

int weft_barrier_ring(struct weft_processor *self)
{
    const struct terms terms = {0};
    return timetable_call(self, barrier_ring_timetable, &terms, NULL, NULL, 0);
}

/* ---- the strategy ---- */

const struct weft_strategy barrier_ring = {
    .info =
        {
            .name = "ring",
            .summary = "a token circulates twice",
            .source = "folklore",
            .needs = "one-port",
        },
    .timetable = barrier_ring_timetable,
    .program = combining_program,
};
