/* scatter-doubling: as many packets as processors, a power of two: a scatter
 * along the binomial tree, then recursive doubling without packets that the
 * partner has. 2 log2 p rounds. Source: Thakur, Rabenseifner, Gropp 2005. */
#include "problem/timetable/scattered.h"
#include "stream.h"

static void scatter_doubling_meet(const struct timetable *t, int round,
                                  int rank, struct meeting *m)
{
    if (round <= t->log) {
        meet_tree(t->p, t->log, round, rank, false, m);
        return;
    }
    meet_exchange(m, rank ^ 1 << (round - t->log - 1));
}

static void scatter_doubling_carry(const struct timetable *t, int round,
                                   int from, int to, struct cargo *c)
{
    if (round <= t->log) {
        cargo_run(c, to, tree_last(t->p, t->log, round, to));
        return;
    }
    int s = 1 << (round - t->log - 1), first = from / s * s;
    for (int block = first; block < first + s; block++)
        if (!holds_scattered(t, to, block))
            cargo_put(c, block);
}

static int scatter_doubling_inner(struct timetable *t)
{
    if (timetable_need_power(t))
        return -1;
    t->blocks = t->p;
    t->rounds = 2 * t->log;
    t->meet = scatter_doubling_meet;
    t->carry = scatter_doubling_carry;
    return 0;
}

int stream_scatter_doubling_timetable(struct timetable *t)
{
    return timetable_rooted(t, scatter_doubling_inner, false);
}

int weft_stream_scatter_doubling(struct weft_processor *self, int root,
                                 void *data, size_t bytes)
{
    const struct terms terms = {.root = root};
    return timetable_call(self, stream_scatter_doubling_timetable, &terms, NULL,
                          data, bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy stream_scatter_doubling = {
    .info =
        {
            .name = "scatter-doubling",
            .summary = "scatter, then recursive doubling",
            .source = "Thakur, Rabenseifner, Gropp",
            .needs = "one-port-duplex",
        },
    .timetable = stream_scatter_doubling_timetable,
    .program = stream_blocks_program,
};
