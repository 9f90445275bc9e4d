/* census: two partial sums, with and without the processor's own value, which
 * grow from round to round so that after ceil(log2 p) rounds they cover exactly
 * p values: no fold for any p. One whole vector per round. Needs a commutative
 * operator for p >= 4. Idea: Bar-Noy, Kipnis, Schieber 1993. */
#include "allreduce.h"

/* Return the number of values that the sum covers after `rounds` rounds. */
static int covered(const struct timetable *t, int rounds)
{
    int k = t->p;
    for (int i = t->log; i > rounds; i--)
        k -= k / 2;
    return k;
}

/* Return whether the sum without the processor's own value is sent. */
static bool without(const struct timetable *t, int round)
{
    return covered(t, round) % 2;
}

static void census_meet(const struct timetable *t, int round, int rank,
                        struct meeting *m)
{
    meet_shift(t, rank, covered(t, round - 1) - without(t, round), m);
}

static void census_carry(const struct timetable *t, int round, int from, int to,
                         struct cargo *c)
{
    (void)from, (void)to;
    c->reg = without(t, round);
    cargo_put(c, 0);
}

int allreduce_census_timetable(struct timetable *t)
{
    timetable_combines(t, 1);
    t->rounds = t->log;
    t->even = true;
    t->registers = 2;
    t->meet = census_meet;
    t->carry = census_carry;
    t->adds = adds_both;
    return 0;
}

int weft_allreduce_census(struct weft_processor *self,
                          const struct weft_operator *op, void *data,
                          size_t bytes)
{
    const struct terms terms = {0};
    return timetable_call(self, allreduce_census_timetable, &terms, op, data,
                          bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy allreduce_census = {
    .info =
        {
            .name = "census",
            .summary = "two partial sums, with and without the processor's own "
                       "operand; any p",
            .source = "Bar-Noy, Kipnis, Schieber",
            .needs = "one-port-duplex",
        },
    .timetable = allreduce_census_timetable,
    .program = combining_program,
};
