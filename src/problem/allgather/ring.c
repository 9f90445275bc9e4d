/* ring: every processor forwards the block it received last, once around the
 * ring. p - 1 rounds, p (p - 1) messages of one block. Source: folklore. */
#include "allgather.h"

static void allgather_ring_meet(const struct timetable *t, int round, int rank,
                                struct meeting *m)
{
    (void)round;
    meet_shift(t, rank, 1, m);
}

static void allgather_ring_carry(const struct timetable *t, int round, int from,
                                 int to, struct cargo *c)
{
    (void)to;
    cargo_put(c, ring_add(t, from, 1 - round));
}

int allgather_ring_timetable(struct timetable *t)
{
    t->blocks = t->p;
    t->rounds = t->p - 1;
    t->even = true;
    t->meet = allgather_ring_meet;
    t->carry = allgather_ring_carry;
    return 0;
}

int weft_allgather_ring(struct weft_processor *self, void *data, size_t bytes)
{
    const struct terms terms = {0};
    return timetable_call(self, allgather_ring_timetable, &terms, NULL, data,
                          bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy allgather_ring = {
    .info =
        {
            .name = "ring",
            .summary = "blocks travel once around the ring",
            .source = "folklore",
            .needs = "one-port-duplex",
        },
    .timetable = allgather_ring_timetable,
    .program = allgather_program,
};
