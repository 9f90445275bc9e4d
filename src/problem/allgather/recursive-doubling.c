/* recursive-doubling: in round t each processor r exchanges everything it has
 * with r xor 2^(t-1). log2 p rounds, for a power of two processors. Source:
 * Thakur, Rabenseifner, Gropp 2005. */
#include "allgather.h"

static void allgather_recursive_doubling_meet(const struct timetable *t,
                                              int round, int rank,
                                              struct meeting *m)
{
    (void)t;
    meet_exchange(m, rank ^ 1 << (round - 1));
}

static void allgather_recursive_doubling_carry(const struct timetable *t,
                                               int round, int from, int to,
                                               struct cargo *c)
{
    (void)t, (void)to;
    int s = 1 << (round - 1), first = from / s * s;
    cargo_run(c, first, first + s - 1);
}

int allgather_recursive_doubling_timetable(struct timetable *t)
{
    if (timetable_need_power(t))
        return -1;
    t->blocks = t->p;
    t->rounds = t->log;
    t->even = true;
    t->meet = allgather_recursive_doubling_meet;
    t->carry = allgather_recursive_doubling_carry;
    return 0;
}

int weft_allgather_recursive_doubling(struct weft_processor *self, void *data,
                                      size_t bytes)
{
    const struct terms terms = {0};
    return timetable_call(self, allgather_recursive_doubling_timetable, &terms,
                          NULL, data, bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy allgather_recursive_doubling = {
    .info =
        {
            .name = "recursive-doubling",
            .summary = "exchanges everything held, at distances 1, 2, 4, ..",
            .source = "Thakur, Rabenseifner, Gropp",
            .needs = "one-port-duplex",
        },
    .timetable = allgather_recursive_doubling_timetable,
    .program = allgather_program,
};
