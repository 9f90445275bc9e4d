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
#include <stdlib.h>

/* Far more than any trace lasts, and far from overflow. */
#define TIME_MAX ((uint64_t)1 << 53)

static int compare_as_text(const void *a, const void *b)
{
    char x[12], y[12];
    *weft_put_number(x, *(const uint32_t *)a) = '\0';
    *weft_put_number(y, *(const uint32_t *)b) = '\0';
    return strcmp(x, y);
}

/* by_text: the ranks, sorted as texts; place: where each rank is there. */
static int place_as_text(struct timeline *timeline, size_t processors)
{
    timeline->by_text = malloc((processors + 1) * sizeof(uint32_t));
    timeline->place = malloc((processors + 1) * sizeof(uint32_t));
    if (!timeline->by_text || !timeline->place)
        return -1;
    for (size_t i = 0; i < processors; i++)
        timeline->by_text[i] = (uint32_t)i;
    qsort(timeline->by_text, processors, sizeof(uint32_t), compare_as_text);
    for (size_t i = 0; i < processors; i++)
        timeline->place[timeline->by_text[i]] = (uint32_t)i;
    return 0;
}

int timeline_begin(struct timeline *timeline, struct weft_out *out,
                   const struct timeline_dialect *dialect,
                   const struct weft_trace_info *info)
{
    size_t processors = (size_t)info->processors;
    timeline->dialect = dialect;
    if (info->step && info->unit_ns < 8000)
        return weft_out_fail(out, ERANGE,
                             "a step must last at least %llu microseconds in "
                             "PICL, %u for each time unit",
                             (unsigned long long)info->step * 8, 8u);
    timeline->node = calloc(processors + 1, sizeof *timeline->node);
    if (!timeline->node || place_as_text(timeline, processors) ||
        timeline_batches_begin(timeline))
        return -1;
    for (size_t i = 0; i < processors; i++)
        timeline->node[i].task = -1;
    return weft_params_copy(&timeline->params, info);
}

void timeline_finish(struct timeline *timeline)
{
    timeline_batches_finish(timeline);
    weft_params_finish(&timeline->params);
    free(timeline->node);
    free(timeline->by_text);
    free(timeline->place);
    free(timeline->record);
    free(timeline->group);
}

static uint64_t microseconds(const struct timeline *timeline, uint64_t time)
{
    uint64_t unit = timeline->params.info.unit_ns;
    uint64_t whole = time / 1000, rest = time % 1000;
    if (unit && (whole > TIME_MAX / unit || rest > TIME_MAX / unit))
        return TIME_MAX;
    return whole * unit + rest * unit / 1000;
}

/* A trace from elsewhere has no dimensions: its messages have types. */
static int32_t type_of(const struct timeline *timeline,
                       const struct weft_event *event)
{
    if (timeline->params.info.step)
        return TIMELINE_TYPE(event->dimension);
    return event->message < 0 ? 0 : event->message;
}

/* Add a record of the processor of `event` at a time after its last one. */
static int add(struct timeline *timeline, enum timeline_what what,
               uint64_t time, const struct weft_event *event, uint64_t value)
{
    if (!timeline->dialect->has[what])
        return 0;
    if (timeline->count == timeline->capacity &&
        weft_grow(&timeline->record, &timeline->capacity, timeline->count + 1,
                  sizeof *timeline->record))
        return -1;
    struct timeline_record *record = &timeline->record[timeline->count++];
    bool numbered = what == TIMELINE_MARK || what == TIMELINE_STORE;
    *record = (struct timeline_record){
        .time = time,
        .value = value,
        .node = event->rank,
        .peer = event->peer,
        .type = numbered ? event->message : type_of(timeline, event),
        .what = (uint8_t)what};
    return 0;
}

/* The next free microsecond after a start. */
static uint64_t next(struct timeline_node *node, uint64_t time)
{
    node->early = time > node->early ? time : node->early + 1;
    return node->early;
}

static bool is_exact(const struct timeline *timeline)
{
    return timeline->params.info.step > 0;
}

