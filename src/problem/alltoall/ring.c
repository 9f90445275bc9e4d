/* ring: all blocks travel around the ring to their destinations. p - 1 rounds,
 * p (p - 1) / 2 blocks. Source: folklore. */
#include "alltoall.h"

static void alltoall_ring_meet(const struct timetable *t, int round, int rank,
                               struct meeting *m)
{
    (void)round;
    meet_shift(t, rank, 1, m);
}

static void alltoall_ring_carry(const struct timetable *t, int round, int from,
                                int to, struct cargo *c)
{
    (void)to;
    int origin = ring_add(t, from, 1 - round);
    for (int j = round; j < t->p; j++)
        cargo_put(c, alltoall_block(t, origin, ring_add(t, origin, j)));
    cargo_sort(c);
}

int alltoall_ring_timetable(struct timetable *t)
{
    alltoall_blocks(t);
    t->rounds = t->p - 1;
    t->even = true;
    t->meet = alltoall_ring_meet;
    t->carry = alltoall_ring_carry;
    return 0;
}

int weft_alltoall_ring(struct weft_processor *self, void *data, size_t bytes)
{
    const struct terms terms = {0};
    return alltoall_call(self, alltoall_ring_timetable, &terms, data, bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy alltoall_ring = {
    .info =
        {
            .name = "ring",
            .summary = "around the ring, one way",
            .source = "folklore",
            .needs = "one-port-duplex",
        },
    .timetable = alltoall_ring_timetable,
    .program = alltoall_program,
};
