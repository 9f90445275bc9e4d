/* The state of the event loop; private to the folder. */
#ifndef WEFT_SRC_MACHINE_LOOP_STATE_H
#define WEFT_SRC_MACHINE_LOOP_STATE_H

#include "requests.h"
#include <stdbool.h>
#include <stdint.h>

struct run;
struct sharing;

/* What a processor that does not run waits for. */
enum seat_at {
    SEAT_RUNS,    /* it does not wait: it runs, is ready or has ended */
    SEAT_STARTS,  /* with LogGP: it waits until its sends start */
    SEAT_SENDS,   /* it waits until its sends have arrived, or its computation
                     has ended */
    SEAT_STEPS,   /* it waits until the messages that it has posted have
                     arrived */
    SEAT_SLEEPS,  /* it waits until a tick */
    SEAT_LISTENS, /* it waits for a message, possibly until a tick */
    SEAT_GATHERS, /* it waits until other processors have finished a round */
};

/* State of a processor in the loop. */
struct loop_seat {
    enum seat_at at;
    bool timed; /* whether it waits until a tick */
    /* number of its current wait; timers of earlier waits are ignored */
    uint32_t turn;
    /* with LogGP: number of transfers whose start it waits for */
    uint32_t unstarted;
    uint32_t posted; /* its last transfer, which may be over; 0: none */
    uint32_t open[REQUEST_KINDS]; /* number of open requests of each kind */
    /* number of transfers and computations that it takes part in */
    uint32_t active;
    uint64_t since; /* time at which `active` became nonzero */
    uint64_t round; /* first round that it has not finished */
};

/* Use of a tag, stored in its low bits. */
enum { TAG_REQUEST, TAG_TIMER, TAG_COPY, TAG_BITS = 2 };

/* Guarded by the baton of the only worker. */
struct loop {
    struct sharing *kernel;
    struct loop_seat *seat; /* [size] state of each processor */
    struct requests requests;
    uint64_t now;
    int timed;      /* number of processors that wait until a tick */
    bool asks_time; /* see struct weft_shared */
    /* The following members are used for rounds that processors begin
     * together. */
    int gathered; /* number of processors that wait for others */
    uint64_t low; /* lowest `round` of all processors that have not ended */
    int at_low;   /* number of processors whose `round` this is */
    /* number of processors that had not ended when `low` was computed */
    int live;
};

/* Fail the run with the error of the kernel. */
void loop_fail(struct run *run);

#endif
