/* recursive-doubling: in round t each processor r exchanges its sum with r xor
 * 2^(t-1). log2 p rounds of one whole vector; folds processors beyond a power
 * of two (2 more rounds). Keeps the order of operands. Source: Thakur,
 * Rabenseifner, Gropp 2005. */
#include "allreduce.h"

static void allreduce_recursive_doubling_meet(const struct timetable *t,
                                              int round, int rank,
                                              struct meeting *m)
{
    (void)t;
    meet_exchange(m, rank ^ 1 << (round - 1));
}

static int allreduce_recursive_doubling_inner(struct timetable *t)
{
    timetable_combines(t, 1);
    t->rounds = t->log;
    t->even = true;
    t->meet = allreduce_recursive_doubling_meet;
    t->carry = carry_all;
    return 0;
}

int allreduce_recursive_doubling_timetable(struct timetable *t)
{
    return timetable_fold(t, allreduce_recursive_doubling_inner);
}

int weft_allreduce_recursive_doubling(struct weft_processor *self,
                                      const struct weft_operator *op,
                                      void *data, size_t bytes)
{
    const struct terms terms = {0};
    return timetable_call(self, allreduce_recursive_doubling_timetable, &terms,
                          op, data, bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy allreduce_recursive_doubling = {
    .info =
        {
            .name = "recursive-doubling",
            .summary = "partial sums of groups of 2, 4, 8, ..",
            .source = "Thakur, Rabenseifner, Gropp",
            .needs = "one-port-duplex",
        },
    .timetable = allreduce_recursive_doubling_timetable,
    .program = combining_program,
};
