/* spread-out: in round t rank r sends its own block to r + t. p - 1 rounds.
 * Source: folklore. */
#include "allgather.h"

static void allgather_spread_out_meet(const struct timetable *t, int round,
                                      int rank, struct meeting *m)
{
    meet_shift(t, rank, round, m);
}

static void allgather_spread_out_carry(const struct timetable *t, int round,
                                       int from, int to, struct cargo *c)
{
    (void)t, (void)round, (void)to;
    cargo_put(c, from);
}

int allgather_spread_out_timetable(struct timetable *t)
{
    t->blocks = t->p;
    t->rounds = t->p - 1;
    t->even = true;
    t->meet = allgather_spread_out_meet;
    t->carry = allgather_spread_out_carry;
    return 0;
}

int weft_allgather_spread_out(struct weft_processor *self, void *data,
                              size_t bytes)
{
    const struct terms terms = {0};
    return timetable_call(self, allgather_spread_out_timetable, &terms, NULL,
                          data, bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy allgather_spread_out = {
    .info =
        {
            .name = "spread-out",
            .summary =
                "every processor sends its block to each other one in turn",
            .source = "folklore",
            .needs = "one-port-duplex",
        },
    .timetable = allgather_spread_out_timetable,
    .program = allgather_program,
};
