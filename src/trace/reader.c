/* Reads a trace: finds its format, then calls the format's reader. (writer.c
 * describes the files of this folder.) */
#include "format.h"
#include "otf2/archive.h"
#include "strangers.h"

#include "base/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A sink between the format and the caller's sink, which counts events, and
 * records whether the caller's sink failed. */
struct counter {
    const struct weft_sink *sink;
    struct weft_read_report *report;
    int refused; /* last return value of the sink */
    /* limit on the number of processors in a file of this size */
    uint64_t most;
    int too_many; /* number of processors if it is above `most`, else 0 */
};

/* Limit on the number of processors: a short file may declare a million of
 * them, and every consumer allocates memory for each. */
/* number of bytes that a file must have for each further processor */
#define PROCESSOR_BYTES 16
#define PROCESSORS_FREE ((uint64_t)1 << AT_ONCE(17, 10))

static int reader_begin(void *arg, const struct weft_trace_info *info)
{
    struct counter *counter = arg;
    const struct weft_sink *sink = counter->sink;
    if ((uint64_t)info->processors > counter->most) {
        counter->too_many = info->processors;
        return -1;
    }
    counter->refused = sink->begin ? sink->begin(sink->arg, info) : 0;
    return counter->refused;
}

static int reader_events(void *arg, const struct weft_event *event,
                         size_t count)
{
    struct counter *counter = arg;
    const struct weft_sink *sink = counter->sink;
    counter->report->events += count;
    counter->refused = sink->events ? sink->events(sink->arg, event, count) : 0;
    return counter->refused;
}

static int reader_end(void *arg)
{
    struct counter *counter = arg;
    const struct weft_sink *sink = counter->sink;
    counter->refused = sink->end ? sink->end(sink->arg) : 0;
    return counter->refused;
}

static void reader_report_add(char *list, size_t size, uint64_t count,
                              const char *what)
{
    size_t used = strlen(list);
    size_t noun = strcspn(what, "|");
    if (count)
        snprintf(list + used, size - used, "%s%llu %.*s%s%s", used ? ", " : "",
                 (unsigned long long)count, (int)noun, what,
                 count == 1 ? "" : "s", what[noun] ? what + noun + 1 : "");
}

void report_skipped(struct weft_read_report *report, uint64_t count,
                    const char *what)
{
    report->skipped += count;
    reader_report_add(report->skipped_what, sizeof report->skipped_what, count,
                      what);
}

void report_completed(struct weft_read_report *report, uint64_t count,
                      const char *what)
{
    reader_report_add(report->completed_what, sizeof report->completed_what,
                      count, what);
}

void report_malformed(struct weft_read_report *report, uint64_t count,
                      unsigned line, const char *what)
{
    char *text = report->completed_what;
    size_t size = sizeof report->completed_what, before = strlen(text);
    report_completed(report, count, what);
    size_t used = strlen(text);
    if (count && !report->wrong)
        weft_error_set(&report->first_wrong, WEFT_ERROR_FORMAT, line, "%s",
                       text + before + (before ? 2 : 0));
    if (count && line > 1) /* line 1 is not shown, because it may be the only
                              line of the file */
        snprintf(text + used, size - used, " (%sline %u)",
                 count > 1 ? "the first: " : "", line);
}

void wrong_add(struct wrong_records *wrong, struct weft_error *err)
{
    if (!wrong->count++)
        wrong->first = *err;
    *err = (struct weft_error){.text = ""};
}

void report_wrong(struct weft_read_report *report,
                  const struct wrong_records *wrong, const char *what)
{
    if (!wrong->count)
        return;
    report_skipped(report, wrong->count, what);
    size_t used = strlen(report->skipped_what);
    const char *byte = wrong->first.text;
    char place[60];
    snprintf(place, sizeof place, "line %u", wrong->first.line);
    if (!strncmp(byte, "byte ", 5)) /* the file has one line, so its errors are
                                       located by byte */
        snprintf(place, sizeof place, "%.*s", (int)strcspn(byte, ":"), byte);
    snprintf(report->skipped_what + used, sizeof report->skipped_what - used,
             " (%s%s)", wrong->count > 1 ? "the first: " : "", place);
    if (!report->wrong || wrong->first.line < report->first_wrong.line)
        report->first_wrong = wrong->first;
    report->wrong += wrong->count;
}

static const struct weft_format *reader_recognise(const char *head,
                                                  size_t length)
{
    for (size_t i = 0; format_table[i]; i++)
        if (format_table[i]->info.reads && format_table[i]->recognise &&
            format_table[i]->recognise(head, length))
            return format_table[i];
    return NULL;
}

/* Recognise a file by its first line after the comments. */
static const struct weft_format *recognise_line(struct input *in)
{
    size_t length = 0;
    char *line;
    while ((line = in_line(in, &length)) && (!length || *line == '#'))
        ;
    if (line)
        line[length] = '\n';
    const struct weft_format *found =
        line ? reader_recognise(line, length + 1) : NULL;
    return in_rewind(in) ? NULL : found;
}

