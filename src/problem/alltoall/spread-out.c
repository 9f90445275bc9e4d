/* spread-out: in round t rank r sends the block for r + t directly. p - 1
 * rounds. Source: folklore. */
#include "alltoall.h"

static void alltoall_spread_out_meet(const struct timetable *t, int round,
                                     int rank, struct meeting *m)
{
    meet_shift(t, rank, round, m);
}

static void alltoall_spread_out_carry(const struct timetable *t, int round,
                                      int from, int to, struct cargo *c)
{
    (void)round;
    cargo_put(c, alltoall_block(t, from, to));
}

int alltoall_spread_out_timetable(struct timetable *t)
{
    alltoall_blocks(t);
    t->rounds = t->p - 1;
    t->even = true;
    t->meet = alltoall_spread_out_meet;
    t->carry = alltoall_spread_out_carry;
    return 0;
}

int weft_alltoall_spread_out(struct weft_processor *self, void *data,
                             size_t bytes)
{
    const struct terms terms = {0};
    return alltoall_call(self, alltoall_spread_out_timetable, &terms, data,
                         bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy alltoall_spread_out = {
    .info =
        {
            .name = "spread-out",
            .summary = "every processor sends to r + 1, r + 2, .. in turn",
            .source = "folklore",
            .needs = "one-port-duplex",
        },
    .timetable = alltoall_spread_out_timetable,
    .program = alltoall_program,
};
