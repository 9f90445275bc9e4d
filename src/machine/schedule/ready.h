/* The processors of a worker that can run; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_SCHEDULE_READY_H
#define WEFT_SRC_MACHINE_SCHEDULE_READY_H

#include <stdbool.h>
#include <stdint.h>

struct weft_processor;
struct worker;

#define BLOCK 64

/* Ready processors that are near run one after the other. */
struct ready_block {
    uint64_t ready; /* set of places */
    int next;       /* next block with somebody ready, or -1 */
    bool queued;
};

/* Guarded by the baton. */
struct ready {
    struct ready_block *block; /* [processors / BLOCK, rounded up] */
    int first, last;           /* blocks with somebody ready, or -1 */
    int place;                 /* in its block, of the one who ran last */
};

/* 0, or -1: no memory. */
int ready_open(struct ready *queue, int processors);
void ready_close(struct ready *queue);

/* It is READY, in the queue of its worker, whatever it was before. */
void ready_put(struct weft_processor *processor);

/* Who runs next, or NULL: nobody can. */
struct weft_processor *ready_take(struct worker *worker);

/* False: the resolver has made nobody ready. */
static inline bool ready_any(const struct ready *queue)
{
    return queue->first >= 0;
}

#endif
