/* Common code of the tests of Stamoulis and Tsitsiklis and of the lecture
 * notes: run an experiment, replay it, read its measures. */
#ifndef WEFT_TESTS_STRESS_HYPER_H
#define WEFT_TESTS_STRESS_HYPER_H

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/check.h>
#include <weft/problem.h>
#include <weft/trace.h>

#include "../settings.h"

#define MUST(condition, ...)                                                   \
    do {                                                                       \
        if (!(condition)) {                                                    \
            fprintf(stderr, "%s:%d: %s: ", __FILE__, __LINE__, #condition);    \
            fprintf(stderr, __VA_ARGS__);                                      \
            fputc('\n', stderr);                                               \
            exit(1);                                                           \
        }                                                                      \
    } while (0)

/* An experiment, its result and its trace. */
struct run {
    struct weft_experiment experiment;
    char network[32], sources[4096];
    int d;
    struct weft_result result;
    struct weft_trace trace;
};

/* Initialise an experiment with default settings on the d-cube. */
static inline void run_init(struct run *run, const char *problem,
                            const char *strategy, int d)
{
    memset(run, 0, sizeof *run);
    run->d = d;
    snprintf(run->network, sizeof run->network, "hypercube:%d", d);
    run->experiment = experiment_of(problem);
    set(&run->experiment, "strategy", strategy);
    set(&run->experiment, "network", run->network);
}

static inline void add_source(struct run *run, int source)
{
    size_t used = strlen(run->sources);
    snprintf(run->sources + used, sizeof run->sources - used, "%s%d",
             used ? "," : "", source);
    set(&run->experiment, "sources", run->sources);
}

/* Add the nodes of a set, given as a bit mask, as sources. */
static inline void add_set(struct run *run, unsigned set)
{
    for (int x = 0; x < 32; x++)
        if (set >> x & 1)
            add_source(run, x);
}

static inline void run_finish(struct run *run)
{
    weft_result_finish(&run->result);
    weft_trace_finish(&run->trace);
}

/* Return the problem's name if the checker knows its postcondition, or NULL. */
static inline const char *judged(const char *problem)
{
    const char *name = NULL;
    for (size_t i = 0; (name = weft_check_problem(i)); i++)
        if (strcmp(name, problem) == 0)
            break;
    return name;
}

/* Run, which must succeed, and replay: the checker must find the same number of
 * slots, transfers and conflicts, and the problem solved if it knows the
 * postcondition. */
static inline void run_go(struct run *run)
{
    struct weft_error err = {0};
    struct weft_model model;
    struct weft_network *network = weft_network_create(run->network, &err);
    MUST(network && weft_model_parse("all-port", &model, &err) == 0, "%s",
         err.text);
    const struct weft_check_options options = {
        .network = network,
        .model = &model,
        .problem = judged(run->experiment.problem),
        .root = (int)given_number(&run->experiment, "root", 0),
        .stores_too = true,
    };
    struct weft_check *check = weft_check_create(&options, &err);
    MUST(check, "%s", err.text);
    struct weft_sink collect = weft_trace_collect(&run->trace);
    const struct weft_sink *sinks[] = {&collect, weft_check_sink(check)};
    int status = weft_run(&run->experiment, sinks, 2, &run->result, &err);
    MUST(status == 0, "%s %s %s %.60s: %s", run->experiment.problem,
         given(&run->experiment, "strategy"), run->network, run->sources,
         err.text);
    const struct weft_check_result *found = weft_check_result(check);
    const char *text = found->kept ? found->finding[0].text : "";
    MUST(found->steps == run->result.steps, "%s", text);
    MUST(found->messages == run->result.messages, "%s", text);
    MUST(found->conflicts == run->result.conflicts, "%s", text);
    MUST(found->unmatched == 0 && found->solved, "%s", text);
    MUST(run->result.outcome.untaken == 0, "messages left over");
    weft_check_destroy(check);
    weft_network_destroy(network);
}

/* Run; the experiment must be rejected as misuse, with a message. */
static inline void run_refused(struct run *run)
{
    struct weft_error err = {0};
    int status = weft_run(&run->experiment, NULL, 0, &run->result, &err);
    MUST(status == -1 && weft_error_is_misuse(&err) && err.text[0],
         "%s %s %s %.60s was not refused", run->experiment.problem,
         given(&run->experiment, "strategy"), run->network, run->sources);
    run_finish(run);
}

/* Run and clean up. Return the number of steps. */
static inline int steps_of(struct run *run)
{
    run_go(run);
    int steps = (int)run->result.steps;
    run_finish(run);
    return steps;
}

static inline double measure_of(const struct run *run, const char *name)
{
    for (int i = 0; i < run->result.measures; i++)
        if (strcmp(run->result.measure[i].name, name) == 0)
            return run->result.measure[i].value;
    MUST(false, "no measure '%s'", name);
    return 0;
}

static inline int ceiling(int a, int b)
{
    return (a + b - 1) / b;
}

static inline unsigned next_random(unsigned *state)
{
    *state = *state * 1664525U + 1013904223U;
    return *state >> 8;
}

/* Add `count` random sources, possibly with repetitions. */
static inline void add_random(struct run *run, int count, unsigned *state)
{
    for (int i = 0; i < count; i++)
        add_source(run, (int)(next_random(state) % (1U << run->d)));
}

#endif
