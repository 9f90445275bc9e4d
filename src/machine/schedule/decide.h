/* What happens when nobody can go on; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_SCHEDULE_DECIDE_H
#define WEFT_SRC_MACHINE_SCHEDULE_DECIDE_H

#include "summary.h"

/* How far apart things are, in time units; the same for the whole run. */
struct pace {
    uint64_t slot;     /* a reception may be recorded so much late */
    uint64_t shortest; /* no transfer takes less: the lookahead */
    uint64_t window;   /* how far a processor may run ahead; NEVER: any */
    uint64_t limit;    /* nobody acts at this time or later; 0: no limit */
};

enum what {
    GO_ON,    /* with the times below */
    WAIT,     /* for messages under way: ask again when they have come */
    OVER,     /* all processors are DONE */
    STOP,     /* every program must return: something failed */
    DEADLOCK, /* the same: all wait, nothing will come */
    LIMIT,    /* the same: somebody would act beyond the limit */
};

/* Times are set if the run is to go on. */
struct decision {
    enum what what;
    uint64_t bound; /* no processor acts before (lower bound on time stamps) */
    uint64_t final; /* what begins before is recorded; 0: nothing is */
    uint64_t floor; /* messages still to be sent end at this time or later:
                       who asks about earlier times is answered */
    uint64_t horizon; /* clocks below may go on: the window's new end */
};

/* From the summaries of all workers, joined. Depends on nothing but its
 * arguments: every process of several comes to the same decision by itself. */
struct decision decide(const struct summary *all, const struct pace *pace);

#endif
