/* Converts the calls of a PICL trace to events; used by both readers. */
#ifndef WEFT_SRC_TRACE_PICL_CALLS_H
#define WEFT_SRC_TRACE_PICL_CALLS_H

#include "trace/format.h"
#include "trace/order.h"

/* Value of a time for "not in progress", because 0 is a valid time. Times in
 * the state of a processor are in nanoseconds. */
#define CALLS_NEVER UINT64_MAX

/* Limit on explicit durations, which must be lower. */
#define CALLS_DURATION_MAX ((uint64_t)1 << 62)

/* A receive in a trace written by weft. It is held back until it is known
 * whether a task begins right after it, because the number of the task is that
 * of the message. Times are in nanoseconds. */
struct calls_receive {
    /* start and end of the call; end = CALLS_NEVER: no receive is held back */
    uint64_t begin, end;
    uint64_t explicit; /* 1 + explicit duration in time units; 0: none */
    int32_t from, type;
    uint32_t bytes;
    bool waited;
};

struct calls_node {
    /* start of each kind of activity, or CALLS_NEVER if it is not in
     * progress */
    uint64_t sending, receiving, computing, sleeping, calling;
    uint64_t present; /* time of the last WEFT_PRESENT */
    uint32_t send_bytes;
    int32_t send_to, send_type, send_task;
    uint64_t explicit; /* 1 + explicit duration, in time units, of the next send
                      or of the next receive that ends; 0: none */
    struct calls_receive receive;
    uint64_t ended;      /* end of the last task, if calls.own */
    int32_t task_before; /* number of the last task that ended */
    int32_t task;        /* number of the current task, which is that of a
                            message; -1: none */
    bool waits;          /* whether the receive in progress has to wait */
    /* Only in foreign traces: sorting may put the beginning of a call before
     * the end of the previous call in the same microsecond. */
    /* time at which a call began before the end of the previous one;
     * CALLS_NEVER: none did */
    uint64_t cut_send, cut_receive;
    uint64_t before; /* start of the previous receive; if calls.own: start of a
                        wait during which another message was received */
    bool before_waits; /* whether the previous receive waits */
    /* picl1: number of statistics records still expected for the call in
     * progress, kind of this call (enum calls_stats_of), and the message of a
     * receive */
    uint8_t stats, stats_of;
    int32_t receive_from, receive_type;
    uint32_t receive_bytes;
};

/* The kinds of calls that are followed by statistics records. */
enum calls_stats_of { CALLS_SEND, CALLS_RECEIVE, CALLS_SYNC };

struct calls {
    bool ours; /* whether weft wrote the trace, so that it has computations,
                  stores and parameters */
    bool own;  /* whether `ours` is set and the run has steps: then times are
                  exact, and tasks are messages */
    uint64_t unit_ns, step;
    int processors;
    struct calls_node *node; /* [processors] state of each processor */
    struct order *order;
    bool sorted;      /* whether the file is ordered by time */
    uint64_t now;     /* time of the last record, in ns */
    uint64_t longest; /* longest transfer so far, in time units */
    uint64_t records, promise_after; /* number of records so far, and the number
                                        at which the next promise is computed */
    /* number of transfers whose peer is not a processor */
    uint64_t to_host;
    uint64_t endless; /* number of calls that did not end, or ended without
                         data; not counted if weft wrote the file, where a wait
                         need not end */
};

/* Begin to read a trace; `own` is whether its parameters show that weft wrote
 * it. Return 0 or -1; call calls_finish() in both cases. All functions fail
 * like those of order.h. */
int calls_begin(struct calls *calls, const struct params *params, bool own,
                bool sorted, const struct weft_sink *sink,
                struct weft_error *err);
/* Advance to a record at `time`. Return 0, or -1 if the time is earlier than
 * that of the previous record. */
int calls_advance(struct calls *calls, uint64_t time);
int calls_send_begin(struct calls *calls, int node, int32_t to, int32_t type,
                     uint32_t bytes);
int calls_send_end(struct calls *calls, int node);
/* Begin a user task, or end the current one (task = -1). In a trace written by
 * weft, the number of the task is that of a message. */
int calls_task(struct calls *calls, int node, int32_t task);
int calls_receive_begin(struct calls *calls, int node, bool waits, int32_t from,
                        int32_t type);
int calls_receive_end(struct calls *calls, int node, int32_t from, int32_t type,
                      uint32_t bytes);
/* Add a receive with an explicit duration. calls_receive_explicit(): recorded
 * at its beginning because another one is in progress; calls_wake_explicit():
 * it ends a wait. */
int calls_receive_explicit(struct calls *calls, int node, int32_t from,
                           int32_t type, uint32_t bytes, uint64_t duration);
int calls_wake_explicit(struct calls *calls, int node, int32_t from,
                        int32_t type, uint32_t bytes, uint64_t duration);
/* End a receive without data about the message. If it was a wait, it ends with
 * a WEFT_PRESENT. */
int calls_receive_lost(struct calls *calls, int node);
/* Begin or end an activity of kind WEFT_COMPUTE, WEFT_SLEEP or WEFT_CALL. */
int calls_span(struct calls *calls, int node, enum weft_event_kind kind,
               bool begins);
/* Add an activity with an explicit duration, recorded at its beginning. */
int calls_span_explicit(struct calls *calls, int node,
                        enum weft_event_kind kind, uint64_t duration);
/* Add an instantaneous event: WEFT_MARK, WEFT_STORE or WEFT_PRESENT. */
int calls_instant(struct calls *calls, int node, enum weft_event_kind kind,
                  int32_t message, uint32_t bytes);
/* Begin or end a task of the program. */
int calls_mark_task(struct calls *calls, int node, int32_t number, bool begins);
/* Begin or end a collective call (enum weft_task_call): a task, and for its
 * time a WEFT_CALL, or for a barrier, in which processors only wait, a
 * WEFT_SLEEP. */
int calls_collective(struct calls *calls, int node, int32_t number,
                     bool begins);
/* Record that a processor exists, because of a record without another
 * meaning. */
int calls_present(struct calls *calls, int node);
/* Complete everything at the end of the file. */
int calls_end(struct calls *calls);
void calls_finish(struct calls *calls);

#endif
