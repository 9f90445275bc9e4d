/* swing: in round t each processor exchanges its sum with the processor
 * rho(t-1) positions further (even ranks) or back (odd ranks). log2 p rounds of
 * one whole vector. For a power of two processors; needs a commutative operator
 * for p >= 8. Source: De Sensi, Bonato, Saam, Hoefler 2024. */
#include "allreduce.h"
#include "problem/timetable/bine.h"

static void swing_meet(const struct timetable *t, int round, int rank,
                       struct meeting *m)
{
    meet_exchange(m, bine_partner(t->p, rank, round - 1));
}

int allreduce_swing_timetable(struct timetable *t)
{
    if (timetable_need_power(t))
        return -1;
    timetable_combines(t, 1);
    t->rounds = t->log;
    t->even = true;
    t->meet = swing_meet;
    t->carry = carry_all;
    return 0;
}

int weft_allreduce_swing(struct weft_processor *self,
                         const struct weft_operator *op, void *data,
                         size_t bytes)
{
    const struct terms terms = {0};
    return timetable_call(self, allreduce_swing_timetable, &terms, op, data,
                          bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy allreduce_swing = {
    .info =
        {
            .name = "swing",
            .summary = "partial sums at distances 1, -1, 3, -5, 11, ..",
            .source = "De Sensi, Bonato, Saam, Hoefler",
            .needs = "one-port-duplex",
        },
    .timetable = allreduce_swing_timetable,
    .program = combining_program,
};
