/* weft list network NETWORK --edges, --routes: the network as text. */
#ifndef WEFT_TOOLS_LIST_NETWORK_TEXT_H
#define WEFT_TOOLS_LIST_NETWORK_TEXT_H

#include <weft/network.h>

/* Print the network in the format of network files. Returns EXIT_GOOD, or the
 * exit status after printing the reason. */
int network_print_edges(const struct weft_network *network);
/* Print the route of every ordered pair of processors: the sum of the
 * latencies, the least bandwidth, the number of arcs. Returns like
 * network_print_edges(). */
int network_print_routes(const struct weft_network *network);

#endif
