/* The events and trace information that weft_run() passes to its sinks. */
#include "../settings.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <weft/problem.h>
#include <weft/trace.h>

/* An experiment, and the results of one run. */
struct made {
    struct weft_experiment experiment;
    struct weft_trace trace;
    struct weft_result result;
};

static struct made made_of(const char *problem)
{
    return (struct made){.experiment = weft_experiment_default(problem)};
}

static void run_make(struct made *made)
{
    struct weft_sink sink = weft_trace_collect(&made->trace);
    const struct weft_sink *const sinks[] = {&sink};
    struct weft_error err = {0};
    cr_assert_eq(weft_run(&made->experiment, sinks, 1, &made->result, &err), 0,
                 "%s: %s", made->experiment.problem, err.text);
}

static void unmake(struct made *made)
{
    weft_result_finish(&made->result);
    weft_trace_finish(&made->trace);
}

/* A step has the requested duration in a trace, whatever the costs: rounded
 * down to whole nanoseconds per time unit, but at least one. */
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
        struct made made = made_of("broadcast");
        struct weft_experiment *e = &made.experiment;
        set(e, "network", "hypercube:2");
        set_number(e, "step-us", cases[i].step_us);
        if (cases[i].cost)
            set(e, "cost", cases[i].cost);
        run_make(&made);
        cr_expect_eq(made.trace.info.step, cases[i].step, "%s: step %d",
                     cases[i].cost, (int)made.trace.info.step);
        cr_expect_eq(made.trace.info.unit_ns, cases[i].unit_ns,
                     "%s: unit %d ns", cases[i].cost,
                     (int)made.trace.info.unit_ns);
        unmake(&made);
    }
}

/* Dimensions that do not fit into an event are stored as -1. */
Test(run, dimensions_of_many)
{
    struct made made = made_of("broadcast");
    struct weft_experiment *e = &made.experiment;
    size_t far = 0;
    set(e, "network", "complete:40000");
    set(e, "engine", "fibers");
    run_make(&made);
    struct weft_network *network = weft_network_create("complete:40000", NULL);
    for (size_t i = 0; i < made.trace.count; i++) {
        const struct weft_event *event = &made.trace.events[i];
        bool sent = event->kind == WEFT_SEND;
        int from = sent ? event->rank : event->peer;
        int to = sent ? event->peer : event->rank;
        int real = weft_network_dimension_to(network, from, to);
        far += real > INT16_MAX;
        if (from >= 0 && to >= 0)
            cr_assert_eq(event->dimension, real > INT16_MAX ? -1 : real,
                         "%d to %d: %d", from, to, event->dimension);
    }
    cr_assert_gt(far, 0);
    weft_network_destroy(network);
    unmake(&made);
}

/* A trace contains the parameters of its experiment. */
Test(run, parameters_of_traces)
{
    const struct weft_problem_info *problem;
    for (size_t p = 0; (problem = weft_problem(p)); p++) {
        struct made made = made_of(problem->name);
        struct weft_experiment *e = &made.experiment;
        set(e, "cost", "ts=3,tw=1,th=0");
        set(e, "on-conflict", "report");
        set_number(e, "seed", 5);
        run_make(&made);
        const char *const expected[][2] = {
            {"problem", problem->name},    {"strategy", made.result.strategy},
            {"network", problem->network}, {"model", problem->model},
            {"cost", "ts=3,tw=1,th=0"},    {"seed", "5"},
        };
        for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
            const char *told =
                weft_trace_info_get(&made.trace.info, expected[i][0]);
            cr_assert(told, "%s: no %s", problem->name, expected[i][0]);
            cr_expect_str_eq(told, expected[i][1], "%s: %s", problem->name,
                             expected[i][0]);
        }
        unmake(&made);
    }
}

/* The phases of a strategy are named tasks: on every processor all of them end,
 * in ascending order. */
Test(run, phases_are_tasks)
{
    static const struct {
        const char *problem, *strategy, *network;
        int phases;
        const char *first;
    } cases[] = {
        {"simultaneous", "prefix", "hypercube:3", 3, "ranks"},
        {"allreduce", "ring", "complete:5", 2, "reduce-scatter"},
        {"allreduce", "bucket", "torus:3x3", 2, "reduce-scatter"},
        {"allreduce", "exchange", "complete:8", 2, "reduce-scatter"},
        {"allreduce", "circulant", "complete:6", 2, "reduce-scatter"},
        {"allreduce", "bine", "complete:8", 2, "reduce-scatter"},
        {"allreduce", "rabenseifner", "complete:6", 2, "reduce-scatter"},
        {"allreduce", "reduce-broadcast", "complete:7", 2, "reduce"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct made made = made_of(cases[i].problem);
        struct weft_experiment *e = &made.experiment;
        int under_way[16] = {0}, done[16] = {0};
        char name[WEFT_TASK_NAME_MAX];
        set(e, "network", cases[i].network);
        set(e, "strategy", cases[i].strategy);
        run_make(&made);
        for (size_t k = 0; k < made.trace.count; k++) {
            const struct weft_event *event = &made.trace.events[k];
            if (event->kind == WEFT_TASK) {
                cr_expect_eq(under_way[event->rank], 0, "%s",
                             cases[i].strategy);
                under_way[event->rank] = event->message;
            }
            if (event->kind == WEFT_DONE) {
                cr_expect_eq(under_way[event->rank], event->message);
                cr_expect_eq(++done[event->rank], event->message);
                under_way[event->rank] = 0;
            }
        }
        for (int rank = 0; rank < made.result.processors; rank++)
            cr_expect_eq(done[rank], cases[i].phases, "%s: %d tasks of %d",
                         cases[i].strategy, done[rank], rank);
        cr_expect_str_eq(weft_task_name(&made.trace.info, 1, name),
                         cases[i].first);
        unmake(&made);
    }
}

static int run_nothing(struct weft_processor *self, void *arg)
{
    (void)arg;
    return weft_rank(self) < 0;
}

/* A trace written by a program that uses the library names its network, its
 * model and its costs, unless the program provides these parameters. */
Test(run, a_program_names_its_network)
{
    static const struct weft_parameter said = {"network", "my own"};
    for (size_t own = 0; own <= 1; own++) {
        struct weft_network *network = weft_network_create("ring:5", NULL);
        struct weft_trace trace = {0};
        const struct weft_sink sink = weft_trace_collect(&trace);
        const struct weft_trace_info info = {.processors = 5,
                                             .unit_ns = 1000000,
                                             .step = 1,
                                             .parameters = own,
                                             .parameter = &said};
        struct weft_machine machine = {.network = network,
                                       .cost = {.ts = 5, .tw = 2},
                                       .program = run_nothing,
                                       .sink = &sink,
                                       .info = &info};
        struct weft_error err = {0};
        cr_assert_eq(weft_model_parse("one-port", &machine.model, &err), 0);
        struct weft_outcome outcome;
        cr_assert_eq(weft_machine_run(&machine, &outcome, &err), 0, "%s",
                     err.text);
        weft_outcome_finish(&outcome);
        cr_expect_str_eq(weft_trace_info_get(&trace.info, "network"),
                         own ? "my own" : "ring:5");
        cr_expect_str_eq(weft_trace_info_get(&trace.info, "model"), "one-port");
        cr_expect_str_eq(weft_trace_info_get(&trace.info, "cost"),
                         "ts=5,tw=2,th=0");
        weft_trace_finish(&trace);
        weft_network_destroy(network);
    }
}
