/* central: all others signal processor 0, one after the other, which then
 * signals them one after the other. 2 (p - 1) rounds; no processor sends and
 * receives in the same round. Source: folklore. */
#include "barrier.h"

static void central_meet(const struct timetable *t, int round, int rank,
                         struct meeting *m)
{
    bool up = round < t->p;
    int other = up ? round : round + 1 - t->p;
    if (rank == other && up)
        meet_send(m, 0);
    else if (rank == other)
        meet_receive(m, 0);
    else if (rank == 0 && up)
        meet_receive(m, other);
    else if (rank == 0)
        meet_send(m, other);
}

int barrier_central_timetable(struct timetable *t)
{
    timetable_combines(t, 1);
    t->rounds = 2 * (t->p - 1);
    t->meet = central_meet;
    t->carry = carry_all;
    return 0;
}

int weft_barrier_central(struct weft_processor *self)
{
    const struct terms terms = {0};
    return timetable_call(self, barrier_central_timetable, &terms, NULL, NULL,
                          0);
}

/* ---- the strategy ---- */

const struct weft_strategy barrier_central = {
    .info =
        {
            .name = "central",
            .summary = "all notify processor 0, which notifies all",
            .source = "folklore",
            .needs = "one-port",
        },
    .timetable = barrier_central_timetable,
    .program = combining_program,
};
