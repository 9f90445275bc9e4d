/**
 * Networks of real machines: what their vertices are, and what the reader of
 * the file passed over.
 *
 * Threads: any; networks do not change.
 */
#ifndef WEFT_TOPOLOGY_H
#define WEFT_TOPOLOGY_H

#include <stddef.h>
#include <weft/network.h>

#pragma GCC visibility push(default) /* exported by the library */

#ifdef __cplusplus
extern "C" {
#endif

/**
 * What a vertex of the machine is: "GPU", "NVSwitch", "CPU", "PCI", "NIC",
 * "net", ...
 *
 * @returns a static string, or NULL if the network does not say or the vertex
 * does not exist
 * @since 0.2
 */
const char *weft_network_part(const struct weft_network *network, int vertex);

/**
 * A remark of the reader of a network file, e.g. how many elements it passed
 * over; numbered from 0.
 *
 * @returns one line, owned by the network, or NULL if there are no more
 * @since 0.2
 */
const char *weft_network_remark(const struct weft_network *network,
                                size_t index);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop

#endif
