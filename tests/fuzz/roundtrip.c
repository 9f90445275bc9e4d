/* Whatever a reader accepts goes through the checker, the statistics, every
 * figure and every writer; and what a writer has written is read again: the
 * same events as far as the format holds them, or the writer has refused with
 * a reason. */
#include <trace/format.h>

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <weft/check.h>
#include <weft/figure.h>
#include <weft/stats.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define INPUT_MAX 6000    /* bytes: many small traces find more */
#define PROCESSORS_MAX 64 /* drawn and checked */

/* What a format holds of an event; docs/formats.md has the same table. */
static const struct holds {
    const char *format;
    bool sends_only; /* who, whom, when and which message */
    bool ready;      /* since when a receiver that did not wait was ready */
    bool unordered;  /* what one processor does at one time has no order */
    bool sleeping, awaited;
    bool tasks; /* of the program's own */
    bool calls; /* collective calls, and that a processor was there */
} holds[] = {
    {"chrome", .ready = true, .unordered = true, .sleeping = true,
     .awaited = true, .tasks = true},
    {"csv", .sleeping = true, .awaited = true, .calls = true, .tasks = true},
    {"schedule", .sends_only = true, .unordered = true},
};

static int read_bytes(const void *bytes, size_t size, const char *name,
                      struct weft_trace *trace, struct weft_error *err)
{
    const struct weft_sink sink = weft_trace_collect(trace);
    struct input *in = in_memory(bytes, size, err);
    if (!in)
        return -1;
    int status = file_read_from(in, NULL, name, &sink, NULL, err);
    in_close(in);
    return status;
}

static int feed(const struct weft_sink *sink, const struct weft_trace *trace)
{
    return sink->begin(sink->arg, &trace->info) ||
           sink->events(sink->arg, trace->events, trace->count) ||
           sink->end(sink->arg);
}

static void judge(const struct weft_trace *trace)
{
    static const char *const problems[] = {NULL, "successive", "reduce"};
    struct weft_error err = {0};
    for (size_t i = 0; i < sizeof problems / sizeof *problems; i++) {
        const struct weft_check_options options = {.problem = problems[i],
                                                   .root = -1};
        struct weft_check *check = weft_check_create(&options, &err);
        assert(check || err.text[0]);
        if (check && !feed(weft_check_sink(check), trace))
            weft_check_result(check);
        weft_check_destroy(check);
    }
    struct weft_stats *stats = weft_stats_create(NULL);
    if (stats && !feed(weft_stats_sink(stats), trace))
        weft_stats_result(stats);
    weft_stats_destroy(stats);
}

static void draw(const struct weft_trace *trace)
{
    const struct weft_panel panel = {.trace = trace};
    for (size_t i = 0; weft_figure_kind(i); i++) {
        struct weft_error err = {0};
        const struct weft_figure figure = {
            .kind = weft_figure_kind(i)->name, .panels = 1, .panel = &panel};
        char *svg = weft_figure_draw(&figure, &err);
        assert(svg || err.text[0]);
        free(svg);
    }
}

/* The name of a file that only this process writes. */
static const char *path_of(const char *format)
{
    static char path[100];
    snprintf(path, sizeof path, "%s:/tmp/weft-fuzz-%ld", format,
             (long)getpid());
    return path;
}

/* Write the trace; false: the writer refused, with a reason. */
static bool write_trace(const char *format, const struct weft_trace *trace)
{
    struct weft_error err = {0};
    struct weft_writer *writer = weft_writer_open(path_of(format), &err);
    assert(writer);
    if (feed(weft_writer_sink(writer), trace)) {
        assert(weft_writer_check(writer, &err) && err.text[0]);
        weft_writer_abort(writer);
        return false;
    }
    int status = weft_writer_close(writer, &err);
    assert(!status || err.text[0]);
    return !status;
}

static int compare(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct weft_event));
}

