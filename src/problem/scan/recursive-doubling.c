/* recursive-doubling: in round t each processor r exchanges everything it has
 * collected with r xor 2^(t-1), if that exists, and adds values from lower
 * ranks to its result. ceil(log2 p) rounds. Source: MPICH. */
#include "scan.h"

static void scan_recursive_doubling_meet(const struct timetable *t, int round,
                                         int rank, struct meeting *m)
{
    int with = rank ^ 1 << (round - 1);
    if (with < t->p)
        meet_exchange(m, with);
}

static void scan_recursive_doubling_carry(const struct timetable *t, int round,
                                          int from, int to, struct cargo *c)
{
    (void)t, (void)round, (void)from, (void)to;
    c->reg = 1;
    cargo_put(c, 0);
}

static int scan_recursive_doubling_adds(const struct timetable *t, int round,
                                        int from, int to)
{
    (void)t, (void)round;
    return from < to ? 3 : 2;
}

int scan_recursive_doubling_timetable(struct timetable *t)
{
    timetable_combines(t, 1);
    t->rounds = t->log;
    t->registers = 2;
    t->filled = 3;
    t->meet = scan_recursive_doubling_meet;
    t->carry = scan_recursive_doubling_carry;
    t->adds = scan_recursive_doubling_adds;
    return 0;
}

int weft_scan_recursive_doubling(struct weft_processor *self,
                                 const struct weft_operator *op, void *data,
                                 size_t bytes)
{
    const struct terms terms = {0};
    return timetable_call(self, scan_recursive_doubling_timetable, &terms, op,
                          data, bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy scan_recursive_doubling = {
    .info =
        {
            .name = "recursive-doubling",
            .summary = "partial sums of groups of 2, 4, 8, .., both ways",
            .source = "Thakur, Rabenseifner, Gropp",
            .needs = "one-port-duplex",
        },
    .timetable = scan_recursive_doubling_timetable,
    .program = combining_program,
};
