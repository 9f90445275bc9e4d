/* Reads weft's own Chrome files, and recovers exactly the events from which
 * they were made.
 *
 * The lines are ordered by time, and lines with the same time are grouped by
 * kind; a stable sort by processor restores the order of each program. A store
 * that is written with a receive stays on the agenda until the receive ends. */
#include "chrome-file.h"

#include "base/base.h"

#include <stdlib.h>
#include <string.h>

#define OWN_FILE_THREADS_MAX (4u * WEFT_TRACE_PROCESSORS_MAX)
/* Limit on the number of destinations of sends, which grows with the number of
 * lines: in a list, two characters suffice for an event that takes hundreds of
 * bytes in memory. */
#define LISTED_MAX ((uint64_t)1 << AT_ONCE(17, 8))
#define LISTED_A_LINE 8

static int name_thread(struct chrome_reader *reader)
{
    struct chrome_own *own = &reader->own;
    const struct chrome_line *line = &reader->line;
    int64_t rank;
    const char *end = NULL;
    if (line->label[0] != 'P' ||
        parse_number(line->label + 1, &end, 0,
                     reader->params.info.processors - 1, &rank) ||
        line->tid < 0 || line->tid >= OWN_FILE_THREADS_MAX)
        return json_fail(&reader->json, "thread '%.40s' is not a processor",
                         line->label);
    size_t index = (size_t)line->tid;
    if (array_grow(&own->rank, &own->capacity, index + 1, sizeof *own->rank))
        return -1;
    while (own->threads <= index)
        own->rank[own->threads++] = -1;
    own->rank[index] = (int32_t)rank;
    return 0;
}

/* Pass on all events that start at one time. */
static int own_file_give(struct chrome_reader *reader, struct weft_event *event,
                         size_t count)
{
    if (weft_events_sort(event, count))
        return -1;
    for (size_t i = 0; i < count; i++)
        if (event_batch_add(&reader->batch, &event[i]))
            return -1;
    return 0;
}

static int own_file_push(struct chrome_own *own, const struct weft_event *event)
{
    if (array_grow(&own->event, &own->event_capacity, own->count + 1,
                   sizeof *own->event))
        return -1;
    own->event[own->count++] = *event;
    return 0;
}

/* Insert the stores of this time before the other events. */
static int join_stores(struct chrome_own *own)
{
    const struct agenda_item *first;
    size_t count = own->count;
    while ((first = agenda_first(&own->stores)) && first->time == own->time) {
        if (own_file_push(own, &first->event))
            return -1;
        agenda_pop(&own->stores);
    }
    size_t stores = own->count - count;
    if (!stores || !count)
        return 0;
    struct weft_event *copy = malloc(stores * sizeof *copy);
    if (!copy)
        return -1;
    memcpy(copy, own->event + count, stores * sizeof *copy);
    memmove(own->event + stores, own->event, count * sizeof *copy);
    memcpy(own->event, copy, stores * sizeof *copy);
    free(copy);
    return 0;
}

/* Pass on all events before @p time. */
static int own_file_advance(struct chrome_reader *reader, uint64_t time)
{
    struct chrome_own *own = &reader->own;
    const struct agenda_item *first;
    while (own->time < time) {
        if (join_stores(own) || own_file_give(reader, own->event, own->count))
            return -1;
        own->count = 0;
        first = agenda_first(&own->stores);
        own->time = first && first->time < time ? first->time : time;
    }
    return 0;
}

static int to_units(struct chrome_reader *reader, uint64_t ns, uint64_t *units)
{
    uint64_t unit = reader->params.info.unit_ns;
    *units = ns / unit;
    if (ns % unit)
        return json_fail(&reader->json,
                         "the time is not a multiple of unit_ns");
    return 0;
}

static int own_file_check(struct chrome_reader *reader,
                          const struct weft_event *event)
{
    int processors = reader->params.info.processors;
    if (event->rank < 0 || event->rank >= processors)
        return json_fail(&reader->json, "there is no processor %d",
                         event->rank);
    if (event->peer < -1 || event->peer >= processors)
        return json_fail(&reader->json, "there is no processor %d",
                         event->peer);
    return 0;
}

static bool own_file_within(int64_t number, int64_t low, int64_t high)
{
    return number >= low && number <= high;
}

