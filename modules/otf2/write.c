/* Write an archive, one processor after the other. An event with a duration
 * becomes a region of its kind, and a task also becomes a region. A message
 * becomes MPI records in a communicator of all processors. Regions must nest: a
 * region that would overlap another one is left and entered again. Attributes
 * and properties (module.h) store what OTF2 has no records for, so that weft
 * reads back the same events. */
#include "module.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NEVER UINT64_MAX
/* ---- records ---- */

static void field_add(struct output *out, enum own_attribute attribute,
                      uint64_t value, uint64_t usual)
{
    if (value != usual)
        module_check(OTF2_AttributeList_AddUint64(out->list, attribute, value),
                     "no memory");
}

static void fields_add(struct output *out, const struct weft_event *event)
{
    field_add(out, OWN_DURATION, event->duration * out->unit, 0);
    field_add(out, OWN_SINCE, event->since * out->unit,
              event->start * out->unit);
    field_add(out, OWN_MESSAGE, (uint64_t)event->message, UINT64_MAX);
    field_add(out, OWN_DIMENSION, (uint64_t)event->dimension, UINT64_MAX);
    field_add(out, OWN_FLAGS, event->flags, 0);
    field_add(out, OWN_PEER, (uint64_t)event->peer, UINT64_MAX);
    field_add(out, OWN_BYTES, event->bytes, 0);
}

