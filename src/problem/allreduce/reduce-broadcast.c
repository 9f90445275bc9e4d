/* reduce-broadcast: up the binomial tree and down again. 2 ceil(log2 p) rounds
 * of one whole vector, 2 (p - 1) messages, which is the minimum; no processor
 * sends and receives in the same round. Keeps the order of operands. Source:
 * folklore. */
#include "allreduce.h"

static void reduce_broadcast_meet(const struct timetable *t, int round,
                                  int rank, struct meeting *m)
{
    bool up = round <= t->log;
    int i = up ? t->log + 1 - round : round - t->log;
    meet_tree(t->p, t->log, i, rank, up, m);
}

static int reduce_broadcast_adds(const struct timetable *t, int round, int from,
                                 int to)
{
    (void)from, (void)to;
    return round <= t->log;
}

int allreduce_reduce_broadcast_timetable(struct timetable *t)
{
    timetable_combines(t, 1);
    t->rounds = 2 * t->log;
    t->second = t->log;
    t->meet = reduce_broadcast_meet;
    t->carry = carry_all;
    t->adds = reduce_broadcast_adds;
    return 0;
}

int weft_allreduce_reduce_broadcast(struct weft_processor *self,
                                    const struct weft_operator *op, void *data,
                                    size_t bytes)
{
    const struct terms terms = {0};
    return timetable_call(self, allreduce_reduce_broadcast_timetable, &terms,
                          op, data, bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy allreduce_reduce_broadcast = {
    .info =
        {
            .name = "reduce-broadcast",
            .summary = "up the binomial tree, then down",
            .source = "folklore",
            .needs = "one-port",
        },
    .tasks = {"reduce", "broadcast"},
    .timetable = allreduce_reduce_broadcast_timetable,
    .program = combining_program,
};