/* Decode the numbers that follow the kind of an event without a slice. */
static bool hidden_numbers(struct weft_event *event, const int64_t *number,
                           int64_t count)
{
    int64_t value[] = {-1, 0, -1, -1, 0, -1, 0};
    if (!own_file_within(count, 1, 7))
        return false;
    memcpy(value, number, (size_t)count * sizeof *value);
    event->rank = (int32_t)value[0];
    event->duration = (uint64_t)value[1];
    event->peer = (int32_t)value[2];
    event->message = (int32_t)value[3];
    event->bytes = (uint32_t)value[4];
    event->dimension = (int16_t)value[5];
    event->flags = (uint8_t)value[6];
    return own_file_within(value[0], 0, INT32_MAX) &&
           own_file_within(value[1], 0, INT64_MAX) &&
           own_file_within(value[2], -1, INT32_MAX) &&
           own_file_within(value[3], -1, INT32_MAX) &&
           own_file_within(value[4], 0, UINT32_MAX) &&
           own_file_within(value[5], -1, INT16_MAX) &&
           own_file_within(value[6], 0, UINT8_MAX);
}

static int hidden(struct chrome_reader *reader)
{
    const struct chrome_list *list = &reader->line.hidden;
    uint64_t time = reader->own.time;
    bool good = !reader->line.hidden_wrong;
    for (size_t i = 0; good && i < list->count;) {
        struct weft_event event = {.start = time, .since = time};
        event.kind = (uint8_t)list->number[i];
        int64_t count = list->number[i + 1];
        event.items = (uint32_t)list->number[i + 2];
        good = hidden_numbers(&event, &list->number[i + 3], count);
        if (good && (own_file_check(reader, &event) ||
                     own_file_push(&reader->own, &event)))
            return -1;
        i += 3 + (size_t)count;
    }
    return good ? 0 : json_fail(&reader->json, "args.events are malformed");
}

/* Read the items of a message. Its number, which is in the name of the slice,
 * is the lowest block. */
static int own_file_take_items(struct chrome_reader *reader,
                               struct weft_event *event)
{
    const char *end, *text = reader->line.items.text;
    int32_t message = event->message;
    const char *wrong = params_read_items(&reader->params, text, &end, event);
    if (wrong || *end || event->message != message)
        return json_fail(&reader->json, "args.items '%.40s': %s", text,
                         wrong ? wrong : "not the blocks of the message");
    return 0;
}

/* Check that sends have no more destinations than allowed for a file of this
 * size. */
static int check_listed(struct chrome_reader *reader)
{
    struct chrome_own *own = &reader->own;
    uint64_t most = LISTED_MAX + own->lines * LISTED_A_LINE;
    own->more += reader->line.peers.count - 1;
    if (own->more <= most || in_trusted(reader->json.in))
        return 0;
    return weft_error_set(reader->json.err, WEFT_ERROR_LIMIT, reader->line.line,
                          "sends have more than %llu additional destinations, "
                          "too many for a file with so few lines" SAY_NO_LIMIT,
                          (unsigned long long)most);
}

static int own_file_sends(struct chrome_reader *reader,
                          struct weft_event *event)
{
    const struct chrome_line *line = &reader->line;
    const struct chrome_list *dimensions = &line->dimensions;
    if (!line->peers.count ||
        (dimensions->count && dimensions->count != line->peers.count))
        return json_fail(
            &reader->json,
            "a send needs args.to, and args.dim, if present, must be as long");
    if (check_listed(reader) || (line->items.length && !line->table &&
                                 own_file_take_items(reader, event)))
        return -1;
    for (size_t i = 0; i < line->peers.count; i++) {
        int64_t peer = line->peers.number[i];
        int64_t dimension = dimensions->count ? dimensions->number[i] : -1;
        if (!own_file_within(peer, -1, INT32_MAX) ||
            !own_file_within(dimension, -1, INT16_MAX))
            return json_fail(&reader->json, "args are out of range");
        event->peer = (int32_t)peer;
        event->dimension = (int16_t)dimension;
        event->flags = i || line->has[CHROME_SAME] ? WEFT_EVENT_SAME : 0;
        if (own_file_check(reader, event) || own_file_push(&reader->own, event))
            return -1;
    }
    return 0;
}

/* Add a store that is written with a receive. */
static int own_file_store(struct chrome_own *own,
                          const struct weft_event *receive)
{
    struct weft_event event = *receive;
    event.start = event.since = receive->start + receive->duration;
    event.duration = 0;
    event.kind = WEFT_STORE;
    event.peer = event.dimension = -1;
    event.flags = 0;
    if (receive->duration)
        return agenda_add(&own->stores, event.start, 0, &event);
    return own_file_push(own, &event);
}

