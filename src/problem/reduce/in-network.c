/* in-network: all processors send each block to the root in the same round, and
 * switches combine the messages on their way, so that every link carries one
 * message: M rounds for M blocks, whatever p is. Needs a network whose switches
 * combine, and a commutative operator. Idea: the reduction trees in switches of
 * SHARP (Graham and others 2016) and NVLink. */
#include <weft/unstable/ways.h>

#include "reduce.h"

int in_network_check(struct timetable *t, int root)
{
    const struct weft_network *network = t->terms.network;
    int first = root ? 0 : 1;
    for (int v = 0; network && t->p > 2 && v < t->p; v++)
        if (v != root &&
            (!weft_network_near(network, v, root) ||
             (v != first && !weft_network_merges(network, first, v, root))))
            return timetable_refuse(
                t,
                "needs switches that combine messages: those of processors %d "
                "and %d to %d do not meet at one (in a network file, 'combine "
                "NAME' declares such switches)",
                first, v, root);
    return 0;
}

static void in_network_meet(const struct timetable *t, int round, int rank,
                            struct meeting *m)
{
    (void)round;
    if (rank != t->terms.root)
        meet_send(m, t->terms.root);
    for (int v = 0; rank == t->terms.root && v < t->p; v++)
        if (v != rank)
            meet_receive(m, v);
}

static void in_network_carry(const struct timetable *t, int round, int from,
                             int to, struct cargo *c)
{
    (void)t, (void)from, (void)to;
    cargo_put(c, round - 1);
}

int reduce_in_network_timetable(struct timetable *t)
{
    int blocks = t->terms.packets ? t->terms.packets : 1;
    if (in_network_check(t, t->terms.root))
        return -1;
    timetable_combines(t, blocks);
    t->rounds = blocks;
    t->ports = t->p;
    t->meet = in_network_meet;
    t->carry = in_network_carry;
    t->adds = adds_first;
    return 0;
}

int weft_reduce_in_network(struct weft_processor *self, int root, int packets,
                           const struct weft_operator *op, void *data,
                           size_t bytes)
{
    const struct terms terms = {.root = root, .packets = packets};
    return timetable_call(self, reduce_in_network_timetable, &terms, op, data,
                          bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy reduce_in_network = {
    .info =
        {
            .name = "in-network",
            .summary = "switches combine messages on their way to the root",
            .source = "Graham and others",
            .networks = "file copies",
            .model = "one-port-duplex",
            .needs = "one-port",
        },
    .timetable = reduce_in_network_timetable,
    .program = reduce_blocks_program,
};
