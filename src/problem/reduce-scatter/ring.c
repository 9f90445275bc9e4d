/* ring: partial sums travel around the ring; each processor adds its own part
 * to those it receives. p - 1 rounds of one chunk. Needs a commutative operator
 * for p >= 3. Source: folklore. */
#include "reduce-scatter.h"

static void reduce_scatter_ring_meet(const struct timetable *t, int round,
                                     int rank, struct meeting *m)
{
    (void)round;
    meet_shift(t, rank, 1, m);
}

static void reduce_scatter_ring_carry(const struct timetable *t, int round,
                                      int from, int to, struct cargo *c)
{
    (void)to;
    cargo_put(c, ring_add(t, from, -round));
}

int reduce_scatter_ring_timetable(struct timetable *t)
{
    timetable_combines(t, t->p);
    t->rounds = t->p - 1;
    t->even = true;
    t->meet = reduce_scatter_ring_meet;
    t->carry = reduce_scatter_ring_carry;
    return 0;
}

int weft_reduce_scatter_ring(struct weft_processor *self,
                             const struct weft_operator *op, void *data,
                             size_t bytes)
{
    const struct terms terms = {0};
    return timetable_call(self, reduce_scatter_ring_timetable, &terms, op, data,
                          bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy reduce_scatter_ring = {
    .info =
        {
            .name = "ring",
            .summary = "partial sums travel once around the ring",
            .source = "folklore",
            .needs = "one-port-duplex",
        },
    .timetable = reduce_scatter_ring_timetable,
    .program = combining_program,
};
