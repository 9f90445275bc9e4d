/* State of common decisions of all processes; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_CLUSTER_ROUND_H
#define WEFT_SRC_MACHINE_CLUSTER_ROUND_H

#include "machine/schedule/summary.h"
#include <stdbool.h>
#include <stdint.h>

struct shared_run;

/* The report of a subtree when all its processors were blocked. */
struct idle_report {
    struct summary summary;
    /* [processes] counts of message packets, see struct deciding */
    uint64_t *balance;
    bool valid; /* whether the report was made after the last decision */
};

struct deciding {
    uint64_t epoch; /* number of decisions made so far */
    /* [processes] number of message packets sent to each process; for this
     * process: minus those received, modulo 2^64 */
    uint64_t *balance;
    /* [processes] number of record sets received from each; for this process:
     * number sent */
    uint64_t *heard;
    uint64_t moved; /* number of message packets sent and received */
    /* `epoch` and `moved` at this process's last report */
    uint64_t said_epoch, said_moved;
    bool said, said_broken;
    /* times of the last poll and of the last flush of messages, in ns */
    uint64_t looked, flushed;
    /* number of processor switches since the clock was last read */
    unsigned turns;

    /* [1 + children] reports of this process and its children */
    struct idle_report *report;
    /* number of valid reports of this process and its children */
    int reports;
    bool fresh; /* whether a report was stored since reports were last joined */
    uint64_t *joined; /* [processes] sums of the balances in all reports */
    struct summary decided; /* joined summary of the last decision */
    /* whether this process has not yet acted on the last decision */
    bool is_decided;
};

/* Create the state of common decisions. Return 0, or -1 if out of memory. */
int rounds_open(struct shared_run *share);
void rounds_close(struct shared_run *share);

#endif
