/* Events as calls of PICL.
 *
 * In PICL a processor makes one call after the other, and two records of one
 * processor in the same microsecond would be sorted by their type, not by
 * their order, which breaks pairs. So every record of a processor gets a
 * microsecond of its own. Of the calls of one processor that begin together,
 * sends come first, one microsecond each, but the last one lasts until the
 * end; receives end one after the other just before the end:
 *
 *     start                                            end of the step
 *     |send|send|------- send ------|receive|receive|task|
 *
 * So what begins and what ends in a time unit stand apart, at its two sides,
 * and a reader finds the exact times again. For that, what begins together
 * must fit in one unit: 4 microseconds per transfer are enough. Traces without
 * steps come from elsewhere; their times are only moved to keep the order.
 *
 * A processor serves the broadcast (user task) of the message that it last
 * sent or received; a receive is part of the task before it, because the
 * message is not yet known when the wait for it begins. */
#include "timeline.h"

#include "base/base.h"
#include "trace/io/out.h"

#include <errno.h>

/* Far more than any trace lasts, and far from overflow. */
#define TIME_MAX ((uint64_t)1 << 53)

/* Few times are asked for again and again: the start and the end of a step. */
static inline uint64_t microseconds(struct timeline *timeline, uint64_t time)
{
    struct timeline_moment *known = &timeline->known[time % 2];
    if (known->time == time)
        return known->microseconds;
    uint64_t unit = timeline->params.info.unit_ns;
    uint64_t whole = time / 1000, rest = time % 1000;
    bool late = unit && (whole > TIME_MAX / unit || rest > UINT64_MAX / unit);
    known->time = time;
    known->microseconds = late ? TIME_MAX : whole * unit + rest * unit / 1000;
    return known->microseconds;
}

uint64_t timeline_microseconds(struct timeline *timeline, uint64_t time)
{
    return microseconds(timeline, time);
}

/* No event makes more records. */
#define RECORDS_MAX 8

/* Room for the records of so many events. */
static int reserve(struct timeline *timeline, size_t events)
{
    size_t needed = timeline->count + events * RECORDS_MAX;
    if (needed <= timeline->capacity)
        return 0;
    return array_grow(&timeline->record, &timeline->capacity, needed,
                      sizeof *timeline->record);
}

/* What writes the records of one processor, into room that is reserved. */
struct timeline_pen {
    struct timeline_node *node;
    struct timeline_record *at; /* the next one */
    const bool *has;            /* of the dialect */
    uint64_t unit_us;
    bool exact;
};

static struct timeline_pen pen_of(const struct timeline *timeline, int32_t rank)
{
    return (struct timeline_pen){.node = &timeline->node[rank],
                                 .at = timeline->record + timeline->count,
                                 .has = timeline->dialect->has,
                                 .unit_us = timeline->unit_us,
                                 .exact = timeline->exact};
}

/* What was written is there. */
static void put_down(const struct timeline_pen *pen, struct timeline *timeline)
{
    timeline->count = (size_t)(pen->at - timeline->record);
}

/* A trace from elsewhere has no dimensions: its messages have types. */
static inline int32_t type_of(const struct timeline_pen *pen,
                              const struct weft_event *event)
{
    if (pen->exact)
        return TIMELINE_TYPE(event->dimension);
    return event->message < 0 ? 0 : event->message;
}

/* A record that the format cannot say is written, too, but the next one takes
 * its place. */
static inline void add(struct timeline_pen *pen, enum timeline_what what,
                       uint64_t time, const struct weft_event *event,
                       uint64_t value)
{
    bool numbered = what == TIMELINE_MARK || what == TIMELINE_STORE;
    *pen->at = (struct timeline_record){.time = time,
                                        .value = value,
                                        .node = event->rank,
                                        .peer = event->peer,
                                        .type = numbered ? event->message
                                                         : type_of(pen, event),
                                        .what = (uint8_t)what};
    pen->at += pen->has[what];
}

/* The next free microsecond after a start. */
static inline uint64_t next(const struct timeline_pen *pen, uint64_t time)
{
    struct timeline_node *node = pen->node;
    node->early = time > node->early ? time : node->early + 1;
    return node->early;
}

/* The next free microsecond before an end. */
static inline uint64_t next_late(const struct timeline_pen *pen, uint64_t time)
{
    struct timeline_node *node = pen->node;
    bool taken = time <= node->late && node->late - time < pen->unit_us;
    node->late = taken ? node->late + 1 : time;
    return node->late;
}

/* The next free microsecond, of the one or the other. */
static inline uint64_t next_of(const struct timeline_pen *pen, uint64_t time,
                               bool late)
{
    return late && pen->exact ? next_late(pen, time) : next(pen, time);
}

