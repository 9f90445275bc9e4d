/* The PICL readers: round trips, dialects, errors. */
#include "trace-tools.h"

#include <weft/problem.h>
#include <weft/setting.h>

static const struct weft_parameter trace_picl_read_parameters[] = {
    {"network", "hypercube:1"},
    {"remark", "long enough for two lines: a=b, 100% \"quoted\"\nand \\ more "
               "than that, 0123456789 0123456789 0123456789"}};
static const struct weft_trace_info trace_picl_read_info = {
    2, 1000000, 1, 2, trace_picl_read_parameters};

static const struct weft_event trace_picl_read_dialogue[] = {
    {0, 1, 0, 0, 1, 7, 1024, 0, WEFT_SEND, 0},
    {0, 0, 0, 1, 0, -1, 0, 0, WEFT_WAIT, 0},
    {0, 1, 0, 1, 0, 7, 1024, 0, WEFT_RECEIVE, WEFT_EVENT_WAITED},
    {1, 3, 1, 0, -1, -1, 0, -1, WEFT_COMPUTE, 0},
    {1, 0, 1, 1, -1, 7, 1024, -1, WEFT_STORE, 0},
    {1, 1, 1, 1, 0, 8, 16, 0, WEFT_SEND, 0},
    {2, 0, 2, 1, -1, -1, 0, -1, WEFT_WAIT, 0},
    {4, 0, 4, 0, 1, 8, 16, 0, WEFT_RECEIVE, 0},
    {4, 0, 4, 0, -1, 99, 0, -1, WEFT_MARK, 0},
    {5, 1, 5, 0, 1, 0, 1, 0, WEFT_SEND, 0},
    {5, 1, 2, 1, 0, 0, 1, 0, WEFT_RECEIVE, WEFT_EVENT_WAITED},
    {6, 2, 6, 1, -1, -1, 0, -1, WEFT_SLEEP, 0},
};
#define TRACE_PICL_READ_DIALOGUE                                               \
    (sizeof trace_picl_read_dialogue / sizeof *trace_picl_read_dialogue)

static void expect_back(const char *format, const struct weft_trace_info *run,
                        const struct weft_event *events, size_t count,
                        const struct weft_event *expected, size_t left)
{
    char *text = write_text(format, run, events, count);
    struct weft_trace trace;
    struct weft_read_report report;
    struct weft_error err;
    cr_assert_eq(read_text(NULL, text, strlen(text), &trace, &report, &err), 0,
                 "line %u: %s", err.line, err.text);
    cr_expect_str_eq(report.format, format);
    cr_expect_eq(report.skipped, 0, "%s", report.skipped_what);
    expect_info(&trace.info, run);
    expect_events(&trace, expected, left);
    weft_trace_finish(&trace);
    free(text);
}

Test(picl, comes_back)
{
    expect_back("picl", &trace_picl_read_info, trace_picl_read_dialogue,
                TRACE_PICL_READ_DIALOGUE, trace_picl_read_dialogue,
                TRACE_PICL_READ_DIALOGUE);
}

Test(picl1, comes_back_without_sleep_and_sources_of_waits)
{
    struct weft_event expected[TRACE_PICL_READ_DIALOGUE];
    size_t count = 0;
    for (size_t i = 0; i < TRACE_PICL_READ_DIALOGUE; i++) {
        expected[count] = trace_picl_read_dialogue[i];
        if (trace_picl_read_dialogue[i].kind == WEFT_WAIT)
            expected[count].peer = -1;
        count += trace_picl_read_dialogue[i].kind != WEFT_SLEEP;
    }
    expect_back("picl1", &trace_picl_read_info, trace_picl_read_dialogue,
                TRACE_PICL_READ_DIALOGUE, expected, count);
}

#define P 8

/* Add events in which every processor of a cube sends and receives over all
 * links, with different numbers and lengths in each slot. */
static size_t trace_picl_read_all_port(struct weft_event *events, uint64_t step)
{
    size_t count = 0;
    for (int slot = 0; slot < 6; slot++)
        for (int rank = 0; rank < P; rank++)
            for (int i = 0; i < 6; i++) {
                int link = i % 3;
                bool send = i < 3;
                int from = send ? rank : rank ^ 1 << link;
                events[count++] = (struct weft_event){
                    .start = (uint64_t)slot * step,
                    .since = (uint64_t)slot * step,
                    .duration = step,
                    .rank = rank,
                    .peer = rank ^ 1 << link,
                    .message = 100 * slot + 10 * from + link,
                    .bytes = (uint32_t)(8 + slot),
                    .dimension = (int16_t)link,
                    .kind = send ? WEFT_SEND : WEFT_RECEIVE};
            }
    return count;
}

