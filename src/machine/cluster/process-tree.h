/* Processes as nodes of a tree; private to src/machine.
 *
 * Process 0 is the root; each process has up to `fan` consecutive children. */
#ifndef WEFT_SRC_MACHINE_CLUSTER_PROCESS_TREE_H
#define WEFT_SRC_MACHINE_CLUSTER_PROCESS_TREE_H

#include "base/base.h"

/* Return the parent of a process other than 0. */
static inline int process_parent(int fan, int process)
{
    return (process - 1) / fan;
}

static inline int process_first_child(int fan, int process)
{
    return process * fan + 1;
}

/* Return the number of children, for `size` processes in total. */
static inline int process_children(int fan, int size, int process)
{
    int left = size - process_first_child(fan, process);
    return (int)clamp(left, 0, fan);
}

#endif
