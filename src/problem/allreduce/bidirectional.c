/* bidirectional: the ring algorithm in both directions at once: chunks 0 .. p-1
 * as in `ring`, p .. 2p-1 in its mirror image. 2 (p - 1) rounds. For model
 * all-port and more than two processors; needs a commutative operator. Source:
 * folklore. */
#include "allreduce.h"

static void allreduce_bidirectional_meet(const struct timetable *t, int round,
                                         int rank, struct meeting *m)
{
    (void)round;
    meet_shift(t, rank, 1, m);
    meet_shift(t, rank, -1, m);
}

/* Return the chunk that `ring` sends in a round. */
static int chunk_of(const struct timetable *t, int round, int rank)
{
    return ring_add(t, rank, round < t->p ? -round : t->p - round);
}

static void allreduce_bidirectional_carry(const struct timetable *t, int round,
                                          int from, int to, struct cargo *c)
{
    if (to == ring_add(t, from, 1)) {
        cargo_put(c, chunk_of(t, round, from));
        return;
    }
    int chunk = chunk_of(t, round, ring_add(t, 0, -from));
    cargo_put(c, t->p + ring_add(t, 0, -chunk));
}

static int allreduce_bidirectional_adds(const struct timetable *t, int round,
                                        int from, int to)
{
    (void)from, (void)to;
    return round < t->p;
}

int allreduce_bidirectional_timetable(struct timetable *t)
{
    if (t->p < 3)
        return timetable_refuse(t, "needs more than two processors");
    timetable_combines(t, 2 * t->p);
    t->rounds = 2 * (t->p - 1);
    t->ports = 2;
    t->even = true;
    t->meet = allreduce_bidirectional_meet;
    t->carry = allreduce_bidirectional_carry;
    t->adds = allreduce_bidirectional_adds;
    return 0;
}

int weft_allreduce_bidirectional(struct weft_processor *self,
                                 const struct weft_operator *op, void *data,
                                 size_t bytes)
{
    const struct terms terms = {0};
    return timetable_call(self, allreduce_bidirectional_timetable, &terms, op,
                          data, bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy allreduce_bidirectional = {
    .info =
        {
            .name = "bidirectional",
            .summary = "around the ring in both directions at once",
            .source = "folklore",
            .model = "all-port",
            .needs = "all-port",
        },
    .timetable = allreduce_bidirectional_timetable,
    .program = combining_program,
};
