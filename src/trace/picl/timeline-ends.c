/* Defers the ends of calls until everything that begins before them is written:
 * calls of a processor may then overlap, with each record at its time.
 *
 * In a run with steps, ends are in the second half of the time unit before
 * them, starts in the first half. In a foreign trace, they are at their own
 * times. */
#include "timeline-pen.h"

#include "base/base.h"
#include "trace/io/out.h"

/* Flag of a deferred end whose duration is recorded explicitly. */
#define EXPLICIT 128

/* Return whether a call needs an explicit duration, because the records do not
 * determine it. In a foreign trace, one call of each kind may be in progress
 * without one (`under_way`); others need it. Return -1 if the format has no
 * explicit durations. */
static int tells(const struct timeline *timeline, struct output *out,
                 const struct weft_event *event, bool last, bool *under_way)
{
    if (timeline->exact)
        return 0;
    bool explicit = *under_way || !last;
    if (explicit && timeline_check_overlap(timeline, out, event))
        return -1;
    *under_way = true;
    return explicit;
}

/* Set pen->explicit for a send to 1 + explicit duration, or to 0. Return the
 * same values as tells(). */
static int send_tells(struct timeline *timeline, struct output *out,
                      const struct weft_event *event, bool last,
                      struct timeline_pen *pen)
{
    uint64_t step = timeline->params.info.step;
    int explicit = timeline->exact && (step != 1 || event->duration != step);
    if (!timeline->exact && (event->duration || pen->node->sending)) {
        bool *sending = &pen->node->sending, before = *sending;
        explicit = tells(timeline, out, event, last, sending);
        *sending = before || (last && event->duration);
    }
    pen->explicit = explicit > 0 ? event->duration + 1 : 0;
    if (event->duration > timeline->longest)
        timeline->longest = event->duration;
    return explicit;
}

/* Defer the end of a transfer. */
static int put_off(struct timeline *timeline, struct timeline_node *node,
                   const struct weft_event *end, uint64_t begin)
{
    uint64_t time = end->start + end->duration;
    if (time > node->put_off_to)
        node->put_off_to = time;
    return agenda_add(&timeline->ends, time, begin, end);
}

int timeline_begin_send(struct timeline *timeline, struct output *out,
                        struct timeline_pen *pen,
                        const struct weft_event *event, uint64_t start,
                        bool last)
{
    int explicit = send_tells(timeline, out, event, last, pen);
    uint64_t begin, said = pen->explicit;
    if (explicit < 0)
        return -1;
    if (said && pen->has[TIMELINE_TELL])
        pen_add(pen, TIMELINE_TELL, pen_next(pen, start, TIMELINE_EARLY), event,
                event->duration);
    begin = pen_next(pen, start, TIMELINE_EARLY);
    pen_add_with_stat(pen, TIMELINE_SEND_BEGIN, begin, event);
    pen->explicit = 0;
    if (!timeline_puts_off(timeline, event, last))
        return 0;
    struct weft_event end = *event;
    end.flags = explicit ? EXPLICIT : 0;
    return put_off(timeline, pen->node, &end, begin);
}

/* The record with which each kind of span begins; that of the end is the next
 * one. */
static const uint8_t span_record[TIMELINE_SPANS] = {
    TIMELINE_COMPUTE_BEGIN, TIMELINE_SLEEP_BEGIN, TIMELINE_CALL_BEGIN};

int timeline_tell_span(const struct timeline *timeline, struct output *out,
                       struct timeline_pen *pen, const struct weft_event *event)
{
    int span = timeline_span(event);
    bool written = pen->has[span_record[span]];
    uint64_t *reported_to = &pen->node->reported_to[span];
    bool none = timeline->exact && !event->duration;
    if (none || event->start < *reported_to) {
        if (written && timeline_check_overlap(timeline, out, event))
            return -1;
        pen->explicit = event->duration + 1;
    } else {
        *reported_to = event->start + event->duration;
    }
    return 0;
}

/* Begin a span: a computation, a sleep or another call. */
static int begin_span(struct timeline *timeline, struct output *out,
                      struct timeline_pen *pen, const struct weft_event *event,
                      uint64_t start)
{
    if (timeline_tell_span(timeline, out, pen, event))
        return -1;
    struct weft_event end = *event;
    end.flags = pen->explicit ? EXPLICIT : 0;
    uint64_t begin = pen_next(pen, start, TIMELINE_EARLY);
    pen_add_span(pen, span_record[timeline_span(event)], begin, begin, event);
    return agenda_add(&timeline->ends, event->start + event->duration, begin,
                      &end);
}

