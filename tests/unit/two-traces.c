/* The basis for comparing two traces: times in tasks, and which processors
 * correspond. */
#include "trace-tools.h"

#include <weft/unstable/stats.h>

/* ---- tasks --------------------------------------------------------------- */

#define TWO_TRACES_HEAD                                                        \
    "# processors: 2\n# unit_ns: 1\n# step: 0\n# task.4: f\n# task.5: f\n"     \
    "start,end,kind,processor,peer,message,bytes,dimension\n"
#define AT(time, kind, rank, task)                                             \
#time "," #time "," kind "," #rank ",," #task ",,\n"
#define BEGIN(time, rank, task) AT(time, "task", rank, task)
#define DONE(time, rank, task) AT(time, "done", rank, task)

/* Check the sums of a trace; `expected`: "f 2 30 20" is name, count, time,
 * self. */
static void expect_sums(const char *text, const char *expected)
{
    struct weft_trace trace;
    struct weft_read_report report;
    struct weft_error err;
    struct weft_task_sums sums;
    char found[500] = "";
    cr_assert_eq(read_text("csv", text, strlen(text), &trace, &report, &err), 0,
                 "line %u: %s", err.line, err.text);
    cr_assert_eq(report.wrong, 0, "%s", report.first_wrong.text);
    cr_assert_eq(weft_task_sums_measure(&trace, &sums, &err), 0, "%s",
                 err.text);
    for (size_t i = 0; i < sums.count; i++)
        snprintf(found + strlen(found), sizeof found - strlen(found),
                 "%s%s %llu %llu %llu", i ? ", " : "", sums.task[i].name,
                 (unsigned long long)sums.task[i].count,
                 (unsigned long long)sums.task[i].time,
                 (unsigned long long)sums.task[i].self);
    cr_expect_str_eq(found, expected, "%s", found);
    weft_task_sums_finish(&sums);
    weft_trace_finish(&trace);
}

Test(two_traces, times_in_tasks)
{
    expect_sums(TWO_TRACES_HEAD, "");
    expect_sums(TWO_TRACES_HEAD BEGIN(0, 0, 1) BEGIN(2, 0, 2) DONE(5, 0, 2)
                    DONE(9, 0, 1) BEGIN(20, 1, 2) DONE(24, 1, 2),
                "task 1 1 9 6, task 2 2 7 7");
    /* nested tasks with the same name, or different numbers with the same
     * name */
    expect_sums(TWO_TRACES_HEAD BEGIN(0, 0, 4) BEGIN(1, 0, 4) BEGIN(3, 0, 5)
                    DONE(4, 0, 5) DONE(6, 0, 4) DONE(9, 0, 4),
                "f 3 9 9");
    /* partly overlapping: the one that began last gets the time */
    expect_sums(TWO_TRACES_HEAD BEGIN(0, 0, 1) BEGIN(4, 0, 2) DONE(6, 0, 1)
                    DONE(9, 0, 2),
                "task 1 1 6 4, task 2 1 5 5");
    /* a task without an end, an end without a task, zero length, the name of a
     * call */
    expect_sums(TWO_TRACES_HEAD BEGIN(0, 0, 1) DONE(1, 0, 3) BEGIN(2, 1, 3)
                    DONE(2, 1, 3) BEGIN(3, 0, 1073741824) "5,8,compute,0,,,,\n",
                "barrier 1 5 5, task 1 1 8 3, task 3 1 0 0");
}

Test(two_traces, tasks_of_no_trace)
{
    struct weft_error err;
    struct weft_task_sums sums;
    struct weft_event event[] = {{.start = 5, .kind = WEFT_TASK},
                                 {.start = 4, .kind = WEFT_DONE}};
    struct weft_trace trace = {
        .info = {.processors = 1}, .events = event, .count = 2};
    cr_expect_eq(weft_task_sums_measure(&trace, &sums, &err), -1);
    cr_expect_eq(err.kind, WEFT_ERROR_MISUSE);
    cr_expect_eq(sums.count, 0);
    event[0].rank = 1;
    cr_expect_eq(weft_task_sums_measure(&trace, &sums, &err), -1);
    trace.info.processors = -1;
    cr_expect_eq(weft_task_sums_measure(&trace, &sums, &err), -1);
}

/* ---- processors ---------------------------------------------------------- */

#define NAMES 5

