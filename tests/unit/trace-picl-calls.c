/* Calls that overlap, touch, or never end, in both versions of PICL. */
#include "trace-tools.h"

static const char *const trace_picl_calls_formats[] = {"picl", "picl1"};

/* Write a trace and read it back without messages. Return the text, to be freed
 * by the caller. */
static char *back(const char *format, const struct weft_trace_info *info,
                  const struct weft_event *events, size_t count,
                  struct weft_trace *trace)
{
    char *text = write_text(format, info, events, count);
    struct weft_read_report report;
    struct weft_error err;
    cr_assert_eq(read_text(NULL, text, strlen(text), trace, &report, &err), 0,
                 "line %u: %s", err.line, err.text);
    cr_expect_eq(report.skipped, 0, "%s: %s", format, report.skipped_what);
    return text;
}

static size_t occurrences(const char *text, const char *what)
{
    size_t count = 0;
    for (; (text = strstr(text, what)); text++)
        count++;
    return count;
}

/* A long transfer during short ones: the file must stay in order of time, as
 * the reader of weft's own traces requires. */
Test(picl_calls, long_and_short_transfers_stay_in_order)
{
    static struct weft_event events[] = {
        {0, 100, 0, 1, 0, 0, 100, 0, WEFT_SEND, 0},
        {0, 100, 0, 0, 1, 0, 100, 0, WEFT_RECEIVE, 0},
        {10, 10, 10, 1, 2, 1, 10, 1, WEFT_SEND, 0},
        {10, 10, 10, 2, 0, 2, 10, 1, WEFT_SEND, 0},
        {10, 10, 10, 0, 2, 2, 10, 1, WEFT_RECEIVE, 0},
        {10, 10, 10, 2, 1, 1, 10, 1, WEFT_RECEIVE, 0},
    };
    const size_t count = sizeof events / sizeof *events;
    weft_events_sort(events, count);
    static const uint64_t steps[] = {1, 10, 0};
    for (size_t f = 0; f < 2; f++)
        for (size_t s = 0; s < 3; s++) {
            struct weft_trace_info info = {3, 1000000, steps[s], 0, NULL};
            struct weft_trace trace;
            if (f == 1 && !steps[s])
                continue; /* calls overlap */
            free(back(trace_picl_calls_formats[f], &info, events, count,
                      &trace));
            if (steps[s])
                expect_events(&trace, events, count);
            weft_trace_finish(&trace);
        }
}

/* Nested tasks around everything that is also encoded as a user task; a version
 * that cannot express them omits them. */
Test(picl_calls, tasks_come_back)
{
    static const struct weft_event events[] = {
        {0, 0, 0, 0, -1, 3, 0, -1, WEFT_TASK, 0},
        {0, 1, 0, 0, 1, 7, 8, 0, WEFT_SEND, 0},
        {0, 0, 0, 1, -1, 3, 0, -1, WEFT_TASK, 0},
        {0, 1, 0, 1, 0, 7, 8, 0, WEFT_RECEIVE, 0},
        {1, 0, 1, 0, -1, 4, 0, -1, WEFT_TASK, 0},
        {1, 2, 1, 0, -1, -1, 0, -1, WEFT_COMPUTE, 0},
        {1, 0, 1, 1, -1, 3, 0, -1, WEFT_DONE, 0},
        {1, 0, 1, 1, -1, 7, 8, -1, WEFT_STORE, 0},
        {3, 0, 3, 0, -1, 4, 0, -1, WEFT_DONE, 0},
        {3, 0, 3, 0, -1, 3, 0, -1, WEFT_DONE, 0},
        {3, 0, 3, 0, -1, 0, 0, -1, WEFT_TASK, 0},
    };
    const size_t count = sizeof events / sizeof *events;
    static const uint64_t steps[] = {1, 10, 0};
    for (size_t s = 0; s < 3; s++) {
        struct weft_trace_info info = {2, 1000000, steps[s], 0, NULL};
        struct weft_trace trace;
        char *text = back("picl", &info, events, count, &trace);
        cr_expect_eq(occurrences(text, " 0 1 2 2\n"), 7);
        if (steps[s] == 1)
            expect_events(&trace, events, count);
        size_t tasks = 0;
        for (size_t i = 0; i < trace.count; i++)
            tasks += trace.events[i].kind == WEFT_TASK ||
                     trace.events[i].kind == WEFT_DONE;
        cr_expect_eq(tasks, 7, "step %d: %zu", (int)steps[s], tasks);
        weft_trace_finish(&trace);
        free(text);
        free(back("picl1", &info, events, count, &trace));
        tasks = 0;
        for (size_t i = 0; i < trace.count; i++)
            tasks += trace.events[i].kind == WEFT_TASK ||
                     trace.events[i].kind == WEFT_DONE;
        cr_expect_eq(tasks, steps[s] ? 0 : 7, "picl1: %zu", tasks);
        weft_trace_finish(&trace);
    }
}

