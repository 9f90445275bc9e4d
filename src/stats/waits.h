/* Data shared by the files that measure waits; private to src/stats. */
#ifndef WEFT_SRC_STATS_WAITS_H
#define WEFT_SRC_STATS_WAITS_H

#include <stdbool.h>
#include <weft/unstable/stats.h>

/* One wait of a processor. */
struct wait_row {
    struct weft_waiting what; /* processors, kind and duration of the wait; the
                                 count is 1 */
    uint64_t from;            /* start of the wait */
    uint64_t at;              /* start of the waiter's reception or send */
    int32_t call; /* kind of the enclosing collective call; -1: none */
};

struct wait_rows {
    struct wait_row *row;
    size_t count, capacity;
};

/* Add a row, unless its duration is 0. Return 0, or -1 if out of memory. */
int wait_rows_add(struct wait_rows *rows, const struct wait_row *row);

/* Add up the rows with the same pair, or with the same task. Return the sums,
 * longest first, or NULL if out of memory. */
struct weft_waiting *wait_rows_sum(const struct wait_rows *rows, bool pairs,
                                   size_t *count);
/* Return all waits, ordered by waiter and start; NULL if out of memory. */
struct weft_wait *wait_rows_each(const struct wait_rows *rows);
/* Return how long receptions on the critical path waited for late senders. The
 * function sorts the rows. */
uint64_t wait_rows_on_path(struct wait_rows *rows,
                           const struct weft_stats_result *stats);
/* Compute all members from `useful` on except `ideal`. `processors` is the
 * number in the trace, because the statistics may cover a larger network. */
void wait_efficiencies(struct weft_waits *result,
                       const struct weft_stats_result *stats, int processors);

/* A collective call at one processor (wait-calls.c). */
struct wait_call {
    int32_t task; /* kind of the call: WEFT_TASK_BARRIER or above */
    /* number of earlier calls of this kind at this processor */
    uint32_t number;
    int32_t rank;
    uint64_t enter, leave;
    bool sent, received; /* whether the processor sent or received within the
                            call */
};

#define WAIT_CALLS (WEFT_TASK_CALLS - WEFT_TASK_BARRIER)
static inline bool is_wait_call(int32_t task)
{
    return task >= WEFT_TASK_BARRIER && task < WEFT_TASK_CALLS;
}

/* Add the time that processors wait in calls. Set known[] to whether the
 * waiting in each kind of call can be determined. Return 0, or -1 if out of
 * memory. */
int wait_calls_measure(struct wait_call *call, size_t count,
                       bool known[WAIT_CALLS], struct wait_rows *rows);

/* One end of a message, at which it leaves or arrives (ideal.c). */
struct ideal_point {
    uint64_t time, left; /* time of this end, and time at which the message
                            left */
    uint64_t message;    /* number of the message, the same at both ends */
    int32_t rank;
    bool arrives;
};

struct ideal_span {
    uint64_t start, end;
    int32_t rank;
    bool open; /* whether the state is STATE_OPEN, otherwise STATE_BUSY */
};

struct ideal {
    struct ideal_point *point;
    size_t points, point_room;
    struct ideal_span *span; /* intervals of computing, in order of time for
                                each processor */
    size_t spans, span_room;
    uint64_t messages;
};

/* Add a message. Return 0, or -1 if out of memory. */
int ideal_message(struct ideal *ideal, int32_t source, uint64_t leaves,
                  int32_t destination, uint64_t arrives);
int ideal_compute(struct ideal *ideal, const struct ideal_span *span);
/* Remove the intervals in which nothing is recorded, because they are no
 * computing. */
void ideal_drop_open(struct ideal *ideal);
/* Compute how long the run would take on an ideal network. Return 0, or -1 if
 * out of memory. */
int ideal_time(struct ideal *ideal, int processors, uint64_t *time);
void ideal_finish(struct ideal *ideal);

#endif
