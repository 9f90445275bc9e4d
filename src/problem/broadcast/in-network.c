/* in-network: the root sends the message to all others in one round, and
 * switches multicast it on its way. 1 round, p - 1 messages. Needs a network
 * whose switches multicast. It is the stream `in-network` of one packet. */
#include "broadcast.h"
#include "problem/stream/switch-tree.h"

int weft_broadcast_in_network(struct weft_processor *self, int root, void *data,
                              size_t bytes)
{
    const struct terms terms = {.root = root};
    return timetable_call(self, switch_tree_multicast, &terms, NULL, data,
                          bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy broadcast_in_network = {
    .info =
        {
            .name = "in-network",
            .summary = "switches multicast the message",
            .source = "Graham and others",
            .networks = "file copies",
            .needs = "one-port",
        },
    .timetable = switch_tree_multicast,
    .program = broadcast_blocks_program,
};
