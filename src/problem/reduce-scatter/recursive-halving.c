/* recursive-halving: in each round half of the remaining chunks go to the
 * processor at half the distance. log2 p rounds, p - 1 chunks; folds processors
 * beyond a power of two. Needs a commutative operator for p >= 4. Source:
 * Thakur, Rabenseifner, Gropp 2005. */
#include "reduce-scatter.h"

/* Return the round between folding and unfolding; 0 for the folding and
 * unfolding rounds. */
static int recursive_halving_inside(const struct timetable *t, int round)
{
    if (!t->rest)
        return round;
    return round == 1 || round == t->rounds ? 0 : round - 1;
}

static void recursive_halving_meet(const struct timetable *t, int round,
                                   int rank, struct meeting *m)
{
    int v = fold_virtual(t, rank), i = recursive_halving_inside(t, round);
    if (i && v >= 0)
        meet_exchange(m, fold_rank(t, v ^ 1 << (t->low - i)));
    if (i || rank >= 2 * t->rest)
        return;
    if ((v < 0) == (round == 1))
        meet_send(m, rank ^ 1);
    else
        meet_receive(m, rank ^ 1);
}

static void recursive_halving_carry(const struct timetable *t, int round,
                                    int from, int to, struct cargo *c)
{
    (void)from;
    int i = recursive_halving_inside(t, round);
    if (!i && round == 1) {
        cargo_run(c, 0, t->p - 1);
        return;
    }
    if (!i) {
        cargo_put(c, to);
        return;
    }
    int s = 1 << (t->low - i), first = fold_virtual(t, to) / s * s;
    cargo_run(c, first ? fold_rank(t, first - 1) + 1 : 0,
              fold_rank(t, first + s - 1));
}

static int recursive_halving_adds(const struct timetable *t, int round,
                                  int from, int to)
{
    (void)from, (void)to;
    return round == 1 || recursive_halving_inside(t, round);
}

int reduce_scatter_recursive_halving_timetable(struct timetable *t)
{
    timetable_combines(t, t->p);
    t->rounds = t->low + (t->rest ? 2 : 0);
    t->even = !t->rest;
    t->meet = recursive_halving_meet;
    t->carry = recursive_halving_carry;
    t->adds = recursive_halving_adds;
    return 0;
}

int weft_reduce_scatter_recursive_halving(struct weft_processor *self,
                                          const struct weft_operator *op,
                                          void *data, size_t bytes)
{
    const struct terms terms = {0};
    return timetable_call(self, reduce_scatter_recursive_halving_timetable,
                          &terms, op, data, bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy reduce_scatter_recursive_halving = {
    .info =
        {
            .name = "recursive-halving",
            .summary =
                "halves the remaining blocks and the distance each round",
            .source = "Thakur, Rabenseifner, Gropp",
            .needs = "one-port-duplex",
        },
    .timetable = reduce_scatter_recursive_halving_timetable,
    .program = combining_program,
};