/* Every wait gets an end, whatever the processor does next. */
Test(picl_calls, waits_in_vain_are_closed)
{
    static const uint8_t kinds[] = {WEFT_SEND,  WEFT_WAIT, WEFT_SLEEP,
                                    WEFT_STORE, WEFT_MARK, WEFT_COMPUTE};
    static const struct weft_trace_info infos[] = {{2, 1000000, 1, 0, NULL},
                                                   {2, 1000000, 3, 0, NULL},
                                                   {2, 1000000, 0, 0, NULL}};
    for (size_t k = 0; k < sizeof kinds; k++)
        for (size_t i = 0; i < 3; i++) {
            bool long_one = kinds[k] == WEFT_SEND || kinds[k] == WEFT_SLEEP ||
                            kinds[k] == WEFT_COMPUTE;
            const struct weft_event events[] = {
                {2, 0, 2, 0, 1, -1, 0, 0, WEFT_WAIT, 0},
                {5, long_one, 5, 0, kinds[k] == WEFT_SEND ? 1 : -1, 4, 0,
                 kinds[k] == WEFT_SEND ? 0 : -1, kinds[k], 0},
            };
            struct weft_trace trace;
            size_t waits = 1 + (kinds[k] == WEFT_WAIT);
            char *text = back("picl", &infos[i], events, 2, &trace);
            cr_expect_eq(occurrences(text, "-3 -52 "), waits);
            cr_expect_eq(occurrences(text, "-4 -52 "), waits);
            cr_expect_eq(trace.count, 2);
            weft_trace_finish(&trace);
            free(text);
            text = back("picl1", &infos[i], events, 2, &trace);
            cr_expect_eq(occurrences(text, "\n7 "), waits);
            cr_expect_eq(occurrences(text, " -32768 0 0\n"), waits);
            weft_trace_finish(&trace);
            free(text);
        }
}

/* In a real trace, the end of a wait without a message is kept, and a later
 * receive does not count as having waited. */
Test(picl_calls, ends_of_waits_in_vain_come_back)
{
    static const char text[] = "-3 -52 0.000100 0 0 2 2 -1 1\n"
                               "-4 -52 0.000300 0 0 0\n"
                               "-3 -51 0.000400 0 0 2 2 7 1\n"
                               "-4 -51 0.000450 0 0 3 2 8 7 1\n"
                               "-3 -602 0.000500 0 0 0\n"
                               "-4 -602 0.000600 0 0 0\n"
                               "-3 -21 0.000700 1 0 3 2 8 7 0\n"
                               "-4 -21 0.000800 1 0 0\n";
    static const char *const holders[] = {"csv", "picl"};
    static const char told[] =
        "wait 100, present 30?, receive 400, call 50?, send 700, ";
    struct weft_trace trace, again;
    struct weft_read_report report;
    struct weft_error err;
    cr_assert_eq(
        read_text("picl", text, sizeof text - 1, &trace, &report, &err), 0);
    cr_expect_str_eq(report.skipped_what, "");
    for (int i = 0; i < 2; i++) {
        char found[500] = "";
        char *out =
            write_text(holders[i], &trace.info, trace.events, trace.count);
        cr_assert_eq(
            read_text(holders[i], out, strlen(out), &again, NULL, &err), 0);
        for (size_t k = 0; k < again.count; k++)
            snprintf(found + strlen(found), sizeof found - strlen(found),
                     "%s %llu, ", weft_event_names[again.events[k].kind],
                     (unsigned long long)again.events[k].start);
        /* in picl, simultaneous beginnings and ends are a microsecond apart */
        for (size_t k = 0; told[k] && found[k]; k++)
            if (told[k] == '?')
                found[k] = '?';
        cr_expect_str_eq(found, told, "%s", holders[i]);
        cr_expect_eq(again.events[2].flags, 0);
        weft_trace_finish(&again);
        free(out);
    }
    weft_trace_finish(&trace);
}

/* A csv file distinguishes a receive that did not wait, even if it follows a
 * wait. */
Test(picl_calls, takes)
{
    static const struct weft_trace_info run = {2, 1000000, 1, 0, NULL};
    static const struct weft_event events[] = {
        {0, 1, 0, 0, 1, 7, 8, 0, WEFT_SEND, 0},
        {1, 0, 1, 1, 0, -1, 0, 0, WEFT_WAIT, 0},
        {4, 0, 4, 1, 0, 7, 8, 0, WEFT_RECEIVE, 0},
        {5, 0, 5, 1, 0, -1, 0, 0, WEFT_WAIT, 0},
        {6, 1, 5, 1, 0, 8, 8, 0, WEFT_RECEIVE, WEFT_EVENT_WAITED},
    };
    static const char *const holders[] = {"csv", "picl"};
    for (int i = 0; i < 2; i++) {
        struct weft_trace trace;
        char *text = back(holders[i], &run, events, 5, &trace);
        cr_expect(i || strstr(text, "\n4,4,take,1,0,7,8,0\n"));
        expect_events(&trace, events, 5);
        weft_trace_finish(&trace);
        free(text);
    }
}

