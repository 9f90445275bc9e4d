/* The state of workers for the resolver; private to src/machine.
 *
 * A summary contains only numbers, and two of them can be joined into one: so
 * they can be sent between processes and joined in any order. */
#ifndef WEFT_SRC_MACHINE_SCHEDULE_SUMMARY_H
#define WEFT_SRC_MACHINE_SCHEDULE_SUMMARY_H

#include <stdbool.h>
#include <stdint.h>

struct worker;

#define NEVER UINT64_MAX

struct summary {
    /* earliest time at which an ASKING processor acts, or NEVER */
    uint64_t asking;
    /* lowest clock of processors at the window's end, or NEVER */
    uint64_t ahead;
    uint64_t failed;   /* lowest clock of failed processors, or NEVER */
    uint64_t sent;     /* number of messages sent to other workers */
    uint64_t taken;    /* number of messages taken from other workers */
    int64_t live;      /* number of processors that are not DONE */
    uint64_t recorded; /* number of events not yet handed over */
    bool broken;       /* whether the machine itself has failed */
};

/* The neutral element of summary_join(). */
#define SUMMARY_NONE ((struct summary){NEVER, NEVER, NEVER, 0, 0, 0, 0, false})

/* Summarise a worker. Call under run->lock while the worker is idle. */
struct summary summarise(const struct worker *worker);

/* Join two summaries. */
struct summary summary_join(const struct summary *a, const struct summary *b);

#endif
