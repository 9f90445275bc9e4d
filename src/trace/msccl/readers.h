/* The thread blocks that have read a chunk since it was last written. */
#ifndef WEFT_SRC_TRACE_MSCCL_READERS_H
#define WEFT_SRC_TRACE_MSCCL_READERS_H

#include <stddef.h>
#include <stdint.h>

struct access {
    uint32_t block, at; /* index of a thread block, and time of the access on
                           its clock */
};

/* A list of reads. All zeros: empty. */
struct readers {
    struct access *read; /* [count] last read of each thread block, sorted by
                            thread block; owned by this struct */
    size_t count, room;
};

/* Add a read. Return 1 if the thread block was not in the list, 0 if it was, -1
 * if out of memory. */
int readers_note(struct readers *readers, struct access now);

#endif
