/* in-network: reduce `in-network` to processor 0, which sends each result to
 * all others in the next round: switches combine the messages up and multicast
 * the message down, so that every link carries each of M blocks once in each
 * direction. M + 1 rounds, whatever p is. Needs a network whose switches
 * combine, and a commutative operator. Idea: SHARP (Graham and others 2016). */
#include "allreduce.h"
#include "problem/stream/switch-tree.h"

/* Return whether round `round` moves a block up, or down. */
static bool in_network_moves(const struct timetable *t, int round, bool down)
{
    return down ? round > 1 : round < t->rounds;
}

static void allreduce_in_network_meet(const struct timetable *t, int round,
                                      int rank, struct meeting *m)
{
    bool up = in_network_moves(t, round, false);
    bool down = in_network_moves(t, round, true);
    for (int v = rank ? 0 : 1; v < (rank ? 1 : t->p); v++) {
        if (rank ? up : down)
            meet_send(m, v);
        if (rank ? down : up)
            meet_receive(m, v);
    }
}

static void allreduce_in_network_carry(const struct timetable *t, int round,
                                       int from, int to, struct cargo *c)
{
    (void)to;
    if (in_network_moves(t, round, !from))
        cargo_put(c, from ? round - 1 : round - 2);
}

/* On its way down, a block is the result. */
static int allreduce_in_network_adds(const struct timetable *t, int round,
                                     int from, int to)
{
    (void)t, (void)round, (void)to;
    return from != 0;
}

int allreduce_in_network_timetable(struct timetable *t)
{
    int blocks = t->terms.packets ? t->terms.packets : 1;
    if (switch_tree_check(t, 0, false) || switch_tree_check(t, 0, true))
        return -1;
    timetable_combines(t, blocks);
    t->rounds = blocks + 1;
    t->ports = t->p;
    t->meet = allreduce_in_network_meet;
    t->carry = allreduce_in_network_carry;
    t->adds = allreduce_in_network_adds;
    return 0;
}

int weft_allreduce_in_network(struct weft_processor *self, int packets,
                              const struct weft_operator *op, void *data,
                              size_t bytes)
{
    const struct terms terms = {.packets = packets};
    return timetable_call(self, allreduce_in_network_timetable, &terms, op,
                          data, bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy allreduce_in_network = {
    .info =
        {
            .name = "in-network",
            .summary = "switches combine messages and multicast the result",
            .source = "Graham and others",
            .networks = "file copies",
            .needs = "one-port-duplex",
        },
    .timetable = allreduce_in_network_timetable,
    .program = combining_program,
};
