/* Decide how a run continues when all processors are blocked; private to
 * src/machine. */
#ifndef WEFT_SRC_MACHINE_SCHEDULE_DECIDE_H
#define WEFT_SRC_MACHINE_SCHEDULE_DECIDE_H

#include "summary.h"

/* Constant parameters of the run, in time units. */
struct pace {
    uint64_t slot;     /* a reception may be recorded this late */
    uint64_t shortest; /* minimum duration of a transfer: the lookahead */
    uint64_t window;   /* how far a processor may run ahead; NEVER: unlimited */
    /* processors must not act at this time or later; 0: no limit */
    uint64_t limit;
};

enum what {
    GO_ON,    /* the run continues, with the times in struct decision */
    WAIT,     /* messages are in flight: decide again when they have arrived */
    OVER,     /* the run has ended: all processors are DONE */
    STOP,     /* something failed: every program must return */
    DEADLOCK, /* stop: all processors wait, and no message will arrive */
    LIMIT,    /* stop: a processor would act beyond the limit */
};

/* A decision; the times are set if the run continues. */
struct decision {
    enum what what;
    uint64_t bound; /* lower bound on the times of all further actions */
    uint64_t final; /* events that begin earlier are final; 0: none */
    /* lower bound on the ends of messages still to be sent: queries about
     * earlier times can be answered */
    uint64_t floor;
    /* new end of the window: processors with lower clocks may continue */
    uint64_t horizon;
};

/* Decide from the joined summaries of all workers. Depends only on its
 * arguments, so several processes come to the same decision independently. */
struct decision decide(const struct summary *all, const struct pace *pace);

#endif
