/* pairwise: in round t rank r exchanges blocks with r xor t. p - 1 rounds, for
 * a power of two processors. Source: Thakur, Rabenseifner, Gropp 2005. */
#include "alltoall.h"

static void alltoall_pairwise_meet(const struct timetable *t, int round,
                                   int rank, struct meeting *m)
{
    (void)t;
    meet_exchange(m, rank ^ round);
}

static void alltoall_pairwise_carry(const struct timetable *t, int round,
                                    int from, int to, struct cargo *c)
{
    (void)round;
    cargo_put(c, alltoall_block(t, from, to));
}

int alltoall_pairwise_timetable(struct timetable *t)
{
    if (timetable_need_power(t))
        return -1;
    alltoall_blocks(t);
    t->rounds = t->p - 1;
    t->even = true;
    t->place = alltoall_place_xor;
    t->meet = alltoall_pairwise_meet;
    t->carry = alltoall_pairwise_carry;
    return 0;
}

int weft_alltoall_pairwise(struct weft_processor *self, void *data,
                           size_t bytes)
{
    const struct terms terms = {0};
    return alltoall_call(self, alltoall_pairwise_timetable, &terms, data,
                         bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy alltoall_pairwise = {
    .info =
        {
            .name = "pairwise",
            .summary = "pairwise exchange with r xor t",
            .source = "Thakur, Rabenseifner, Gropp",
            .needs = "one-port-duplex",
        },
    .timetable = alltoall_pairwise_timetable,
    .program = alltoall_program,
};
