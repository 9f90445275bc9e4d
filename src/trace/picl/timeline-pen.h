/* Writes the records of one processor; shared by timeline-calls.c and
 * timeline-ends.c. */
#ifndef WEFT_SRC_TRACE_PICL_TIMELINE_PEN_H
#define WEFT_SRC_TRACE_PICL_TIMELINE_PEN_H

#include "timeline.h"

/* Maximum number of records of one event. */
#define RECORDS_MAX 9

/* Position of a record in its time unit: after the starts, before the ends, or
 * among the deferred ends. */
enum timeline_side { TIMELINE_EARLY, TIMELINE_LATE, TIMELINE_PUT_OFF };

/* Writes the records of one processor into reserved memory. */
struct timeline_pen {
    struct timeline_node *node;
    struct timeline_record *at; /* where the next record is written */
    const bool *has;            /* [TIMELINE_KINDS] whether the dialect has each
                                   kind of record */
    uint64_t unit_us, unit_ns, step;
    uint64_t start; /* start of the current events, in microseconds */
    bool exact;
    uint64_t far; /* last microsecond of other records, whose times are not in
                     `node` */
    uint64_t explicit; /* 1 + explicit duration of the next record; 0: none */
};

/* Reserve memory for the records of `events` events. Return 0, or -1 if out of
 * memory. */
int timeline_reserve(struct timeline *timeline, size_t events);

static inline struct timeline_pen pen_of(const struct timeline *timeline,
                                         int32_t rank)
{
    return (struct timeline_pen){.node = &timeline->node[rank],
                                 .at = timeline->record + timeline->count,
                                 .has = timeline->dialect->has,
                                 .unit_us = timeline->unit_us,
                                 .unit_ns = timeline->params.info.unit_ns,
                                 .step = timeline->params.info.step,
                                 .start = timeline->start.microseconds,
                                 .exact = timeline->exact};
}

/* Update the timeline after records were written with the pen. */
static inline void pen_put_down(const struct timeline_pen *pen,
                                struct timeline *timeline)
{
    const struct timeline_node *node = pen->node;
    uint64_t late = node->late > node->put_off ? node->late : node->put_off;
    uint64_t last = node->early > late ? node->early : late;
    last = pen->far > last ? pen->far : last;
    timeline->last = last > timeline->last ? last : timeline->last;
    timeline->count = (size_t)(pen->at - timeline->record);
}

/* Return the type of a message. The messages of a foreign trace have types, but
 * no dimensions. */
static inline int32_t pen_type(const struct timeline_pen *pen,
                               const struct weft_event *event)
{
    if (pen->exact)
        return TIMELINE_TYPE(event->dimension);
    return event->message < 0 ? -1 : event->message;
}

/* Write a record. If the dialect does not have its kind, the next record
 * overwrites it. */
static inline void pen_add(struct timeline_pen *pen, enum timeline_what what,
                           uint64_t time, const struct weft_event *event,
                           uint64_t value)
{
    bool numbered = what >= TIMELINE_MARK && what <= TIMELINE_MORE;
    *pen->at = (struct timeline_record){.time = time,
                                        .value = value,
                                        .explicit = pen->explicit,
                                        .node = event->rank,
                                        .peer = event->peer,
                                        .type = numbered ? event->message
                                                         : pen_type(pen, event),
                                        .what = (uint8_t)what};
    if (!pen->exact && pen->has[what])
        timeline_drift_add(&pen->node->drift, pen->at, event, pen->unit_ns);
    pen->at += pen->has[what];
}

/* Write the beginning or the end of a computation, a sleep or another call. In
 * PICL's first version, statistics follow the beginning of a sleep, its end is
 * a statistics record, and sleeps count as time in calls. */
static inline void pen_add_span(struct timeline_pen *pen,
                                enum timeline_what what, uint64_t begin,
                                uint64_t time, const struct weft_event *event)
{
    bool stat = pen->has[what] && pen->has[TIMELINE_STAT];
    uint64_t *in_calls = &pen->node->in_calls;
    if (stat && what == TIMELINE_SLEEP_END)
        *in_calls += time - begin;
    pen_add(pen, what, time, event,
            stat && what == TIMELINE_SLEEP_END ? *in_calls : event->bytes);
    if (stat && what == TIMELINE_SLEEP_BEGIN)
        pen_add(pen, TIMELINE_STAT, time, event, *in_calls);
}

/* Return the next free microsecond on one side of a time unit, and mark it as
 * used. */
static inline uint64_t pen_next(const struct timeline_pen *pen, uint64_t time,
                                enum timeline_side side)
{
    struct timeline_node *node = pen->node;
    if (side == TIMELINE_LATE && pen->exact) {
        bool taken = time <= node->late && node->late - time < pen->unit_us;
        return node->late = taken ? node->late + 1 : time;
    }
    bool put_off = side == TIMELINE_PUT_OFF && pen->exact;
    uint64_t *last = put_off ? &node->put_off : &node->early;
    return *last = time > *last ? time : *last + 1;
}

/* Write a record, and the statistics that follow it in PICL's first version. */
static inline void pen_add_with_stat(struct timeline_pen *pen,
                                     enum timeline_what what, uint64_t time,
                                     const struct weft_event *event)
{
    pen_add(pen, what, time, event, event->bytes);
    if (pen->has[TIMELINE_STAT])
        pen_add(pen, TIMELINE_STAT, time, event, pen->node->in_calls);
}

