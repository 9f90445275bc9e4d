/* Fuzz target: every trace that a reader accepts is passed to the checker, the
 * statistics, every figure and every writer. Written files are read again and
 * must contain the same events as far as the format stores them, unless the
 * writer failed with a reason. */
#include <trace/format.h>

#include "../holds.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <weft/check.h>
#include <weft/network.h>
#include <weft/unstable/figure.h>
#include <weft/unstable/page.h>
#include <weft/unstable/replay.h>
#include <weft/unstable/stats.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define INPUT_MAX 6000    /* bytes; many small traces find more */
#define PROCESSORS_MAX 64 /* limit for figures and checks */

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

/* Replay on a network of equal size and on a larger one. */
static void replay(const struct weft_trace *trace)
{
    char spec[32];
    for (int more = 0; more < 2; more++) {
        int size = trace->info.processors + more;
        snprintf(spec, sizeof spec, "%s:%d", more ? "line" : "complete",
                 size < 2 ? 2 : size);
        struct weft_network *network = weft_network_create(spec, NULL);
        for (int how = WEFT_SHARING_FAIR; network && weft_sharing_names[how];
             how++) {
            struct weft_replay *made =
                weft_replay_create(network, (enum weft_sharing)how, NULL);
            if (made && !feed(weft_replay_sink(made), trace)) {
                const struct weft_replay_result *r = weft_replay_result(made);
                assert(r->late <= r->messages && r->replayed >= 0);
            }
            weft_replay_destroy(made);
        }
        weft_network_destroy(network);
    }
}

/* Write a page that contains the same run twice. */
static void show(const struct weft_trace *trace)
{
    struct weft_error err = {0};
    struct weft_page *page = weft_page_create(NULL);
    for (int i = 0; page && i < 2; i++) {
        const struct weft_sink *sink = weft_page_add(page, "a");
        if (sink && feed(sink, trace))
            assert(weft_page_check(page, &err) && err.text[0]);
    }
    if (page && weft_page_write(page, "/dev/null", &err))
        assert(err.text[0]);
    weft_page_destroy(page);
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

/* Return the target FORMAT:PATH, with a path that only this process uses. */
static const char *path_of(const char *format)
{
    static char path[200];
    const char *folder = getenv("TMPDIR");
    snprintf(path, sizeof path, "%s:%s/weft-fuzz-%ld", format,
             folder && folder[0] == '/' && strlen(folder) < 100 ? folder
                                                                : "/tmp",
             (long)getpid());
    return path;
}

/* Write the trace. Return false if the writer failed with a reason. */
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
    char text[500];
    if (weft_trace_read(path_of(format), &sink, NULL, &err)) {
        fprintf(stderr, "%s cannot be read back: line %u: %s\n", format,
                err.line, err.text);
        abort();
    }
    struct holds_rule rule = holds_rule(holds_of(format), trace, false);
    copy(&expected, trace);
    holds_reduce(&expected, &rule);
    holds_reduce(&back, &rule);
    if (holds_differ(&expected, &back, &rule, text)) {
        fprintf(stderr, "%s: %s\n", format, text);
        abort();
    }
    weft_trace_finish(&expected);
    weft_trace_finish(&back);
}

/* Check that the written schedule can be read, whatever its events: it is
 * executed again, and may wait for ever for a message that the trace lacks. */
static void play_back(const char *format)
{
    struct weft_trace back = {0};
    const struct weft_sink sink = weft_trace_collect(&back);
    struct weft_error err = {0};
    if (weft_trace_read(path_of(format), &sink, NULL, &err) &&
        !strstr(err.text, "waits for ever")) {
        fprintf(stderr, "%s cannot be read: line %u: %s\n", format, err.line,
                err.text);
        abort();
    }
    weft_trace_finish(&back);
}

static void write_all(const struct weft_trace *trace)
{
    for (size_t i = 0; weft_format(i); i++) {
        const struct weft_format_info *format = weft_format(i);
        if (!format->writes || format->module ||
            !write_trace(format->name, trace))
            continue;
        if (format->reads && holds_of(format->name))
            read_back(format->name, trace);
        else if (format->reads)
            play_back(format->name);
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
        replay(&trace);
        show(&trace);
        draw(&trace);
        write_all(&trace);
    }
    weft_trace_finish(&trace);
    return 0;
}
