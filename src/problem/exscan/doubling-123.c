/* doubling-123: sends first to the next rank, then, with its own value, to the
 * second next, then, without it, over distances 3, 6, 12, ... One round less
 * than `shift` for most p. For more than two processors. Source: Traeff
 * 2025. */
#include "exscan.h"

static int64_t doubling_123_distance(int round)
{
    return round < 3 ? round : (int64_t)3 << (round - 3);
}

static void doubling_123_meet(const struct timetable *t, int round, int rank,
                              struct meeting *m)
{
    int64_t s = doubling_123_distance(round);
    if ((round < 3 || rank) && rank + s < t->p)
        meet_send(m, (int)(rank + s));
    if (rank - s >= (round > 2))
        meet_receive(m, (int)(rank - s));
}

static void doubling_123_carry(const struct timetable *t, int round, int from,
                               int to, struct cargo *c)
{
    (void)t, (void)from, (void)to;
    c->reg = round > 2;
    cargo_put(c, 0);
}

/* Return the bit set of sums to which a received value is added: in round 1
 * both sums, with and without its own value. */
static int doubling_123_adds(const struct timetable *t, int round, int from,
                             int to)
{
    (void)t, (void)from, (void)to;
    return round == 1 ? 3 : 2;
}

int exscan_doubling_123_timetable(struct timetable *t)
{
    if (t->p < 3)
        return timetable_refuse(t, "needs more than two processors");
    timetable_combines(t, 1);
    t->rounds = 2;
    for (int64_t s = 3; s < t->p - 1; s *= 2)
        t->rounds++;
    t->registers = 2;
    t->result = 1;
    t->meet = doubling_123_meet;
    t->carry = doubling_123_carry;
    t->adds = doubling_123_adds;
    return 0;
}

int weft_exscan_doubling_123(struct weft_processor *self,
                             const struct weft_operator *op, void *data,
                             size_t bytes)
{
    const struct terms terms = {0};
    return timetable_call(self, exscan_doubling_123_timetable, &terms, op, data,
                          bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy exscan_doubling_123 = {
    .info =
        {
            .name = "doubling-123",
            .summary = "partial sums at distances 1, 2, 3, 6, 12, ..",
            .source = "Traeff",
            .needs = "one-port-duplex",
        },
    .timetable = exscan_doubling_123_timetable,
    .program = combining_program,
};