/* A record, and the statistics that PICL's first version has after it. */
static inline void add_with_stat(struct timeline_pen *pen,
                                 enum timeline_what what, uint64_t time,
                                 const struct weft_event *event)
{
    add(pen, what, time, event, event->bytes);
    if (pen->has[TIMELINE_STAT])
        add(pen, TIMELINE_STAT, time, event, pen->node->in_calls);
}

/* A communication call: two records. */
static inline void add_call(struct timeline_pen *pen, enum timeline_what what,
                            const struct weft_event *event, uint64_t begin,
                            uint64_t end)
{
    add_with_stat(pen, what, begin, event);
    pen->node->in_calls += end - begin;
    add_with_stat(pen, what + 1, end, event);
}

/* Serve the message of an event from now on, if it is another one. */
static inline void switch_task(struct timeline_pen *pen,
                               const struct weft_event *event, uint64_t time,
                               bool late)
{
    int32_t old = pen->node->task;
    if (!pen->exact || event->message < 0 || event->message == old)
        return;
    pen->node->task = event->message;
    if (old >= 0)
        add(pen, TIMELINE_TASK_END, next_of(pen, time, late), event,
            (uint64_t)old);
    add(pen, TIMELINE_TASK_BEGIN, next_of(pen, time, late), event,
        (uint64_t)event->message);
}

static inline void add_wait(struct timeline_pen *pen,
                            const struct weft_event *event, uint64_t time)
{
    pen->node->entered = next(pen, time);
    pen->node->waiting = true;
    add_with_stat(pen, TIMELINE_WAIT_BEGIN, pen->node->entered, event);
}

/* The receive that ends a wait. */
static inline void add_wake(struct timeline_pen *pen,
                            const struct weft_event *event, uint64_t end)
{
    end = next_of(pen, end, true);
    pen->node->in_calls += end - pen->node->entered;
    pen->node->waiting = false;
    add_with_stat(pen, TIMELINE_WAIT_END, end, event);
    switch_task(pen, event, end, true);
}

/* A receive of a message that is there: from `time` to `end`, 0: at once. */
static void add_take(struct timeline_pen *pen, const struct weft_event *event,
                     uint64_t time, uint64_t end, bool late)
{
    uint64_t begin = next_of(pen, time, late);
    end = next_of(pen, end, late);
    add_call(pen, TIMELINE_TAKE_BEGIN, event, begin, end);
    switch_task(pen, event, end, late);
}

static inline void add_receive(struct timeline_pen *pen,
                               const struct weft_event *event, uint64_t time,
                               uint64_t end, bool late)
{
    pen->node->received++;
    pen->node->received_bytes += event->bytes;
    if (pen->node->waiting && event->flags & WEFT_EVENT_WAITED)
        add_wake(pen, event, time);
    else
        add_take(pen, event, time, end, late);
}

static inline void add_send(struct timeline_pen *pen,
                            const struct weft_event *event, uint64_t start,
                            uint64_t end)
{
    pen->node->sent++;
    pen->node->sent_bytes += event->bytes;
    switch_task(pen, event, start, false);
    uint64_t begin = next(pen, start);
    add_call(pen, TIMELINE_SEND_BEGIN, event, begin,
             next_of(pen, end, end > 0));
}

static void add_other(struct timeline_pen *pen, const struct weft_event *event,
                      uint64_t start, uint64_t end)
{
    static const uint8_t what[WEFT_EVENT_KINDS] = {
        [WEFT_COMPUTE] = TIMELINE_COMPUTE_BEGIN,
        [WEFT_SLEEP] = TIMELINE_SLEEP_BEGIN,
        [WEFT_STORE] = TIMELINE_STORE,
        [WEFT_MARK] = TIMELINE_MARK,
    };
    add(pen, what[event->kind], next(pen, start), event, event->bytes);
    if (event->kind == WEFT_COMPUTE || event->kind == WEFT_SLEEP)
        add(pen, what[event->kind] + 1, next_of(pen, end, end > 0), event,
            event->bytes);
}

/* An event that begins at `start`; its call ends at `end`, 0: at once. */
static inline void add_event(struct timeline_pen *pen,
                             const struct weft_event *event, uint64_t start,
                             uint64_t end)
{
    if (event->kind == WEFT_WAIT)
        add_wait(pen, event, start);
    else if (event->kind == WEFT_RECEIVE)
        add_receive(pen, event, start, end, false);
    else if (event->kind == WEFT_SEND)
        add_send(pen, event, start, end);
    else
        add_other(pen, event, start, end);
}

/* Does the event end just before its end, whatever its processor did before?
 * Traces from elsewhere say when the calls of other receives began. */
static bool is_late(const struct timeline *timeline,
                    const struct weft_event *event)
{
    return event->kind == WEFT_RECEIVE && event->duration &&
           (timeline->exact || event->flags & WEFT_EVENT_WAITED);
}

