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

#include "../base/base.h"
#include "out.h"

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

/* A trace from elsewhere has no dimensions: its messages have types. */
static int32_t type_of(const struct timeline *timeline,
                       const struct weft_event *event)
{
    if (timeline->exact)
        return TIMELINE_TYPE(event->dimension);
    return event->message < 0 ? 0 : event->message;
}

/* No event makes more records. */
#define RECORDS_MAX 8

/* Room for the records of so many events. */
static int reserve(struct timeline *timeline, size_t events)
{
    size_t needed = timeline->count + events * RECORDS_MAX;
    if (needed <= timeline->capacity)
        return 0;
    return weft_grow(&timeline->record, &timeline->capacity, needed,
                     sizeof *timeline->record);
}

/* Add a record of the processor of `event` at a time after its last one, into
 * the room that is reserved. */
static inline void add(struct timeline *timeline, enum timeline_what what,
                       uint64_t time, const struct weft_event *event,
                       uint64_t value)
{
    if (!timeline->dialect->has[what])
        return;
    bool numbered = what == TIMELINE_MARK || what == TIMELINE_STORE;
    if (time > timeline->last)
        timeline->last = time;
    timeline->record[timeline->count++] = (struct timeline_record){
        .time = time,
        .value = value,
        .node = event->rank,
        .peer = event->peer,
        .type = numbered ? event->message : type_of(timeline, event),
        .what = (uint8_t)what};
}

/* The next free microsecond after a start. */
static uint64_t next(struct timeline_node *node, uint64_t time)
{
    node->early = time > node->early ? time : node->early + 1;
    return node->early;
}

static bool is_exact(const struct timeline *timeline)
{
    return timeline->exact;
}

/* The next free microsecond before an end. */
static uint64_t next_late(const struct timeline *timeline,
                          struct timeline_node *node, uint64_t time)
{
    bool taken = time <= node->late && node->late - time < timeline->unit_us;
    node->late = taken ? node->late + 1 : time;
    return node->late;
}

/* The next free microsecond, of the one or the other. */
static uint64_t next_of(const struct timeline *timeline,
                        struct timeline_node *node, uint64_t time, bool late)
{
    return late && is_exact(timeline) ? next_late(timeline, node, time)
                                      : next(node, time);
}

/* A record, and the statistics that PICL's first version has after it. */
static inline void add_with_stat(struct timeline *timeline,
                                 enum timeline_what what, uint64_t time,
                                 const struct weft_event *event)
{
    uint64_t in_calls = timeline->node[event->rank].in_calls;
    add(timeline, what, time, event, event->bytes);
    if (timeline->dialect->has[TIMELINE_STAT])
        add(timeline, TIMELINE_STAT, time, event, in_calls);
}

/* A communication call: two records. */
static void add_call(struct timeline *timeline, enum timeline_what what,
                     const struct weft_event *event, uint64_t begin,
                     uint64_t end)
{
    add_with_stat(timeline, what, begin, event);
    timeline->node[event->rank].in_calls += end - begin;
    add_with_stat(timeline, what + 1, end, event);
}

/* Serve the message of an event from now on, if it is another one. */
static void switch_task(struct timeline *timeline,
                        const struct weft_event *event, uint64_t time,
                        bool late)
{
    struct timeline_node *node = &timeline->node[event->rank];
    int32_t old = node->task;
    if (!is_exact(timeline) || event->message < 0 || event->message == old)
        return;
    node->task = event->message;
    for (int i = old < 0; i < 2; i++) {
        int32_t task = i == 0 ? old : event->message;
        uint64_t at = next_of(timeline, node, time, late);
        add(timeline, i == 0 ? TIMELINE_TASK_END : TIMELINE_TASK_BEGIN, at,
            event, (uint64_t)task);
    }
}

static void add_wait(struct timeline *timeline, const struct weft_event *event,
                     uint64_t time)
{
    struct timeline_node *node = &timeline->node[event->rank];
    node->entered = next(node, time);
    node->waiting = true;
    add_with_stat(timeline, TIMELINE_WAIT_BEGIN, node->entered, event);
}

/* The receive that ends a wait. */
static void add_wake(struct timeline *timeline, const struct weft_event *event,
                     uint64_t end)
{
    struct timeline_node *node = &timeline->node[event->rank];
    end = next_of(timeline, node, end, true);
    node->in_calls += end - node->entered;
    node->waiting = false;
    add_with_stat(timeline, TIMELINE_WAIT_END, end, event);
    switch_task(timeline, event, end, true);
}

/* A receive of a message that is there: from `time` to `end`, 0: at once. */
static void add_take(struct timeline *timeline, const struct weft_event *event,
                     uint64_t time, uint64_t end, bool late)
{
    struct timeline_node *node = &timeline->node[event->rank];
    uint64_t begin = next_of(timeline, node, time, late);
    end = next_of(timeline, node, end, late);
    add_call(timeline, TIMELINE_TAKE_BEGIN, event, begin, end);
    switch_task(timeline, event, end, late);
}

static void add_receive(struct timeline *timeline,
                        const struct weft_event *event, uint64_t time,
                        uint64_t end, bool late)
{
    struct timeline_node *node = &timeline->node[event->rank];
    node->received++;
    node->received_bytes += event->bytes;
    if (node->waiting && event->flags & WEFT_EVENT_WAITED)
        add_wake(timeline, event, time);
    else
        add_take(timeline, event, time, end, late);
}

/* The end of a call that began at once: `end`, or 0 for the next moment. */
static uint64_t finish_call(const struct timeline *timeline,
                            struct timeline_node *node, uint64_t end)
{
    return next_of(timeline, node, end, end > 0);
}