/* Lines whose beginning differs from the previous line's in one digit, at any
 * place. */
Test(picl, beginnings_differ_in_one_digit)
{
    const uint64_t all = 1111111111111;
    struct weft_event marks[3 * 13];
    size_t count = 0;
    uint64_t power = 1;
    for (int k = 0; k < 13; k++, power *= 10)
        for (uint64_t digit = 1; digit <= 3; digit++)
            marks[count++] = (struct weft_event){.start = all + digit * power,
                                                 .since = all + digit * power,
                                                 .peer = -1,
                                                 .message = 99,
                                                 .dimension = -1,
                                                 .kind = WEFT_MARK};
    struct weft_trace_info run = {1, 1000, 0, 0, NULL};
    expect_back("picl", &run, marks, count, marks, count);
    for (int number = 90; number < 110; number++) {
        marks[0].message = number; /* two marks at one time */
        marks[1] = marks[0];
        marks[1].message = number + 1;
        marks[1].rank = 1;
        run.processors = 2;
        expect_back("picl", &run, marks, 2, marks, 2);
    }
}

static void expect_all_port(struct weft_trace_info run)
{
    static struct weft_event events[6 * 6 * P];
    size_t count = trace_picl_read_all_port(events, run.step);
    expect_back("picl", &run, events, count, events, count);
    expect_back("picl1", &run, events, count, events, count);
}

Test(picl, all_ports_come_back)
{
    expect_all_port((struct weft_trace_info){P, 1000000, 1, 0, NULL});
    expect_all_port((struct weft_trace_info){P, 24000, 1, 0, NULL});
    expect_all_port((struct weft_trace_info){P, 29259, 108, 0, NULL});
}

/* Receptions on several ports that end with their step, whatever the processor
 * did before, from a real run. */
Test(picl, late_receives_come_back)
{
    struct weft_experiment e = weft_experiment_default("successive");
    struct weft_trace trace = {0};
    struct weft_sink sink = weft_trace_collect(&trace);
    const struct weft_sink *const sinks[] = {&sink};
    struct weft_result result;
    struct weft_error err = {0};
    cr_assert(!weft_experiment_set(&e, "network", "hypercube:2", &err) &&
              !weft_experiment_set(&e, "strategy", "greedy", &err) &&
              !weft_experiment_set(&e, "model", "all-port", &err));
    cr_assert_eq(weft_run(&e, sinks, 1, &result, &err), 0, "%s", err.text);
    expect_back("picl", &trace.info, trace.events, trace.count, trace.events,
                trace.count);
    weft_result_finish(&result);
    weft_trace_finish(&trace);
}

/* Costs: transfers of several lengths, with irregular start times. */
Test(picl, costs_come_back)
{
    static struct weft_event events[] = {
        {0, 108, 0, 0, 1, 1, 8, 0, WEFT_SEND, 0},
        {0, 0, 0, 1, 0, -1, 0, 0, WEFT_WAIT, 0},
        {0, 108, 0, 1, 0, 1, 8, 0, WEFT_RECEIVE, WEFT_EVENT_WAITED},
        {108, 0, 108, 1, -1, 1, 8, -1, WEFT_STORE, 0},
        {108, 33, 108, 1, 0, 2, 1, 0, WEFT_SEND, 0},
        {108, 7, 108, 0, -1, -1, 0, -1, WEFT_COMPUTE, 0},
        {115, 0, 115, 0, 1, -1, 0, 0, WEFT_WAIT, 0},
        {116, 33, 115, 0, 1, 2, 1, 0, WEFT_RECEIVE, WEFT_EVENT_WAITED},
        {149, 1000, 149, 0, 1, 3, 900, 0, WEFT_SEND, 0},
        {2000, 0, 2000, 1, 0, 3, 900, 0, WEFT_RECEIVE, 0},
    };
    const size_t count = sizeof events / sizeof *events;
    struct weft_trace_info run = {2, 9259, 108, 0, NULL};
    weft_events_sort(events, count);
    expect_back("picl", &run, events, count, events, count);
    run.unit_ns = 8001;
    expect_back("picl", &run, events, count, events, count);
    struct weft_event expected[sizeof events / sizeof *events];
    memcpy(expected, events, sizeof expected);
    for (size_t i = 0; i < count; i++)
        if (expected[i].kind == WEFT_WAIT)
            expected[i].peer = -1;
    expect_back("picl1", &run, events, count, expected, count);
}

