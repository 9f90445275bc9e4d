/* Write events as calls of PICL.
 *
 * In PICL a processor makes one call after the other, and two records of one
 * processor in the same microsecond would be sorted by type, not by order,
 * which breaks pairs. Therefore every record of a processor gets its own
 * microsecond. Of the calls of one processor that begin at the same time, sends
 * come first, one microsecond each, except that the last one lasts until the
 * end; receives end one after the other just before the end:
 *
 *     start                                            end of the step
 *     |send|send|------- send ------|receive|receive|task|
 *
 * So starts and ends are at opposite sides of a time unit, and a reader
 * recovers the exact times. For this, all events that begin at the same time
 * must fit in one unit: 4 microseconds per transfer are enough.
 *
 * This holds for steps of one time unit. Where calls may overlap, because they
 * last longer (other costs) or the trace is foreign, their ends are deferred
 * until everything that begins before them is written (timeline-ends.c). If
 * another call of the same processor lies in between, the records do not
 * determine the duration of a transfer; it is then recorded as one more datum,
 * the explicit duration. Traces without steps are foreign; their times are
 * moved only to keep the order.
 *
 * The user task of a processor is the message that it last sent or received. A
 * receive is part of the task before it, because the message is not yet known
 * when the wait for it begins. A wait that no receive ends is closed when the
 * processor does something else. */
#include "timeline-pen.h"

#include "base/base.h"
#include "trace/io/out.h"

/* A limit above any time of a trace and far from overflow. */
#define TIMELINE_CALLS_TIME_MAX ((uint64_t)1 << 53)

/* Convert a time to microseconds. The results are cached, because few different
 * times occur: the start and the end of a step. */
static inline uint64_t microseconds(struct timeline *timeline, uint64_t time)
{
    struct timeline_moment *known = &timeline->known[time % 2];
    if (known->time == time)
        return known->microseconds;
    uint64_t unit = timeline->params.info.unit_ns;
    uint64_t whole = time / 1000, rest = time % 1000;
    bool late = unit && (whole > TIMELINE_CALLS_TIME_MAX / unit ||
                         rest > UINT64_MAX / unit);
    known->time = time;
    known->microseconds =
        late ? TIMELINE_CALLS_TIME_MAX : whole * unit + rest * unit / 1000;
    return known->microseconds;
}

uint64_t timeline_microseconds(struct timeline *timeline, uint64_t time)
{
    return microseconds(timeline, time);
}

int timeline_reserve(struct timeline *timeline, size_t events)
{
    size_t needed = timeline->count + events * RECORDS_MAX;
    if (needed <= timeline->capacity)
        return 0;
    return array_grow(&timeline->record, &timeline->capacity, needed,
                      sizeof *timeline->record);
}

static inline void timeline_calls_add_receive(struct timeline_pen *pen,
                                              const struct weft_event *event,
                                              uint64_t time, uint64_t end,
                                              enum timeline_side side)
{
    pen->node->received++;
    pen->node->received_bytes += event->bytes;
    if (pen->node->waiting && !(event->flags & WEFT_EVENT_WAITED))
        pen_close_wait(pen, event, pen->start);
    if (pen->node->waiting && event->flags & WEFT_EVENT_WAITED)
        pen_wake(pen, event, time, side);
    else
        pen_take(pen, event, time, end, side);
}

/* Add a send. `end` is the end of the call, or 0 if it ends at once. */
static inline int timeline_calls_add_send(struct timeline *timeline,
                                          struct output *out,
                                          struct timeline_pen *pen,
                                          const struct weft_event *event,
                                          uint64_t end, bool last)
{
    struct timeline_node *node = pen->node;
    uint64_t start = timeline->start.microseconds;
    node->sent++;
    node->sent_bytes += event->bytes;
    if (node->bare && node->bare == node->early && node->task != event->message)
        node->early++;
    pen_switch(pen, event, start, TIMELINE_EARLY);
    if (timeline_begin_send(timeline, out, pen, event, start, last))
        return -1;
    if (timeline_puts_off(timeline, event, last))
        return 0;
    uint64_t begin = node->early;
    end = pen_next(pen, end, end ? TIMELINE_LATE : TIMELINE_EARLY);
    node->in_calls += end - begin;
    bool explicit = !timeline->exact && (event->duration || node->sending);
    pen->explicit = explicit ? event->duration + 1 : 0;
    pen_add_with_stat(pen, TIMELINE_SEND_END, end, event);
    pen->explicit = 0;
    return 0;
}