/* Microseconds that an event may need in a unit; tasks come with transfers. */
static const uint8_t needed[WEFT_EVENT_KINDS] = {
    [WEFT_SEND] = 4,    [WEFT_RECEIVE] = 4, [WEFT_WAIT] = 1, [WEFT_SLEEP] = 2,
    [WEFT_COMPUTE] = 2, [WEFT_STORE] = 1,   [WEFT_MARK] = 1,
};

/* Events of one processor and one start. */
struct timeline_group {
    const struct weft_event *event;
    size_t count;
    size_t late;       /* how many of them are */
    size_t last_early; /* index; count: all are late */
};

/* Can a reader tell what began in this unit from what begins in the next? */
static int check_fit(const struct timeline *timeline, struct output *out,
                     const struct weft_event *group, uint64_t need)
{
    const struct weft_trace_info *info = &timeline->params.info;
    if (!timeline->exact || need <= timeline->unit_us)
        return 0;
    return out_fail(
        out, WEFT_ERROR_LIMIT,
        "what processor %d does at time %llu needs %llu microseconds of one "
        "time unit in PICL: let a step last at least %llu microseconds",
        group->rank, (unsigned long long)group->start, (unsigned long long)need,
        (unsigned long long)(need * info->step));
}

/* The events that come before the late receives; the last one of them may go
 * on until `room` before its end. */
static inline void lay_out_early(struct timeline *timeline,
                                 struct timeline_pen *pen,
                                 const struct timeline_group *group,
                                 uint64_t start, uint64_t room)
{
    for (size_t i = 0; i <= group->last_early; i++) {
        const struct weft_event *event = &group->event[i];
        if (is_late(timeline, event))
            continue;
        uint64_t end = 0;
        if (i == group->last_early)
            end = microseconds(timeline, event->start + event->duration);
        add_event(pen, event, start, end > start + room ? end - room : 0);
    }
}

static inline void lay_out_late(struct timeline *timeline,
                                struct timeline_pen *pen,
                                const struct timeline_group *group,
                                uint64_t start, uint64_t room)
{
    for (size_t i = 0; i < group->count; i++) {
        const struct weft_event *event = &group->event[i];
        if (!is_late(timeline, event))
            continue;
        uint64_t end = microseconds(timeline, event->start + event->duration);
        end = end > start + room ? end - room : start;
        add_receive(pen, event, end, end, true);
    }
}

/* The first of these events and those that begin with it; and what they need
 * of the time unit. */
static inline struct timeline_group gather(const struct timeline *timeline,
                                           const struct weft_event *event,
                                           size_t count, uint64_t *need)
{
    struct timeline_group group = {.event = event};
    size_t i = 0;
    *need = 0;
    do {
        *need += needed[event[i].kind];
        if (is_late(timeline, &event[i]))
            group.late++;
        else
            group.last_early = i;
        i++;
    } while (i < count && event[i].start == event->start &&
             event[i].rank == event->rank);
    group.count = i;
    return group;
}

static void lay_out_group(struct timeline *timeline,
                          const struct timeline_group *group)
{
    bool exact = timeline->exact;
    uint64_t room = exact ? group->late * needed[WEFT_RECEIVE] : 0;
    uint64_t start = timeline->start.microseconds;
    struct timeline_pen pen = pen_of(timeline, group->event->rank);
    if (group->late < group->count)
        lay_out_early(timeline, &pen, group, start, room + exact);
    if (group->late)
        lay_out_late(timeline, &pen, group, start, room);
    put_down(&pen, timeline);
}

int timeline_lay_out(struct timeline *timeline, struct output *out,
                     const struct weft_event *event, size_t count)
{
    const struct weft_event *end = event + count;
    while (event < end) {
        uint64_t need;
        struct timeline_group group =
            gather(timeline, event, (size_t)(end - event), &need);
        bool later = event->start != timeline->start.time;
        if ((later && timeline_advance(timeline, out, event->start)) ||
            check_fit(timeline, out, event, need) ||
            reserve(timeline, group.count))
            return -1;
        lay_out_group(timeline, &group);
        event += group.count;
    }
    return 0;
}

int timeline_end_tasks(struct timeline *timeline, uint64_t time)
{
    int processors = timeline->params.info.processors;
    if (reserve(timeline, (size_t)processors))
        return -1;
    for (int i = 0; i < processors; i++) {
        struct weft_event event = {.rank = i};
        struct timeline_pen pen = pen_of(timeline, i);
        if (pen.node->task >= 0)
            add(&pen, TIMELINE_TASK_END, time, &event,
                (uint64_t)pen.node->task);
        put_down(&pen, timeline);
    }
    return 0;
}