/* The largest numbers that an event can store. */
Test(picl, large_numbers_come_back)
{
    static struct weft_event events[] = {
        {0, 1, 0, 0, 1, INT32_MAX, UINT32_MAX, 99, WEFT_SEND, 0},
        {0, 1, 0, 1, 0, INT32_MAX, UINT32_MAX, 99, WEFT_RECEIVE, 0},
        {1, 0, 1, 1, -1, INT32_MAX, UINT32_MAX, -1, WEFT_STORE, 0},
    };
    struct weft_trace_info run = {2, 1000000, 1, 0, NULL};
    expect_back("picl", &run, events, 3, events, 3);
    expect_back("picl1", &run, events, 3, events, 3);
    run.unit_ns = 1000000000000000000;
    expect_back("picl", &run, events, 3, events, 3);
    expect_back("picl1", &run, events, 3, events, 3);
}

static void expect_foreign(const char *format, const char *text,
                           const struct weft_event *events, size_t count,
                           const char *left)
{
    struct weft_trace trace;
    struct weft_read_report report;
    struct weft_error err;
    cr_assert_eq(read_text(NULL, text, strlen(text), &trace, &report, &err), 0,
                 "line %u: %s", err.line, err.text);
    cr_expect_str_eq(report.format, format);
    cr_expect_str_eq(report.skipped_what, left);
    cr_expect_eq(trace.info.step, 0);
    cr_expect_eq(trace.info.unit_ns, 1000);
    expect_events(&trace, events, count);
    weft_trace_finish(&trace);
}

/* Seconds with any number of digits: microseconds and fractions of them, down
 * to nanoseconds; further digits are dropped. */
Test(picl, digits_of_seconds)
{
    static const struct {
        const char *text;
        uint64_t time, unit; /* unit in nanoseconds */
    } cases[] = {
        {"3", 3000000, 1000},
        {"0.5", 500000, 1000},
        {"0.000007", 7, 1000},
        {"0.0000070", 7, 1000},
        {"0.000007000", 7, 1000},
        {"0.0000070000", 7, 1000},
        {"0.000007000000", 7, 1000},
        {"1.0000070009", 1000007, 1000},
        {"2.0000079999999999", 2000007999, 1},
        {"4.0000120000000000000000", 4000012, 1000},
        {"0.0000000019", 1, 1},
        {"0.000000001000", 1, 1},
        {"0.00000012", 120, 1},
        {"1.123456789999999", 1123456789, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[100];
        struct weft_trace trace;
        struct weft_read_report report;
        struct weft_error err;
        snprintf(text, sizeof text, "-3 -21 %s 0 0 3 2 8 5 1\n", cases[i].text);
        cr_assert_eq(
            read_text("picl", text, strlen(text), &trace, &report, &err), 0,
            "%s: %s", cases[i].text, err.text);
        cr_assert_eq(trace.count, 1);
        cr_expect_eq(trace.info.unit_ns, cases[i].unit, "%s: unit %d ns",
                     cases[i].text, (int)trace.info.unit_ns);
        cr_expect_eq(trace.events[0].start, cases[i].time, "%s: %d",
                     cases[i].text, (int)trace.events[0].start);
        weft_trace_finish(&trace);
    }
}

/* One message with a wait, in three dialects; then a barrier. */
static const struct weft_event one_waits[] = {
    {245, 0, 245, 1, 0, -1, 0, -1, WEFT_WAIT, 0},
    {379, 78, 379, 0, 1, 50, 1024, -1, WEFT_SEND, 0},
    {937, 0, 245, 1, 0, 50, 1024, -1, WEFT_RECEIVE, WEFT_EVENT_WAITED},
};

/* The same with a user task and a barrier, which only consists of waiting; and
 * with a broadcast of the old version. */
static const struct weft_event with_tasks[] = {
    {104, 0, 104, 0, -1, 1, 0, -1, WEFT_TASK, 0},
    {245, 0, 245, 1, 0, -1, 0, -1, WEFT_WAIT, 0},
    {379, 78, 379, 0, 1, 50, 1024, -1, WEFT_SEND, 0},
    {937, 0, 245, 1, 0, 50, 1024, -1, WEFT_RECEIVE, WEFT_EVENT_WAITED},
    {1000, 0, 1000, 0, -1, 1, 0, -1, WEFT_DONE, 0},
    {1001, 0, 1001, 0, -1, WEFT_TASK_BARRIER, 0, -1, WEFT_TASK, 0},
    {1001, 1, 1001, 0, -1, -1, 0, -1, WEFT_SLEEP, 0},
    {1002, 0, 1002, 0, -1, WEFT_TASK_BARRIER, 0, -1, WEFT_DONE, 0},
};
static const struct weft_event with_broadcast[] = {
    {9, 0, 9, 0, -1, WEFT_TASK_BROADCAST, 0, -1, WEFT_TASK, 0},
    {245, 0, 245, 1, -1, -1, 0, -1, WEFT_WAIT, 0},
    {379, 78, 379, 0, 1, 50, 1024, -1, WEFT_SEND, 0},
    {937, 0, 245, 1, 0, 50, 1024, -1, WEFT_RECEIVE, WEFT_EVENT_WAITED},
    {940, 0, 940, 0, -1, WEFT_TASK_BROADCAST, 0, -1, WEFT_DONE, 0},
    {950, 0, 950, 0, -1, 5, 0, -1, WEFT_MARK, 0},
    {950, 0, 950, 0, -1, 6, 0, -1, WEFT_MARK, 0},
};

/* Every collective call and its task. */
Test(picl, collective_calls_are_tasks)
{
    static const struct {
        int code;
        const char *name;
    } calls[] = {
        {-402, "barrier"},  {-780, "allgather"},       {-782, "allreduce"},
        {-783, "alltoall"}, {-785, "broadcast"},       {-786, "gather"},
        {-790, "reduce"},   {-791, "reduce-scatter"},  {-792, "scan"},
        {-793, "scatter"},  {-784, "collective call"},
    };
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        char text[200], room[WEFT_TASK_NAME_MAX];
        struct weft_trace trace;
        struct weft_read_report report;
        struct weft_error err;
        snprintf(text, sizeof text,
                 "-3 %d 0.000001 0 0 3 2 8 0 -1\n-4 %d 0.000005 0 0 1 2 8\n",
                 calls[i].code, calls[i].code);
        cr_assert_eq(
            read_text("picl", text, strlen(text), &trace, &report, &err), 0,
            "line %u: %s", err.line, err.text);
        cr_assert_eq(trace.count, 3, "%zu events", trace.count);
        int32_t number = trace.events[0].message;
        cr_expect_eq(trace.events[0].kind, WEFT_TASK);
        cr_expect_eq(trace.events[2].kind, WEFT_DONE);
        cr_expect_eq(trace.events[2].message, number);
        cr_expect_str_eq(weft_task_name(&trace.info, number, room),
                         calls[i].name);
        weft_trace_finish(&trace);
    }
}