static int timeline_ends_begin_receive(struct timeline *timeline,
                                       struct output *out,
                                       struct timeline_pen *pen,
                                       const struct weft_event *event,
                                       uint64_t start)
{
    struct timeline_node *node = pen->node;
    struct weft_event end = *event;
    bool wakes = node->waiting && event->flags & WEFT_EVENT_WAITED;
    uint64_t begin = 0;
    int explicit = 0;
    node->received++;
    node->received_bytes += event->bytes;
    end.flags = wakes ? WEFT_EVENT_WAITED : 0;
    if (event->duration > timeline->longest &&
        event->duration > timeline->longer) {
        timeline->longer = event->duration;
        timeline->longer_rank = event->rank;
    }
    if (event->start + event->duration > node->receives)
        node->receives = event->start + event->duration;
    if (wakes)
        node->waiting = false;
    else if (!timeline->exact)
        explicit = tells(timeline, out, event, true, &node->taking);
    if (!timeline->exact)
        node->taking = true; /* calls within this one will need explicit
                                durations */
    if (explicit < 0)
        return -1;
    if (!wakes && !timeline->exact) {
        begin = pen_next(pen, start, TIMELINE_EARLY);
        pen->explicit = explicit ? event->duration + 1 : 0;
        pen_add_with_stat(pen, TIMELINE_TAKE_BEGIN, begin, event);
    }
    if (explicit || (wakes && !timeline->exact))
        end.flags |= EXPLICIT;
    return put_off(timeline, node, &end, begin);
}

int timeline_put_off(struct timeline *timeline, struct output *out,
                     struct timeline_pen *pen, const struct weft_event *event,
                     uint64_t start)
{
    int result =
        event->kind == WEFT_RECEIVE
            ? timeline_ends_begin_receive(timeline, out, pen, event, start)
            : begin_span(timeline, out, pen, event, start);
    pen->explicit = 0;
    return result;
}

static void end_send(struct timeline_pen *pen, const struct weft_event *event,
                     uint64_t begin, uint64_t time)
{
    uint64_t end = pen_next(pen, time, TIMELINE_PUT_OFF);
    pen->node->in_calls += end - begin;
    if (!pen->explicit)
        pen->node->sending = false;
    if (pen->exact)
        /* the duration was already recorded at the beginning of the send */
        pen->explicit = 0;
    pen_add_with_stat(pen, TIMELINE_SEND_END, end, event);
}

static void end_receive(struct timeline_pen *pen,
                        const struct weft_event *event, uint64_t begin,
                        uint64_t time)
{
    if (event->flags & WEFT_EVENT_WAITED) {
        pen->node->taking = false;
        pen_wake(pen, event, time, TIMELINE_PUT_OFF);
    } else if (pen->exact) {
        pen_take(pen, event, time, time, TIMELINE_PUT_OFF);
    } else {
        uint64_t end = pen_next(pen, time, TIMELINE_PUT_OFF);
        pen->node->in_calls += end - begin;
        if (!pen->explicit)
            pen->node->taking = false;
        pen_add_with_stat(pen, TIMELINE_TAKE_END, end, event);
    }
}

static void end_span(struct timeline_pen *pen, const struct weft_event *event,
                     uint64_t begin, uint64_t time)
{
    pen_add_span(pen, span_record[timeline_span(event)] + 1, begin,
                 pen_next(pen, time, TIMELINE_PUT_OFF), event);
}

/* In a run with steps, check that the end records fit into the time unit before
 * the end. */
static int timeline_ends_check_end(const struct timeline *timeline,
                                   struct output *out,
                                   const struct weft_event *event, uint64_t end,
                                   uint64_t last)
{
    if (!timeline->exact || last < end)
        return 0;
    uint64_t need = timeline->unit_us + 2 * (last - end + 1);
    return out_fail(
        out, WEFT_ERROR_LIMIT,
        "processor %d at time %llu needs %llu microseconds of one time unit in "
        "PICL: make a step last at least %llu microseconds (--step-us)",
        event->rank, (unsigned long long)(event->start + event->duration),
        (unsigned long long)need,
        (unsigned long long)(need * timeline->params.info.step));
}

static int end_one(struct timeline *timeline, struct output *out,
                   const struct agenda_item *item)
{
    const struct weft_event *event = &item->event;
    uint64_t time = timeline_microseconds(timeline, item->time);
    if (timeline_reserve(timeline, 1))
        return -1;
    struct timeline_pen pen = pen_of(timeline, event->rank);
    uint64_t end = time;
    if (timeline->exact)
        time -= timeline->unit_us / 2;
    if (timeline->exact && time <= pen.node->early)
        time = pen.node->early + 1;
    pen.explicit = event->flags & EXPLICIT ? event->duration + 1 : 0;
    if (event->kind == WEFT_SEND)
        end_send(&pen, event, item->number, time);
    else if (event->kind == WEFT_RECEIVE)
        end_receive(&pen, event, item->number, time);
    else
        end_span(&pen, event, item->number, time);
    pen_put_down(&pen, timeline);
    return timeline_ends_check_end(timeline, out, event, end,
                                   pen.node->put_off);
}

int timeline_end_until(struct timeline *timeline, struct output *out,
                       uint64_t time)
{
    const struct agenda_item *first;
    while ((first = agenda_first(&timeline->ends)) && first->time <= time) {
        if (end_one(timeline, out, first))
            return -1;
        agenda_pop(&timeline->ends);
    }
    return 0;
}
