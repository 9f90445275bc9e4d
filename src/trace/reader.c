/* Reading a trace: find its format, then let the format read it. (writer.c
 * says how the files of this folder go together.) */
#include "format.h"

#include "base/base.h"

#include <stdio.h>
#include <string.h>

/* Between a format and the sink: counts, and knows whether the sink refused. */
struct counter {
    const struct weft_sink *sink;
    struct weft_read_report *report;
    int refused;   /* what the sink returned last */
    uint64_t most; /* processors that a file of its size may have */
    int too_many;  /* which are these; 0: not */
};

/* A few words may speak of a million processors, of which everything that
 * reads them keeps something. */
#define PROCESSOR_BYTES 16 /* of a file, for each one that it has more */
#define PROCESSORS_FREE ((uint64_t)1 << AT_ONCE(17, 10))

static int begin(void *arg, const struct weft_trace_info *info)
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

static int events(void *arg, const struct weft_event *event, size_t count)
{
    struct counter *counter = arg;
    const struct weft_sink *sink = counter->sink;
    counter->report->events += count;
    counter->refused = sink->events ? sink->events(sink->arg, event, count) : 0;
    return counter->refused;
}

static int end(void *arg)
{
    struct counter *counter = arg;
    const struct weft_sink *sink = counter->sink;
    counter->refused = sink->end ? sink->end(sink->arg) : 0;
    return counter->refused;
}

void report_skipped(struct weft_read_report *report, uint64_t count,
                    const char *what)
{
    if (!count)
        return;
    report->skipped += count;
    size_t used = strlen(report->skipped_what);
    size_t noun = strcspn(what, "|");
    snprintf(report->skipped_what + used, sizeof report->skipped_what - used,
             "%s%llu %.*s%s%s", used ? ", " : "", (unsigned long long)count,
             (int)noun, what, count == 1 ? "" : "s",
             what[noun] ? what + noun + 1 : "");
}

static const struct weft_format *recognise(const char *head, size_t length)
{
    for (size_t i = 0; format_table[i]; i++)
        if (format_table[i]->info.reads && format_table[i]->recognise &&
            format_table[i]->recognise(head, length))
            return format_table[i];
    return NULL;
}

/* By its first line behind the comments, of which there may be any number. */
static const struct weft_format *recognise_line(struct input *in)
{
    size_t length = 0;
    char *line;
    while ((line = in_line(in, &length)) && (!length || *line == '#'))
        ;
    if (line)
        line[length] = '\n';
    const struct weft_format *found = line ? recognise(line, length + 1) : NULL;
    return in_rewind(in) ? NULL : found;
}

static const struct weft_format *find_format(struct input *in, const char *name)
{
    size_t length;
    const char *head = in_head(in, &length);
    const struct weft_format *found = recognise(head, length);
    if (!found && length && *head == '#')
        found = recognise_line(in);
    if (found)
        return found;
    struct target target;
    if (target_parse(&target, name, NULL) || !target.format)
        return NULL;
    return target.format->info.reads ? target.format : NULL;
}

/* What is often beside traces and is none that weft reads, by how it begins. */
static const struct stranger {
    const char *begin;
    size_t length;
    const char *what;
} strangers[] = {
    {"PK\3\4", 4, "is a zip archive; unpack it first (unzip)"},
    {"BZh", 3,
     "is compressed with bzip2, weft reads gzip; unpack it first "
     "(bzip2 -d)"},
    {"\xfd"
     "7zXZ",
     5, "is compressed with xz, weft reads gzip; unpack it first (xz -d)"},
    {"\x28\xb5\x2f\xfd", 4,
     "is compressed with zstd, weft reads gzip; unpack it first (zstd -d)"},
    {"\x1f\x9d", 2,
     "is compressed with compress, weft reads gzip; unpack it first "
     "(uncompress)"},
    {"CLOG-", 5, "is a trace in MPE's format CLOG, which weft cannot read"},
    {"SLOG", 4, "is a trace in MPE's format SLOG, which weft cannot read"},
};

/* MPE's text format begins with records of negative types: the creator, then
 * the numbers of events, processes, ...: six numbers, of which type -2 counts
 * events in its fourth. */
