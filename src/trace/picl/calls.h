/* The calls of a PICL trace become events: what both readers share. */
#ifndef WEFT_SRC_TRACE_PICL_CALLS_H
#define WEFT_SRC_TRACE_PICL_CALLS_H

#include "trace/format.h"
#include "trace/order.h"

/* What one processor is in the middle of. A time of 0 is a time like any
 * other; CALLS_NEVER: it is not. Times are in nanoseconds. */
#define CALLS_NEVER UINT64_MAX

/* Durations that are told are less. */
#define CALLS_DURATION_MAX ((uint64_t)1 << 62)

/* A receive of a trace of this program, held back until it is known whether a
 * task begins right after it, which tells its message. Times in ns. */
struct calls_receive {
    uint64_t begin, end; /* of the call; end CALLS_NEVER: none is held back */
    uint64_t told;       /* 1 + how long it lasts, in units; 0: not told */
    int32_t from, type;
    uint32_t bytes;
    bool waited;
};

struct calls_node {
    uint64_t sending, receiving, computing, sleeping, calling; /* since when */
    uint64_t present; /* when it was last told to be there */
    uint32_t send_bytes;
    int32_t send_to, send_type, send_task;
    uint64_t told; /* 1 + how long the next send, or the receive that ends
                      next, lasts, in units; 0: not told */
    struct calls_receive receive;
    uint64_t ended;      /* own only: when the last task did, */
    int32_t task_before; /* and which */
    int32_t task;        /* the message it serves; -1: none */
    bool waits;          /* receiving: it has to wait */
    /* a trace from elsewhere: sorting puts the beginning of a call before the
     * end of the one before it, in the same microsecond `cut` */
    uint64_t cut_send, cut_receive; /* CALLS_NEVER: not */
    uint64_t before;   /* since when that receive was under way; own: the wait
                          in which another receive came, if it ... */
    bool before_waits; /* ... waits */
    /* picl1: how many statistics the call under way has still to have, which
     * call it is (enum calls_stats_of), and what it will receive, if it does */
    uint8_t stats, stats_of;
    int32_t receive_from, receive_type;
    uint32_t receive_bytes;
};

/* The calls that statistics follow. */
enum calls_stats_of { CALLS_SEND, CALLS_RECEIVE, CALLS_SYNC };

struct calls {
    bool ours; /* written by this program: computing, stores, parameters */
    bool own; /* and of a run with steps: times are exact, tasks are messages */
    uint64_t unit_ns, step;
    int processors;
    struct calls_node *node; /* [processors] */
    struct order *order;
    bool sorted;                     /* the file is in order of time */
    uint64_t now;                    /* of the last record, in ns */
    uint64_t longest;                /* transfer so far, in units */
    uint64_t records, promise_after; /* when to compute the next promise */
    uint64_t to_host; /* messages to and from processors that are none */
    uint64_t endless; /* calls that did not end, or with nothing to tell; a run
                         of this program may wait for nothing */
};

/* `own`: whether params say so. 0, or -1; in any case
 * calls_finish() is to be called. All functions fail as those of order.h. */
int calls_begin(struct calls *calls, const struct params *params, bool own,
                bool sorted, const struct weft_sink *sink,
                struct weft_error *err);
/* A record at `time` comes: 0, or -1: the time goes back. */
int calls_advance(struct calls *calls, uint64_t time);
int calls_send_begin(struct calls *calls, int node, int32_t to, int32_t type,
                     uint32_t bytes);
int calls_send_end(struct calls *calls, int node);
/* A user task, which in a trace of this program is a message: it begins, or
 * ends (-1). */
int calls_task(struct calls *calls, int node, int32_t task);
int calls_receive_begin(struct calls *calls, int node, bool waits, int32_t from,
                        int32_t type);
int calls_receive_end(struct calls *calls, int node, int32_t from, int32_t type,
                      uint32_t bytes);
/* A receive that is told whole when it begins, because another one is under
 * way; and one that ends a wait and tells how long it lasted. */
int calls_receive_told(struct calls *calls, int node, int32_t from,
                       int32_t type, uint32_t bytes, uint64_t duration);
int calls_wake_told(struct calls *calls, int node, int32_t from, int32_t type,
                    uint32_t bytes, uint64_t duration);
/* It ended, but there is no word of what was received: if it was a wait, it
 * ends with a WEFT_PRESENT. */
int calls_receive_lost(struct calls *calls, int node);
/* WEFT_COMPUTE, WEFT_SLEEP or WEFT_CALL */
int calls_span(struct calls *calls, int node, enum weft_event_kind kind,
               bool begins);
/* The same, told whole when it begins. */
int calls_span_told(struct calls *calls, int node, enum weft_event_kind kind,
                    uint64_t duration);
/* WEFT_MARK or WEFT_STORE */
int calls_instant(struct calls *calls, int node, enum weft_event_kind kind,
                  int32_t message, uint32_t bytes);
/* A task of the program's own, begins or ends. */
int calls_mark_task(struct calls *calls, int node, int32_t number, bool begins);
/* A call of several processors (enum weft_task_call): a task, and for its time
 * a WEFT_CALL; in a barrier there is nothing to do but to wait: WEFT_SLEEP. */
int calls_collective(struct calls *calls, int node, int32_t number,
                     bool begins);
/* A record that tells nothing else says that the processor is there. */
int calls_present(struct calls *calls, int node);
/* The end of the file. */
int calls_end(struct calls *calls);
void calls_finish(struct calls *calls);

#endif
