/* weft list network NETWORK: the parts of a machine and their links. */
#ifndef WEFT_TOOLS_LIST_NETWORK_PARTS_H
#define WEFT_TOOLS_LIST_NETWORK_PARTS_H

#include <weft/network.h>

#include "common/json.h"

/* Print the numbers of vertices of each part, and for each pair of parts the
 * number and the bandwidths of the arcs; nothing for a network without parts
 * and without bandwidths. */
void parts_print(const struct weft_network *network);
/* The same as members of an object: "parts", "links", "remarks". */
void parts_write(const struct weft_network *network, struct json *json);

#endif
