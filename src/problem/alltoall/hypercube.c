/* hypercube: in round t all blocks whose current position and destination
 * differ in bit t - 1 cross that bit. log2 p rounds of p / 2 blocks, for a
 * power of two processors. Source: Johnsson, Ho 1989. */
#include "alltoall.h"

static void alltoall_hypercube_meet(const struct timetable *t, int round,
                                    int rank, struct meeting *m)
{
    (void)t;
    meet_exchange(m, rank ^ 1 << (round - 1));
}

static void alltoall_hypercube_carry(const struct timetable *t, int round,
                                     int from, int to, struct cargo *c)
{
    int bit = 1 << (round - 1), low = bit - 1;
    for (int a = 0; a < bit; a++) /* origins differ only in crossed bits */
        /* destinations differ only in higher bits */
        for (int b = 0; b < t->p; b += 2 * bit)
            cargo_put(c, alltoall_block(t, (from & ~low) | a,
                                        b | (to & (bit | low))));
    cargo_sort(c);
}

int alltoall_hypercube_timetable(struct timetable *t)
{
    if (timetable_need_power(t))
        return -1;
    alltoall_blocks(t);
    t->rounds = t->log;
    t->even = true;
    t->place = alltoall_place_xor;
    t->meet = alltoall_hypercube_meet;
    t->carry = alltoall_hypercube_carry;
    return 0;
}

int weft_alltoall_hypercube(struct weft_processor *self, void *data,
                            size_t bytes)
{
    const struct terms terms = {0};
    return alltoall_call(self, alltoall_hypercube_timetable, &terms, data,
                         bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy alltoall_hypercube = {
    .info =
        {
            .name = "hypercube",
            .summary = "one dimension after another",
            .source = "Johnsson, Ho",
            .needs = "one-port-duplex",
        },
    .timetable = alltoall_hypercube_timetable,
    .program = alltoall_program,
};
