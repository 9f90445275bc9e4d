/* in-network: the source sends each packet to all others in one round, and
 * switches multicast it on its way, so that every link carries each packet
 * once: m rounds for m packets, whatever p is. Needs a network whose switches
 * multicast. Idea: the multicast trees in switches of SHARP (Graham and others
 * 2016) and NVLink. */
#include "stream.h"
#include "switch-tree.h"

int weft_stream_in_network(struct weft_processor *self, int root, int packets,
                           void *data, size_t bytes)
{
    const struct terms terms = {.root = root, .packets = packets};
    return timetable_call(self, switch_tree_multicast, &terms, NULL, data,
                          bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy stream_in_network = {
    .info =
        {
            .name = "in-network",
            .summary = "switches multicast every packet",
            .source = "Graham and others",
            .networks = "file copies",
            .needs = "one-port",
        },
    .timetable = switch_tree_multicast,
    .program = stream_blocks_program,
};