/* Make the parameters of a trace with that many processors; a name may be
 * NULL. */
static struct weft_trace_info name_all(const char *const names[NAMES],
                                       int processors, char key[NAMES][16],
                                       struct weft_parameter parameter[NAMES])
{
    struct weft_trace_info info = {.processors = processors,
                                   .parameter = parameter};
    for (int i = 0; i < NAMES; i++) {
        snprintf(key[i], 16, "processor.%d", i);
        if (names[i])
            parameter[info.parameters++] =
                (struct weft_parameter){key[i], names[i]};
    }
    return info;
}

/* Check the correspondence; `expected`: "1 - 0?" lists the numbers in the other
 * trace, with "?" after a guess. */
static void two_traces_expect_same(const char *const a[NAMES], int ours,
                                   const char *const b[NAMES], int theirs,
                                   const char *expected)
{
    char keys[2][NAMES][16], found[100] = "";
    struct weft_parameter parameters[2][NAMES];
    const struct weft_trace_info one =
                                     name_all(a, ours, keys[0], parameters[0]),
                                 other = name_all(b, theirs, keys[1],
                                                  parameters[1]);
    struct weft_same_processor same[NAMES];
    struct weft_error err;
    cr_assert_eq(weft_processors_match(&one, &other, same, &err), 0);
    for (int i = 0; i < ours; i++)
        snprintf(found + strlen(found), sizeof found - strlen(found),
                 same[i].other < 0 ? "%s-" : "%s%d%s", i ? " " : "",
                 same[i].other, same[i].guessed ? "?" : "");
    cr_expect_str_eq(found, expected, "%s, not %s", found, expected);
}

#define LIST(...) ((const char *const[NAMES]){__VA_ARGS__})

Test(two_traces, processors_by_name)
{
    two_traces_expect_same(LIST("main", "io"), 2, LIST("io", "main"), 2, "1 0");
    two_traces_expect_same(
        LIST("p: main (pid 1 tid 2)", "p: io (pid 1 tid 3)"), 2,
        LIST("p: io (pid 9 tid 1)", "p: main (pid 9 tid 7)"), 2, "1 0");
    two_traces_expect_same(LIST("gpu0", "gpu1"), 2, LIST("gpu1"), 1, "- 0");
    /* the complete name takes precedence over the name without ids */
    two_traces_expect_same(LIST("w (pid 1 tid 4)", "w (pid 1 tid 2)"), 2,
                           LIST("w (pid 1 tid 2)", "w (pid 1 tid 5)"), 2,
                           "1 0");
    /* only the last parentheses contain ids */
    two_traces_expect_same(LIST("a (pid 1) b (pid 1 tid 2)"), 1,
                           LIST("a (pid 2) b (pid 1 tid 3)"), 1, "-");
}

Test(two_traces, processors_by_guess)
{
    two_traces_expect_same(
        LIST("w (pid 1 tid 2)", "w (pid 1 tid 3)", "w (pid 1 tid 4)"), 3,
        LIST("w (pid 8 tid 6)", "w (pid 8 tid 7)"), 2, "0? 1? -");
    two_traces_expect_same(LIST("pid 1 tid 2", "pid 1 tid 3"), 2,
                           LIST("pid 5 tid 1", "pid 5 tid 9"), 2, "0? 1?");
    two_traces_expect_same(LIST("py3: thread 20 (pid 3 tid 20)"), 1,
                           LIST("py3: thread 14 (pid 1 tid 14)"), 1, "0?");
    /* other numbers in names are no ids */
    two_traces_expect_same(LIST("stream 7 (pid 3 tid 20)"), 1,
                           LIST("stream 8 (pid 1 tid 14)"), 1, "-");
}

Test(two_traces, processors_without_names)
{
    two_traces_expect_same(LIST(NULL), 3, LIST(NULL), 2, "0 1 -");
    two_traces_expect_same(LIST(NULL, "main"), 2, LIST("main", NULL), 2, "- 0");
    two_traces_expect_same(LIST(NULL), 0, LIST(NULL), 2, "");
    const struct weft_trace_info none = {.processors = -1}, some = {0};
    struct weft_error err;
    cr_expect_eq(weft_processors_match(&some, &none, NULL, &err), -1);
    cr_expect_eq(err.kind, WEFT_ERROR_MISUSE);
}
