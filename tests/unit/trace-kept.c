/* Every format keeps the data, other than transfers, that it is documented to
 * keep from traces of real machines. */
#include "trace-tools.h"

#include <criterion/criterion.h>
#include <weft/unstable/stats.h>

/* Data of the run passed to a sink, and the number of events of two kinds. */
struct told {
    struct weft_stats *stats;
    int presents, calls;
};

static int trace_kept_begin(void *arg, const struct weft_trace_info *info)
{
    const struct weft_sink *sink = weft_stats_sink(((struct told *)arg)->stats);
    return sink->begin(sink->arg, info);
}

static int trace_kept_events(void *arg, const struct weft_event *event,
                             size_t count)
{
    struct told *told = arg;
    const struct weft_sink *sink = weft_stats_sink(told->stats);
    for (size_t i = 0; i < count; i++) {
        told->presents += event[i].kind == WEFT_PRESENT;
        told->calls += event[i].kind == WEFT_CALL;
    }
    return sink->events(sink->arg, event, count);
}

static int trace_kept_end(void *arg)
{
    const struct weft_sink *sink = weft_stats_sink(((struct told *)arg)->stats);
    return sink->end(sink->arg);
}

static void read_told(const char *path, const struct weft_sink *also,
                      struct told *told)
{
    struct weft_error err = {0};
    const struct weft_sink sink = {trace_kept_begin, trace_kept_events,
                                   trace_kept_end, told};
    told->stats = weft_stats_create(NULL);
    cr_assert(told->stats);
    cr_assert_eq(weft_trace_read(path, also ? also : &sink, NULL, &err), 0,
                 "%s, line %u: %s", path, err.line, err.text);
}

/* A node that records its time in calls, and one that does not, in the old and
 * the new format; both are present before and after their transfers. */
static const char *const trace_kept_texts[] = {
    "-3 -901 0.000007 0 0 0\n-3 -901 0.000007 1 0 0\n"
    "-3 -21 0.000020 1 0 3 2 8 5 0\n-4 -21 0.000030 1 0 0\n"
    "-3 -52 0.000009 0 0 2 2 5 1\n-4 -52 0.000040 0 0 3 2 8 5 1\n"
    "-101 -1 0.000050 1 0 4 \"%d%lf\" -22 0.000006 -27 0.000003 "
    "-52 0.000002 -901 0.000040 \n"
    "-4 -901 0.000091 1 0 0\n-4 -901 0.000080 0 0 0\n",
    "1 0 7 0\n1 0 7 1\n11 0 7 1 0 1\n4 0 20 1 0 5 8\n11 0 20 1 0 1\n"
    "11 0 30 1 0 11\n19 0 91 1 0\n7 0 9 0 5\n8 0 40 0 1 5 8\n19 0 80 0 0\n",
};

static void trace_kept_expect_same(const struct told *a, const struct told *b,
                                   const char *what)
{
    const struct weft_stats_result *x = weft_stats_result(a->stats);
    const struct weft_stats_result *y = weft_stats_result(b->stats);
    cr_expect_eq(a->presents, b->presents, "%s", what);
    cr_expect_eq(a->calls, b->calls, "%s", what);
    cr_expect_eq(x->makespan, y->makespan, "%s", what);
    cr_assert_eq(x->processors, y->processors, "%s", what);
    for (int rank = 0; rank < x->processors; rank++) {
        const struct weft_stats_load *p = &x->load[rank], *q = &y->load[rank];
        cr_expect_eq(p->busy, q->busy, "%s: %d", what, rank);
        cr_expect_eq(p->overhead, q->overhead, "%s: %d", what, rank);
        cr_expect_eq(p->idle, q->idle, "%s: %d", what, rank);
        cr_expect_eq(p->measured_busy, q->measured_busy, "%s: %d", what, rank);
    }
}

static void through(const char *text, const char *format)
{
    char path[] = "/tmp/weft-kept-XXXXXX.trf",
         again[] = "/tmp/weft-kept-XXXXXX";
    char *target = NULL;
    struct weft_error err = {0};
    struct told first = {0}, second = {0}, none = {0};
    int file = mkstemps(path, 4);
    close(mkstemp(again));
    cr_assert_eq(write(file, text, strlen(text)), (ssize_t)strlen(text));
    close(file);
    cr_assert_gt(asprintf(&target, "%s:%s", format, again), 0);
    struct weft_writer *writer = weft_writer_open(target, &err);
    cr_assert(writer, "%s", err.text);
    read_told(path, weft_writer_sink(writer), &none);
    cr_assert_eq(weft_writer_close(writer, &err), 0, "%s", err.text);
    read_told(path, NULL, &first);
    read_told(again, NULL, &second);
    cr_expect_neq(weft_stats_result(first.stats)->load[1].measured_busy,
                  UINT64_MAX);
    cr_expect_gt(first.presents + first.calls, 0);
    trace_kept_expect_same(&first, &second, format);
    weft_stats_destroy(none.stats);
    weft_stats_destroy(first.stats);
    weft_stats_destroy(second.stats);
    unlink(path);
    unlink(again);
    free(target);
}

Test(trace_kept, statistics_of_real_traces)
{
    static const char *const formats[] = {"csv", "chrome", "picl", "picl1"};
    for (size_t i = 0; i < sizeof trace_kept_texts / sizeof *trace_kept_texts;
         i++)
        for (size_t k = 0; k < sizeof formats / sizeof *formats; k++)
            through(trace_kept_texts[i], formats[k]);
}

/* Times in calls are only accepted for processors of the file, in any order of
 * lines. */
Test(trace_kept, times_in_calls_are_checked)
{
    static const struct {
        const char *text;
        bool good;
    } cases[] = {
        {"# processors: 2\n# in_calls.1: 7\n", true},
        {"# processors: 2\n# in_calls.2: 7\n", false},
        {"# in_calls.0: 7\n# processors: 2\n", false},
        {"# processors: 2\n# in_calls.0: -1\n", false},
        {"# processors: 2\n# in_calls.x: 1\n", false},
        {"# processors: 1\n# in_calls.0: 1\n# processors: 99\n", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct weft_trace trace;
        struct weft_error err;
        struct weft_read_report report;
        char text[200];
        snprintf(text, sizeof text,
                 "%sstart,end,kind,processor,peer,message,bytes,dimension\n",
                 cases[i].text);
        int status =
            read_text("csv", text, strlen(text), &trace, &report, &err);
        cr_expect_eq(status == 0, cases[i].good, "%s", cases[i].text);
        weft_trace_finish(&trace);
    }
}

/* Processors that occur in events but exceed the declared number have no
 * measured data. */
Test(trace_kept, what_is_measured_is_of_all_processors)
{
    static const char text[] =
        "start,end,kind,processor,peer,message,bytes,dimension\n"
        "0,1,send,4000,1,1,8,\n# processors: 2\n# in_calls.0: 5\n"
        "# statistics.1: a\n";
    struct weft_trace trace;
    struct weft_error err;
    cr_assert_eq(read_text("csv", text, strlen(text), &trace, NULL, &err), 0);
    cr_assert_eq(trace.info.processors, 4001);
    for (int rank = 0; rank < 4001; rank++) {
        const char *statistics = trace.info.statistics[rank];
        cr_expect_eq(trace.info.in_calls[rank], rank ? UINT64_MAX : 5);
        cr_expect(rank == 1 ? statistics && !strcmp(statistics, "a")
                            : !statistics);
    }
    weft_trace_finish(&trace);
}