static bool is_alog(const char *head, size_t length)
{
    char line[256];
    size_t size = length < sizeof line - 1 ? length : sizeof line - 1;
    memcpy(line, head, size);
    line[size] = '\0';
    long type[2] = {0};
    const char *at = line;
    for (int i = 0; i < 2 && at; i++) {
        int fields = 0, used = 0;
        double field[5];
        fields = sscanf(at, " %ld%lf%lf%lf%lf%lf%n", &type[i], &field[0],
                        &field[1], &field[2], &field[3], &field[4], &used);
        if (fields != 6 || field[0] < 0)
            return false;
        at = strchr(at, '\n');
        at = at ? at + 1 : NULL;
    }
    return (type[0] == -1 && type[1] == -2) || (type[0] == -2 && type[1] == -3);
}

/* What the file is instead of a trace that weft reads; NULL: none of these. */
static const char *find_stranger(const char *head, size_t length)
{
    for (size_t i = 0; i < sizeof strangers / sizeof *strangers; i++)
        if (length >= strangers[i].length &&
            !memcmp(head, strangers[i].begin, strangers[i].length))
            return strangers[i].what;
    if (is_alog(head, length))
        return "is a trace in MPE's format alog, which weft cannot read";
    return NULL;
}

/* The row for what `in` holds, if it is of `format` or that is NULL; NULL: it
 * cannot be read, and err says why. */
static const struct weft_format *choose(struct input *in,
                                        const struct weft_format *format,
                                        const char *name,
                                        struct weft_error *err)
{
    size_t length;
    const char *head = in_head(in, &length);
    const char *stranger = find_stranger(head, length);
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
    else
        return format;
    return NULL;
}

/* Why the sink, or the counter before it, took no more. */
static int refuse(const struct counter *counter, const char *name,
                  struct weft_error *err)
{
    if (counter->too_many)
        return weft_error_set(err, WEFT_ERROR_LIMIT, 0,
                              "'%s' speaks of %d processors; in a file of its "
                              "size are at most %llu" SAY_NO_LIMIT,
                              name, counter->too_many,
                              (unsigned long long)counter->most);
    enum weft_error_kind kind =
        counter->refused ? sink_fault(counter->refused) : WEFT_ERROR_MEMORY;
    const char *why = kind == WEFT_ERROR_MEMORY ? "no memory" : "stopped";
    if (kind == WEFT_ERROR_LIMIT)
        why = "what it asks for is too much work" SAY_NO_LIMIT;
    return weft_error_set(err, kind, 0, "cannot go on with '%s': %s", name,
                          why);
}

int file_read_from(struct input *in, const struct weft_format *format,
                   const char *name, const struct weft_sink *sink,
                   struct weft_read_report *report, struct weft_error *err)
{
    struct weft_read_report own;
    if (!report)
        report = &own;
    *report = (struct weft_read_report){.format = ""};
    format = choose(in, format, name, err);
    if (!format)
        return -1;
    snprintf(report->format, sizeof report->format, "%s", format->info.name);
    struct counter counter = {
        .sink = sink,
        .report = report,
        .most = in_trusted(in)
                    ? UINT64_MAX
                    : PROCESSORS_FREE + in_extent(in) / PROCESSOR_BYTES};
    const struct weft_sink counting = {begin, events, end, &counter};
    struct weft_error said = {0};
    if (!format->read(in, &counting, report, &said) && !in_failed(in, &said))
        return 0;
    if (!counter.refused && !counter.too_many && said.kind) {
        if (err)
            *err = said;
        return -1;
    }
    return refuse(&counter, name, err);
}

static int read_source(const char *source, bool trusted,
                       const struct weft_sink *sink,
                       struct weft_read_report *report, struct weft_error *err)
{
    struct target target;
    if (report)
        *report = (struct weft_read_report){.format = ""};
    if (target_parse(&target, source, err))
        return -1;
    struct input *in = in_open(target.path, trusted, err);
    if (!in)
        return -1;
    /* a format that was said is believed; the ending alone is not */
    bool said = target.path != source;
    int result = file_read_from(in, said ? target.format : NULL, target.path,
                                sink, report, err);
    in_close(in);
    return result;
}

int weft_trace_read(const char *source, const struct weft_sink *sink,
                    struct weft_read_report *report, struct weft_error *err)
{
    return read_source(source, false, sink, report, err);
}

int weft_trace_read_trusted(const char *source, const struct weft_sink *sink,
                            struct weft_read_report *report,
                            struct weft_error *err)
{
    return read_source(source, true, sink, report, err);
}
