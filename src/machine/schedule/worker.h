/* A worker: processors with consecutive ranks, of which one runs at a time;
 * private to src/machine. */
#ifndef WEFT_SRC_MACHINE_SCHEDULE_WORKER_H
#define WEFT_SRC_MACHINE_SCHEDULE_WORKER_H

#include "heap.h"
#include "machine/conflict.h"
#include "machine/record/log.h"
#include <stdalign.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct message;
struct run;

#define WORKERS_MAX 64 /* a set of workers fits in 64 bits */
#define BLOCK 64

/* Ready processors that are near run one after the other. */
struct block {
    uint64_t ready; /* set of places */
    int next;       /* next block with somebody ready, or -1 */
    bool queued;
};

/* Processors that stopped at the window's end, in the order in which they came
 * there: who came first is who the others wait for, and goes on first. Guarded
 * by the baton. */
struct line {
    struct weft_processor **item;
    size_t count, room;
};

struct worker {
    struct run *run;
    int index;
    int low, high; /* ranks [low, high) */

    /* Guarded by the baton. */
    struct block *block; /* [(high - low) / BLOCK, rounded up] */
    int first, last;     /* blocks with somebody ready, or -1 */
    int place;           /* in its block, of the one who ran last */
    int fresh;           /* next rank not started */
    int sweep;           /* next rank to end when the run stops */
    int live;            /* processors not DONE */
    uint64_t floor;      /* messages not yet seen end at this time or later */
    struct heap asking;
    struct line ahead;
    struct log log;
    struct conflicts conflicts;
    uint64_t makespan, messages, bytes;
    uint64_t missed; /* messages for processors already DONE */
    uint64_t switches;
    int threads;
    uint64_t kick; /* set of workers that were sent something lately */

    /* A processor whose clock shows this or more does not go on; lowered by
     * anybody (under run.lock) to make all stop. */
    alignas(64) _Atomic uint64_t horizon;

    /* Any thread, see quiet.c. */
    alignas(64) atomic_uint events;
    atomic_int asleep; /* 1: a wake-up is needed when `events` changes */
};

void worker_ready(struct weft_processor *processor);
struct weft_processor *worker_pick(struct worker *worker);

/* Let others run until this processor is READY again. */
void worker_block(struct weft_processor *self);

void worker_send(struct weft_processor *self, int to,
                 const struct message *message);

/* The body of a processor: run its program, then tell. */
void worker_program(struct weft_processor *self);

/* The system refuses to start this one (errno value). */
void worker_refused(struct weft_processor *processor, int code);

#endif