/* The next free microsecond before an end. */
static uint64_t next_late(const struct timeline *timeline,
                          struct timeline_node *node, uint64_t time)
{
    bool taken = time <= node->late &&
                 node->late - time < timeline->params.info.unit_ns / 1000;
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
static int add_with_stat(struct timeline *timeline, enum timeline_what what,
                         uint64_t time, const struct weft_event *event)
{
    uint64_t in_calls = timeline->node[event->rank].in_calls;
    if (add(timeline, what, time, event, event->bytes))
        return -1;
    return add(timeline, TIMELINE_STAT, time, event, in_calls);
}

/* A communication call: two records. */
static int add_call(struct timeline *timeline, enum timeline_what what,
                    const struct weft_event *event, uint64_t begin,
                    uint64_t end)
{
    if (add_with_stat(timeline, what, begin, event))
        return -1;
    timeline->node[event->rank].in_calls += end - begin;
    return add_with_stat(timeline, what + 1, end, event);
}

/* Serve the message of an event from now on, if it is another one. */
static int switch_task(struct timeline *timeline,
                       const struct weft_event *event, uint64_t time, bool late)
{
    struct timeline_node *node = &timeline->node[event->rank];
    int32_t old = node->task;
    if (!is_exact(timeline) || event->message < 0 || event->message == old)
        return 0;
    node->task = event->message;
    for (int i = old < 0; i < 2; i++) {
        int32_t task = i == 0 ? old : event->message;
        uint64_t at = next_of(timeline, node, time, late);
        if (add(timeline, i == 0 ? TIMELINE_TASK_END : TIMELINE_TASK_BEGIN, at,
                event, (uint64_t)task))
            return -1;
    }
    return 0;
}

static int add_wait(struct timeline *timeline, const struct weft_event *event,
                    uint64_t time)
{
    struct timeline_node *node = &timeline->node[event->rank];
    node->entered = next(node, time);
    node->waiting = true;
    return add_with_stat(timeline, TIMELINE_WAIT_BEGIN, node->entered, event);
}

/* The receive that ends a wait. */
static int add_wake(struct timeline *timeline, const struct weft_event *event,
                    uint64_t end)
{
    struct timeline_node *node = &timeline->node[event->rank];
    end = next_of(timeline, node, end, true);
    node->in_calls += end - node->entered;
    node->waiting = false;
    if (add_with_stat(timeline, TIMELINE_WAIT_END, end, event))
        return -1;
    return switch_task(timeline, event, end, true);
}

/* A receive of a message that is there: from `time` to `end`, 0: at once. */
static int add_take(struct timeline *timeline, const struct weft_event *event,
                    uint64_t time, uint64_t end, bool late)
{
    struct timeline_node *node = &timeline->node[event->rank];
    uint64_t begin = next_of(timeline, node, time, late);
    end = next_of(timeline, node, end, late);
    if (add_call(timeline, TIMELINE_TAKE_BEGIN, event, begin, end))
        return -1;
    return switch_task(timeline, event, end, late);
}

static int add_receive(struct timeline *timeline,
                       const struct weft_event *event, uint64_t time,
                       uint64_t end, bool late)
{
    struct timeline_node *node = &timeline->node[event->rank];
    node->received++;
    node->received_bytes += event->bytes;
    if (node->waiting && event->flags & WEFT_EVENT_WAITED)
        return add_wake(timeline, event, time);
    return add_take(timeline, event, time, end, late);
}

/* The end of a call that began at once: `end`, or 0 for the next moment. */
static uint64_t finish_call(const struct timeline *timeline,
                            struct timeline_node *node, uint64_t end)
{
    return next_of(timeline, node, end, end > 0);
}

static int add_send(struct timeline *timeline, const struct weft_event *event,
                    uint64_t start, uint64_t end)
{
    struct timeline_node *node = &timeline->node[event->rank];
    node->sent++;
    node->sent_bytes += event->bytes;
    if (switch_task(timeline, event, start, false))
        return -1;
    uint64_t begin = next(node, start);
    return add_call(timeline, TIMELINE_SEND_BEGIN, event, begin,
                    finish_call(timeline, node, end));
}

/* An event that begins at `start`; its call ends at `end`, 0: at once. */
static int add_event(struct timeline *timeline, const struct weft_event *event,
                     uint64_t start, uint64_t end)
{
    static const uint8_t what[WEFT_EVENT_KINDS] = {
        [WEFT_COMPUTE] = TIMELINE_COMPUTE_BEGIN,
        [WEFT_SLEEP] = TIMELINE_SLEEP_BEGIN,
        [WEFT_STORE] = TIMELINE_STORE,
        [WEFT_MARK] = TIMELINE_MARK,
    };
    struct timeline_node *node = &timeline->node[event->rank];
    if (event->kind == WEFT_WAIT)
        return add_wait(timeline, event, start);
    if (event->kind == WEFT_RECEIVE)
        return add_receive(timeline, event, start, end, false);
    if (event->kind == WEFT_SEND)
        return add_send(timeline, event, start, end);
    if (add(timeline, what[event->kind], next(node, start), event,
            event->bytes))
        return -1;
    if (event->kind == WEFT_STORE || event->kind == WEFT_MARK)
        return 0;
    return add(timeline, what[event->kind] + 1,
               finish_call(timeline, node, end), event, event->bytes);
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

/* Can a reader tell what began in this unit from what begins in the next? */
static int check_fit(const struct timeline *timeline, struct weft_out *out)
{
    const struct weft_trace_info *info = &timeline->params.info;
    const struct weft_event *group = timeline->group;
    uint64_t need = 0;
    for (size_t i = 0; i < timeline->group_count; i++)
        need += needed[group[i].kind];
    if (!is_exact(timeline) || need <= info->unit_ns / 1000)
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
static int lay_out_early(struct timeline *timeline, uint64_t room)
{
    const struct weft_event *group = timeline->group;
    uint64_t start = microseconds(timeline, group->start);
    size_t last = timeline->group_count;
    while (last-- > 0 && is_late(timeline, &group[last]))
        ;
    for (size_t i = 0; i < timeline->group_count; i++) {
        if (is_late(timeline, &group[i]))
            continue;
        uint64_t end = microseconds(timeline, group->start + group[i].duration);
        end = i == last && end > start + room ? end - room : 0;
        if (add_event(timeline, &group[i], start, end))
            return -1;
    }
    return 0;
}

static int lay_out_late(struct timeline *timeline, uint64_t room)
{
    const struct weft_event *group = timeline->group;
    uint64_t start = microseconds(timeline, group->start);
    for (size_t i = 0; i < timeline->group_count; i++) {
        if (!is_late(timeline, &group[i]))
            continue;
        uint64_t end = microseconds(timeline, group->start + group[i].duration);
        end = end > start + room ? end - room : start;
        if (add_receive(timeline, &group[i], end, end, true))
            return -1;
    }
    return 0;
}

/* Lay out the events of a group: see the picture above. */
static int lay_out(struct timeline *timeline, struct weft_out *out)
{
    if (!timeline->group_count)
        return 0;
    if (check_fit(timeline, out))
        return -1;
    uint64_t room = 0;
    for (size_t i = 0; i < timeline->group_count; i++)
        if (is_late(timeline, &timeline->group[i]))
            room += needed[WEFT_RECEIVE];
    if (!is_exact(timeline))
        room = 0;
    if (lay_out_early(timeline, room + is_exact(timeline)) ||
        lay_out_late(timeline, room))
        return -1;
    timeline->group_count = 0;
    return 0;
}

static int begin_group(struct timeline *timeline, struct weft_out *out,
                       uint64_t start)
{
    if (lay_out(timeline, out))
        return -1;
    if (timeline->count < timeline->enough)
        return 0;
    if (timeline_flush(timeline, out, microseconds(timeline, start)))
        return -1;
    timeline->enough = 2 * timeline->count + 4096;
    return 0;
}

int timeline_events(struct timeline *timeline, struct weft_out *out,
                    const struct weft_event *event, size_t count)
{
    for (; count--; event++) {
        const struct weft_event *group = timeline->group;
        if (timeline->group_count &&
            (group->start != event->start || group->rank != event->rank) &&
            begin_group(timeline, out, event->start))
            return -1;
        if (weft_grow(&timeline->group, &timeline->group_capacity,
                      timeline->group_count + 1, sizeof *event))
            return -1;
        timeline->group[timeline->group_count++] = *event;
    }
    return 0;
}

/* Every task that is still open ends with its processor. */
static int end_tasks(struct timeline *timeline, uint64_t time)
{
    for (int i = 0; i < timeline->params.info.processors; i++) {
        struct weft_event event = {.rank = i};
        int32_t task = timeline->node[i].task;
        if (task >= 0 &&
            add(timeline, TIMELINE_TASK_END, time, &event, (uint64_t)task))
            return -1;
    }
    return 0;
}

int timeline_end(struct timeline *timeline, struct weft_out *out, uint64_t *end)
{
    if (lay_out(timeline, out))
        return -1;
    *end = 1;
    for (int i = 0; i < timeline->params.info.processors; i++) {
        const struct timeline_node *node = &timeline->node[i];
        uint64_t last = node->early > node->late ? node->early : node->late;
        *end = last >= *end ? last + 1 : *end;
    }
    if (end_tasks(timeline, (*end)++))
        return -1;
    return timeline_flush(timeline, out, UINT64_MAX) ||
                   timeline_batches_end(timeline, out)
               ? -1
               : 0;
}
