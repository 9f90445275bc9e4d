/* in-network: all processors send each block to the root in the same round, and
 * switches combine the messages on their way, so that every link carries one
 * message: M rounds for M blocks, whatever p is. Needs a network whose switches
 * combine, and a commutative operator. Idea: the reduction trees in switches of
 * SHARP (Graham and others 2016) and NVLink. */
#include "problem/stream/switch-tree.h"
#include "reduce.h"

int reduce_in_network_timetable(struct timetable *t)
{
    if (switch_tree_check(t, t->terms.root, false) ||
        timetable_reverse(t, switch_tree_down))
        return -1;
    timetable_combines(t, t->blocks);
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
