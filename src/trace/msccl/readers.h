/* The thread blocks that have read a chunk since it was last written. */
#ifndef WEFT_SRC_TRACE_MSCCL_READERS_H
#define WEFT_SRC_TRACE_MSCCL_READERS_H

#include <stddef.h>
#include <stdint.h>

struct access {
    uint32_t block, at; /* index of a thread block, and time on its clock */
};

/* An empty list is all zeros. */
struct readers {
    struct access *read; /* [count] last read of each thread block, in order of
                            the thread blocks; owned */
    size_t count, room;
};

/* Add a read. Return 1 if the thread block is new in the list, 0 if not, -1 if
 * out of memory. */
int readers_note(struct readers *readers, struct access now);

#endif