static const struct weft_format *find_format(struct input *in, const char *name)
{
    size_t length;
    const char *head = in_head(in, &length);
    const struct weft_format *found = reader_recognise(head, length);
    if (!found && length && *head == '#')
        found = recognise_line(in);
    if (found)
        return found;
    struct target target;
    if (target_parse(&target, name, NULL) || !target.format || target.also)
        return NULL;
    return target.format->info.reads ? target.format : NULL;
}

/* Return the format of `in`: `format` or, if that is NULL, the recognised one.
 * Return NULL with err if the input cannot be read. */
static const struct weft_format *reader_choose(struct input *in,
                                               const struct weft_format *format,
                                               const char *name,
                                               struct weft_error *err)
{
    size_t length;
    const char *head = in_head(in, &length);
    const char *stranger = stranger_what(head, length);
    if (in_failed(in, err))
        return NULL;
    if (!format && !stranger)
        format = find_format(in, name);
    if (!length)
        weft_error_set(err, WEFT_ERROR_EMPTY, 0, "'%s' is empty", name);
    else if (stranger)
        weft_error_set(err, WEFT_ERROR_FORMAT, 0, "'%s' %s", name, stranger);
    else if (!format)
        weft_error_set(err, WEFT_ERROR_FORMAT, 0,
                       "'%s' is not in a trace format that weft can read",
                       name);
    else if (!format->info.reads)
        weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                       "weft can write format '%s' but not read it",
                       format->info.name);
    else if (in_choice(in) && !format->chooses)
        weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                       "'%s' is in format '%s'; only rings and trees of NCCL "
                       "leave the collective open",
                       name, format->info.name);
    else
        return format;
    return NULL;
}

/* Report why reading stopped: because of the sink, or the counter before it. */
static int reader_refuse(const struct counter *counter, const char *name,
                         struct weft_error *err)
{
    if (counter->too_many)
        return weft_error_set(err, WEFT_ERROR_LIMIT, 0,
                              "'%s' declares %d processors; a file of its size "
                              "may have at most %llu" SAY_NO_LIMIT,
                              name, counter->too_many,
                              (unsigned long long)counter->most);
    enum weft_error_kind kind =
        counter->refused ? sink_fault(counter->refused) : WEFT_ERROR_MEMORY;
    const char *why = kind == WEFT_ERROR_MEMORY ? "no memory" : "stopped";
    if (kind == WEFT_ERROR_LIMIT)
        why = "too much work" SAY_NO_LIMIT;
    return weft_error_set(err, kind, 0, "cannot process '%s': %s", name, why);
}

int file_read_from(struct input *in, const struct weft_format *format,
                   const char *name, const struct weft_sink *sink,
                   struct weft_read_report *report, struct weft_error *err)
{
    struct weft_read_report own;
    if (!report)
        report = &own;
    *report = (struct weft_read_report){.format = ""};
    format = reader_choose(in, format, name, err);
    if (!format)
        return -1;
    snprintf(report->format, sizeof report->format, "%s", format->info.name);
    struct counter counter = {
        .sink = sink,
        .report = report,
        .most = in_trusted(in)
                    ? UINT64_MAX
                    : PROCESSORS_FREE + in_extent(in) / PROCESSOR_BYTES};
    const struct weft_sink counting = {reader_begin, reader_events, reader_end,
                                       &counter};
    struct weft_error said = {0};
    if (!format->read(in, &counting, report, &said) && !in_failed(in, &said))
        return 0;
    if (!counter.refused && !counter.too_many && said.kind) {
        if (err)
            *err = said;
        return -1;
    }
    return reader_refuse(&counter, name, err);
}

static int read_source(const char *source, bool trusted,
                       const struct weft_nccl_choice *choice,
                       const struct weft_sink *sink,
                       struct weft_read_report *report, struct weft_error *err)
{
    struct target target;
    if (report)
        *report = (struct weft_read_report){.format = ""};
    if (target_parse(&target, source, err))
        return -1;
    char *anchor = archive_anchor(target.path);
    const char *path = anchor ? anchor : target.path;
    struct input *in = in_open(path, trusted, err);
    /* trust an explicit format; otherwise the content decides, not the
     * extension alone */
    bool said = target.path != source;
    const char *stranger = in ? NULL : stranger_folder(path);
    int result = -1;
    if (stranger)
        weft_error_set(err, WEFT_ERROR_FORMAT, 0, "'%s' %s", path, stranger);
    if (in) {
        in_choose(in, choice);
        result = file_read_from(in, said ? target.format : NULL, path, sink,
                                report, err);
        in_close(in);
    }
    free(anchor);
    return result;
}

int weft_trace_read(const char *source, const struct weft_sink *sink,
                    struct weft_read_report *report, struct weft_error *err)
{
    return read_source(source, false, NULL, sink, report, err);
}

int weft_trace_read_trusted(const char *source, const struct weft_sink *sink,
                            struct weft_read_report *report,
                            struct weft_error *err)
{
    return read_source(source, true, NULL, sink, report, err);
}

int weft_nccl_read(const char *source, bool trusted,
                   const struct weft_nccl_choice *choice,
                   const struct weft_sink *sink,
                   struct weft_read_report *report, struct weft_error *err)
{
    return read_source(source, trusted, choice, sink, report, err);
}
