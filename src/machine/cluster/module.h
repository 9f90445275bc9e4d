/* Load the transport to other processes; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_CLUSTER_MODULE_H
#define WEFT_SRC_MACHINE_CLUSTER_MODULE_H

#include <weft/unstable/cluster.h>

/* Return the transport of the module for the MPI library that started this
 * process. NULL with WEFT_ERROR_SYSTEM. */
struct weft_transport *module_open(struct weft_error *err);

#endif
