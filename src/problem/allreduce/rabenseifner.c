/* rabenseifner: recursive halving to sums of one chunk, then recursive doubling
 * of those. 2 log2 p rounds, 2 (1 - 1/p) vectors, of 2^floor(log2 p) chunks;
 * folds processors beyond a power of two. Keeps the order of operands. Source:
 * Rabenseifner 2004; Thakur, Rabenseifner, Gropp 2005. */
#include "allreduce.h"
#include "base/items/items.h"

/* Return the bit over which a round exchanges; *halves: whether the round is in
 * the first half of all rounds. */
static int bit_of(const struct timetable *t, int round, bool *halves)
{
    *halves = round <= t->log;
    return *halves ? round - 1 : 2 * t->log - round;
}

/* Return the chunks left to v after some halvings. */
static struct interval chunks_left(const struct timetable *t, int v,
                                   int halvings)
{
    int first = 0, size = t->p;
    for (int i = 0; i < halvings; i++) {
        size /= 2;
        first += v >> i & 1 ? size : 0;
    }
    return (struct interval){first, first + size - 1};
}

static void rabenseifner_meet(const struct timetable *t, int round, int rank,
                              struct meeting *m)
{
    bool halves;
    meet_exchange(m, rank ^ 1 << bit_of(t, round, &halves));
}

static void rabenseifner_carry(const struct timetable *t, int round, int from,
                               int to, struct cargo *c)
{
    bool halves;
    int bit = bit_of(t, round, &halves);
    struct interval run = chunks_left(t, halves ? to : from, bit + 1);
    cargo_run(c, run.first, run.last);
}

static int rabenseifner_adds(const struct timetable *t, int round, int from,
                             int to)
{
    (void)from, (void)to;
    return round <= t->log;
}

static int rabenseifner_inner(struct timetable *t)
{
    timetable_combines(t, t->p);
    t->rounds = 2 * t->log;
    t->second = t->log;
    t->even = true;
    t->meet = rabenseifner_meet;
    t->carry = rabenseifner_carry;
    t->adds = rabenseifner_adds;
    return 0;
}

int allreduce_rabenseifner_timetable(struct timetable *t)
{
    return timetable_fold(t, rabenseifner_inner);
}

int weft_allreduce_rabenseifner(struct weft_processor *self,
                                const struct weft_operator *op, void *data,
                                size_t bytes)
{
    const struct terms terms = {0};
    return timetable_call(self, allreduce_rabenseifner_timetable, &terms, op,
                          data, bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy allreduce_rabenseifner = {
    .info =
        {
            .name = "rabenseifner",
            .summary = "recursive halving, then recursive doubling",
            .source = "Rabenseifner; Thakur, Rabenseifner, Gropp",
            .needs = "one-port-duplex",
        },
    .tasks = {"reduce-scatter", "allgather"},
    .timetable = allreduce_rabenseifner_timetable,
    .program = combining_program,
};
