/* Which thread blocks have read a chunk since it was last written. */
#ifndef WEFT_SRC_TRACE_MSCCL_READERS_H
#define WEFT_SRC_TRACE_MSCCL_READERS_H

#include <stddef.h>
#include <stdint.h>

struct access {
    uint32_t block, at; /* the thread block, and when for itself */
};

/* Zeroed: nobody. */
struct readers {
    struct access *read; /* [count] by thread block, of each its last; to be
                            freed */
    size_t count, room;
};

/* 1: a thread block more; 0: one that was among them; -1: no memory. */
int readers_note(struct readers *readers, struct access now);

#endif
