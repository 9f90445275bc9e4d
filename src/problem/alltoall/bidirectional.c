/* bidirectional: each block goes the shorter way around the ring. floor(p / 2)
 * rounds. For model all-port and more than two processors. Source: folklore. */
#include "alltoall.h"

static void alltoall_bidirectional_meet(const struct timetable *t, int round,
                                        int rank, struct meeting *m)
{
    meet_shift(t, rank, 1, m);
    if (round <= (t->p - 1) / 2)
        meet_shift(t, rank, -1, m);
}

static void alltoall_bidirectional_carry(const struct timetable *t, int round,
                                         int from, int to, struct cargo *c)
{
    int sign = to == ring_add(t, from, 1) ? 1 : -1;
    int farthest = sign > 0 ? t->p / 2 : (t->p - 1) / 2;
    int origin = ring_add(t, from, sign * (1 - round));
    for (int j = round; j <= farthest; j++)
        cargo_put(c, alltoall_block(t, origin, ring_add(t, origin, sign * j)));
    cargo_sort(c);
}

int alltoall_bidirectional_timetable(struct timetable *t)
{
    if (t->p < 3)
        return timetable_refuse(t, "needs more than two processors");
    alltoall_blocks(t);
    t->rounds = t->p / 2;
    t->ports = 2;
    t->even = true;
    t->meet = alltoall_bidirectional_meet;
    t->carry = alltoall_bidirectional_carry;
    return 0;
}

int weft_alltoall_bidirectional(struct weft_processor *self, void *data,
                                size_t bytes)
{
    const struct terms terms = {0};
    return alltoall_call(self, alltoall_bidirectional_timetable, &terms, data,
                         bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy alltoall_bidirectional = {
    .info =
        {
            .name = "bidirectional",
            .summary = "around the ring, shorter way",
            .source = "folklore",
            .model = "all-port",
            .needs = "all-port",
        },
    .timetable = alltoall_bidirectional_timetable,
    .program = alltoall_program,
};