/* Of two simultaneous receptions the second was the one waited for. */
Test(picl_calls, takes_before_the_end_of_a_wait)
{
    static const struct weft_trace_info run = {3, 1000000, 1, 0, NULL};
    static const struct weft_event events[] = {
        {0, 0, 0, 0, 2, -1, 0, 0, WEFT_WAIT, 0},
        {2, 1, 2, 0, 1, 7, 8, 0, WEFT_RECEIVE, 0},
        {2, 1, 0, 0, 2, 8, 8, 0, WEFT_RECEIVE, WEFT_EVENT_WAITED},
        {2, 1, 2, 1, 0, 7, 8, 0, WEFT_SEND, 0},
        {2, 1, 2, 2, 0, 8, 8, 0, WEFT_SEND, 0},
    };
    struct weft_trace trace;
    free(back("csv", &run, events, 5, &trace));
    expect_events(&trace, events, 5);
    weft_trace_finish(&trace);
}

/* Overlapping calls of one processor in a real trace. */
Test(picl_calls, overlapping_calls_keep_their_times)
{
    static struct weft_event events[] = {
        {1000, 13000, 1000, 0, 1, 1, 8, -1, WEFT_SEND, 0},
        {5000, 2000, 5000, 0, 1, 2, 8, -1, WEFT_SEND, 0},
        {6000, 20000, 6000, 0, 1, 3, 8, -1, WEFT_SEND, 0},
        {7100, 1000, 7100, 0, -1, -1, 0, -1, WEFT_COMPUTE, 0},
        {7500, 9000, 7500, 0, -1, -1, 0, -1, WEFT_COMPUTE, 0},
        {1000, 14000, 1000, 1, 0, 1, 8, -1, WEFT_RECEIVE, 0},
        {5500, 2000, 5500, 1, 0, 2, 8, -1, WEFT_RECEIVE, 0},
        {6000, 21000, 6000, 1, 0, 3, 8, -1, WEFT_RECEIVE, 0},
        {40000, 0, 40000, 1, 0, -1, 0, -1, WEFT_WAIT, 0},
        {41000, 50, 41000, 0, 1, 4, 8, -1, WEFT_SEND, 0},
        {41000, 50, 40000, 1, 0, 4, 8, -1, WEFT_RECEIVE, WEFT_EVENT_WAITED},
    };
    const size_t count = sizeof events / sizeof *events;
    const struct weft_trace_info info = {2, 1000, 0, 0, NULL};
    struct weft_trace trace;
    weft_events_sort(events, count);
    free(back("picl", &info, events, count, &trace));
    expect_events(&trace, events, count);
    weft_trace_finish(&trace);
}

/* picl1 writes simultaneous sends as successive calls, so it must reject
 * overlaps. */
Test(picl_calls, picl1_refuses_calls_that_overlap)
{
    static const struct weft_event events[] = {
        {1000, 13000, 1000, 0, 1, 1, 8, -1, WEFT_SEND, 0},
        {5000, 2000, 5000, 0, 1, 2, 8, -1, WEFT_SEND, 0},
    };
    const struct weft_trace_info info = {2, 1000, 0, 0, NULL};
    struct weft_error err = {0};
    struct weft_writer *writer = weft_writer_open("picl1:/tmp/weft-no", &err);
    cr_assert(writer);
    const struct weft_sink *sink = weft_writer_sink(writer);
    cr_expect(sink->begin(sink->arg, &info) ||
              sink->events(sink->arg, events, 2) || sink->end(sink->arg));
    cr_expect_eq(weft_writer_check(writer, &err), -1);
    cr_expect_eq(err.kind, WEFT_ERROR_LIMIT);
    cr_expect(strstr(err.text, "overlap"), "%s", err.text);
    weft_writer_abort(writer);
}

/* A trace with more records than microseconds is rejected before times are off
 * by a millisecond, but accepted if its time unit is long enough. */
