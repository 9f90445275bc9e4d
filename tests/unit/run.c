/* What weft_run() tells its sinks of a run. */
#include "../settings.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <weft/problem.h>
#include <weft/trace.h>

/* A step takes as long in a trace as was asked for, whatever it costs: rounded
 * down to whole nanoseconds per time unit, of which one is the least. */
Test(run, time_in_traces)
{
    static const struct {
        const char *cost;
        int step_us;
        uint64_t step, unit_ns; /* expected */
    } cases[] = {
        {NULL, 1000, 1, 1000000},       {NULL, 1, 1, 1000},
        {"ts=4", 1000, 4, 250000},      {"ts=100,tw=8", 1000, 108, 9259},
        {"ts=5,tw=1,th=2", 7, 6, 1166}, {"ts=3000000", 1, 3000000, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct weft_experiment e = weft_experiment_default("broadcast");
        struct weft_trace trace = {0};
        struct weft_sink sink = weft_trace_collect(&trace);
        const struct weft_sink *const sinks[] = {&sink};
        struct weft_result result;
        struct weft_error err = {0};
        set(&e, "network", "hypercube:2");
        set_number(&e, "step-us", cases[i].step_us);
        if (cases[i].cost)
            set(&e, "cost", cases[i].cost);
        cr_assert_eq(weft_run(&e, sinks, 1, &result, &err), 0, "%s", err.text);
        cr_expect_eq(trace.info.step, cases[i].step, "%s: step %d",
                     cases[i].cost, (int)trace.info.step);
        cr_expect_eq(trace.info.unit_ns, cases[i].unit_ns, "%s: unit %d ns",
                     cases[i].cost, (int)trace.info.unit_ns);
        weft_result_finish(&result);
        weft_trace_finish(&trace);
    }
}

/* A trace says how to make it again. */
Test(run, parameters_of_traces)
{
    const struct weft_problem_info *problem;
    for (size_t p = 0; (problem = weft_problem(p)); p++) {
        struct weft_experiment e = weft_experiment_default(problem->name);
        struct weft_trace trace = {0};
        struct weft_sink sink = weft_trace_collect(&trace);
        const struct weft_sink *const sinks[] = {&sink};
        struct weft_result result;
        struct weft_error err = {0};
        set(&e, "cost", "ts=3,tw=1,th=0");
        set(&e, "on-conflict", "report");
        set_number(&e, "seed", 5);
        cr_assert_eq(weft_run(&e, sinks, 1, &result, &err), 0, "%s: %s",
                     problem->name, err.text);
        const char *const expected[][2] = {
            {"problem", problem->name},    {"strategy", result.strategy},
            {"network", problem->network}, {"model", problem->model},
            {"cost", "ts=3,tw=1,th=0"},    {"seed", "5"},
        };
        for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
            const char *told = weft_trace_info_get(&trace.info, expected[i][0]);
            cr_assert(told, "%s: no %s", problem->name, expected[i][0]);
            cr_expect_str_eq(told, expected[i][1], "%s: %s", problem->name,
                             expected[i][0]);
        }
        weft_result_finish(&result);
        weft_trace_finish(&trace);
    }
}