static void add_send(struct timeline *timeline, const struct weft_event *event,
                     uint64_t start, uint64_t end)
{
    struct timeline_node *node = &timeline->node[event->rank];
    node->sent++;
    node->sent_bytes += event->bytes;
    switch_task(timeline, event, start, false);
    uint64_t begin = next(node, start);
    add_call(timeline, TIMELINE_SEND_BEGIN, event, begin,
             finish_call(timeline, node, end));
}

/* An event that begins at `start`; its call ends at `end`, 0: at once. */
static void add_event(struct timeline *timeline, const struct weft_event *event,
                      uint64_t start, uint64_t end)
{
    static const uint8_t what[WEFT_EVENT_KINDS] = {
        [WEFT_COMPUTE] = TIMELINE_COMPUTE_BEGIN,
        [WEFT_SLEEP] = TIMELINE_SLEEP_BEGIN,
        [WEFT_STORE] = TIMELINE_STORE,
        [WEFT_MARK] = TIMELINE_MARK,
    };
    struct timeline_node *node = &timeline->node[event->rank];
    if (event->kind == WEFT_WAIT) {
        add_wait(timeline, event, start);
    } else if (event->kind == WEFT_RECEIVE) {
        add_receive(timeline, event, start, end, false);
    } else if (event->kind == WEFT_SEND) {
        add_send(timeline, event, start, end);
    } else {
        add(timeline, what[event->kind], next(node, start), event,
            event->bytes);
        if (event->kind == WEFT_COMPUTE || event->kind == WEFT_SLEEP)
            add(timeline, what[event->kind] + 1,
                finish_call(timeline, node, end), event, event->bytes);
    }
}

/* Does the event end just before its end, whatever its processor did before?
 * Traces from elsewhere say when the calls of other receives began. */
static bool is_late(const struct timeline *timeline,
                    const struct weft_event *event)
{
    return event->kind == WEFT_RECEIVE && event->duration &&
           (is_exact(timeline) || event->flags & WEFT_EVENT_WAITED);
}

/* Microseconds that an event may need in a unit; tasks come with transfers. */
static const uint8_t needed[WEFT_EVENT_KINDS] = {
    [WEFT_SEND] = 4,    [WEFT_RECEIVE] = 4, [WEFT_WAIT] = 1, [WEFT_SLEEP] = 2,
    [WEFT_COMPUTE] = 2, [WEFT_STORE] = 1,   [WEFT_MARK] = 1,
};

/* Events of one processor and one start. */
struct group {
    const struct weft_event *event;
    size_t count;
    size_t late;       /* how many of them are */
    size_t last_early; /* index; count: all are late */
};

/* Can a reader tell what began in this unit from what begins in the next? */
static int check_fit(const struct timeline *timeline, struct weft_out *out,
                     const struct weft_event *group, uint64_t need)
{
    const struct weft_trace_info *info = &timeline->params.info;
    if (!is_exact(timeline) || need <= timeline->unit_us)
        return 0;
    return weft_out_fail(
        out, ERANGE,
        "what processor %d does at time %llu needs %llu microseconds of one "
        "time unit in PICL: let a step last at least %llu microseconds",
        group->rank, (unsigned long long)group->start, (unsigned long long)need,
        (unsigned long long)(need * info->step));
}

/* The events that come before the late receives; the last one of them may go
 * on until `room` before its end. */
static void lay_out_early(struct timeline *timeline, const struct group *group,
                          uint64_t start, uint64_t room)
{
    for (size_t i = 0; i < group->count; i++) {
        const struct weft_event *event = &group->event[i];
        if (is_late(timeline, event))
            continue;
        uint64_t end = 0;
        if (i == group->last_early)
            end = microseconds(timeline, event->start + event->duration);
        add_event(timeline, event, start, end > start + room ? end - room : 0);
    }
}

static void lay_out_late(struct timeline *timeline, const struct group *group,
                         uint64_t start, uint64_t room)
{
    for (size_t i = 0; i < group->count; i++) {
        const struct weft_event *event = &group->event[i];
        if (!is_late(timeline, event))
            continue;
        uint64_t end = microseconds(timeline, event->start + event->duration);
        end = end > start + room ? end - room : start;
        add_receive(timeline, event, end, end, true);
    }
}

int timeline_lay_out(struct timeline *timeline, struct weft_out *out,
                     const struct weft_event *event, size_t count)
{
    struct group group = {event, count, 0, count};
    uint64_t need = 0;
    for (size_t i = 0; i < count; i++) {
        need += needed[event[i].kind];
        if (is_late(timeline, &event[i]))
            group.late++;
        else
            group.last_early = i;
    }
    if (check_fit(timeline, out, event, need) || reserve(timeline, count))
        return -1;
    bool exact = is_exact(timeline);
    uint64_t room = exact ? group.late * needed[WEFT_RECEIVE] : 0;
    uint64_t start = microseconds(timeline, event->start);
    if (group.late < count)
        lay_out_early(timeline, &group, start, room + exact);
    if (group.late)
        lay_out_late(timeline, &group, start, room);
    return 0;
}

int timeline_end_tasks(struct timeline *timeline, uint64_t time)
{
    int processors = timeline->params.info.processors;
    if (reserve(timeline, (size_t)processors))
        return -1;
    for (int i = 0; i < processors; i++) {
        struct weft_event event = {.rank = i};
        int32_t task = timeline->node[i].task;
        if (task >= 0)
            add(timeline, TIMELINE_TASK_END, time, &event, (uint64_t)task);
    }
    return 0;
}
