/* A worker: processors with consecutive ranks, of which one runs at a time;
 * private to src/machine. */
#ifndef WEFT_SRC_MACHINE_SCHEDULE_WORKER_H
#define WEFT_SRC_MACHINE_SCHEDULE_WORKER_H

#include "asking.h"
#include "machine/conflict.h"
#include "machine/record/log.h"
#include "ready.h"
#include <stdalign.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct message;
struct run;

#define WORKERS_MAX 64 /* a set of workers fits in 64 bits */

/* Processors that stopped at the window's end, oldest first: the others most
 * likely wait for it. Guarded by the baton. */
struct arrivals {
    struct weft_processor **item;
    size_t count, room;
};

struct worker {
    struct run *run;
    int index;
    int low, high; /* ranks [low, high) */

    /* Guarded by the baton. */
    struct ready ready;
    int fresh;      /* next rank not started */
    int sweep;      /* next rank to end when the run stops */
    int live;       /* processors not DONE */
    uint64_t floor; /* messages not yet seen end at this time or later */
    struct asking asking;
    struct arrivals ahead;
    struct log log;
    struct conflicts conflicts;
    uint64_t makespan, messages, bytes;
    uint64_t longest; /* message, bytes */
    uint64_t missed;  /* messages for processors already DONE */
    struct weft_untaken first_missed;
    uint64_t sent, taken; /* messages to and from other workers */
    uint64_t switches;
    int threads;
    uint64_t kick; /* set of workers that were sent something lately */

    /* Whose program runs, or NULL. Handlers of signals read it in any thread:
     * accessed atomically. */
    struct weft_processor *running;

    /* A processor whose clock shows this or more does not go on; lowered by
     * anybody (under run.lock) to make all stop. */
    alignas(64) _Atomic uint64_t horizon;

    /* Any thread, see idle.c. */
    alignas(64) atomic_uint events;
    atomic_int asleep; /* 1: a wake-up is needed when `events` changes */
};

struct weft_processor *worker_pick(struct worker *worker);
/* The first one, before the worker has a thread. */
struct weft_processor *worker_first(struct worker *worker);

/* Let others run until this processor is READY again. */
void worker_block(struct weft_processor *self);

void worker_send(struct weft_processor *self, int to,
                 const struct message *message);

/* The processor's program is at its end. */
void worker_ended(struct weft_processor *self);

/* The system refuses to start this one (errno value). */
void worker_refused(struct weft_processor *processor, int code);

#endif
