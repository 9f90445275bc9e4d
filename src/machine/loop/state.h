/* The state of the event loop; private to the folder. */
#ifndef WEFT_SRC_MACHINE_LOOP_STATE_H
#define WEFT_SRC_MACHINE_LOOP_STATE_H

#include "voyages.h"
#include <stdbool.h>
#include <stdint.h>

struct run;
struct sharing;

/* What a processor that does not run waits for. */
enum seat_at {
    SEAT_RUNS,    /* or is ready, or done */
    SEAT_STARTS,  /* LogGP: until what it sends starts */
    SEAT_SENDS,   /* until what it sends has arrived, or it has computed */
    SEAT_STEPS,   /* the same of what it has posted */
    SEAT_SLEEPS,  /* until a tick */
    SEAT_LISTENS, /* for a message, perhaps until a tick */
    SEAT_GATHERS, /* for others to be through with a round */
};

/* What the loop knows of a processor. */
struct loop_seat {
    enum seat_at at;
    bool timed;                  /* it waits until a tick */
    uint32_t turn;               /* the wait that a wake must be for */
    uint32_t unstarted;          /* LogGP: transfers it waits for to start */
    uint32_t open[VOYAGE_KINDS]; /* voyages of each kind */
    uint32_t active; /* transfers and computations that it has a part in */
    uint64_t since;  /* when it began to have any */
    uint64_t round;  /* it is through with all before */
};

/* Whom a tag is for: its low bits. */
enum { TAG_VOYAGE, TAG_TIMER, TAG_COPY, TAG_BITS = 2 };

/* Guarded by the baton of the only worker. */
struct loop {
    struct sharing *kernel;
    struct loop_seat *seat; /* [size] */
    struct voyages voyages;
    uint64_t now;
    int timed; /* processors that wait until a tick */
    /* Rounds that are begun together. */
    int gathered; /* processors that wait for others ... */
    uint64_t low; /* ... through with this one ... */
    int at_low;   /* ... of which so many are there, ... */
    int live;     /* ... when so many had not ended */
};

/* The kernel has failed: so does the machine. */
void loop_fail(struct run *run);

#endif
