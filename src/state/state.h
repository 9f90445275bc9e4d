/* The state of a processor: one definition for statistics, figures and traces
 * that show states.
 *
 *   busy      it computes. In a trace of a real machine that records neither
 *             steps nor computations: the time between its first and its last
 *             record that is neither overhead nor idle
 *   overhead  it is inside a send, a reception or another call of the
 *             communication system, and neither waits nor computes
 *   idle      it waits for a message that has not arrived, sleeps, or does
 *             nothing
 *
 * In a run with steps, every processor exists from 0 to the end of the run, and
 * a message that is taken late was received while it was sent. On a real
 * machine, a processor exists from its own first record to its own last one. A
 * reception is the interval of its event; before this interval, the processor
 * waited from the time at which it was ready to receive. */
#ifndef WEFT_SRC_STATE_STATE_H
#define WEFT_SRC_STATE_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/event.h>

#include "match/acts.h"

/* STATE_OPEN: no record covers the time; states_open() returns at the end which
 * state this is. */
enum span_state { STATE_BUSY, STATE_OVERHEAD, STATE_IDLE, STATE_OPEN, STATES };

/* An interval in which a processor is in one state. */
struct state_span {
    uint64_t start, end;
    int rank;
    enum span_state state;
    bool sends, receives; /* whether it also sends or receives, perhaps both */
    bool waits;           /* whether it waits for a message */
    int32_t sent, received; /* messages sent and received; if there are several,
                               the one begun last */
};

/* Activities of a processor, which may overlap. */
enum state_part {
    PART_COMPUTE,
    PART_SEND,
    PART_RECEIVE,
    PART_CALL,
    PART_WAIT,
    PART_SLEEP,
    PARTS
};

/* Data about one processor during the pass. */
struct state_track {
    uint64_t first, last;   /* interval of its records; first = UINT64_MAX: no
                               records */
    uint64_t reported;      /* all spans before this time have been reported */
    uint64_t ends[PARTS];   /* latest end of an activity of each kind */
    int32_t message[PARTS]; /* number of the message that was sent or received
                               last */
    bool waits;             /* a WEFT_WAIT of unknown length is open */
};

struct states {
    int processors;
    bool steps;    /* whether the trace has steps */
    bool computes; /* the trace records computations, if it has any */
    bool nests;    /* activities of a processor may nest */
    bool answered; /* whether each wait ends with a reception */
    uint64_t now;  /* start of the latest event */
    uint64_t end;  /* latest end of a send, reception or computation */
    struct match match;
    struct acts acts;
    struct state_track *track; /* [processors] state of each processor */
    /* Called for each span; the spans of a processor come in order of time.
     * Returns 0 or -1. */
    int (*each)(void *arg, const struct state_span *span);
    void *arg;
};

/* Initialise; the caller then sets each and arg. Return 0, or -1 if out of
 * memory; call states_finish() in both cases. */
int states_init(struct states *states, int processors,
                const struct weft_trace_info *info);
/* Process the next event, whose rank must exist. Return 0, or -1 if out of
 * memory or if `each` failed. */
int states_event(struct states *states, const struct weft_event *event);
/* Report all spans that are final, and set *settled: no later call reports a
 * span that begins before this time. On a real machine nothing is final before
 * the end. Takes O(processors). Return 0 or -1, as above. */
int states_settle(struct states *states, uint64_t *settled);
/* Report the remaining spans: no more events will come. */
int states_end(struct states *states);
/* Return the state that STATE_OPEN stands for. Final after states_end(). */
enum span_state states_open(const struct states *states);
void states_finish(struct states *states);

#endif
