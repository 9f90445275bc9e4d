/* Data of old traces other than transfers is kept from PICL to PICL, in both
 * versions, and by the formats in between. */
#include "trace-tools.h"

#include <criterion/criterion.h>
#include <weft/unstable/stats.h>

static const char old_text[] =
    "1 0 3 0 0 0 0\n1 0 3 1 0 0 0\n11 0 6 0 0 0\n11 0 6 1 0 0\n"
    "14 0 7 0 4 4 0\n14 0 7 1 4 4 0\n20 0 20 0 2 0 0\n20 0 30 0 -2 50 0\n"
    "4 0 40 0 1 50 8\n11 0 40 0 0 0\n11 0 60 0 0 20\n21 0 70 0 -2 50 0\n"
    "21 0 80 0 2 0 0\n7 0 35 1 50\n11 0 35 1 0 0\n8 0 90 1 0 50 8\n"
    "11 0 90 1 0 55\n20 0 92 1 -4 0 0\n21 0 94 1 -4 0 0\n"
    "10 0 100 0\n11 0 100 0 0 20\n11 0 150 0 0 70\n"
    "10 0 110 1\n11 0 110 1 0 55\n11 0 150 1 0 95\n"
    "22 0 160 0 3 7 8 9\n12 0 200 1 9 9 9 9 9\n"
    "11 0 300 0 0 70\n12 0 300 0 1 9 2 19 3\n19 0 300 0 1208\n"
    "11 0 310 1 0 95\n12 0 310 1 15 16 141 254 0\n19 0 310 1 984\n";

static const char new_text[] =
    "-3 -901 0.000007 0 0 0\n-3 -901 0.000007 1 0 0\n"
    "-3 2 0.000015 0 0 0 2\n"
    "-3 -785 0.000017 0 0 3 2 8 0 -1\n-4 -785 0.000019 0 0 1 2 8\n"
    "-3 -21 0.000020 1 0 3 2 8 5 0\n-4 -21 0.000030 1 0 0\n"
    "-3 -52 0.000022 0 0 2 2 5 1\n-4 -52 0.000040 0 0 3 2 8 5 1\n"
    "-4 2 0.000045 0 0 0 2\n"
    "-3 -402 0.000046 0 0 1 2 -1\n-4 -402 0.000060 0 0 0\n"
    "-101 -1 0.000050 1 0 3 \"%d%lf\" -22 0.000006 -21 0.000010 "
    "-901 0.000040 \n-102 -1 0.000050 1 0 2 \"%d%d\" -12 1 -21 1 \n"
    "-103 -1 0.000050 1 0 1 \"%d%d\" -21 8 \n"
    "-104 -1 0.000080 0 0 1 \"%d%d\" -52 8 \n"
    "-105 -1 0.000080 0 0 1 \"%d%d\" -901 285 \n"
    "-4 -901 0.000091 1 0 0\n-4 -901 0.000080 0 0 0\n";

/* A summary of the data of a trace. */
struct told {
    char kinds[2000]; /* all events: kind, processor, number, duration */
    char measured[2000];
};

static void trace_picl_kept_add(char *text, size_t room, const char *more)
{
    cr_assert_lt(strlen(text) + strlen(more), room);
    strcat(text, more);
}

/* Summarise each processor separately, because formats move times by
 * microseconds. */
static void tell(const struct weft_trace *trace, struct told *told)
{
    char line[200];
    *told = (struct told){.kinds = ""};
    for (int rank = 0; rank < trace->info.processors; rank++) {
        for (size_t i = 0; i < trace->count; i++) {
            const struct weft_event *event = &trace->events[i];
            if (event->rank != rank)
                continue;
            snprintf(line, sizeof line, "%s %d %d %d, ",
                     weft_event_names[event->kind], rank, event->message,
                     event->duration > 5);
            trace_picl_kept_add(told->kinds, sizeof told->kinds, line);
        }
        const char *counted =
            trace->info.statistics ? trace->info.statistics[rank] : NULL;
        uint64_t calls =
            trace->info.in_calls ? trace->info.in_calls[rank] : UINT64_MAX;
        snprintf(line, sizeof line, "%d: %llu %s\n", rank,
                 (unsigned long long)calls, counted ? counted : "-");
        trace_picl_kept_add(told->measured, sizeof told->measured, line);
    }
}

static void read_all(const char *text, struct weft_trace *trace)
{
    struct weft_error err;
    struct weft_read_report report;
    cr_assert_eq(read_text(NULL, text, strlen(text), trace, &report, &err), 0,
                 "line %u: %s", err.line, err.text);
}

static char *convert(const char *text, const char *format)
{
    struct weft_trace trace;
    read_all(text, &trace);
    char *out = write_text(format, &trace.info, trace.events, trace.count);
    weft_trace_finish(&trace);
    return out;
}