Test(picl_calls, records_are_not_moved_far)
{
    enum { TRACE_PICL_CALLS_COUNT = 3000 };
    static const char *const targets[] = {"picl:/tmp/weft-no",
                                          "picl1:/tmp/weft-no"};
    static struct weft_event events[TRACE_PICL_CALLS_COUNT];
    for (int i = 0; i < TRACE_PICL_CALLS_COUNT; i++)
        events[i] = (struct weft_event){i, 0, (uint64_t)i, 0,         -1,
                                        i, 0, -1,          WEFT_MARK, 0};
    for (size_t t = 0; t < 2; t++)
        for (uint64_t unit = 1; unit <= 1000; unit *= 1000) {
            const struct weft_trace_info info = {2, unit, 0, 0, NULL};
            struct weft_error err = {0};
            struct weft_writer *writer = weft_writer_open(targets[t], &err);
            cr_assert(writer);
            const struct weft_sink *sink = weft_writer_sink(writer);
            bool stopped =
                sink->begin(sink->arg, &info) ||
                sink->events(sink->arg, events, TRACE_PICL_CALLS_COUNT) ||
                sink->end(sink->arg);
            cr_expect_eq(stopped, unit == 1);
            if (stopped) {
                cr_expect_eq(weft_writer_check(writer, &err), -1);
                cr_expect_eq(err.kind, WEFT_ERROR_LIMIT);
                cr_expect(strstr(err.text, "do not fit"), "%s", err.text);
            }
            weft_writer_abort(writer);
        }
}

/* Traces of other programs: the text, then the events as "kind start+duration"
 * of each processor. */
static const struct {
    const char *text, *events;
} foreign[] = {
    /* a call ends after the next one begins, as after sorting */
    {"-3 -21 0.000001 0 0 3 2 8 1 1\n-3 -21 0.000005 0 0 3 2 8 2 1\n"
     "-4 -21 0.000005 0 0 0\n-4 -21 0.000009 0 0 0\n",
     "send 1+4, send 5+4, "},
    {"-3 -51 0.000001 1 0 2 2 1 0\n-3 -51 0.000005 1 0 2 2 2 0\n"
     "-4 -51 0.000005 1 0 3 2 8 1 0\n-4 -51 0.000009 1 0 3 2 8 2 0\n",
     "receive 1+4, receive 5+4, "},
    /* times with exponents */
    {"-3 -21 1.04e-05 0 0 3 2 8 1 1\n-4 -21 2E-5 0 0 0\n", "send 10+10, "},
    {"-3 -21 1e1 0 0 3 2 8 1 1\n-4 -21 1.0000005E+01 0 0 0\n",
     "send 10000000+5, "},
    /* more decimals than nanoseconds */
    {"-3 -21 0.0000010000000 0 0 3 2 8 1 1\n-4 -21 0.000005000999 0 0 0\n",
     "send 1+4, "},
    {"-3 -21 0.000001000000000009 0 0 3 2 8 1 1\n-4 -21 0.000005 0 0 0\n",
     "send 1+4, "},
    /* lines that end in CR LF */
    {"4 0 5 0 1 7 24\r\n11 0 5 0 0 0\r\n11 0 9 0 0 4\r\n\r\n6 0 9 1 0 7 24\r\n"
     "11 0 9 1 0 0\r\n11 0 12 1 0 3\r\n",
     "send 5+4, receive 9+3, "},
    {"-3 -21 0.000001 0 0 3 2 8 1 1\r\n\r\n-4 -21 0.000005 0 0 0\r\n",
     "send 1+4, "},
    /* a receive that ends without a message */
    {"-3 -52 0.000001 0 0 2 2 1 1\n-4 -52 0.000005 0 0 0\n",
     "wait 1+0, present 5+0, "},
};

Test(picl_calls, traces_of_other_programs)
{
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++) {
        struct weft_trace trace;
        struct weft_read_report report;
        struct weft_error err;
        const char *text = foreign[i].text;
        char found[500] = "";
        cr_assert_eq(read_text(text[0] == '-' ? "picl" : "picl1", text,
                               strlen(text), &trace, &report, &err),
                     0, "%s: line %u: %s", text, err.line, err.text);
        for (size_t k = 0; k < trace.count; k++)
            snprintf(found + strlen(found), sizeof found - strlen(found),
                     "%s %llu+%llu, ", weft_event_names[trace.events[k].kind],
                     (unsigned long long)trace.events[k].start,
                     (unsigned long long)trace.events[k].duration);
        cr_expect_str_eq(found, foreign[i].events, "%s: %s", text, found);
        weft_trace_finish(&trace);
    }
}

/* The extension .trf is also used by the old version: an error is reported with
 * its own line. */
Test(picl_calls, the_old_version_under_the_new_ending)
{
    static const char text[] = "1 0 0 0 0 0 0\n4 0 5 0 1 7 24\n4 0 9 0 oh\n";
    struct weft_trace trace;
    struct weft_read_report report;
    struct weft_error err;
    cr_expect_eq(read_text("picl", text, strlen(text), &trace, &report, &err),
                 0);
    cr_expect_eq(report.first_wrong.line, 3, "%s", report.first_wrong.text);
    cr_expect_str_eq(report.skipped_what, "1 malformed line (line 3)");
    cr_expect_str_eq(report.format, "picl1");
    weft_trace_finish(&trace);
}
