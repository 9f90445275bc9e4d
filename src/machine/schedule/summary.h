/* What the resolver must know of a worker; private to src/machine.
 *
 * Numbers only, and two summaries make one: those of another process could
 * come in a message, and be joined in any order. */
#ifndef WEFT_SRC_MACHINE_SCHEDULE_SUMMARY_H
#define WEFT_SRC_MACHINE_SCHEDULE_SUMMARY_H

#include <stdbool.h>
#include <stdint.h>

struct worker;

#define NEVER UINT64_MAX

struct summary {
    uint64_t asking;   /* the earliest of those that ask acts then, or NEVER */
    uint64_t ahead;    /* lowest clock of those at the window's end, or NEVER */
    uint64_t failed;   /* lowest clock of a processor that failed, or NEVER */
    uint64_t sent;     /* messages given to other workers ... */
    uint64_t taken;    /* ... and taken from them, since the run began */
    int64_t live;      /* processors that are not DONE */
    uint64_t recorded; /* events not yet handed over */
    bool broken;       /* the machine itself failed */
};

/* Of nobody: joined with another it changes nothing. */
#define SUMMARY_NONE ((struct summary){NEVER, NEVER, NEVER, 0, 0, 0, 0, false})

/* Under run->lock, the worker idle. */
struct summary summarise(const struct worker *worker);

/* One for both. */
struct summary summary_join(const struct summary *a, const struct summary *b);

#endif