/* Convert to every format and back to each version. */
Test(picl_kept, through_every_format)
{
    static const char *const texts[] = {old_text, new_text};
    static const char *const formats[] = {"picl", "picl1", "csv", "chrome"};
    for (size_t t = 0; t < 2; t++)
        for (size_t by = 0; by < 4; by++)
            for (size_t to = 0; to < 2; to++) {
                struct weft_trace first, last;
                struct told before, after;
                char *middle = convert(texts[t], formats[by]);
                char *end = convert(middle, formats[to]);
                read_all(texts[t], &first);
                read_all(end, &last);
                tell(&first, &before);
                tell(&last, &after);
                if (t == 0 || (by != 1 && to != 1))
                    cr_expect_str_eq(before.kinds, after.kinds, "%s, %s",
                                     formats[by], formats[to]);
                cr_expect_str_eq(before.measured, after.measured, "%s, %s",
                                 formats[by], formats[to]);
                weft_trace_finish(&first);
                weft_trace_finish(&last);
                free(middle);
                free(end);
            }
}

static void expect_lines(const char *text, const char *const *line)
{
    for (; *line; line++) {
        const char *found = strstr(text, *line);
        cr_expect(found, "'%s' in\n%s", *line, text);
    }
}

/* Data is written as records that other readers of the version know. */
Test(picl_kept, records_of_their_version)
{
    static const char *const olds[] = {"\n12 0 312 0 1 9 2 19 3\n",
                                       "\n12 0 312 1 15 16 141 254 0\n",
                                       "\n11 0 312 1 0 95\n",
                                       "\n20 0 20 0 2 2 0\n",
                                       "\n20 0 30 0 -2 2 0\n",
                                       "\n20 0 92 1 -4 2 0\n",
                                       "\n10 0 101 0\n",
                                       "\n21 0 70 0 -2 2 0\n",
                                       NULL};
    static const char *const news[] = {
        " 1 0 3 \"%d%lf\" -22 0.000006 -21 0.000010 -901 0.000040 \n",
        " 1 0 2 \"%d%d\" -12 1 -21 1 \n",
        " 1 0 1 \"%d%d\" -21 8 \n",
        " 0 0 1 \"%d%d\" -52 8 \n",
        " 0 0 1 \"%d%d\" -901 285 \n",
        NULL};
    char *text = convert(old_text, "picl1");
    expect_lines(text, olds);
    cr_expect_null(strstr(text, " 9 9 9 9 9"));
    free(text);
    text = convert(new_text, "picl");
    expect_lines(text, news);
    free(text);
}

/* Records of statistics that are replaced by later ones are reported. */
Test(picl_kept, what_is_replaced_is_said)
{
    struct weft_trace trace;
    struct weft_error err;
    struct weft_read_report report;
    cr_assert_eq(
        read_text("picl1", old_text, strlen(old_text), &trace, &report, &err),
        0);
    cr_expect_str_eq(report.skipped_what, "1 record of statistics");
    weft_trace_finish(&trace);
}

/* A sync lasts as long as its statistics state and counts as idle; without
 * statistics its duration is zero, whatever follows. */
