/* Makes events from the states and links of a paje file. A link is a send and a
 * receive. A state without a link is a computation, a call or a sleep, for the
 * time in which no state nested in it is open. A state that is not idle is also
 * a task, for its whole duration. */
#include "paje-file.h"

#include "base/base.h"
#include "base/text/origins.h"
#include "trace/order.h"

#include <stdlib.h>
#include <string.h>

#define NO_EVENT WEFT_EVENT_KINDS

struct events_made {
    const struct paje_reader *reader;
    struct order *order;
    /* Divides the time in a container among its states: each moment belongs to
     * the open state that began last. */
    size_t *open; /* [depth] indices of open slices, the innermost last */
    size_t depth;
    int64_t now; /* end of the part of the container's time that has been
                    assigned to states */
};

static uint8_t events_kind(const struct paje_slice *slice)
{
    static const uint8_t kinds[] = {
        [MEANS_COMPUTE] = WEFT_COMPUTE, [MEANS_IDLE] = NO_EVENT,
        [MEANS_SLEEP] = WEFT_SLEEP,     [MEANS_WAIT] = WEFT_SLEEP,
        [MEANS_SEND] = WEFT_CALL,       [MEANS_RECEIVE] = WEFT_CALL,
        [MEANS_CALL] = WEFT_CALL,
    };
    return slice->linked || slice->waited ? NO_EVENT : kinds[slice->meaning];
}

static int events_add(const struct events_made *made, struct weft_event *event,
                      uint32_t container, int64_t start, int64_t end)
{
    const struct paje_reader *reader = made->reader;
    event->rank = reader->container[container].rank;
    event->start = (uint64_t)start - (uint64_t)reader->lowest;
    event->duration = (uint64_t)end - (uint64_t)start;
    return event->rank < 0 ? 0 : order_add(made->order, event);
}

static int events_moment(const struct events_made *made, uint8_t kind,
                         uint32_t container, int64_t time, int32_t message,
                         int32_t peer)
{
    struct weft_event event = {
        .peer = peer, .message = message, .dimension = -1, .kind = kind};
    return events_add(made, &event, container, time, time);
}

/* Assign the time up to `end` to the innermost open state. */
static int events_own_time(struct events_made *made, int64_t end)
{
    const struct paje_slice *slice =
        &made->reader->slice[made->open[made->depth - 1]];
    struct weft_event event = {
        .peer = -1, .message = -1, .dimension = -1, .kind = events_kind(slice)};
    int64_t start = made->now;
    if (end <= start)
        return 0;
    made->now = end;
    return event.kind == NO_EVENT
               ? 0
               : events_add(made, &event, slice->container, start, end);
}

/* Return whether a state is a task. In weft's own files, no state is a task,
 * because the events contain the same information. */
static bool events_is_task(const struct paje_reader *reader,
                           const struct paje_slice *slice)
{
    return !reader->own && slice->meaning != MEANS_IDLE &&
           slice->meaning != MEANS_SLEEP;
}

static int events_task(const struct events_made *made,
                       const struct paje_slice *slice, uint8_t kind)
{
    if (!events_is_task(made->reader, slice))
        return 0;
    return events_moment(made, kind, slice->container,
                         kind == WEFT_TASK ? slice->start : slice->end,
                         (int32_t)slice->value, -1);
}

/* Close the open states that end at `time` or before. */
static int events_close(struct events_made *made, int64_t time)
{
    for (; made->depth; made->depth--) {
        const struct paje_slice *slice =
            &made->reader->slice[made->open[made->depth - 1]];
        if (slice->end > time)
            return 0;
        if (events_own_time(made, slice->end) ||
            events_task(made, slice, WEFT_DONE))
            return -1;
    }
    return 0;
}

static int events_slices(struct events_made *made)
{
    const struct paje_reader *reader = made->reader;
    for (size_t i = 0; i < reader->slices; i++) {
        const struct paje_slice *slice = &reader->slice[i];
        bool other = i && slice[-1].container != slice->container;
        if (events_close(made, other ? INT64_MAX : slice->start) ||
            (made->depth && events_own_time(made, slice->start)))
            return -1;
        made->now = slice->start;
        if (events_task(made, slice, WEFT_TASK))
            return -1;
        made->open[made->depth++] = i;
    }
    return events_close(made, INT64_MAX);
}

