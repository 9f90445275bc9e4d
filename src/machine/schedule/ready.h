/* Queue of the processors of a worker that can run; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_SCHEDULE_READY_H
#define WEFT_SRC_MACHINE_SCHEDULE_READY_H

#include <stdbool.h>
#include <stdint.h>

struct weft_processor;
struct worker;

#define BLOCK 64

/* A block of neighbouring processors; ready ones run one after the other. */
struct ready_block {
    uint64_t ready; /* bit set of ready processors */
    int next;       /* next block in the queue of blocks, or -1 */
    bool queued;
};

/* The ready queue of a worker. Guarded by the baton. */
struct ready {
    /* [number of processors / BLOCK, rounded up] blocks */
    struct ready_block *block;
    int first, last; /* first and last block in the queue, or -1 */
    /* position in its block of the processor that ran last */
    int place;
};

/* Create an empty queue. Return 0, or -1 if out of memory. */
int ready_open(struct ready *queue, int processors);
void ready_close(struct ready *queue);

/* Make a blocked processor READY and add it to its worker's queue. */
void ready_put(struct weft_processor *processor);

/* Remove and return the next processor to run, or NULL. */
struct weft_processor *ready_take(struct worker *worker);

/* Return whether any processor is ready. */
static inline bool ready_any(const struct ready *queue)
{
    return queue->first >= 0;
}

#endif
