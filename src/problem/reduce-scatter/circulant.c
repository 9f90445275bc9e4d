/* circulant: distances s = ceil(p / 2), ceil(p / 4), .., 1: rank r sends to r +
 * s the chunks from there up to just before the previous round's distance.
 * ceil(log2 p) rounds and p - 1 chunks for any p. Needs a commutative operator
 * for p >= 4. Source: Traeff 2024. */
#include "reduce-scatter.h"

/* Return the distance of a round; p for round 0. */
static int reduce_scatter_circulant_distance(const struct timetable *t,
                                             int round)
{
    int s = t->p;
    for (int i = 0; i < round; i++)
        s -= s / 2;
    return s;
}

static void reduce_scatter_circulant_meet(const struct timetable *t, int round,
                                          int rank, struct meeting *m)
{
    meet_shift(t, rank, reduce_scatter_circulant_distance(t, round), m);
}

static void reduce_scatter_circulant_carry(const struct timetable *t, int round,
                                           int from, int to, struct cargo *c)
{
    (void)from;
    cargo_ring(t, c, to,
               reduce_scatter_circulant_distance(t, round - 1) -
                   reduce_scatter_circulant_distance(t, round));
}

int reduce_scatter_circulant_timetable(struct timetable *t)
{
    timetable_combines(t, t->p);
    t->rounds = t->log;
    t->even = true;
    t->meet = reduce_scatter_circulant_meet;
    t->carry = reduce_scatter_circulant_carry;
    return 0;
}

int weft_reduce_scatter_circulant(struct weft_processor *self,
                                  const struct weft_operator *op, void *data,
                                  size_t bytes)
{
    const struct terms terms = {0};
    return timetable_call(self, reduce_scatter_circulant_timetable, &terms, op,
                          data, bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy reduce_scatter_circulant = {
    .info =
        {
            .name = "circulant",
            .summary = "at distances p/2, p/4, .., for any p",
            .source = "Traeff",
            .needs = "one-port-duplex",
        },
    .timetable = reduce_scatter_circulant_timetable,
    .program = combining_program,
};
