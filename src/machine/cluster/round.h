/* How processes decide together; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_CLUSTER_ROUND_H
#define WEFT_SRC_MACHINE_CLUSTER_ROUND_H

#include "machine/schedule/summary.h"
#include <stdbool.h>
#include <stdint.h>

struct run;
struct shared_run;
struct weft_error;
struct weft_parcel;

/* What a part of the tree said when it was idle. */
struct idle_report {
    struct summary summary;
    uint64_t *balance; /* [processes] as below */
    bool valid;        /* it was said after the last decision */
};

struct deciding {
    uint64_t epoch;    /* decisions made */
    uint64_t *balance; /* [processes] parcels of letters sent to it; own: less
                          those taken; modulo 2^64 */
    uint64_t *heard;   /* [processes] those with news of it; own: to it */
    uint64_t moved;    /* all that were sent and taken */
    uint64_t said_epoch, said_moved; /* when this process reported last */
    bool said, said_broken;
    uint64_t looked, flushed; /* when what has come was looked at, and all
                                 letters were sent, last; ns */
    unsigned turns; /* changes of processors since the clock was looked at */

    struct idle_report *report; /* [1 + children] of this process, of those */
    int reports;                /* that are valid */
    bool fresh;          /* one has been filed since they were joined last */
    uint64_t *joined;    /* [processes] their balances */
    struct summary told; /* the last decision ... */
    bool is_told;        /* ... which this process has not yet made */
};

/* 0, or -1: no memory. */
int rounds_open(struct shared_run *share);
void rounds_close(struct shared_run *share);

#endif