static int int32_compare(const void *a, const void *b)
{
    const int32_t *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

static uint32_t region_of(const struct output *out,
                          const struct weft_event *event)
{
    if (event->kind != WEFT_TASK)
        return event->kind;
    const int32_t *found = bsearch(&event->message, out->task, out->tasks,
                                   sizeof *out->task, int32_compare);
    return TASK_REGION + (uint32_t)(found - out->task);
}

/* Write the beginning of a region. `again` is true if it is entered again, only
 * to let another region end. */
static void region_enter(struct output *out, uint64_t time,
                         const struct weft_event *event, bool again)
{
    out->now = time;
    field_add(out, OWN_CONTINUED, again, false);
    if (!again && event->kind != WEFT_TASK)
        fields_add(out, event);
    module_check(OTF2_EvtWriter_Enter(out->writer, out->list, time * out->unit,
                                      region_of(out, event)),
                 "a record cannot be written");
}

static void region_leave(struct output *out, uint64_t time,
                         const struct weft_event *event, bool again)
{
    out->now = time;
    field_add(out, OWN_CONTINUED, again, false);
    module_check(OTF2_EvtWriter_Leave(out->writer, out->list, time * out->unit,
                                      region_of(out, event)),
                 "a record cannot be written");
}

static void transfer_write(struct output *out, const struct weft_event *event)
{
    bool sends = event->kind == WEFT_SEND;
    uint64_t time = event->start + (sends ? 0 : event->duration);
    uint32_t peer = event->peer < 0 ? UINT32_MAX : (uint32_t)event->peer;
    uint32_t tag = event->message < 0 ? 0 : (uint32_t)event->message;
    out->now = time;
    field_add(out, OWN_CONTINUED, event->duration > 0, false);
    if (!event->duration) /* an event of duration 0 has no region */
        fields_add(out, event);
    module_check((sends ? OTF2_EvtWriter_MpiSend : OTF2_EvtWriter_MpiRecv)(
                     out->writer, out->list, time * out->unit, peer, 0, tag,
                     event->bytes),
                 "a record cannot be written");
}

/* ---- regions ---- */

static void open_push(struct output *out, const struct weft_event *event,
                      uint64_t end)
{
    out->open =
        module_grow(out->open, &out->room, out->depth, sizeof *out->open);
    out->open[out->depth++] = (struct open){event, end};
    region_enter(out, event->start, event, false);
}

/* End the region at index `place`. Regions inside it are left, and entered
 * again after it. `again` is true if the trace has no end for the region
 * itself. */
static void open_end(struct output *out, size_t place, uint64_t time,
                     bool again)
{
    const struct weft_event *event = out->open[place].event;
    if (event->kind == WEFT_RECEIVE)
        transfer_write(out, event);
    for (size_t i = out->depth; i-- > place;)
        region_leave(out, time, out->open[i].event, again || i > place);
    out->depth--;
    memmove(&out->open[place], &out->open[place + 1],
            (out->depth - place) * sizeof *out->open);
    for (size_t i = place; i < out->depth; i++)
        region_enter(out, time, out->open[i].event, true);
}

/* End all regions that end by `time`, in order of time; inner ones first. */
static void open_advance(struct output *out, uint64_t time)
{
    for (;;) {
        size_t first = out->depth;
        for (size_t i = out->depth; i-- > 0;)
            if (out->open[i].end != NEVER && out->open[i].end <= time &&
                (first == out->depth ||
                 out->open[i].end < out->open[first].end))
                first = i;
        if (first == out->depth)
            break;
        open_end(out, first, out->open[first].end, false);
    }
}

static void task_end(struct output *out, const struct weft_event *event)
{
    size_t i = out->depth;
    while (i && !(out->open[i - 1].event->kind == WEFT_TASK &&
                  out->open[i - 1].event->message == event->message))
        i--;
    if (i)
        open_end(out, i - 1, event->start, false);
}

/* Write an event. `until` is the start of the processor's next event, which
 * ends a wait. */
static void event_write(struct output *out, const struct weft_event *event,
                        uint64_t until)
{
    uint64_t end = event->start + event->duration;
    if (event->kind == WEFT_TASK)
        end = NEVER;
    else if (event->kind == WEFT_WAIT)
        end = until;
    open_advance(out, event->start);
    if (event->kind == WEFT_DONE) {
        task_end(out, event);
        return;
    }
    bool transfers = event->kind == WEFT_SEND || event->kind == WEFT_RECEIVE;
    if (end > event->start)
        open_push(out, event, end);
    else if (!transfers)
        region_enter(out, event->start, event, false);
    if (event->kind == WEFT_SEND ||
        (event->kind == WEFT_RECEIVE && !event->duration))
        transfer_write(out, event);
    if (end == event->start && !transfers)
        region_leave(out, event->start, event, false);
}

/* Write the `count` events of a processor. Tasks without an end end with the
 * last event. */
static void processor_write(struct output *out, int32_t rank,
                            const struct weft_event *event, size_t count)
{
    out->writer = OTF2_Archive_GetEvtWriter(out->archive, (uint64_t)rank);
    if (!out->writer)
        module_fail("the events of processor %" PRId32 " cannot be written",
                    rank);
    out->now = 0;
    for (size_t i = 0; i < count; i++) {
        size_t next = i + 1;
        while (next < count &&
               (event[next].kind == WEFT_TASK || event[next].kind == WEFT_DONE))
            next++;
        event_write(out, &event[i],
                    next < count ? event[next].start : event[i].start);
    }
    open_advance(out, NEVER - 1);
    while (out->depth)
        open_end(out, out->depth - 1, out->now, true);
    out->end = out->now > out->end ? out->now : out->end;
    OTF2_EvtWriter_GetNumberOfEvents(out->writer, &out->records[rank]);
    module_check(OTF2_Archive_CloseEvtWriter(out->archive, out->writer),
                 "the events cannot be written");
}

/* Sort the events by processor, preserving the order of each. */
static struct weft_event *events_by_processor(const struct weft_trace *trace,
                                              size_t *first)
{
    size_t processors = (size_t)trace->info.processors;
    struct weft_event *sorted = calloc(trace->count + 1, sizeof *sorted);
    if (!sorted)
        module_fail("no memory");
    for (size_t i = 0; i < trace->count; i++)
        first[trace->events[i].rank + 1]++;
    for (size_t i = 0; i < processors; i++)
        first[i + 1] += first[i];
    for (size_t i = 0; i < trace->count; i++)
        sorted[first[trace->events[i].rank]++] = trace->events[i];
    memmove(first + 1, first, processors * sizeof *first);
    first[0] = 0;
    return sorted;
}

static void events_write(struct output *out)
{
    size_t processors = (size_t)out->trace.info.processors;
    size_t *first = calloc(processors + 2, sizeof *first);
    out->records = calloc(processors + 1, sizeof *out->records);
    if (!first || !out->records)
        module_fail("no memory");
    struct weft_event *event = events_by_processor(&out->trace, first);
    module_check(OTF2_Archive_OpenEvtFiles(out->archive),
                 "the events cannot be written");
    for (size_t i = 0; i < processors; i++)
        processor_write(out, (int32_t)i, event + first[i],
                        first[i + 1] - first[i]);
    OTF2_Archive_CloseEvtFiles(out->archive);
    OTF2_Archive_OpenDefFiles(out->archive);
    /* create empty files, which readers require */
    for (size_t i = 0; i < processors; i++)
        OTF2_Archive_CloseDefWriter(out->archive,
                                    OTF2_Archive_GetDefWriter(out->archive, i));
    module_check(OTF2_Archive_CloseDefFiles(out->archive),
                 "the definitions cannot be written");
    free(first);
    free(event);
}

/* ---- the archive ---- */

static void write_find_tasks(struct output *out)
{
    for (size_t i = 0; i < out->trace.count; i++) {
        if (out->trace.events[i].kind != WEFT_TASK)
            continue;
        out->task = module_grow(out->task, &out->task_room, out->tasks,
                                sizeof *out->task);
        out->task[out->tasks++] = out->trace.events[i].message;
    }
    if (out->tasks)
        qsort(out->task, out->tasks, sizeof *out->task, int32_compare);
    size_t kept = 0;
    for (size_t i = 0; i < out->tasks; i++)
        if (!i || out->task[i] != out->task[i - 1])
            out->task[kept++] = out->task[i];
    out->tasks = kept;
}

static OTF2_FlushType on_flush(void *arg, OTF2_FileType type,
                               OTF2_LocationRef location, void *caller,
                               bool final)
{
    (void)arg;
    (void)type;
    (void)location;
    (void)caller;
    (void) final;
    return OTF2_FLUSH;
}

static void archive_open(struct output *out, const char *folder)
{
    static const OTF2_FlushCallbacks flush = {.otf2_pre_flush = on_flush};
    const uint64_t least = 4 << 20, most = 16 << 20;
    uint64_t chunk = 20 * (uint64_t)out->trace.info.processors;
    chunk = chunk < least ? least : chunk;
    out->archive = OTF2_Archive_Open(
        folder, "traces", OTF2_FILEMODE_WRITE, OTF2_CHUNK_SIZE_EVENTS_DEFAULT,
        chunk < most ? chunk : most, OTF2_SUBSTRATE_POSIX,
        OTF2_COMPRESSION_NONE);
    if (!out->archive)
        module_fail("the archive cannot be written");
    OTF2_Archive_SetFlushCallbacks(out->archive, &flush, NULL);
    OTF2_Archive_SetSerialCollectiveCallbacks(out->archive);
    OTF2_Archive_SetCreator(out->archive, "weft");
}

/* Return the FNV-1a hash of the events. */
static uint64_t events_hash(const struct weft_trace *trace)
{
    const unsigned char *byte = (const unsigned char *)trace->events;
    uint64_t hash = 0xcbf29ce484222325;
    for (size_t i = 0; i < trace->count * sizeof *trace->events; i++)
        hash = (hash ^ byte[i]) * 0x100000001b3;
    return hash;
}

/* Replace the id of the archive, which libotf2 chooses at random, by a hash of
 * the trace, so that the same trace always produces the same archive. */
static void archive_number(const char *folder, uint64_t number)
{
    char *path = NULL, bytes[4096], *at = NULL;
    uint64_t old;
    if (asprintf(&path, "%s/traces.otf2", folder) < 0)
        module_fail("no memory");
    OTF2_Reader *reader = OTF2_Reader_Open(path);
    FILE *file = fopen(path, "r+");
    size_t length = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    if (reader && OTF2_Reader_GetTraceId(reader, &old) == OTF2_SUCCESS)
        at = memmem(bytes, length, &old, sizeof old);
    if (!at || fseek(file, at - bytes, SEEK_SET) ||
        fwrite(&number, sizeof number, 1, file) != 1 || fclose(file))
        module_fail("the archive cannot be written");
    OTF2_Reader_Close(reader);
    free(path);
}

void archive_write(const char *folder)
{
    static struct output out;
    struct weft_error err;
    const struct weft_sink sink = weft_trace_collect(&out.trace);
    if (weft_trace_read_trusted("chrome:-", &sink, &out.report, &err))
        module_fail("%s", err.text);
    out.unit = out.trace.info.unit_ns ? out.trace.info.unit_ns : 1;
    out.list = OTF2_AttributeList_New();
    if (!out.list)
        module_fail("no memory");
    write_find_tasks(&out);
    archive_open(&out, folder);
    events_write(&out);
    definitions_write(&out);
    module_check(OTF2_Archive_Close(out.archive),
                 "the archive cannot be written");
    archive_number(folder, events_hash(&out.trace));
}
