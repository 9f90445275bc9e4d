/* bruck: a block with remaining distance x makes one hop for each nonzero digit
 * of x in base q. ceil(log2 p) rounds for q = 2, for any p. Source: Bruck, Ho,
 * Kipnis, Upfal, Weathersby 1997. */
#include "alltoall.h"
#include "problem/timetable/stages.h"

static void alltoall_bruck_meet(const struct timetable *t, int round, int rank,
                                struct meeting *m)
{
    meet_shift(t, rank, stage_of(t, round).distance, m);
}

static void alltoall_bruck_carry(const struct timetable *t, int round, int from,
                                 int to, struct cargo *c)
{
    (void)to;
    struct stage stage = stage_of(t, round);
    int64_t q = stage_radix(t), digit = stage.distance / stage.s;
    for (int64_t x = 1; x < t->p; x++) {
        if (x / stage.s % q != digit)
            continue;
        int origin = ring_add(t, from, -(x % stage.s));
        cargo_put(c, alltoall_block(t, origin, ring_add(t, origin, x)));
    }
    cargo_sort(c);
}

int alltoall_bruck_timetable(struct timetable *t)
{
    alltoall_blocks(t);
    t->rounds = stages(t);
    t->even = true;
    t->meet = alltoall_bruck_meet;
    t->carry = alltoall_bruck_carry;
    return 0;
}

int weft_alltoall_bruck(struct weft_processor *self, int radix, void *data,
                        size_t bytes)
{
    const struct terms terms = {.radix = radix};
    return alltoall_call(self, alltoall_bruck_timetable, &terms, data, bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy alltoall_bruck = {
    .info =
        {
            .name = "bruck",
            .summary = "a hop for each digit of the distance",
            .source = "Bruck, Ho, Kipnis, Upfal, Weathersby",
            .needs = "one-port-duplex",
        },
    .timetable = alltoall_bruck_timetable,
    .program = alltoall_program,
};
