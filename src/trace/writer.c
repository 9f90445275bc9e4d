/* Writes a trace: a format, its state, and the output file.
 *
 * The files of this folder. Formats: formats.c is their table, format.h their
 * interface; csv, schedule and goal are one file each, chrome, paje, paraver
 * and picl a folder each; target.c finds the format for a name. Reading:
 * reader.c finds the format; lines.c is shared by csv and schedule; order.c
 * puts the events of a file in order; batch.c passes events on. Both: params.c
 * (the parameters of a run), agenda.c and underway.c (future events), collect.c
 * (a whole trace in memory). io/ has the files: input and gzip (in.c), output
 * that is renamed when complete (out.c, put.c), a worker pool (worker-pool.c)
 * that writes (write-behind.c) and compresses (compressor.c). */
#include "format.h"

#include "base/items/items.h"
#include "trace/io/out.h"
#include "trace/io/temporary.h"
#include "trace/otf2/archive.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/unstable/ways.h>

struct weft_writer {
    /* the format in which the output is written */
    const struct weft_format *format;
    const struct weft_format_info *info; /* information about the target's
                                            format */
    struct archive *archive; /* converts the output to an archive; NULL: the
                                output is the target */
    struct output out;
    struct weft_sink sink;
    bool ended;      /* whether the sink has been ended */
    uint64_t latest; /* latest time that can be written, in time units */
    bool ways;       /* whether the target records the ways of messages */
    struct weft_items *items; /* contents of messages */
    uint64_t block_bytes;     /* info_block_bytes() of the trace */
    void *state;              /* [format->state] state of the format */
};

/* Record an error of the format for weft_writer_close(). A format that fails
 * without an error is out of memory. */
static int writer_keep(struct weft_writer *writer, int result)
{
    struct output *out = &writer->out;
    out_cannot(out, "write", result ? ENOMEM : 0);
    return (int)out->error.kind;
}

static int writer_begin(void *arg, const struct weft_trace_info *info)
{
    struct weft_writer *writer = arg;
    const struct weft_format *format = writer->format;
    writer->latest = UINT64_MAX;
    writer->items = info->items;
    writer->block_bytes = info_block_bytes(info);
    if (format->latest_ns && info->unit_ns)
        writer->latest = format->latest_ns / info->unit_ns;
    const char *key = params_too_long(info);
    if (key)
        return writer_keep(writer,
                           out_fail(&writer->out, WEFT_ERROR_LIMIT,
                                    "parameter '%.60s' of the run has more "
                                    "than %d bytes",
                                    key, PARAMETER_BYTES_MAX));
    return writer_keep(writer,
                       format->begin(writer->state, &writer->out, info));
}

static int check_times(struct weft_writer *writer,
                       const struct weft_event *event, size_t count)
{
    const struct weft_format *format = writer->format;
    for (size_t i = 0; format->latest_ns && i < count; i++)
        if (event[i].start > writer->latest ||
            event[i].duration > writer->latest - event[i].start)
            return out_fail(
                &writer->out, WEFT_ERROR_LIMIT,
                "processor %d, time %llu: the event ends too late for format "
                "%s, which holds times up to %llu seconds",
                event[i].rank, (unsigned long long)event[i].start,
                writer->info->name,
                (unsigned long long)format->latest_ns / 1000000000u);
    return 0;
}

static bool writer_holds(const struct weft_format *format,
                         const struct weft_event *event)
{
    if (event->kind == WEFT_CALL || event->kind == WEFT_PRESENT)
        return format->calls;
    if (event->kind == WEFT_TASK || event->kind == WEFT_DONE)
        return format->tasks;
    return true;
}

/* Return the end of the run of events, from i on, that the format either can
 * represent or cannot. */
static size_t writer_run_of(const struct weft_format *format,
                            const struct weft_event *event, size_t i,
                            size_t count)
{
    bool first = writer_holds(format, &event[i]);
    while (i < count && writer_holds(format, &event[i]) == first)
        i++;
    return i;
}

/* Record the first way of a message that the format cannot represent. */
static void writer_miss_ways(struct weft_writer *writer,
                             const struct weft_event *event, size_t count)
{
    const struct weft_trace_info info = {.items = writer->items};
    for (size_t i = 0; i < count && !*writer->out.loss; i++)
        if (event[i].items && weft_event_way(&info, &event[i]))
            snprintf(writer->out.loss, sizeof writer->out.loss,
                     "the switches that messages name are left out (via); "
                     "schedule, csv, chrome and paje record them");
}

/* Return the length of a message: all its blocks. */
static uint32_t writer_length(const struct weft_writer *writer,
                              const struct weft_event *event)
{
    const struct weft_trace_info info = {.items = writer->items};
    const char *text = weft_event_items(&info, event), *end;
    struct item_list list = {0};
    uint64_t blocks = text ? 0 : 1;
    if (text && !item_list_parse(&list, text, &end))
        for (size_t i = 0; i < list.count; i++)
            blocks += 1 + (uint64_t)(list.item[i].blocks.last -
                                     list.item[i].blocks.first);
    item_list_finish(&list);
    blocks *= writer->block_bytes;
    return blocks > UINT32_MAX ? UINT32_MAX : (uint32_t)blocks;
}

/* Return whether a message with blocks has no length, as in schedules. */
static bool writer_lacks_length(const struct weft_event *event)
{
    bool message = event->kind == WEFT_SEND || event->kind == WEFT_RECEIVE;
    return message && event->message >= 0 && !event->bytes;
}

/* Write events of a schedule in a format that does not list blocks: there the
 * length of a message tells that it has several. */
