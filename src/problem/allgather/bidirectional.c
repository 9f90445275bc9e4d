/* bidirectional: the ring algorithm in both directions at once. floor(p / 2)
 * rounds. For model all-port and more than two processors. Source: folklore. */
#include "allgather.h"

static void allgather_bidirectional_meet(const struct timetable *t, int round,
                                         int rank, struct meeting *m)
{
    meet_shift(t, rank, 1, m);
    if (round <= (t->p - 1) / 2)
        meet_shift(t, rank, -1, m);
}

static void allgather_bidirectional_carry(const struct timetable *t, int round,
                                          int from, int to, struct cargo *c)
{
    bool right = to == ring_add(t, from, 1);
    cargo_put(c, ring_add(t, from, right ? 1 - round : round - 1));
}

int allgather_bidirectional_timetable(struct timetable *t)
{
    if (t->p < 3)
        return timetable_refuse(t, "needs more than two processors");
    t->blocks = t->p;
    t->rounds = t->p / 2;
    t->ports = 2;
    t->even = true;
    t->meet = allgather_bidirectional_meet;
    t->carry = allgather_bidirectional_carry;
    return 0;
}

int weft_allgather_bidirectional(struct weft_processor *self, void *data,
                                 size_t bytes)
{
    const struct terms terms = {0};
    return timetable_call(self, allgather_bidirectional_timetable, &terms, NULL,
                          data, bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy allgather_bidirectional = {
    .info =
        {
            .name = "bidirectional",
            .summary = "around the ring in both directions at once",
            .source = "folklore",
            .model = "all-port",
            .needs = "all-port",
        },
    .timetable = allgather_bidirectional_timetable,
    .program = allgather_program,
};