/* A record that becomes no event shows that its processor was present; once for
 * each time. */
Test(picl, records_that_say_no_more_say_that_somebody_is_there)
{
    struct weft_trace trace;
    struct weft_read_report report;
    struct weft_error err;
    static const char text[] =
        "-3 -901 0.000003 1 0 0\n-2 -904 0.000003 1 0 3 2 1 1 1\n"
        "-3 -21 0.000379 0 0 3 2 1024 50 1\n-4 -21 0.000457 0 0 0\n"
        "-3 7 0.000500 1 0 0 2\n-4 -901 0.000658 1 0 0\n";
    cr_assert_eq(read_text(NULL, text, strlen(text), &trace, &report, &err), 0);
    static const uint64_t there[] = {3, 658};
    size_t found = 0;
    for (size_t i = 0; i < trace.count; i++)
        if (trace.events[i].kind == WEFT_PRESENT) {
            cr_assert_lt(found, 2);
            cr_expect_eq(trace.events[i].start, there[found++]);
            cr_expect_eq(trace.events[i].rank, 1);
        }
    cr_expect_eq(found, 2);
    weft_trace_finish(&trace);
}

Test(picl, mpicl)
{
    expect_foreign("picl",
                   "-3 -901 0.000003 1 0 0\n-2 -904 0.000006 1 0 3 2 1 1 1\n"
                   "-3 1 0.000104 0 0 0 2\n"
                   "-3 -52 0.000245 1 0 2 2 50 0\n"
                   "-3 -21 0.000379 0 0 3 2 1024 50 1\n"
                   "-4 -21 0.000457 0 0 0\n"
                   "-4 -52 0.000937 1 0 3 2 1024 50 0\n"
                   "-4 1 0.001000 0 0 0 2\n"
                   "-3 -402 0.001001 0 0 1 2 -1\n-4 -402 0.001002 0 0 0\n"
                   "-101 -1 0.001003 0 0 2 \"%d%lf\" -22 0.000492 -27 0.03 \n"
                   "-2 -12 0.002655 1 0 0\n-4 -901 0.002658 1 0 0\n",
                   with_tasks, 8, "");
}

Test(picl, conceptual_and_pastix)
{
    expect_foreign("picl",
                   "-202 -812 0.0000000 -1 -1 3 2 0 1 2\n"
                   "-3 -52 0.000245 1 -1 3 2 50 0 0\n"
                   "-3 -21 0.0003790 0 -1 4 2 1024 50 1 0\n"
                   "-4 -21 0.000457 0 -1 0\n"
                   "-3 -911 0.000500 0 0 3 \"%d %s %s\" 3 a b\n"
                   "-4 -52 0.000937 1 -1 4 2 1024 50 0 0",
                   one_waits, 3, "1 text message, 1 other record");
}

