/* A processor from inside; private to src/machine. "The baton" is explained in
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

/* One thing a processor did, and when: a struct weft_use and its time, as small
 * as can be, since many are remembered. */
struct use {
    uint64_t start : 62, kind : 2; /* start < TIME_MAX */
    uint64_t end;
    int32_t peer, message;
    uint32_t items; /* of a send: as in its event */
};

/* What one processor did, in the order of the ends. See uses.c. */
struct uses {
    struct use *past; /* [room] */
    uint32_t room, count;
    uint64_t start; /* of the latest put there */
};

enum state {
    NEW,     /* not started */
    READY,   /* in its worker's ready queue, or running */
    WAITING, /* for the next message of processor `from` */
    ASKING,  /* an answer that needs to know what everybody else does */
    AHEAD,   /* at the window's end, for the others */
    DONE,    /* its program has returned (or never began) */
};

/* In order of use: a message sent or taken touches the first three lines. */
struct weft_processor {
    /* Set before the start. */
    alignas(64) struct run *run;
    struct worker *worker;

    /* Guarded by the baton, as all that follows but for the engine's. */
    uint64_t clock;
    struct links links;
    int rank; /* set before the start */
    enum state state;

    int from;    /* WAITING, ASKING: for whom, or WEFT_ANY */
    bool posted; /* something was posted in this slot */
    bool told;   /* the WAIT event of this wait is recorded */
    bool failed;
    uint64_t used; /* latest end of what it does */
    struct uses uses;
    struct payload *held; /* payload of the message taken last */
    alignas(16) unsigned char inbox[INLINE_BYTES]; /* or the message itself */
    void *context; /* fibers: where it goes on; NULL: not started, or runs */

    struct weft_load load;
    uint64_t slot_end; /* latest end of what it posted in this slot */
    uint64_t deadline; /* ASKING: take no message that ends later */
    uint64_t time;     /* ASKING: when it acts next, as known */
    uint64_t sent_at;  /* LogGP: when its last message left, and when ... */
    uint64_t gap_out;  /* ... the next one may leave, ... */
    uint64_t gap_in;   /* ... and the next one may begin to arrive */
    int together;      /* so many left at sent_at, the last of them with ... */
    int sent_id;       /* ... this number ... */
    uint32_t sent_items; /* ... and these items */

    int place;            /* ASKING: in the heap, or -1 */
    unsigned timeless;    /* calls without the time going on ... */
    uint64_t timeless_at; /* ... and when */
    uintptr_t lowest;     /* how far down its program's stack may reach */

    /* What is seldom needed. */
    bool overflowed;  /* its stack did not suffice */
    bool stuck;       /* was blocked when the run stopped */
    bool going;       /* was at the window's end when the run stopped */
    unsigned refused; /* calls refused since it failed or the run stopped */
    uint64_t looks;   /* at its uses */
    jmp_buf *escape;  /* leads out of its program */
    char *reason;     /* why it failed; NULL: none said */

    /* The engine's. */
    void *fiber;      /* fibers: its stack */
    atomic_uint go;   /* 1: run; set by the one who hands the baton over */
    bool started;     /* a thread; own worker's baton, read after the end */
    pthread_t thread; /* threads: valid if started */
};

/* Every call begins here (processor_enter() in schedule/window.h). This one is
 * held up: 0, or -1 if the run has stopped. */
int processor_held_up(struct weft_processor *self);

/* Let go of the message taken last. */
static inline void processor_release(struct weft_processor *self)
{
    if (self->held)
        payload_drop(self->held);
    self->held = NULL;
}

/* What a call returns when the run has stopped: 0 if it has not, or -1. A
 * program that does not heed it is ended where it is. */
int processor_cancelled(struct weft_processor *self);
static inline int processor_stopped(struct weft_processor *self)
{
    return self->run->stop ? processor_cancelled(self) : 0;
}

/* Run the program, from its first call to its end. */
void processor_program(struct weft_processor *self);

/* In its place, when the program did not return but ended its thread. */
void processor_left(struct weft_processor *self);

/* A call in which time stands still. 0, or -1 if the program will never end. */
#define TIMELESS_LOOK 4096 /* calls between two looks, a power of two */
int processor_dwells(struct weft_processor *self);
static inline int processor_timeless(struct weft_processor *self)
{
    if (self->timeless_at != self->clock) {
        self->timeless_at = self->clock;
        self->timeless = 0;
    }
    return ++self->timeless % TIMELESS_LOOK ? 0 : processor_dwells(self);
}

/* A bad argument: the text is why the run fails. -1. */
int processor_misuse(struct weft_processor *self, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
