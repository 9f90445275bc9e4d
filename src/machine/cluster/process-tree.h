/* Processes as nodes of a tree; private to src/machine.
 *
 * Process 0 is the root, and each has up to `fan` children, which are
 * consecutive. */
#ifndef WEFT_SRC_MACHINE_CLUSTER_PROCESS_TREE_H
#define WEFT_SRC_MACHINE_CLUSTER_PROCESS_TREE_H

#include "base/base.h"

/* Of every process but 0. */
static inline int process_parent(int fan, int process)
{
    return (process - 1) / fan;
}

static inline int process_first_child(int fan, int process)
{
    return process * fan + 1;
}

/* Of `size` processes. */
static inline int process_children(int fan, int size, int process)
{
    int left = size - process_first_child(fan, process);
    return (int)clamp(left, 0, fan);
}

#endif