Test(picl, non_blocking)
{
    static const struct weft_event events[] = {
        {0, 5, 0, 0, 1, 50, 1024, -1, WEFT_SEND, 0},
        {20, 0, 20, 1, -1, -1, 0, -1, WEFT_WAIT, 0},
        {30, 0, 20, 1, 0, 50, 1024, -1, WEFT_RECEIVE, WEFT_EVENT_WAITED},
        {40, 1, 40, 1, 0, 51, 10, -1, WEFT_RECEIVE, 0},
    };
    expect_foreign("picl",
                   "-3 -27 -0.000001 0 0 3 2 1024 50 1\n"
                   "-4 -27 0.000005 0 0 1 2 7\n"
                   "-3 -57 0.000010 1 0 2 2 50 0\n-4 -57 0.000011 1 0 1 2 3\n"
                   "-3 -61 0.000020 1 0 1 2 3\n"
                   "-4 -61 0.000030 1 0 3 2 1024 50 0\n"
                   "-3 -51 0.000040 1 0 2 2 51 0\n"
                   "-4 -51 0.000041 1 0 3 2 10 51 0\n"
                   "-3 -30 0.000050 0 0 1 2 7\n-4 -30 0.000051 0 0 0\n",
                   events, 4, "4 completions of non-blocking calls");
}

/* A real trace, written and read again. */
Test(picl, foreign_comes_back)
{
    struct weft_trace_info run = {2, 1000, 0, 1, trace_picl_read_parameters};
    static const struct weft_event more[] = {
        {245, 0, 245, 1, 0, -1, 0, -1, WEFT_WAIT, 0},
        {379, 78, 379, 0, 1, 50, 1024, -1, WEFT_SEND, 0},
        {500, 9, 500, 0, -1, -1, 0, -1, WEFT_COMPUTE, 0},
        {937, 0, 245, 1, 0, 50, 1024, -1, WEFT_RECEIVE, WEFT_EVENT_WAITED},
        {940, 3, 940, 1, 0, 51, 8, -1, WEFT_RECEIVE, 0},
    };
    expect_back("picl", &run, more, 5, more, 5);
}

/* Check an old trace, in which the wait does not name the awaited processor. */
static void expect_old(const char *text, const char *left)
{
    struct weft_event events[3];
    memcpy(events, one_waits, sizeof events);
    events[0].peer = -1;
    expect_foreign("picl1", text, events, 3, left);
}

Test(picl1, compact)
{
    expect_foreign("picl1",
                   "1 0 3 0 0 0 0\n1 0 3 1 0 0 0\n11 0 6 0 0 0\n11 0 6 1 0 0\n"
                   "14 0 6 0 4 4 0\n14 0 6 1 4 4 0\n20 0 9 0 -2 50 0\n"
                   "7 0 245 1 50\n11 0 245 1 0 0\n"
                   "4 0 379 0 1 50 1024\n11 0 379 0 0 156\n11 0 457 0 0 234\n"
                   "8 0 937 1 0 50 1024\n11 0 937 1 0 691\n21 0 940 0 -2 50 0\n"
                   "22 0 950 0 2 5 6\n12 0 960 0 0 0 1 1024 0\n19 0 960 0 99\n",
                   with_broadcast, 7, "");
}

Test(picl1, verbose)
{
    expect_old("trace_start  clock 0 3 node 0 event 0 compstats 0 commstats 0\n"
               "recv_blocking  clock 0 245 node 1 type 50\n"
               "send  clock 0 379 node 0 to 1 type 50 lth 1024\n"
               "compstats  clock 0 379 node 0 busy 0 1 idle 0 156\n"
               "compstats  clock 0 457 node 0 busy 0 1 idle 0 234\n"
               "recv_waking  clock 0 937 node 1 from 0 type 50 lth 1024\n"
               "trace_message clock 0 940 node 1 hello to 5 of you\n",
               "1 text message");
}

/* Arrays of any number of marks, followed by another mark: they are read as
 * single marks, which the old version writes as an array again and the new one
 * a microsecond apart. */
