/* Functions shared by calls.c and calls-transfers.c. */
#ifndef WEFT_SRC_TRACE_PICL_CALLS_INSIDE_H
#define WEFT_SRC_TRACE_PICL_CALLS_INSIDE_H

#include "calls.h"

/* Return the start, in time units, of the event of a call that begins at
 * `time`. */
static inline uint64_t begin_unit(const struct calls *calls, uint64_t time)
{
    if (!calls->own)
        return time / calls->unit_ns;
    /* round up, because the writer rounded down to microseconds */
    return (time + 999) / calls->unit_ns;
}

/* Return the end, in time units, of the event of a call that ends at `time`. In
 * a run with steps, the event ends with the time unit of the record. */
static inline uint64_t end_unit(const struct calls *calls, uint64_t time)
{
    return time / calls->unit_ns + calls->own;
}

/* Return the duration of an interval; 0 if it ends before it starts, as in a
 * hostile file. */
static inline uint64_t length(uint64_t start, uint64_t end)
{
    return end > start ? end - start : 0;
}

static inline bool exists(struct calls *calls, int32_t peer)
{
    bool good = peer >= 0 && peer < calls->processors;
    calls->to_host += !good;
    return good;
}

static inline int16_t dimension_of(const struct calls *calls, int32_t type)
{
    return calls->own && type > 0 && type <= INT16_MAX + 1 ? (int16_t)(type - 1)
                                                           : -1;
}

static inline struct weft_event event_of(int node, enum weft_event_kind kind,
                                         uint64_t start)
{
    return (struct weft_event){.start = start,
                               .rank = node,
                               .peer = -1,
                               .message = -1,
                               .dimension = -1,
                               .kind = (uint8_t)kind};
}

/* Drop an activity that has not ended; *since is its start or CALLS_NEVER. */
static inline void give_up(struct calls *calls, uint64_t *since)
{
    calls->endless += *since != CALLS_NEVER && !calls->ours;
    *since = CALLS_NEVER;
}

/* Add an event. In a trace written by weft, a receive states whether it waited,
 * and no other event ends a wait. */
static inline int add(struct calls *calls, struct weft_event *event)
{
    bool waited =
        event->kind == WEFT_RECEIVE && !(event->flags & ORDER_NO_WAIT);
    if (calls->ours && event->kind != WEFT_WAIT && !waited)
        event->flags |= ORDER_IN_WAIT;
    return order_add(calls->order, event);
}

/* Add the receive that is held back, a rare case. Return 0 or -1. */
int calls_settle_held(struct calls *calls, int rank);
static inline int calls_settle(struct calls *calls, int rank)
{
    bool held = calls->node[rank].receive.end != CALLS_NEVER;
    return held ? calls_settle_held(calls, rank) : 0;
}

#endif
