/* shift: each processor sends its value to the next rank, then `hillis-steele`
 * on the received values. 1 + ceil(log2(p - 1)) rounds. Source: folklore. */
#include "exscan.h"

static void shift_meet(const struct timetable *t, int round, int rank,
                       struct meeting *m)
{
    int s = round > 1 ? 1 << (round - 2) : 1;
    if ((round == 1 || rank) && rank + (int64_t)s < t->p)
        meet_send(m, rank + s);
    if (rank - s >= (round > 1))
        meet_receive(m, rank - s);
}

static void shift_carry(const struct timetable *t, int round, int from, int to,
                        struct cargo *c)
{
    (void)t, (void)from, (void)to;
    c->reg = round > 1;
    cargo_put(c, 0);
}

static int shift_adds(const struct timetable *t, int round, int from, int to)
{
    (void)t, (void)round, (void)from, (void)to;
    return 2;
}

int exscan_shift_timetable(struct timetable *t)
{
    timetable_combines(t, 1);
    t->rounds = t->p > 1;
    for (int64_t s = 1; s < t->p - 1; s *= 2)
        t->rounds++;
    t->registers = 2;
    t->result = 1;
    t->meet = shift_meet;
    t->carry = shift_carry;
    t->adds = shift_adds;
    return 0;
}

int weft_exscan_shift(struct weft_processor *self,
                      const struct weft_operator *op, void *data, size_t bytes)
{
    const struct terms terms = {0};
    return timetable_call(self, exscan_shift_timetable, &terms, op, data,
                          bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy exscan_shift = {
    .info =
        {
            .name = "shift",
            .summary = "shifted by one, then as hillis-steele",
            .source = "folklore",
            .needs = "one-port-duplex",
        },
    .timetable = exscan_shift_timetable,
    .program = combining_program,
};