Test(picl1, tracemark_arrays_come_back)
{
    static const char *const forms[] = {
        "22 0 50 1 %d%s\n15 0 90 1 4\n",
        "trace_mark_array  clock 0 50 node 1 size %d array%s\n"
        "trace_mark  clock 0 90 node 1 type 4\n"};
    struct weft_event marks[21];
    for (size_t f = 0; f < 2; f++)
        for (int count = 1; count <= 20; count++) {
            char values[100] = "", text[300];
            for (int i = 0; i < count; i++) {
                marks[i] = (struct weft_event){.start = 50, .since = 50};
                marks[i].message = 7 * i % 11;
                sprintf(values + strlen(values), " %d", marks[i].message);
            }
            marks[count] = (struct weft_event){.start = 90, .since = 90};
            marks[count].message = 4;
            for (int i = 0; i <= count; i++) {
                marks[i].rank = 1;
                marks[i].peer = marks[i].dimension = -1;
                marks[i].kind = WEFT_MARK;
            }
            snprintf(text, sizeof text, forms[f], count, values);
            size_t all = (size_t)count + 1;
            expect_foreign("picl1", text, marks, all, "");
            struct weft_trace_info run = {2, 1000, 0, 0, NULL};
            expect_back("picl1", &run, marks, all, marks, all);
            struct weft_event apart[21];
            memcpy(apart, marks, sizeof apart);
            for (int i = 0; i < count; i++)
                apart[i].start = apart[i].since = 50 + (uint64_t)i;
            expect_back("picl", &run, marks, all, apart, all);
            expect_back("picl1", &run, apart, all, apart, all);
        }
}

/* Marks have nonnegative numbers and no data; anything else is counted as
 * skipped. */
Test(picl1, what_no_mark_can_have_is_counted)
{
    static const struct weft_event mark = {50, 0, 50, 0,         -1,
                                           7,  0, -1, WEFT_MARK, 0};
    expect_foreign("picl1",
                   "1 0 3 0 0 0 0\n22 0 50 0 6 -1 -2 -3 -4 -5 7\n"
                   "22 0 60 0 -300\n22 0 70 0 2\n",
                   &mark, 1,
                   "5 values of tracemark arrays below 0 or above 2^31-1, "
                   "2 other records");
    expect_foreign("picl",
                   "-3 -901 0.000003 0 0 0\n-2 7 0.000050 0 0 3 2 1 2 3\n",
                   &mark, 1, "1 list of data of marks");
}

/* Records in PICL's own order: one node after the other. */
Test(picl1, raw)
{
    expect_old("1 0 3 0 0 0 0\n4 0 379 0 1 50 1024\n11 0 379 0 0 156\n"
               "11 0 457 0 0 234\n1 0 3 1 0 0 0\n7 0 245 1 50\n"
               "8 0 937 1 0 50 1024\n",
               "");
}

Test(picl1, host)
{
    static const struct weft_event call = {379, 21, 379, 0,         -1,
                                           -1,  0,  -1,  WEFT_CALL, 0};
    expect_foreign("picl1",
                   "4 0 379 0 -32768 50 1024\n11 0 379 0 0 156\n"
                   "8 0 400 -32768 0 50 1024\n",
                   &call, 1,
                   "1 other record, 1 transfer with no processor (the host)");
}

/* The statistics of a send to the host must not be used for the receive before
 * it. */
Test(picl1, host_after_a_receive)
{
    static const struct weft_event events[] = {
        {100, 5, 100, 0, 1, 3, 4, -1, WEFT_SEND, 0},
        {110, 5, 110, 1, 0, 3, 4, -1, WEFT_RECEIVE, 0},
        {120, 10, 120, 1, -1, -1, 0, -1, WEFT_CALL, 0},
    };
    expect_foreign("picl1",
                   "4 0 100 0 1 3 4\n11 0 100 0 0 0\n11 0 105 0 0 5\n"
                   "6 0 110 1 0 3 4\n11 0 110 1 0 0\n11 0 115 1 0 5\n"
                   "4 0 120 1 -32768 50 32\n11 0 120 1 0 5\n"
                   "11 0 130 1 0 15\n",
                   events, 3, "1 transfer with no processor (the host)");
}

/* Everything that is skipped is reported, however many kinds there are. */
Test(picl, everything_left_out_is_said)
{
    static const struct weft_event unended[] = {
        {1, 0, 1, 0, -1, 1, 0, -1, WEFT_TASK, 0},
        {1, 0, 1, 0, -1, WEFT_TASK_BARRIER, 0, -1, WEFT_TASK, 0},
        {1, 0, 1, 0, -1, -1, 0, -1, WEFT_CALL, 0},
    };
    expect_foreign(
        "picl",
        "-3 1 0.000001 0 0 0\n-3 -402 0.000001 0 0 0\n"
        "-101 -1 0.000001 0 0 0\n-3 -57 0.000001 0 0 0\n"
        "-2 -911 0.000001 0 0 0\n-2 -756 0.000001 0 0 0\n"
        "-3 -51 0.000001 0 0 0\n-3 -21 0.000001 0 0 3 2 1 1 -1\n",
        unended, 3,
        "1 record of statistics, 1 completion of non-blocking calls, "
        "1 text message, 1 other record, 2 calls without end, 1 "
        "transfer with no processor (the host)");
}

