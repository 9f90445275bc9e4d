/* What waits.c is made of; private to src/stats. */
#ifndef WEFT_SRC_STATS_WAITS_H
#define WEFT_SRC_STATS_WAITS_H

#include <stdbool.h>
#include <weft/stats.h>

/* One processor waits once. */
struct wait_row {
    struct weft_waiting what; /* count 1 */
    uint64_t from;            /* it begins */
    uint64_t at;              /* a late sender: start of its reception */
    int32_t call;             /* the collective call around it; -1: none */
};

struct wait_rows {
    struct wait_row *row;
    size_t count, capacity;
};

/* 0, or -1: no memory. Nothing if `time` is 0. */
int wait_rows_add(struct wait_rows *rows, const struct wait_row *row);

/* One for all that have the same pair, or the same task, the longest first.
 * NULL: no memory. */
struct weft_waiting *wait_rows_sum(const struct wait_rows *rows, bool pairs,
                                   size_t *count);
/* Each of them, by waiter and start. NULL: no memory. */
struct weft_wait *wait_rows_each(const struct wait_rows *rows);
/* The late senders of the receptions on the path; sorts the rows. */
uint64_t wait_rows_on_path(struct wait_rows *rows,
                           const struct weft_stats_result *stats);
/* Fill the fields from `useful` on, but for `ideal`.
 *
 * processors  of the trace: the statistics may be of a larger network */
void wait_efficiencies(struct weft_waits *result,
                       const struct weft_stats_result *stats, int processors);

/* One processor in one collective call (wait-calls.c). */
struct wait_call {
    int32_t task;    /* its kind: WEFT_TASK_BARRIER or above */
    uint32_t number; /* of the calls of this kind at this processor */
    int32_t rank;
    uint64_t enter, leave;
    bool sent, received; /* within it */
};

#define WAIT_CALLS (WEFT_TASK_CALLS - WEFT_TASK_BARRIER)
static inline bool is_wait_call(int32_t task)
{
    return task >= WEFT_TASK_BARRIER && task < WEFT_TASK_CALLS;
}

/* Adds what processors wait for in calls. known: of which kinds the waiting can
 * be found. 0, or -1: no memory. */
int wait_calls_measure(struct wait_call *call, size_t count,
                       bool known[WAIT_CALLS], struct wait_rows *rows);

/* A message leaves or arrives (ideal.c). */
struct ideal_point {
    uint64_t time, left; /* the message left then */
    uint64_t message;    /* both ends have the same number */
    int32_t rank;
    bool arrives;
};

struct ideal_span {
    uint64_t start, end;
    int32_t rank;
    bool open; /* STATE_OPEN, not STATE_BUSY */
};

struct ideal {
    struct ideal_point *point;
    size_t points, point_room;
    struct ideal_span *span; /* computing; of one processor in order of time */
    size_t spans, span_room;
    uint64_t messages;
};

/* 0, or -1: no memory. */
int ideal_message(struct ideal *ideal, int32_t source, uint64_t leaves,
                  int32_t destination, uint64_t arrives);
int ideal_compute(struct ideal *ideal, const struct ideal_span *span);
/* The time in which nothing is recorded is not computing. */
void ideal_drop_open(struct ideal *ideal);
/* How long the run would take. 0, or -1: no memory. */
int ideal_time(struct ideal *ideal, int processors, uint64_t *time);
void ideal_finish(struct ideal *ideal);

#endif