Test(picl_kept, a_sync_is_a_barrier)
{
    static const struct {
        const char *text;
        uint64_t start, duration;
    } cases[] = {
        {"10 0 100 0\n11 0 100 0 0 0\n11 0 150 0 0 50\n19 0 200 0 0\n", 100,
         50},
        {"10 0 100 0\n15 0 120 0 7\n19 0 200 0 0\n", 100, 0},
        {"10 0 100 0\n4 0 150 0 1 7 8\n6 0 160 1 0 7 8\n", 100, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct weft_trace trace;
        read_all(cases[i].text, &trace);
        size_t found = 0;
        for (size_t k = 0; k < trace.count; k++) {
            const struct weft_event *event = &trace.events[k];
            if (event->kind != WEFT_SLEEP)
                continue;
            found++;
            cr_expect_eq(event->start, cases[i].start, "%zu", i);
            cr_expect_eq(event->duration, cases[i].duration, "%zu", i);
        }
        cr_expect_eq(found, 1, "%zu", i);
        weft_trace_finish(&trace);
    }
}

/* Data of very many processors, also through a trace in memory. */
Test(picl_kept, of_many_processors)
{
    enum { TRACE_PICL_KEPT_MANY = 5000 };
    static const char *const formats[] = {"picl", "picl1", "csv", "chrome"};
    static uint64_t in_calls[TRACE_PICL_KEPT_MANY];
    static const char *statistics[TRACE_PICL_KEPT_MANY];
    static const struct weft_event mark = {5, 0, 5,  0,         -1,
                                           8, 0, -1, WEFT_MARK, 0};
    for (int i = 0; i < TRACE_PICL_KEPT_MANY; i++) {
        in_calls[i] = 3 * (uint64_t)i;
        statistics[i] = i % 2 ? "commstats 1 2 3 4 5" : NULL;
    }
    const struct weft_trace_info run = {
        TRACE_PICL_KEPT_MANY,    1000, 0, 0, NULL, .in_calls = in_calls,
        .statistics = statistics};
    for (size_t f = 0; f < 4; f++) {
        struct weft_trace trace;
        char *text = write_text(formats[f], &run, &mark, 1);
        read_all(text, &trace);
        cr_assert_eq(trace.info.processors, TRACE_PICL_KEPT_MANY);
        cr_assert(trace.info.in_calls && trace.info.statistics, "%s",
                  formats[f]);
        for (int i = 0; i < TRACE_PICL_KEPT_MANY; i++) {
            cr_assert_eq(trace.info.in_calls[i], in_calls[i], "%s, %d",
                         formats[f], i);
            const char *found = trace.info.statistics[i];
            cr_assert_eq(found != NULL, i % 2, "%s, %d", formats[f], i);
            cr_assert(!found || !strcmp(found, statistics[i]));
        }
        weft_trace_finish(&trace);
        free(text);
    }
}

/* Any text is kept as statistics, but only a valid one becomes a record. */
Test(picl_kept, statistics_from_anywhere)
{
    static const struct {
        const char *text, *record;
    } cases[] = {
        {"countstat -12 1", "-102 -1 0.000007 0 0 1 \"%d%d\" -12 1 \n"},
        {"x; countstat -12 1; y", "-102 -1 0.000007 0 0 1 \"%d%d\" -12 1 \n"},
        {"countstat", NULL},
        {"countstat -12 1\n-3 -21", NULL},
        {"countstat -12 one", NULL},
        {"countstat -12  1", NULL},
        {"discountstat -12 1", NULL},
    };
    static const struct weft_event mark = {5, 0, 5,  0,         -1,
                                           8, 0, -1, WEFT_MARK, 0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *statistics[] = {cases[i].text};
        const struct weft_trace_info run = {1, 1000, 0,
                                            0, NULL, .statistics = statistics};
        struct weft_trace trace;
        char *text = write_text("picl", &run, &mark, 1);
        const char *found = strstr(text, "\n-102 ");
        cr_expect_eq(found != NULL, cases[i].record != NULL, "%zu", i);
        if (found && cases[i].record)
            cr_expect(strstr(found, cases[i].record), "%s", found);
        read_all(text, &trace);
        cr_expect_str_eq(trace.info.statistics[0], cases[i].text);
        weft_trace_finish(&trace);
        free(text);
    }
}

/* The host is not a processor, but transfers to and from it count as time in
 * calls, in both versions. */
Test(picl_kept, the_host_takes_time)
{
    static const struct {
        const char *text;
        uint64_t busy, overhead, idle;
    } cases[] = {
        {"1 0 0 0 0 0 0\n4 0 100 0 -32768 7 8\n11 0 100 0 0 0\n"
         "11 0 130 0 0 30\n19 0 200 0 0\n",
         170, 30, 0},
        {"1 0 0 0 0 0 0\n6 0 100 0 -32768 7 8\n11 0 100 0 0 0\n"
         "11 0 130 0 0 30\n19 0 200 0 0\n",
         170, 30, 0},
        {"1 0 0 0 0 0 0\n7 0 100 0 7\n11 0 100 0 0 0\n"
         "8 0 130 0 -32768 7 8\n11 0 130 0 0 30\n19 0 200 0 0\n",
         170, 0, 30},
        {"-3 -901 0.000000 0 0 0\n-3 -21 0.000100 0 0 3 2 8 7 -3\n"
         "-4 -21 0.000130 0 0 0\n-4 -901 0.000200 0 0 0\n",
         170, 30, 0},
        {"-3 -901 0.000000 0 0 0\n-3 -51 0.000100 0 0 2 2 7 -3\n"
         "-4 -51 0.000130 0 0 3 2 8 7 -3\n-4 -901 0.000200 0 0 0\n",
         170, 30, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct weft_trace trace;
        read_all(cases[i].text, &trace);
        struct weft_stats *stats = weft_stats_create(NULL);
        const struct weft_sink *sink = weft_stats_sink(stats);
        sink->begin(sink->arg, &trace.info);
        sink->events(sink->arg, trace.events, trace.count);
        sink->end(sink->arg);
        const struct weft_stats_load *load = weft_stats_result(stats)->load;
        cr_expect_eq(load->busy, cases[i].busy, "%zu: %d", i, (int)load->busy);
        cr_expect_eq(load->overhead, cases[i].overhead, "%zu", i);
        cr_expect_eq(load->idle, cases[i].idle, "%zu", i);
        weft_stats_destroy(stats);
        weft_trace_finish(&trace);
    }
}
