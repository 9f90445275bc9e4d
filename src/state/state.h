/* The state of a processor: one definition for statistics, pictures and traces
 * that show states.
 *
 *   busy      it computes; in a trace that records neither steps nor
 *             computations (of a real machine), whatever it does between its
 *             first and its last record that is neither overhead nor idle; not
 *             where the origin of the trace records everything
 *   overhead  it is inside a send, a reception or another call of the
 *             communication system, does not wait in it, and does not compute
 *             besides
 *   idle      it waits for a message that is not there, sleeps, or does nothing
 *
 * In a run with steps every processor is there from 0 to the end of the run,
 * and a message taken late was received while it was sent. On a real machine a
 * processor is there from its own first record to its own last one, and a
 * reception is its own interval: before it, since it was ready, it waited. */
#ifndef WEFT_SRC_STATE_STATE_H
#define WEFT_SRC_STATE_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/event.h>

#include "match/acts.h"

/* STATE_OPEN: nothing is recorded; states_open() says at the end what it is. */
enum span_state { STATE_BUSY, STATE_OVERHEAD, STATE_IDLE, STATE_OPEN, STATES };

/* A processor in one state for some time. */
struct state_span {
    uint64_t start, end;
    int rank;
    enum span_state state;
    bool sends, receives;   /* besides: it may do both */
    bool waits;             /* ... for a message */
    int32_t sent, received; /* the messages, of several the last one begun */
};

/* What a processor may be in the middle of. */
enum state_part {
    PART_COMPUTE,
    PART_SEND,
    PART_RECEIVE,
    PART_CALL,
    PART_WAIT,
    PART_SLEEP,
    PARTS
};

/* One processor so far. */
struct state_track {
    uint64_t first, last;   /* its records; first = UINT64_MAX: none */
    uint64_t told;          /* all before this has been told */
    uint64_t ends[PARTS];   /* ends of what it is in the middle of */
    int32_t message[PARTS]; /* sent, received last */
    bool waits;             /* since a WEFT_WAIT, nobody knows how long */
};

struct states {
    int processors;
    bool steps;    /* the trace has steps */
    bool computes; /* ... and records computations, or would */
    bool nests;    /* what a processor does may lie within something else */
    bool answered; /* every wait ends with its reception */
    uint64_t now;  /* start of the latest event */
    uint64_t end;  /* of all that was done */
    struct match match;
    struct acts acts;
    struct state_track *track; /* [processors] */
    /* Told each span; of one processor in order of time. 0 or -1. */
    int (*each)(void *arg, const struct state_span *span);
    void *arg;
};

/* each and arg are the caller's to set. 0, or -1: no memory; in any case
 * states_finish() is to be called. */
int states_init(struct states *states, int processors,
                const struct weft_trace_info *info);
/* The next event, of a processor that exists. 0, or -1: no memory, or
 * `each` has failed. */
int states_event(struct states *states, const struct weft_event *event);
/* All that is known to be final, up to a time that is returned in *settled: no
 * span that begins before will be told any more. On a real machine nothing is,
 * before the end. O(processors). 0 or -1 as above. */
int states_settle(struct states *states, uint64_t *settled);
/* No more events will come: tell the rest. */
int states_end(struct states *states);
/* What STATE_OPEN is. After states_end(). */
enum span_state states_open(const struct states *states);
void states_finish(struct states *states);

#endif