/* End a wait without a message: because of a time limit, or because the program
 * did not take a message. */
static inline void pen_close_wait(struct timeline_pen *pen,
                                  const struct weft_event *event, uint64_t time)
{
    struct weft_event none = {.rank = event->rank, .peer = -1, .message = -1};
    uint64_t end = pen_next(pen, time, TIMELINE_EARLY);
    pen->node->in_calls += end - pen->node->entered;
    pen->node->waiting = false;
    pen_add_with_stat(pen, TIMELINE_WAIT_VAIN, end, &none);
}

/* Switch to the task of an event's message, unless it is the current task. */
static inline void pen_switch(struct timeline_pen *pen,
                              const struct weft_event *event, uint64_t time,
                              enum timeline_side side)
{
    int32_t old = pen->node->task;
    int32_t task = event->message < 0 ? -1 : event->message;
    if (!pen->exact || task == old)
        return;
    pen->node->task = task;
    pen->node->unnumbered |= task < 0;
    if (old >= 0)
        pen_add(pen, TIMELINE_SERVE_END, pen_next(pen, time, side), event,
                (uint64_t)old);
    if (task >= 0)
        pen_add(pen, TIMELINE_SERVE_BEGIN, pen_next(pen, time, side), event,
                (uint64_t)task);
}

/* End the task of a message before a task of the program begins or ends: both
 * share the task numbers, and viewers need nested tasks. The end must not
 * follow a receive directly, because a reader would assign it to this
 * receive. */
static inline void pen_close_served(struct timeline_pen *pen,
                                    const struct weft_event *event)
{
    struct timeline_node *node = pen->node;
    if (!is_task_event(event) || !pen->exact || node->task < 0)
        return;
    uint64_t time = pen_next(pen, pen->start, TIMELINE_EARLY);
    if (node->bare && node->bare + 1 == time)
        time = pen_next(pen, time, TIMELINE_EARLY);
    pen_add(pen, TIMELINE_SERVE_END, time, event, (uint64_t)node->task);
    node->task = -1;
}

/* Switch the task after a receive. A reader assigns a switch in the next
 * microsecond to the receive. So if the task does not change here, a later send
 * must not begin with a switch in that microsecond. */
static inline void pen_switch_after(struct timeline_pen *pen,
                                    const struct weft_event *event,
                                    uint64_t end, enum timeline_side side)
{
    int32_t old = pen->node->task;
    pen_switch(pen, event, end, side);
    pen->node->bare = pen->exact && pen->node->task == old ? end : 0;
}

/* Return the duration that a reader assumes for a receive without an explicit
 * one. In a run with steps, a message received in the first half of a time unit
 * had arrived before. (In other traces: 0 for a receive that waited.) */
static inline uint64_t pen_usual(const struct timeline_pen *pen, bool waited,
                                 uint64_t begin)
{
    uint64_t within = (begin * 1000 + 999) % pen->unit_ns;
    return !waited && within < pen->unit_ns / 2 ? 0 : pen->step;
}

/* If a reader would assume another duration for a receive that begins or ends
 * at *time, record the duration, in a record before it or with it. */
static inline void pen_tell(struct timeline_pen *pen,
                            const struct weft_event *event, bool waited,
                            uint64_t *time, enum timeline_side side)
{
    bool usual;
    if (pen->exact)
        usual = event->duration == pen_usual(pen, waited, *time);
    else
        usual = waited ? !event->duration : !pen->node->taking;
    if (usual)
        return;
    pen->explicit = event->duration + 1;
    if (!pen->has[TIMELINE_TELL])
        return;
    pen_add(pen, TIMELINE_TELL, *time, event, event->duration);
    *time = pen_next(pen, *time, side);
}

/* Write the receive that ends a wait. */
static inline void pen_wake(struct timeline_pen *pen,
                            const struct weft_event *event, uint64_t time,
                            enum timeline_side side)
{
    uint64_t end = pen_next(pen, time, side);
    pen_tell(pen, event, true, &end, side);
    pen->node->in_calls += end - pen->node->entered;
    pen->node->waiting = false;
    pen_add_with_stat(pen, TIMELINE_WAIT_END, end, event);
    pen->explicit = 0;
    pen_switch_after(pen, event, end, side);
}

/* Write a call as two records: its beginning and its end. */
static inline void pen_call(struct timeline_pen *pen, enum timeline_what what,
                            const struct weft_event *event, uint64_t begin,
                            uint64_t end)
{
    /* with steps, an explicit duration is written with the end only */
    uint64_t explicit = pen->explicit;
    pen->explicit = pen->exact ? 0 : explicit;
    pen_add_with_stat(pen, what, begin, event);
    pen->node->in_calls += end - begin;
    pen->explicit = explicit;
    pen_add_with_stat(pen, what + 1, end, event);
    pen->explicit = 0;
}

/* Write a receive of a message that has arrived, from `time` to `end`, or with
 * immediate end if `end` is 0. */
static inline void pen_take(struct timeline_pen *pen,
                            const struct weft_event *event, uint64_t time,
                            uint64_t end, enum timeline_side side)
{
    uint64_t begin = pen_next(pen, time, side);
    pen_tell(pen, event, false, &begin, side);
    end = pen_next(pen, end, side);
    pen_call(pen, TIMELINE_TAKE_BEGIN, event, begin, end);
    pen_switch_after(pen, event, end, side);
}

#endif