static int own_file_receive(struct chrome_reader *reader,
                            struct weft_event *event)
{
    const struct chrome_line *line = &reader->line;
    bool waited = line->has[CHROME_WAITED];
    int64_t late = line->arg[waited ? CHROME_WAITED : CHROME_READY];
    int64_t peer = line->peers.count ? line->peers.number[0] : -1;
    int64_t dimension =
        line->dimensions.count ? line->dimensions.number[0] : -1;
    if (!own_file_within(peer, -1, INT32_MAX) ||
        !own_file_within(dimension, -1, INT16_MAX) || late < 0 ||
        (uint64_t)late > event->start ||
        !own_file_within(line->arg[CHROME_FOR], -1, INT32_MAX))
        return json_fail(&reader->json, "args are out of range");
    event->peer = (int32_t)peer;
    event->dimension = (int16_t)dimension;
    event->since = event->start - (uint64_t)late;
    event->flags = waited ? WEFT_EVENT_WAITED : 0;
    if (line->has[CHROME_FOR]) {
        int32_t awaited = (int32_t)line->arg[CHROME_FOR];
        struct weft_event wait = {
            .start = event->start,
            .since = event->start,
            .rank = event->rank,
            .peer = awaited,
            .message = -1,
            .dimension = awaited < 0 ? -1 : event->dimension,
            .kind = WEFT_WAIT,
            .items = event->items,
        };
        if (own_file_check(reader, &wait) || own_file_push(&reader->own, &wait))
            return -1;
    }
    if (own_file_check(reader, event) || own_file_push(&reader->own, event))
        return -1;
    return line->has[CHROME_STORE] ? own_file_store(&reader->own, event) : 0;
}

static int own_file_compute(struct chrome_reader *reader,
                            struct weft_event *event)
{
    int64_t message = reader->line.arg[CHROME_MESSAGE];
    event->message = -1;
    if (reader->line.has[CHROME_MESSAGE] &&
        own_file_within(message, -1, INT32_MAX))
        event->message = (int32_t)message;
    return own_file_check(reader, event) || own_file_push(&reader->own, event)
               ? -1
               : 0;
}

static int slice(struct chrome_reader *reader)
{
    static const struct {
        const char *cat;
        int (*make)(struct chrome_reader *reader, struct weft_event *event);
        enum weft_event_kind kind;
    } cats[] = {{"send", own_file_sends, WEFT_SEND},
                {"recv", own_file_receive, WEFT_RECEIVE},
                {"compute", own_file_compute, WEFT_COMPUTE}};
    struct chrome_own *own = &reader->own;
    const struct chrome_line *line = &reader->line;
    uint64_t end;
    size_t tid = line->tid < 0 ? SIZE_MAX : (size_t)line->tid;
    struct weft_event event = {.start = own->time, .since = own->time};
    if (to_units(reader, line->dur, &event.duration))
        return -1;
    if (tid >= own->threads || own->rank[tid] < 0)
        return json_fail(&reader->json, "thread %lld has no name",
                         (long long)line->tid);
    if (__builtin_add_overflow(event.start, event.duration, &end) ||
        !own_file_within(line->arg[CHROME_BYTES], 0, UINT32_MAX))
        return json_fail(&reader->json, "dur or bytes is out of range");
    event.rank = own->rank[tid];
    event.peer = event.dimension = -1;
    event.message = chrome_message(line->name);
    event.bytes = (uint32_t)line->arg[CHROME_BYTES];
    event.items = line->details;
    for (size_t i = 0; i < sizeof cats / sizeof *cats; i++)
        if (!strcmp(line->cat, cats[i].cat)) {
            event.kind = (uint8_t)cats[i].kind;
            return cats[i].make(reader, &event);
        }
    return json_fail(&reader->json, "category '%s' is unknown", line->cat);
}

int chrome_own_line(struct chrome_reader *reader)
{
    const struct chrome_line *line = &reader->line;
    uint64_t time;
    reader->own.lines += line->phase == 'M' || line->phase == 'X';
    if (line->phase == 'M' && !strcmp(line->name, "thread_name"))
        return name_thread(reader);
    bool metadata = line->phase == 'M' && !strcmp(line->name, "weft");
    if (line->phase == 'X' && !strcmp(line->cat, "wait"))
        return 0; /* waits are for viewers only: the next receive has the same
                     information */
    if (!metadata && line->phase != 'X') {
        /* besides slices, weft writes only a counter, and tasks for viewers */
        reader->own.others += !strchr("MCbe", line->phase);
        return 0;
    }
    if (to_units(reader, line->ts, &time))
        return -1;
    if (time < reader->own.time)
        return json_fail(&reader->json, "events are not in time order");
    if (own_file_advance(reader, time))
        return -1;
    return metadata ? hidden(reader) : slice(reader);
}

int chrome_own_end(struct chrome_reader *reader)
{
    if (own_file_advance(reader, UINT64_MAX))
        return -1;
    report_skipped(reader->report, reader->own.others, "other event");
    return event_batch_end(&reader->batch);
}

void chrome_own_finish(struct chrome_own *own)
{
    free(own->rank);
    free(own->event);
    agenda_finish(&own->stores);
}