/* Leave what the format holds. */
static void reduce(struct weft_trace *trace, const struct holds *format)
{
    size_t kept = 0;
    for (size_t i = 0; i < trace->count; i++) {
        struct weft_event e = trace->events[i];
        if ((format->sends_only && e.kind != WEFT_SEND) ||
            (!format->sleeping && e.kind == WEFT_SLEEP) ||
            (!format->calls &&
             (e.kind == WEFT_CALL || e.kind == WEFT_PRESENT)) ||
            (!format->tasks && (e.kind == WEFT_TASK || e.kind == WEFT_DONE)))
            continue;
        if (!format->ready && !(e.flags & WEFT_EVENT_WAITED))
            e.since = e.start;
        if (!format->awaited && e.kind == WEFT_WAIT)
            e.peer = -1;
        if (format->sends_only)
            e = (struct weft_event){.start = e.start,
                                    .duration = e.duration,
                                    .rank = e.rank,
                                    .peer = e.peer,
                                    .message = e.message};
        struct weft_event clean; /* its gaps, too */
        memset(&clean, 0, sizeof clean);
        clean.start = e.start;
        clean.duration = e.duration;
        clean.since = e.since;
        clean.rank = e.rank;
        clean.peer = e.peer;
        clean.message = e.message;
        clean.bytes = e.bytes;
        clean.dimension = e.dimension;
        clean.kind = e.kind;
        clean.flags = e.flags;
        memcpy(&trace->events[kept++], &clean, sizeof clean);
    }
    trace->count = kept;
    if (format->unordered && kept)
        qsort(trace->events, kept, sizeof *trace->events, compare);
}

static void expect_same(const struct weft_trace *a, const struct weft_trace *b,
                        const char *format)
{
    size_t i = 0;
    while (i < a->count && i < b->count &&
           !memcmp(&a->events[i], &b->events[i], sizeof *a->events))
        i++;
    if (i == a->count && i == b->count)
        return;
    fprintf(stderr, "%s: %zu events, read back %zu; event %zu differs\n",
            format, a->count, b->count, i);
    const struct weft_trace *both[] = {a, b};
    for (int k = 0; k < 2 && i < both[k]->count; k++) {
        const struct weft_event *e = &both[k]->events[i];
        fprintf(stderr,
                "%s %llu+%llu since %llu: %d, peer %d, message %d, bytes %u, "
                "dimension %d, flags %d\n",
                weft_event_names[e->kind], (unsigned long long)e->start,
                (unsigned long long)e->duration, (unsigned long long)e->since,
                e->rank, e->peer, e->message, e->bytes, e->dimension, e->flags);
    }
    abort();
}

static void copy(struct weft_trace *to, const struct weft_trace *from)
{
    const struct weft_sink sink = weft_trace_collect(to);
    if (sink.begin(sink.arg, &from->info) ||
        sink.events(sink.arg, from->events, from->count))
        abort();
}

static void read_back(const char *format, const struct weft_trace *trace)
{
    struct weft_trace back = {0}, expected = {0};
    const struct weft_sink sink = weft_trace_collect(&back);
    struct weft_error err = {0};
    if (weft_trace_read(path_of(format), &sink, NULL, &err)) {
        fprintf(stderr, "%s cannot be read back: line %u: %s\n", format,
                err.line, err.text);
        abort();
    }
    for (size_t i = 0; i < sizeof holds / sizeof *holds; i++)
        if (!strcmp(holds[i].format, format)) {
            copy(&expected, trace);
            reduce(&expected, &holds[i]);
            reduce(&back, &holds[i]);
            expect_same(&expected, &back, format);
        }
    weft_trace_finish(&expected);
    weft_trace_finish(&back);
}

static void write_all(const struct weft_trace *trace)
{
    for (size_t i = 0; weft_format(i); i++) {
        const struct weft_format_info *format = weft_format(i);
        if (!format->writes || !write_trace(format->name, trace))
            continue;
        if (format->reads)
            read_back(format->name, trace);
    }
    unlink(strchr(path_of(""), '/'));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct weft_trace trace = {0};
    struct weft_error err = {0};
    if (size > INPUT_MAX)
        size = INPUT_MAX;
    if (!read_bytes(data, size, "input", &trace, &err) &&
        trace.info.processors <= PROCESSORS_MAX) {
        judge(&trace);
        draw(&trace);
        write_all(&trace);
    }
    weft_trace_finish(&trace);
    return 0;
}