static inline void timeline_calls_add_wait(struct timeline_pen *pen,
                                           const struct weft_event *event,
                                           uint64_t time)
{
    pen->node->entered = pen_next(pen, time, TIMELINE_EARLY);
    pen->node->waiting = true;
    pen->node->since = event->start;
    pen_add_with_stat(pen, TIMELINE_WAIT_BEGIN, pen->node->entered, event);
}

static int add_other(struct timeline *timeline, struct output *out,
                     struct timeline_pen *pen, const struct weft_event *event,
                     uint64_t end)
{
    static const uint8_t what[WEFT_EVENT_KINDS] = {
        [WEFT_COMPUTE] = TIMELINE_COMPUTE_BEGIN,
        [WEFT_SLEEP] = TIMELINE_SLEEP_BEGIN,
        [WEFT_CALL] = TIMELINE_CALL_BEGIN,
        [WEFT_PRESENT] = TIMELINE_PRESENT,
        [WEFT_STORE] = TIMELINE_STORE,
        [WEFT_MARK] = TIMELINE_MARK,
        [WEFT_TASK] = TIMELINE_TASK,
        [WEFT_DONE] = TIMELINE_DONE,
    };
    bool span = timeline_span(event) >= 0;
    bool numbered = !span && event->kind != WEFT_PRESENT;
    if (span && timeline_tell_span(timeline, out, pen, event))
        return -1;
    if (numbered && event->message < 0)
        return timeline_refuse_unnumbered(out, event);
    pen_close_served(pen, event);
    uint64_t begin = pen_next(pen, pen->start, TIMELINE_EARLY);
    pen_add_span(pen, what[event->kind], begin, begin, event);
    if (!span)
        return 0;
    /* other calls may end within this one or at the same time and need separate
     * microseconds; the end of this one needs none of its own */
    if (end && event->duration > 1)
        pen->far = end;
    else
        end = pen_next(pen, end, end ? TIMELINE_LATE : TIMELINE_EARLY);
    pen_add_span(pen, what[event->kind] + 1, begin, end, event);
    pen->explicit = 0;
    return 0;
}

/* Return whether the event is consistent with the waits: a wait is possible
 * here, or a receive that waited follows its wait. */
static inline bool fits_waits(const struct timeline_node *node,
                              const struct weft_event *event)
{
    if (event->kind == WEFT_WAIT)
        return event->start >= node->receives;
    if (event->kind == WEFT_RECEIVE && event->flags & WEFT_EVENT_WAITED)
        return node->waiting && node->since == event->since;
    return true;
}

/* Return whether the processor is asleep in PICL's first version, where a sleep
 * is a call, like a transfer. */
static bool is_asleep(const struct timeline_pen *pen,
                      const struct weft_event *event)
{
    static const struct weft_event sleep = {.kind = WEFT_SLEEP};
    return pen->has[TIMELINE_SLEEP_BEGIN] && pen->has[TIMELINE_STAT] &&
           event->start < pen->node->reported_to[timeline_span(&sleep)];
}

/* Add an event that begins now. `end` is the end of its call, or 0 if it ends
 * at once. `last`: whether it is the last event that begins now on its
 * processor. */
static inline int add_event(struct timeline *timeline, struct output *out,
                            struct timeline_pen *pen,
                            const struct weft_event *event, uint64_t end,
                            bool last)
{
    uint64_t start = timeline->start.microseconds;
    bool under_way =
        pen->node->sending || pen->node->taking || is_asleep(pen, event);
    bool call =
        event->kind <= WEFT_SLEEP; /* events of the other kinds may overlap */
    if (under_way && call && timeline_check_overlap(timeline, out, event))
        return -1;
    bool over = !(event->flags & WEFT_EVENT_WAITED) && !is_task_event(event);
    if (pen->node->waiting && over)
        pen_close_wait(pen, event, start);
    if (!fits_waits(pen->node, event))
        return timeline_refuse_wait(out, event);
    if (event->kind == WEFT_SEND)
        return timeline_calls_add_send(timeline, out, pen, event, end, last);
    if (timeline_puts_off(timeline, event, last))
        return timeline_put_off(timeline, out, pen, event, start);
    if (event->kind == WEFT_WAIT)
        timeline_calls_add_wait(pen, event, start);
    else if (event->kind == WEFT_RECEIVE)
        timeline_calls_add_receive(pen, event, start, end, TIMELINE_EARLY);
    else
        return add_other(timeline, out, pen, event, end);
    return 0;
}

