/* dissemination: for s = 1, q, q^2, .. and j = 1 .. q-1 rank r sends to r + js
 * the set of processors it knew when the stage began. ceil(log2 p) rounds for q
 * = 2, for any p. Source: Hensgen, Finkel, Manber 1988. */
#include "barrier.h"
#include "problem/timetable/stages.h"

static void dissemination_meet(const struct timetable *t, int round, int rank,
                               struct meeting *m)
{
    meet_shift(t, rank, stage_of(t, round).distance, m);
}

static void dissemination_carry(const struct timetable *t, int round, int from,
                                int to, struct cargo *c)
{
    (void)t, (void)round, (void)from, (void)to;
    c->reg = 1;
    cargo_put(c, 0);
}

/* Return whether a new stage begins. */
static bool copies(const struct timetable *t, int round)
{
    struct stage stage = stage_of(t, round);
    return stage.distance == stage.s;
}

int barrier_dissemination_timetable(struct timetable *t)
{
    timetable_combines(t, 1);
    t->rounds = stages(t);
    t->even = true;
    t->registers = 2;
    t->copies = copies;
    t->meet = dissemination_meet;
    t->carry = dissemination_carry;
    return 0;
}

int weft_barrier_dissemination(struct weft_processor *self, int radix)
{
    const struct terms terms = {.radix = radix};
    return timetable_call(self, barrier_dissemination_timetable, &terms, NULL,
                          NULL, 0);
}

/* ---- the strategy ---- */

const struct weft_strategy barrier_dissemination = {
    .info =
        {
            .name = "dissemination",
            .summary = "notifies processors at distances 1, 2, 4, ..",
            .source = "Hensgen, Finkel, Manber",
            .needs = "one-port-duplex",
        },
    .timetable = barrier_dissemination_timetable,
    .program = combining_program,
};
