/* Makes events from the slices and arrows of a foreign Chrome file. An arrow is
 * a send and a receive, with the durations of their slices. A slice without
 * arrows is a computation, for the time in which no slice within it is open. A
 * slice that has a name is also a task, for its whole duration. */
#include "chrome-file.h"

#include "base/text/origins.h"

#include <stdlib.h>

static int compare_threads(const void *a, const void *b)
{
    const struct chrome_thread *x = *(struct chrome_thread *const *)a;
    const struct chrome_thread *y = *(struct chrome_thread *const *)b;
    if (x->pid != y->pid)
        return x->pid < y->pid ? -1 : 1;
    return (x->tid > y->tid) - (x->tid < y->tid);
}

/* Assign numbers to the threads that have slices. Return 0, or -1 if out of
 * memory. */
static int number_threads(struct chrome_foreign *foreign, int *processors)
{
    struct chrome_thread **list =
        malloc((foreign->threads + 1) * sizeof(struct chrome_thread *));
    size_t count = 0;
    if (!list)
        return -1;
    for (size_t i = 0; i < foreign->slices; i++) {
        struct chrome_thread *thread =
            &foreign->thread[foreign->slice[i].track];
        if (!thread->used)
            list[count++] = thread;
        thread->used = true;
    }
    qsort(list, count, sizeof *list, compare_threads);
    for (size_t i = 0; i < count; i++)
        list[i]->rank = (int32_t)i;
    free(list);
    *processors = (int)count;
    return 0;
}

/* Compare by send, because messages are numbered in this order. All arrows with
 * the same id from the same slice are one message. */
static int compare_arrows(const void *a, const void *b)
{
    const struct chrome_arrow *x = a, *y = b;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    if (x->flow != y->flow)
        return x->flow < y->flow ? -1 : 1;
    return (x->to > y->to) - (x->to < y->to);
}

static struct weft_event event_of(const struct chrome_foreign *foreign,
                                  size_t index, enum weft_event_kind kind)
{
    const struct chrome_slice *slice = &foreign->slice[index];
    return (struct weft_event){
        .start = slice->start,
        .since = slice->start,
        .duration = slice->end - slice->start,
        .rank = foreign->thread[slice->track].rank,
        .peer = -1,
        .message = -1,
        .bytes = slice->bytes,
        .dimension = slice->dimension,
        .kind = (uint8_t)kind,
    };
}

static void make_arrow(const struct chrome_foreign *foreign, size_t i,
                       int32_t message, struct weft_event event[2])
{
    const struct chrome_arrow *arrow = &foreign->arrow[i];
    struct weft_event *send = &event[0], *receive = &event[1];
    *send = event_of(foreign, arrow->from, WEFT_SEND);
    *receive = event_of(foreign, arrow->to, WEFT_RECEIVE);
    send->peer = receive->rank;
    receive->peer = send->rank;
    send->message = receive->message = message;
    if (receive->start < send->start &&
        send->start - receive->start <= receive->duration) {
        receive->duration -= send->start - receive->start;
        receive->start = send->start;
        receive->flags = WEFT_EVENT_WAITED;
    }
    if (!receive->bytes)
        receive->bytes = send->bytes;
    if (receive->dimension < 0)
        receive->dimension = send->dimension;
    const struct chrome_arrow *before = arrow - 1;
    if (i && before->from == arrow->from && before->flow == arrow->flow)
        send->flags = WEFT_EVENT_SAME;
}

/* Add a wait for each receive that began before its send. */
static size_t make_waits(const struct weft_event *receive, size_t count,
                         struct weft_event *event)
{
    size_t made = 0;
    for (size_t i = 0; i < count; i++)
        if (receive[i].flags & WEFT_EVENT_WAITED)
            event[made++] = (struct weft_event){.start = receive[i].since,
                                                .since = receive[i].since,
                                                .rank = receive[i].rank,
                                                .peer = receive[i].peer,
                                                .message = -1,
                                                .dimension = -1,
                                                .kind = WEFT_WAIT};
    return made;
}

/* Add the sends in the order of the arrows, then the receives, then the waits
 * of receives. */
static size_t make_arrows(struct chrome_foreign *foreign,
                          struct weft_event *event)
{
    size_t count = foreign->arrows;
    int32_t next = -1;
    for (size_t i = 0; i < count; i++) {
        struct weft_event both[2];
        int32_t said = foreign->slice[foreign->arrow[i].from].message;
        make_arrow(foreign, i, 0, both);
        next += !(both[0].flags & WEFT_EVENT_SAME);
        both[0].message = both[1].message = said >= 0 ? said : next;
        event[i] = both[0];
        event[count + i] = both[1];
    }
    return 2 * count + make_waits(event + count, count, event + 2 * count);
}

/* Divides the time of a thread among its slices: each moment belongs to the
 * open slice that began last. An enclosing slice thus counts only its own time,
 * and no time is lost if two slices overlap partially. */
struct foreign_events_own_time {
    const struct chrome_foreign *foreign;
    size_t *open; /* [depth] indices of open slices, the innermost last */
    size_t depth;
    uint64_t now; /* end of the part of the thread's time that has been assigned
                     to slices */
    struct weft_event *event;
    size_t made;
};