/* Return whether the event is placed just before its end, whatever the earlier
 * events are. */
static bool timeline_calls_is_late(const struct timeline *timeline,
                                   const struct weft_event *event)
{
    return event->kind == WEFT_RECEIVE && event->duration && timeline->exact &&
           !timeline_puts_off(timeline, event, true);
}

/* Maximum number of records that an event of each kind writes in one time unit,
 * including those of a task change. Each record needs its own microsecond. */
static const uint8_t timeline_calls_needed[WEFT_EVENT_KINDS] = {
    [WEFT_SEND] = 4,    [WEFT_RECEIVE] = 4, [WEFT_WAIT] = 1, [WEFT_SLEEP] = 2,
    [WEFT_COMPUTE] = 2, [WEFT_STORE] = 1,   [WEFT_MARK] = 1, [WEFT_CALL] = 2,
    [WEFT_PRESENT] = 1, [WEFT_TASK] = 3,    [WEFT_DONE] = 3,
};

/* Write several simultaneous marks of a foreign trace as a tracemark array. */
static void add_array(struct timeline_pen *pen, const struct weft_event *event,
                      size_t count)
{
    if (pen->node->waiting)
        pen_close_wait(pen, event, pen->start);
    uint64_t time = pen_next(pen, pen->start, TIMELINE_EARLY);
    for (size_t i = 0; i < count; i++)
        pen_add(pen, i ? TIMELINE_MORE : TIMELINE_ARRAY, time, &event[i],
                count - i);
}

/* The events of one processor with the same start. */
struct timeline_group {
    const struct weft_event *event;
    size_t count;
    size_t late; /* number of events for which timeline_calls_is_late() holds */
    size_t last_early; /* index of the last of the other events; `count` if
                          there are none */
    bool loose;        /* whether there is a transfer with only one end */
};

/* Return the number of consecutive marks from event i on, or 0 if they do not
 * form an array. */
static size_t array_at(const struct timeline_pen *pen,
                       const struct timeline_group *group, size_t i)
{
    size_t end = i;
    while (pen->has[TIMELINE_ARRAY] && end < group->count &&
           group->event[end].kind == WEFT_MARK &&
           group->event[end].message >= 0)
        end++;
    return end - i > 1 ? end - i : 0;
}

/* Lay out the events that precede the late receives. The last of them may
 * extend to `room` microseconds before its end. */
static inline int lay_out_early(struct timeline *timeline, struct output *out,
                                struct timeline_pen *pen,
                                const struct timeline_group *group,
                                uint64_t room)
{
    uint64_t start = timeline->start.microseconds;
    for (size_t i = 0; i <= group->last_early; i++) {
        const struct weft_event *event = &group->event[i];
        bool last = i == group->last_early;
        if (group->late && timeline_calls_is_late(timeline, event))
            continue;
        size_t array = array_at(pen, group, i);
        if (array) {
            add_array(pen, event, array);
            i += array - 1;
            continue;
        }
        uint64_t end = 0;
        if (last)
            end = microseconds(timeline, event->start + event->duration);
        end = end > start + room ? end - room : 0;
        if (add_event(timeline, out, pen, event, end, last))
            return -1;
    }
    return 0;
}

static inline int lay_out_late(struct timeline *timeline, struct output *out,
                               struct timeline_pen *pen,
                               const struct timeline_group *group,
                               uint64_t room)
{
    uint64_t start = timeline->start.microseconds;
    for (size_t i = 0; i < group->count; i++) {
        const struct weft_event *event = &group->event[i];
        if (!timeline_calls_is_late(timeline, event))
            continue;
        if (!fits_waits(pen->node, event))
            return timeline_refuse_wait(out, event);
        uint64_t end = microseconds(timeline, event->start + event->duration);
        end = end > start + room ? end - room : start;
        timeline_calls_add_receive(pen, event, end, end, TIMELINE_LATE);
    }
    return 0;
}

