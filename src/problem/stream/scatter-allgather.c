/* scatter-allgather: as many packets as processors: a scatter along the
 * binomial tree, then an allgather around the ring, without packets that the
 * next processor has from the scatter. ceil(log2 p) + p - 1 rounds. Source:
 * Barnett and others 1994 (van de Geijn). */
#include "problem/timetable/scattered.h"
#include "stream.h"

static void scatter_allgather_meet(const struct timetable *t, int round,
                                   int rank, struct meeting *m)
{
    if (round <= t->log) {
        meet_tree(t->p, t->log, round, rank, false, m);
        return;
    }
    meet_shift(t, rank, 1, m);
}

static void scatter_allgather_carry(const struct timetable *t, int round,
                                    int from, int to, struct cargo *c)
{
    if (round <= t->log) {
        cargo_run(c, to, tree_last(t->p, t->log, round, to));
        return;
    }
    int block = ring_add(t, from, t->log + 1 - round);
    if (!holds_scattered(t, to, block))
        cargo_put(c, block);
}

static int scatter_allgather_inner(struct timetable *t)
{
    t->blocks = t->p;
    t->rounds = t->log + (t->p > 1 ? t->p - 1 : 0);
    t->meet = scatter_allgather_meet;
    t->carry = scatter_allgather_carry;
    return 0;
}

int stream_scatter_allgather_timetable(struct timetable *t)
{
    return timetable_rooted(t, scatter_allgather_inner, false);
}

int weft_stream_scatter_allgather(struct weft_processor *self, int root,
                                  void *data, size_t bytes)
{
    const struct terms terms = {.root = root};
    return timetable_call(self, stream_scatter_allgather_timetable, &terms,
                          NULL, data, bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy stream_scatter_allgather = {
    .info =
        {
            .name = "scatter-allgather",
            .summary = "scatter, then all-gather round the ring",
            .source = "Barnett, Shuler, van de Geijn, Gupta, Payne, Watts",
            .needs = "one-port-duplex",
        },
    .timetable = stream_scatter_allgather_timetable,
    .program = stream_blocks_program,
};