/* Assign the time up to `end` to the innermost open slice. */
static void give_time(struct foreign_events_own_time *own, uint64_t end)
{
    size_t index = own->open[own->depth - 1];
    const struct chrome_slice *slice = &own->foreign->slice[index];
    if (end <= own->now)
        return;
    if (!slice->busy) {
        struct weft_event *event = &own->event[own->made++];
        *event = event_of(own->foreign, index, WEFT_COMPUTE);
        event->start = event->since = own->now;
        event->duration = end - own->now;
    }
    own->now = end;
}

/* Add the beginning or end of a slice as a task. If the file has no end of the
 * slice, none is added. */
static void mark_task(struct foreign_events_own_time *own, size_t index,
                      enum weft_event_kind kind)
{
    const struct chrome_slice *slice = &own->foreign->slice[index];
    if (slice->name < 0 || (slice->open && kind == WEFT_DONE))
        return;
    struct weft_event *event = &own->event[own->made++];
    *event = event_of(own->foreign, index, kind);
    event->start = event->since = kind == WEFT_TASK ? slice->start : slice->end;
    event->duration = event->bytes = 0;
    event->dimension = -1;
    event->message = slice->name;
}

/* Add a slice of duration 0 as a task. If it has neither a name nor an arrow,
 * add it as a computation. */
static void mark_moment(struct foreign_events_own_time *own, size_t index)
{
    const struct chrome_slice *slice = &own->foreign->slice[index];
    mark_task(own, index, WEFT_TASK);
    mark_task(own, index, WEFT_DONE);
    if (!slice->busy && slice->name < 0)
        own->event[own->made++] = event_of(own->foreign, index, WEFT_COMPUTE);
}

/* Close the open slices that end at `time` or before. */
static void close_until(struct foreign_events_own_time *own, uint64_t time)
{
    for (; own->depth; own->depth--) {
        uint64_t end = own->foreign->slice[own->open[own->depth - 1]].end;
        if (end > time)
            return;
        give_time(own, end);
        mark_task(own, own->open[own->depth - 1], WEFT_DONE);
    }
}

/* Turn the sorted slices into events: in total at most two computations and one
 * task per slice. */
static int make_computations(struct chrome_foreign *foreign,
                             struct weft_event *event, size_t *made)
{
    struct foreign_events_own_time own = {.foreign = foreign, .event = event};
    own.open = malloc((foreign->slices + 1) * sizeof *own.open);
    if (!own.open)
        return -1;
    for (size_t i = 0; i < foreign->slices; i++) {
        const struct chrome_slice *slice = &foreign->slice[i];
        bool other = i && slice[-1].track != slice->track;
        close_until(&own, other ? UINT64_MAX : slice->start);
        if (slice->start == slice->end) {
            mark_moment(&own, i);
            continue;
        }
        if (own.depth)
            give_time(&own, slice->start);
        own.now = slice->start;
        own.open[own.depth++] = i;
        mark_task(&own, i, WEFT_TASK);
    }
    close_until(&own, UINT64_MAX);
    free(own.open);
    *made = own.made;
    return 0;
}

static int foreign_events_give(struct chrome_reader *reader,
                               struct weft_event *event, size_t count)
{
    struct weft_trace_info *info = &reader->params.info;
    info->unit_ns = 1;
    info->step = 0;
    /* these values may be for processors that are numbered differently */
    info->in_calls = NULL;
    info->statistics = NULL;
    if (weft_events_sort(event, count) ||
        event_batch_begin(&reader->batch, reader->sink, info))
        return -1;
    for (size_t i = 0; i < count; i++)
        if (event_batch_add(&reader->batch, &event[i]))
            return -1;
    return event_batch_end(&reader->batch);
}

/* Add the origin first, because the names of slices may exceed the limit. */
static int name_origin(struct params *params, uint64_t shift)
{
    const struct weft_trace_info said = {.parameters = params->info.parameters,
                                         .parameter = params->list};
    bool named = weft_trace_info_get(&said, ORIGIN_KEY) != NULL;
    if (!named && params_add(params, ORIGIN_KEY, "chrome") == WEFT_ERROR_MEMORY)
        return -1;
    return params_add_shift(params, shift);
}

int chrome_make(struct chrome_reader *reader)
{
    struct chrome_foreign *foreign = &reader->foreign;
    if (chrome_is_none(reader))
        return -1;
    uint64_t shift = chrome_shift(foreign);
    if (chrome_pair(foreign) || chrome_lanes(reader) || chrome_bind(foreign) ||
        number_threads(foreign, &reader->params.info.processors) ||
        name_origin(&reader->params, shift) || chrome_name(reader))
        return -1;
    if (foreign->arrows)
        qsort(foreign->arrow, foreign->arrows, sizeof *foreign->arrow,
              compare_arrows);
    size_t made, most = 3 * foreign->arrows + 4 * foreign->slices;
    struct weft_event *event = malloc((most + 1) * sizeof *event);
    if (!event)
        return -1;
    int status = make_computations(foreign, event, &made);
    if (!status)
        made += make_arrows(foreign, event + made);
    chrome_report(reader);
    if (!status)
        status = foreign_events_give(reader, event, made);
    free(event);
    return status;
}