/* Return the number of microseconds that an event needs in the time unit in
 * which it begins. */
static uint64_t need_of(const struct timeline *timeline,
                        const struct weft_event *event)
{
    bool send = event->kind == WEFT_SEND, receive = event->kind == WEFT_RECEIVE;
    if (timeline->params.info.step == 1)
        return timeline_calls_needed[event->kind];
    if (receive && event->duration)
        /* a receive with a duration has all its records before its end */
        return 0;
    return timeline_calls_needed[event->kind] +
           (uint64_t)(send && timeline->dialect->has[TIMELINE_TELL]);
}

/* Maximum number of microseconds that any event needs, including the record
 * that ends the preceding wait. */
#define NEED_MAX 10

/* Return the number of microseconds that all events of a group need in the time
 * unit, or 0 if they certainly fit. */
static inline uint64_t need_of_all(const struct timeline *timeline,
                                   const struct timeline_group *group)
{
    uint64_t need = timeline->node[group->event->rank].waiting;
    bool takes = false;
    if (NEED_MAX * (group->count + 1) <= timeline->unit_us)
        return 0;
    for (size_t i = 0; i < group->count; i++) {
        const struct weft_event *event = &group->event[i];
        need += need_of(timeline, event);
        takes |= event->kind == WEFT_RECEIVE && !event->duration;
    }
    /* receives in the first half of the unit are of messages that had arrived
     * before, so all records must fit in that half */
    return takes && timeline->params.info.step != 1 ? 2 * need : need;
}

/* Return the group of events that have the processor and start of the first
 * one. */
static inline struct timeline_group
timeline_calls_gather(const struct timeline *timeline,
                      const struct weft_event *event, size_t count)
{
    struct timeline_group group = {.event = event};
    size_t i = 0;
    do {
        group.loose |= event[i].peer < 0 && event[i].kind <= WEFT_RECEIVE;
        if (timeline_calls_is_late(timeline, &event[i]))
            group.late++;
        else
            group.last_early = i;
        i++;
    } while (i < count && event[i].start == event->start &&
             event[i].rank == event->rank);
    group.count = i;
    return group;
}

static int lay_out_group(struct timeline *timeline, struct output *out,
                         const struct timeline_group *group)
{
    bool exact = timeline->exact;
    uint64_t room =
        exact ? group->late * timeline_calls_needed[WEFT_RECEIVE] : 0;
    struct timeline_pen pen = pen_of(timeline, group->event->rank);
    if (group->late < group->count &&
        lay_out_early(timeline, out, &pen, group, room + exact))
        return -1;
    if (group->late && lay_out_late(timeline, out, &pen, group, room))
        return -1;
    pen_put_down(&pen, timeline);
    return timeline_check_moved(timeline, out, group->event->rank);
}

/* Advance to `start`: write the ends up to this time. */
static int timeline_calls_go_on(struct timeline *timeline, struct output *out,
                                uint64_t start)
{
    if (timeline_check_longest(timeline, out))
        return -1;
    return timeline_end_until(timeline, out, start) ||
                   timeline_advance(timeline, out, start)
               ? -1
               : 0;
}

int timeline_lay_out(struct timeline *timeline, struct output *out,
                     const struct weft_event *event, size_t count)
{
    const struct weft_event *end = event + count;
    while (event < end) {
        if (event->start != timeline->start.time &&
            timeline_calls_go_on(timeline, out, event->start))
            return -1;
        struct timeline_node *node = &timeline->node[event->rank];
        node->within = event->start < node->put_off_to;
        struct timeline_group group =
            timeline_calls_gather(timeline, event, (size_t)(end - event));
        if ((group.loose && timeline_refuse_loose(out, event)) ||
            timeline_check_fit(timeline, out, event,
                               need_of_all(timeline, &group)) ||
            timeline_reserve(timeline, group.count) ||
            lay_out_group(timeline, out, &group))
            return -1;
        event += group.count;
    }
    return 0;
}
