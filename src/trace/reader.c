/* Reading a trace: find its format, then let the format read it. */
#include "format.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* Between a format and the sink: counts. */
struct counter {
    const struct weft_sink *sink;
    struct weft_read_report *report;
};

static int begin(void *arg, const struct weft_trace_info *info)
{
    const struct weft_sink *sink = ((struct counter *)arg)->sink;
    return sink->begin ? sink->begin(sink->arg, info) : 0;
}

static int events(void *arg, const struct weft_event *event, size_t count)
{
    struct counter *counter = arg;
    const struct weft_sink *sink = counter->sink;
    counter->report->events += count;
    return sink->events ? sink->events(sink->arg, event, count) : 0;
}

static int end(void *arg)
{
    const struct weft_sink *sink = ((struct counter *)arg)->sink;
    return sink->end ? sink->end(sink->arg) : 0;
}

void report_skipped(struct weft_read_report *report, uint64_t count,
                    const char *what)
{
    if (!count)
        return;
    report->skipped += count;
    size_t used = strlen(report->skipped_what);
    snprintf(report->skipped_what + used, sizeof report->skipped_what - used,
             "%s%llu %s", used ? ", " : "", (unsigned long long)count, what);
}

static const struct weft_format *find_format(struct input *in, const char *name)
{
    size_t length;
    const char *head = in_head(in, &length);
    for (size_t i = 0; format_table[i]; i++)
        if (format_table[i]->info.reads && format_table[i]->recognise &&
            format_table[i]->recognise(head, length))
            return format_table[i];
    struct target target;
    if (target_parse(&target, name, NULL) || !target.format)
        return NULL;
    return target.format->info.reads ? target.format : NULL;
}

int file_read_from(struct input *in, const struct weft_format *format,
                   const char *name, const struct weft_sink *sink,
                   struct weft_read_report *report, struct weft_error *err)
{
    struct weft_read_report own;
    if (!report)
        report = &own;
    *report = (struct weft_read_report){.format = ""};
    if (!format)
        format = find_format(in, name);
    if (in_failed(in, err))
        return -1;
    if (!format)
        return weft_error_set(
            err, WEFT_ERROR_FORMAT, 0,
            "'%s' is not in a trace format that weft can read", name);
    if (!format->info.reads)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "weft can write format '%s' but not read it",
                              format->info.name);
    snprintf(report->format, sizeof report->format, "%s", format->info.name);
    struct counter counter = {sink, report};
    const struct weft_sink counting = {begin, events, end, &counter};
    struct weft_error said = {0};
    errno = 0;
    if (!format->read(in, &counting, report, &said) && !in_failed(in, &said))
        return 0;
    /* a sink, or a function that tells no more, has set errno */
    if (!said.kind)
        return weft_error_system(err, errno ? errno : ECANCELED, 0,
                                 "cannot go on with '%s': %s", name,
                                 errno ? strerror(errno) : "stopped");
    if (err)
        *err = said;
    return -1;
}

int weft_trace_read(const char *source, const struct weft_sink *sink,
                    struct weft_read_report *report, struct weft_error *err)
{
    struct target target;
    if (target_parse(&target, source, err))
        return -1;
    struct input *in = in_open(target.path, err);
    if (!in)
        return -1;
    /* a format that was said is believed; the ending alone is not */
    bool said = target.path != source;
    int result = file_read_from(in, said ? target.format : NULL, target.path,
                                sink, report, err);
    in_close(in);
    return result;
}