/* Return the dimension of a link whose value is "dimN", or -1. */
static int16_t events_dimension(const struct paje_reader *reader,
                                const struct paje_link *link)
{
    const char *value = reader->values.text[link->value];
    int64_t number;
    return reader->own && !strncmp(value, "dim", 3) &&
                   !parse_number(value + 3, NULL, 0, INT16_MAX, &number)
               ? (int16_t)number
               : -1;
}

static int events_links(struct events_made *made,
                        const struct paje_transfer *send,
                        const struct paje_transfer *receive)
{
    const struct paje_reader *reader = made->reader;
    for (size_t i = 0; i < reader->links; i++) {
        const struct paje_link *link = &reader->link[i];
        struct weft_event event = {
            .message = reader->own ? link->message : (int32_t)i,
            .bytes = link->bytes,
            .dimension = events_dimension(reader, link),
            .kind = WEFT_SEND,
            .items = link->items,
            .peer = link->receiving == PAJE_NO_RECEIVER
                        ? -1
                        : reader->container[link->to].rank,
        };
        if (events_add(made, &event, link->from, send[i].start, send[i].end))
            return -1;
        event.kind = WEFT_RECEIVE;
        event.items = 0;
        event.peer = reader->container[link->from].rank;
        if (link->receiving < 0 && link->receiving != PAJE_UNKNOWN)
            continue;
        if (receive[i].since < receive[i].start &&
            events_moment(made, WEFT_WAIT, link->to, receive[i].since, -1,
                          event.peer))
            return -1;
        if (events_add(made, &event, link->to, receive[i].start,
                       receive[i].end))
            return -1;
    }
    return 0;
}

/* Record that each processor exists as long as its container has states,
 * including idle ones. */
static int events_present(const struct events_made *made)
{
    const struct paje_reader *reader = made->reader;
    for (uint32_t i = 0; i < reader->containers; i++) {
        const struct paje_container *container = &reader->container[i];
        if (reader->params.info.step || container->first > container->last)
            continue;
        if (events_moment(made, WEFT_PRESENT, i, container->first, -1, -1) ||
            events_moment(made, WEFT_PRESENT, i, container->last, -1, -1))
            return -1;
    }
    return 0;
}

static int events_marks(struct events_made *made)
{
    const struct paje_reader *reader = made->reader;
    for (size_t i = 0; i < reader->marks; i++) {
        const struct paje_mark *mark = &reader->mark[i];
        if (events_moment(made, mark->store ? WEFT_STORE : WEFT_MARK,
                          mark->container, mark->time, mark->message, -1))
            return -1;
    }
    return 0;
}

/* Return the origin of the file. SimGrid records MPI calls, but computations
 * only on request. */
static const char *events_origin(const struct paje_reader *reader)
{
    for (size_t i = 0; i < reader->slices; i++)
        if (reader->slice[i].meaning == MEANS_COMPUTE ||
            reader->slice[i].meaning == MEANS_IDLE)
            return "paje";
    return "paje-calls";
}

/* Add the names of processors, then those of tasks, which may be too many for a
 * trace. */
static int events_names(struct paje_reader *reader)
{
    bool *named = calloc(reader->values.count + 1, sizeof *named);
    bool own = reader->own && (reader->params.info.step || reader->stated);
    if (!named)
        return -1;
    for (size_t i = 0; i < reader->slices; i++)
        named[reader->slice[i].value] |=
            events_is_task(reader, &reader->slice[i]);
    int status = !own && params_add(&reader->params, ORIGIN_KEY,
                                    events_origin(reader)) == WEFT_ERROR_MEMORY
                     ? -1
                     : 0;
    uint64_t shift = (uint64_t)0 - (uint64_t)reader->lowest;
    if (!status)
        status = params_add_shift(&reader->params, shift) ||
                 paje_name_processors(reader) || paje_name_tasks(reader, named);
    free(named);
    return status;
}

int paje_make(struct paje_reader *reader, const struct weft_sink *sink)
{
    struct events_made made = {.reader = reader};
    paje_close(reader);
    size_t links = reader->links;
    struct paje_transfer *send = malloc((2 * links + 1) * sizeof *send);
    made.open = malloc((reader->slices + 1) * sizeof *made.open);
    int status = -1;
    if (send && made.open && !paje_bind(reader, send, send + links) &&
        !events_names(reader))
        made.order = order_create(sink, &reader->params.info, reader->err);
    if (made.order)
        status = events_present(&made) || events_marks(&made) ||
                         events_slices(&made) ||
                         events_links(&made, send, send + links) ||
                         order_end(made.order)
                     ? -1
                     : 0;
    order_destroy(made.order);
    free(made.open);
    free(send);
    return status;
}
