/* Workers: each runs processors with consecutive ranks, one at a time; private
 * to src/machine. */
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

/* maximum number of workers, so that a set of workers fits in 64 bits */
#define WORKERS_MAX 64

/* Processors waiting at the window's end, oldest first; the other processors
 * usually wait for the oldest. Guarded by the baton. */
struct arrivals {
    struct weft_processor **item;
    size_t count, room;
};

struct worker {
    struct run *run;
    int index;
    int low, high; /* the worker's processors are the ranks [low, high) */

    /* Guarded by the baton. */
    struct ready ready;
    int fresh; /* lowest rank of its processors not started yet */
    int sweep; /* while the run stops: lowest rank of its processors that may
                  not have ended */
    int live;  /* number of processors that are not DONE */
    /* messages that have not been seen end at this time or later */
    uint64_t floor;
    struct asking asking;
    struct arrivals ahead;
    struct log log;
    struct conflicts conflicts;
    uint64_t makespan, messages, bytes;
    uint64_t longest; /* length of the longest message sent, in bytes */
    uint64_t missed;  /* number of messages for processors that were DONE */
    struct weft_untaken first_missed;
    uint64_t sent, taken; /* number of messages to and from other workers */
    uint64_t switches;
    int threads;
    uint64_t kick; /* bit set of workers to notify of new messages */

    /* The processor whose program runs, or NULL. Signal handlers read it in any
     * thread, so it is accessed atomically. */
    struct weft_processor *running;

    /* Processors whose clock has reached this value stop; any thread may lower
     * it (under run.lock) to stop all. */
    alignas(64) _Atomic uint64_t horizon;

    /* Accessed by any thread, see idle.c. */
    alignas(64) atomic_uint events;
    /* whether the worker sleeps, so that changes of `events` must wake it */
    atomic_int asleep;
};

struct weft_processor *worker_pick(struct worker *worker);
/* Return the first processor to run, before the worker has a thread. */
struct weft_processor *worker_first(struct worker *worker);

/* Let other processors run until this one is READY again. */
void worker_block(struct weft_processor *self);

void worker_send(struct weft_processor *self, int to,
                 const struct message *message);

/* Handle the end of a processor's program. */
void worker_ended(struct weft_processor *self);

/* Handle the system's refusal to start this processor; `code` is an errno
 * value. */
void worker_refused(struct weft_processor *processor, int code);

#endif
