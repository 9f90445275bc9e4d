/* bruck: receives blocks from increasing distances: for s = 1, q, q^2, .. and j
 * = 1 .. q-1, rank r sends s blocks, beginning with its own, to r - js.
 * ceil(log2 p) rounds for radix q = 2, for any p. Source: Bruck, Ho, Kipnis,
 * Upfal, Weathersby 1997. */
#include "allgather.h"
#include "problem/timetable/stages.h"

static void allgather_bruck_meet(const struct timetable *t, int round, int rank,
                                 struct meeting *m)
{
    struct stage stage = stage_of(t, round);
    meet_shift(t, rank, -stage.distance, m);
}

static void allgather_bruck_carry(const struct timetable *t, int round,
                                  int from, int to, struct cargo *c)
{
    (void)to;
    struct stage stage = stage_of(t, round);
    int64_t left = t->p - stage.distance;
    cargo_ring(t, c, from, (int)(stage.s < left ? stage.s : left));
}

int allgather_bruck_timetable(struct timetable *t)
{
    t->blocks = t->p;
    t->rounds = stages(t);
    t->even = true;
    t->meet = allgather_bruck_meet;
    t->carry = allgather_bruck_carry;
    return 0;
}

int weft_allgather_bruck(struct weft_processor *self, int radix, void *data,
                         size_t bytes)
{
    const struct terms terms = {.radix = radix};
    return timetable_call(self, allgather_bruck_timetable, &terms, NULL, data,
                          bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy allgather_bruck = {
    .info =
        {
            .name = "bruck",
            .summary = "receives from distances 1, 2, 4, .. on the ring",
            .source = "Bruck, Ho, Kipnis, Upfal, Weathersby",
            .needs = "one-port-duplex",
        },
    .timetable = allgather_bruck_timetable,
    .program = allgather_program,
};