/* The times in calls of a trace, copied by the sink; some calls have no end, or
 * no data about the message received. */
static uint64_t kept[3];

static int keep_in_calls(void *arg, const struct weft_trace_info *of)
{
    (void)arg;
    cr_assert_eq(of->processors, 3);
    cr_assert(of->in_calls);
    memcpy(kept, of->in_calls, sizeof kept);
    return 0;
}

/* The statistics of traces in both versions. */
Test(picl, time_in_calls)
{
    static const char *const texts[] = {
        "-3 -901 0.000007 1 0 0\n"
        "-3 -21 0.000020 1 0 3 2 8 5 2\n-4 -21 0.000030 1 0 0\n"
        "-3 -52 0.000009 0 0 2 2 5 1\n"
        "-101 -1 0.000050 1 0 4 \"%d%lf\" -22 0.000006 -27 0.000003 "
        "-52 0.000002 -901 0.000040 \n"
        "-4 -901 0.000051 1 0 0\n-4 -901 0.000040 0 0 0\n",
        "11 0 7 1 0 1\n4 0 20 1 2 5 8\n11 0 20 1 0 1\n11 0 30 1 0 11\n"
        "7 0 9 0 5\n19 0 51 1 0\n19 0 40 0 0\n",
        "compstats  clock 0 7 node 1 busy 0 6 idle 0 1\n"
        "send  clock 0 20 node 1 to 2 type 5 lth 8\n"
        "compstats  clock 0 30 node 1 busy 0 19 idle 0 11\n"
        "recv_blocking  clock 0 9 node 0 type 5\n"
        "trace_exit  clock 0 51 node 1 space 0\n"
        "trace_exit  clock 0 40 node 0 space 0\n",
    };
    const struct weft_sink sink = {.begin = keep_in_calls};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct weft_error err = {0};
        struct weft_read_report report;
        struct input *in = in_memory(texts[i], strlen(texts[i]), &err);
        cr_assert_eq(file_read_from(in, NULL, "text", &sink, &report, &err), 0,
                     "%zu, line %u: %s", i, err.line, err.text);
        in_close(in);
        cr_expect_eq(kept[0], UINT64_MAX, "%zu", i);
        cr_expect_eq(kept[1], 11, "%zu", i);
        cr_expect_eq(kept[2], UINT64_MAX, "%zu", i);
    }
}

/* Measured data is kept in both versions, and belongs to existing processors
 * only. */
Test(picl, time_in_calls_comes_back)
{
    static const char *const formats[] = {"picl", "picl1"};
    static const uint64_t measured[] = {UINT64_MAX, 11, UINT64_MAX};
    static const struct weft_event mark = {5, 0, 5,  0,         -1,
                                           8, 0, -1, WEFT_MARK, 0};
    struct weft_trace_info run = {3, 1000, 0, 0, NULL, .in_calls = measured};
    const struct weft_sink sink = {.begin = keep_in_calls};
    struct weft_error err = {0};
    for (size_t f = 0; f < 2; f++) {
        char *text = write_text(formats[f], &run, &mark, 1);
        struct weft_read_report report;
        for (int wrong = 0; wrong < 2; wrong++) {
            struct input *in = in_memory(text, strlen(text), &err);
            memset(kept, 0, sizeof kept);
            cr_expect_eq(file_read_from(in, NULL, "text", &sink, &report, &err),
                         -wrong, "%s", formats[f]);
            in_close(in);
            for (int i = 0; i < 3 && !wrong; i++)
                cr_expect_eq(kept[i], measured[i], "%s, %d", formats[f], i);
            char *key = strstr(text, "in_calls.");
            cr_assert(key, "%s", formats[f]);
            key[strlen("in_calls.")] = '3'; /* processors are 0 to 2 */
        }
        free(text);
    }
}

Test(picl, endless_calls_are_counted)
{
    static const struct weft_event events[] = {
        {1, 0, 1, 0, -1, -1, 0, -1, WEFT_WAIT, 0},
        {3, 0, 3, 0, -1, -1, 0, -1, WEFT_WAIT, 0},
        {4, 0, 4, 0, -1, -1, 0, -1, WEFT_WAIT, 0},
    };
    expect_foreign("picl",
                   "-3 -52 0.000001 0 0 0\n-4 -52 0.000002 0 0 0\n"
                   "-3 -52 0.000003 0 0 0\n-3 -52 0.000004 0 0 0\n"
                   "-3 -601 0.000005 0 0 0\n",
                   events, 3, "3 calls without end");
}

