/**
 * Networks of real machines: the kinds of their vertices, and remarks about
 * parts of the file that its reader ignored.
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
 * Return the kind of a vertex of the machine: "GPU", "NVSwitch", "CPU", "PCI",
 * "NIC", "net", ...
 *
 * @returns a static string, or NULL if the network does not state it or the
 * vertex does not exist
 * @since 0.2
 */
const char *weft_network_part(const struct weft_network *network, int vertex);

/**
 * Return a remark of the reader of a network file, e.g. how many elements it
 * ignored; numbered from 0.
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
