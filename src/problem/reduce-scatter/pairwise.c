/* pairwise: in round t rank r sends to r + t the part of r + t. p - 1 rounds of
 * one chunk. Keeps the order of operands: values from higher ranks are combined
 * separately. Source: Thakur, Rabenseifner, Gropp 2005. */
#include "reduce-scatter.h"

static void reduce_scatter_pairwise_meet(const struct timetable *t, int round,
                                         int rank, struct meeting *m)
{
    meet_shift(t, rank, round, m);
}

static void reduce_scatter_pairwise_carry(const struct timetable *t, int round,
                                          int from, int to, struct cargo *c)
{
    (void)t, (void)round, (void)from;
    cargo_put(c, to);
}

/* Return the register to which a received value is added: the first one for
 * values from lower ranks, the second for those from higher ranks. */
static int reduce_scatter_pairwise_adds(const struct timetable *t, int round,
                                        int from, int to)
{
    (void)t, (void)round;
    return from < to ? 1 : 2;
}

int reduce_scatter_pairwise_timetable(struct timetable *t)
{
    timetable_combines(t, t->p);
    t->rounds = t->p - 1;
    t->even = true;
    t->registers = 2;
    t->joined = true;
    t->left = true;
    t->meet = reduce_scatter_pairwise_meet;
    t->carry = reduce_scatter_pairwise_carry;
    t->adds = reduce_scatter_pairwise_adds;
    return 0;
}

int weft_reduce_scatter_pairwise(struct weft_processor *self,
                                 const struct weft_operator *op, void *data,
                                 size_t bytes)
{
    const struct terms terms = {0};
    return timetable_call(self, reduce_scatter_pairwise_timetable, &terms, op,
                          data, bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy reduce_scatter_pairwise = {
    .info =
        {
            .name = "pairwise",
            .summary = "every processor sends to the others in turn",
            .source = "Thakur, Rabenseifner, Gropp",
            .needs = "one-port-duplex",
        },
    .timetable = reduce_scatter_pairwise_timetable,
    .program = combining_program,
};