Test(picl1, a_full_buffer_is_counted)
{
    struct weft_event mark = {5, 0, 5, 0, -1, 8, 0, -1, WEFT_MARK, 0};
    expect_foreign("picl1",
                   "1 0 3 0 0 0 0\n15 0 5 0 8\n12 0 6 0 0 0 0 0 0\n"
                   "17 0 7 0\n",
                   &mark, 1, "1 other record");
}

static void trace_picl_read_expect_mistake(const char *format, const char *text,
                                           unsigned line, const char *part)
{
    struct weft_trace trace;
    struct weft_error err;
    cr_expect_eq(read_text(format, text, strlen(text), &trace, NULL, &err), -1,
                 "%s was read", text);
    cr_expect_eq(err.kind, WEFT_ERROR_FORMAT, "%s", text);
    cr_expect_eq(err.line, line, "%s: line %u", text, err.line);
    cr_expect(strstr(err.text, part), "%s: %s", text, err.text);
    weft_trace_finish(&trace);
}

#define GOOD "-3 -901 0.000003 1 0 0\n"

Test(picl, mistakes)
{
    trace_picl_read_expect_mistake("picl", GOOD "-3 -21\n", 2, "third field");
    trace_picl_read_expect_mistake("picl", GOOD "-3 -21 a 0 0 0\n", 2,
                                   "third field");
    trace_picl_read_expect_mistake("picl", GOOD "3 -21 0.1 0 0 0\n", 2,
                                   "begin");
    trace_picl_read_expect_mistake("picl", GOOD "-3 -21 0.1 0 0\n", 2,
                                   "number of fields");
    trace_picl_read_expect_mistake("picl", GOOD "-3 -21 0.1 0 0 -1\n", 2,
                                   "number of fields");
    trace_picl_read_expect_mistake("picl", GOOD "-3 -21 0.1 0 0 3 2 1 1\n", 2,
                                   "less data");
    trace_picl_read_expect_mistake("picl", GOOD "-3 -21 0.1 0 0 2 2 1 1\n", 2,
                                   "a send needs");
    trace_picl_read_expect_mistake("picl", GOOD "-3 -21 0.1 0 0 0\n", 2,
                                   "a send needs");
    trace_picl_read_expect_mistake("picl", GOOD "-3 -21 0.1 0 0 3 2 -1 1 1\n",
                                   2, "length");
    trace_picl_read_expect_mistake(
        "picl", GOOD "-3 -21 0.1 0 0 3 2 1 1 9999999999\n", 2, "invalid");
    trace_picl_read_expect_mistake(
        "picl", GOOD "-3 -21 0.1 1048576 0 3 2 1 1 1\n", 2, "1048576");
    trace_picl_read_expect_mistake("picl", GOOD "-3 -21 0.1 0 0 3 \"%d 1 1 1\n",
                                   2, "quote");
    trace_picl_read_expect_mistake(
        "picl", GOOD "-3 -21 99999999999.1 0 0 3 2 1 1 1\n", 2, "seconds");
}

#define TRACE_PICL_READ_OWN "-2 -911 0.000000 0 0 2 \"%d %s\" 1 weft:"

Test(picl, mistakes_in_a_trace_of_this_program)
{
    trace_picl_read_expect_mistake(
        "picl",
        TRACE_PICL_READ_OWN "1:processors=2\n" GOOD "-2 1 0.000001 2 0 0\n", 3,
        "processor 2 is out of range: the trace has 2");
    trace_picl_read_expect_mistake("picl",
                                   TRACE_PICL_READ_OWN "1:processors=2\n" GOOD
                                                       "-2 1 0.000001 1 0 0\n",
                                   3, "not in order");
    trace_picl_read_expect_mistake(
        "picl", TRACE_PICL_READ_OWN "1:processors=2000000\n" GOOD, 0,
        "at most 1048576");
}

Test(picl1, mistakes)
{
    trace_picl_read_expect_mistake("picl1", "1 0 3 0\n25 0 3 0\n", 2,
                                   "1 to 24");
    trace_picl_read_expect_mistake("picl1", "1 0 3 0\nreceive 0 3 0\n", 2,
                                   "its type");
    trace_picl_read_expect_mistake("picl1", "4 0 3 0 1 1\n", 1, "too few");
    trace_picl_read_expect_mistake("picl1", "4 0 3 0 1 1 -1\n", 1, "length");
    trace_picl_read_expect_mistake(
        "picl1", "4 0 3 0 1 1 1e9999999999\n4 0 1000000 0\n", 1, "too few");
    trace_picl_read_expect_mistake("picl1", "1 0 1000000 0\n", 1,
                                   "microseconds");
    trace_picl_read_expect_mistake("picl1", "1 0 1\n", 1, "node");
    trace_picl_read_expect_mistake("picl1", "1 0 1 9999999\n", 1, "1048576");
}