static int writer_add_lengths(struct weft_writer *writer,
                              const struct weft_event *event, size_t count)
{
    struct weft_event *sized = malloc((count + 1) * sizeof *sized);
    int result = sized ? 0 : (int)WEFT_ERROR_MEMORY;
    for (size_t i = 0; sized && i < count; i++) {
        sized[i] = event[i];
        if (writer_lacks_length(&event[i]))
            sized[i].bytes = writer_length(writer, &event[i]);
    }
    if (sized)
        result =
            writer->format->events(writer->state, &writer->out, sized, count);
    free(sized);
    return result;
}

static int writer_write(struct weft_writer *writer,
                        const struct weft_event *event, size_t count)
{
    if (!writer->ways && writer->items && writer->block_bytes)
        for (size_t i = 0; i < count; i++)
            if (writer_lacks_length(&event[i]))
                return writer_add_lengths(writer, event, count);
    return writer->format->events(writer->state, &writer->out, event, count);
}

static int writer_events(void *arg, const struct weft_event *event,
                         size_t count)
{
    struct weft_writer *writer = arg;
    const struct weft_format *format = writer->format;
    if (!writer->ways && writer->items)
        writer_miss_ways(writer, event, count);
    if (check_times(writer, event, count))
        return (int)writer->out.error.kind;
    for (size_t i = 0, next; i < count; i = next) {
        next = writer_run_of(format, event, i, count);
        if (writer_holds(format, &event[i]) &&
            writer_keep(writer, writer_write(writer, &event[i], next - i)))
            break;
    }
    return writer_keep(writer, 0);
}

static int writer_end(void *arg)
{
    struct weft_writer *writer = arg;
    writer->ended = true;
    return writer_keep(writer,
                       writer->format->end(writer->state, &writer->out));
}

static int writer_check_target(const struct target *target, const char *text,
                               struct weft_error *err)
{
    if (target->format && target->format->info.writes)
        return 0;
    if (target->format)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "weft can read format '%s' but not write it",
                              target->format->info.name);
    char known[300];
    size_t used = 0;
    const struct weft_format_info *format;
    for (size_t i = 0; (format = weft_format(i)) && used < sizeof known; i++)
        if (format->writes)
            used += (size_t)snprintf(known + used, sizeof known - used,
                                     "%s%s (%s)", used ? ", " : "",
                                     format->name, format->ending);
    if (!strcmp(target->path, "-"))
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "standard output needs a format: write "
                              "FORMAT:-, with one of these: %s",
                              known);
    return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                          "unknown format of '%.100s'; write FORMAT:FILE or "
                          "use one of these extensions: %s",
                          text, known);
}

/* Open the target, or a temporary file from which the archive is made. Return
 * 0, or -1 with err. */
static int writer_open_output(struct weft_writer *writer,
                              const struct target *target,
                              struct weft_error *err)
{
    int fd;
    if (!target->format->through)
        return out_open(&writer->out, target->path, target->gzip, err);
    if (target->gzip)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "'%s': an archive is a folder and cannot be "
                              "compressed; omit .gz",
                              target->path);
    writer->format = target->format->through;
    writer->archive = archive_create(target->path, err);
    if (!writer->archive || temporary_open(&fd, err))
        return -1;
    return out_open_file(&writer->out, fd, target->path)
               ? weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory")
               : 0;
}

struct weft_writer *weft_writer_open(const char *text, struct weft_error *err)
{
    struct target target;
    if (target_parse(&target, text, err) ||
        writer_check_target(&target, text, err))
        return NULL;
    struct weft_writer *writer = calloc(1, sizeof *writer);
    const struct weft_format *through = target.format->through;
    void *state =
        calloc(1, (through ? through->state : target.format->state) + 1);
    if (!writer || !state) {
        weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                       "no memory for a trace writer");
        goto failed;
    }
    writer->format = target.format;
    writer->info = &target.format->info;
    writer->ways = target.format->ways;
    writer->state = state;
    writer->sink =
        (struct weft_sink){writer_begin, writer_events, writer_end, writer};
    if (writer_open_output(writer, &target, err))
        goto failed;
    return writer;
failed:
    if (writer)
        archive_destroy(writer->archive);
    free(writer);
    free(state);
    return NULL;
}

const struct weft_sink *weft_writer_sink(struct weft_writer *writer)
{
    return &writer->sink;
}

const struct weft_format_info *
weft_writer_format(const struct weft_writer *writer)
{
    return writer->info;
}

int weft_writer_check(const struct weft_writer *writer, struct weft_error *err)
{
    if (!writer->out.error.kind)
        return 0;
    if (err)
        *err = writer->out.error;
    return -1;
}

const char *weft_writer_loss(const struct weft_writer *writer)
{
    return *writer->out.loss ? writer->out.loss : NULL;
}

static void writer_release(struct weft_writer *writer)
{
    if (writer->format->finish)
        writer->format->finish(writer->state);
    archive_destroy(writer->archive);
    free(writer->state);
    free(writer);
}

int weft_writer_finish(struct weft_writer *writer, struct weft_error *err)
{
    if (!writer->ended)
        out_fail(&writer->out, WEFT_ERROR_STOPPED, "the trace is incomplete");
    if (!writer->out.error.kind && !out_finish(&writer->out) && writer->archive)
        archive_convert(writer->archive, writer->out.file.fd,
                        &writer->out.error);
    return weft_writer_check(writer, err);
}

int weft_writer_close(struct weft_writer *writer, struct weft_error *err)
{
    int result = weft_writer_finish(writer, err);
    if (result)
        out_abort(&writer->out);
    else
        result = out_close(&writer->out, err);
    if (!result && writer->archive)
        result = archive_take(writer->archive, err);
    writer_release(writer);
    return result;
}

void weft_writer_abort(struct weft_writer *writer)
{
    if (!writer)
        return;
    out_abort(&writer->out);
    writer_release(writer);
}
