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
    NEW,     /* not started yet */
    READY,   /* in its worker's ready queue, or running */
    WAITING, /* waits for the next message of processor `from` */
    ASKING,  /* waits for an answer that depends on all other processors */
    AHEAD,   /* waits at the window's end for the other processors */
    DONE,    /* its program has returned (or never began) */
};

/* Members in order of use: a message sent or taken accesses the first three
 * cache lines. */
struct weft_processor {
    /* Set before the start. */
    alignas(64) struct run *run;
    struct worker *worker;

    /* Guarded by the baton, like all members below except the engine's. */
    uint64_t clock;
    struct links links;
    int rank; /* set before the start */
    enum state state;

    int from;    /* WAITING, ASKING: the sender, or WEFT_ANY */
    bool posted; /* a send was posted in this slot */
    bool told;   /* the WAIT event of this wait is recorded */
    bool failed;
    uint64_t used; /* latest end of its uses */
    struct uses uses;
    struct payload *held; /* payload of the message taken last */
    /* its data, if it is short */
    alignas(16) unsigned char inbox[INLINE_BYTES];
    void *context; /* fibers: where it continues; NULL: new or running */

    struct weft_load load;
    uint64_t slot_end;   /* latest end of its posts in this slot */
    uint64_t deadline;   /* ASKING: latest end of a message to take */
    uint64_t time;       /* ASKING: time of its next action, as far as known */
    uint64_t sent_at;    /* LogGP: time of its last send */
    uint64_t gap_out;    /* LogGP: earliest time of its next send */
    uint64_t gap_in;     /* LogGP: earliest time of its next reception */
    int together;        /* LogGP: number of messages sent at sent_at */
    int sent_id;         /* LogGP: number of the last of these messages */
    uint32_t sent_items; /* LogGP: items of the last of these messages */

    int place;            /* ASKING: position in the heap, or -1 */
    unsigned timeless;    /* calls in a row without advancing the clock */
    uint64_t timeless_at; /* the clock at these calls */
    uintptr_t lowest; /* lowest address that its program's stack may reach */

    /* Rarely used members. */
    bool overflowed;  /* its stack has overflowed */
    bool stuck;       /* it was blocked when the run stopped */
    bool going;       /* it was at the window's end when the run stopped */
    unsigned refused; /* calls refused since it failed or the run stopped */
    uint64_t looks;   /* number of uses inspected */
    jmp_buf *escape;  /* where to return from its program */
    char *reason;     /* why it failed; NULL: no reason given */

    /* Members of the engine. */
    void *fiber;    /* fibers: its stack */
    atomic_uint go; /* 1: run; set by the processor that hands the baton over */
    bool started;   /* has a thread; guarded by the baton, read after the end */
    pthread_t thread; /* threads: valid if `started` */
};

/* The slow path of processor_enter() (schedule/window.h), at the begin of every
 * operation. Return 0, or -1 if the run has stopped. */
int processor_held_up(struct weft_processor *self);

/* Release the message taken last. */
static inline void processor_release(struct weft_processor *self)
{
    if (self->held)
        payload_drop(self->held);
    self->held = NULL;
}

/* Return 0, or -1 if the run has stopped. A program that continues after many
 * such failures is ended by longjmp(). */
int processor_cancelled(struct weft_processor *self);
static inline int processor_stopped(struct weft_processor *self)
{
    return self->run->stop ? processor_cancelled(self) : 0;
}

/* Run the program from its first call to its end. */
void processor_program(struct weft_processor *self);

/* Replaces processor_program()'s end when the program ended its thread instead
 * of returning. */
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
int processor_misuse(struct weft_processor *self, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
