/* The internals of a processor; private to src/machine. For "the baton" see
 * run.h. */
#ifndef WEFT_SRC_MACHINE_PROCESSOR_H
#define WEFT_SRC_MACHINE_PROCESSOR_H

#include "link.h"
#include "run.h"
#include <pthread.h>
#include <setjmp.h>
#include <stdbool.h>
#include <weft/machine.h>

struct worker;

/* An action of a processor: a struct weft_use and its time, compact because
 * many are stored. */
struct use {
    uint64_t start : 62, kind : 2; /* start < TIME_MAX */
    uint64_t end;
    int32_t peer, message;
    uint32_t items; /* contents of a send, as in its event */
};

/* The actions of one processor, sorted by end. See uses.c. */
struct uses {
    struct use *past; /* [room] */
    uint32_t room, count;
    uint64_t start; /* start of the use added last */
};

enum state {
    NEW,     /* the program has not started */
    READY,   /* it is in the ready queue of its worker, or running */
    WAITING, /* it waits for the next message of processor `from` */
    ASKING,  /* it waits for an answer that depends on all other processors */
    AHEAD,   /* it waits for other processors at the end of the window */
    DONE,    /* the program has returned (or never began) */
};

/* Members in order of use: a message sent or taken accesses the first three
 * cache lines. */
struct weft_processor {
    /* Set before the run starts. */
    alignas(64) struct run *run;
    struct worker *worker;

    /* Guarded by the baton, like all following members except those of the
     * engine. */
    uint64_t clock;
    struct links links;
    int rank; /* rank of the processor; set before the start */
    enum state state;

    int from; /* WAITING, ASKING: the sender that it waits for, or WEFT_ANY */
    bool posted;        /* whether a send was posted in this slot */
    bool wait_recorded; /* whether the WAIT event of this wait is recorded */
    bool failed;
    uint64_t used; /* latest end of the processor's uses */
    struct uses uses;
    struct payload *held; /* payload of the message taken last */
    /* data of the message taken last, if it is short */
    alignas(16) unsigned char inbox[INLINE_BYTES];
    /* fibers: context in which it continues; NULL: new or running */
    void *context;

    struct weft_load load;
    uint64_t slot_end; /* latest end of the sends posted in this slot */
    uint64_t deadline; /* ASKING: latest end of a message that it can take */
    uint64_t time;     /* ASKING: time of the next action, as far as known */
    uint64_t sent_at;  /* LogGP: time of the last send */
    uint64_t gap_out;  /* LogGP: earliest time of the next send */
    uint64_t gap_in;   /* LogGP: earliest time of the next reception */
    int together;      /* LogGP: number of messages sent at the time sent_at */
    int sent_id;       /* LogGP: ID of the last message sent */
    uint32_t sent_items; /* LogGP: items of the last message sent */
    uint32_t details;    /* details of its events; 0: none */

    int place; /* ASKING: position in the worker's heap, or -1 */
    /* number of calls in a row that did not advance the clock */
    unsigned timeless;
    /* value of the clock during the calls that `timeless` counts */
    uint64_t timeless_at;
    uintptr_t lowest; /* lowest address that the program's stack may reach */

    /* The following members are rarely used. */
    bool overflowed; /* whether the program's stack has overflowed */
    bool stuck; /* whether the processor was blocked when the run stopped */
    /* whether the processor was at the window's end when the run stopped */
    bool running;
    /* number of calls refused since it failed or the run stopped */
    unsigned refused;
    uint64_t looks;  /* number of uses inspected so far */
    jmp_buf *escape; /* where to return to leave the program */
    char *reason;    /* why the processor failed; NULL: no reason given */

    /* The following members belong to the engine. */
    void *fiber; /* fibers: the fiber that runs the processor */
    /* whether the thread may run (1); set by the processor that hands the baton
     * over */
    atomic_uint go;
    /* whether the processor has a thread; guarded by the baton, read after the
     * end */
    bool started;
    pthread_t thread; /* threads: the processor's thread, valid if `started` */
};

/* Slow path of processor_enter() (schedule/window.h), at the beginning of every
 * operation. Return 0, or -1 if the run has stopped. */
int processor_held_up(struct weft_processor *self);

/* Release the message taken last. */
static inline void processor_release(struct weft_processor *self)
{
    if (self->held)
        payload_drop(self->held);
    self->held = NULL;
}

/* Check whether an operation may continue. Return 0, or -1 if the run has
 * stopped. A program that continues after many such failures is ended by
 * longjmp(). */
int processor_cancelled(struct weft_processor *self);
static inline int processor_stopped(struct weft_processor *self)
{
    return self->run->stop ? processor_cancelled(self) : 0;
}

/* Run the program from its first call to its end. */
void processor_program(struct weft_processor *self);

/* End a processor whose thread exited before its program returned; called
 * instead of the final part of processor_program(). */
void processor_left(struct weft_processor *self);

/* Count a call that does not advance the clock. Return 0, or -1 if the program
 * makes no progress. */
#define TIMELESS_LOOK 4096 /* calls between two checks, a power of two */
int processor_dwells(struct weft_processor *self);
static inline int processor_timeless(struct weft_processor *self)
{
    if (self->timeless_at != self->clock) {
        self->timeless_at = self->clock;
        self->timeless = 0;
    }
    return ++self->timeless % TIMELESS_LOOK ? 0 : processor_dwells(self);
}

/* Report an invalid argument; the run fails with this text. Return -1. */
/* Check the size of the data of a message or block. Return 0, or -1 after
 * failing. */
int processor_check_size(struct weft_processor *self, size_t bytes);
int processor_misuse(struct weft_processor *self, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
