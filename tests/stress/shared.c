/* Every problem and strategy, with several costs, conflict rules and windows,
 * on several processes and on one: events, message contents, outcome, verdict
 * and error must be identical.
 *
 * usage: stress-shared [PROCESSES [STRIDE]]
 *
 * Only every STRIDE-th case is run. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <weft/problem.h>
#include <weft/unstable/cluster.h>
#include <weft/unstable/experiment.h>

#include "../settings.h"
#include "../told.h"
#include "fewer.h"
#include "processes.h"

static int begin(void *arg, const struct weft_trace_info *info)
{
    struct told *told = arg;
    told->info = info;
    for (size_t i = 0; i < info->parameters; i++)
        fprintf(told->out, "%s=%s\n", info->parameter[i].key,
                info->parameter[i].value);
    return 0;
}

static int events(void *arg, const struct weft_event *event, size_t count)
{
    struct told *told = arg;
    for (size_t i = 0; i < count; i++) {
        struct weft_event plain = event[i];
        const char *items = weft_event_items(told->info, &event[i]);
        plain.items = 0; /* the indices may differ */
        fwrite(&plain, sizeof plain, 1, told->out);
        fputs(items ? items : "-", told->out);
    }
    return 0;
}

static void tell_result(struct told *told, int status,
                        const struct weft_result *result,
                        const struct weft_error *err)
{
    const struct weft_outcome *outcome = &result->outcome;
    FILE *out = told->out;
    fprintf(out, "\nstatus %d, kind %d: %s\n", status,
            status ? (int)err->kind : 0, status ? err->text : "");
    fprintf(out, "%s\n", outcome->report ? outcome->report : "no report");
    fprintf(out, "%llu %llu %llu %llu %llu %llu\n",
            (unsigned long long)outcome->makespan,
            (unsigned long long)outcome->messages,
            (unsigned long long)outcome->bytes,
            (unsigned long long)outcome->longest,
            (unsigned long long)outcome->untaken,
            (unsigned long long)outcome->conflicts);
    told_conflicts(out, outcome);
    if (outcome->load)
        fwrite(outcome->load, sizeof *outcome->load, (size_t)result->processors,
               out);
    fprintf(out, "%s, %d\n", result->verdict, result->busiest);
    for (int i = 0; i < result->measures; i++)
        fprintf(out, "%s=%.17g\n", result->measure[i].name,
                result->measure[i].value);
    for (int i = 0; i < result->bounds; i++)
        fprintf(out, "%llu\n", (unsigned long long)result->bound[i].time);
}

static void run(struct weft_experiment *experiment, const char *engine,
                struct told *told)
{
    const struct weft_sink sink = {begin, events, told_end, told};
    const struct weft_sink *sinks[] = {&sink};
    struct weft_result result;
    struct weft_error err = {0};
    *told = (struct told){NULL, 0, NULL, NULL};
    told->out = open_memstream(&told->text, &told->bytes);
    set(experiment, "engine", engine);
    int status = weft_run(experiment, sinks, 1, &result, &err);
    tell_result(told, status, &result, &err);
    weft_result_finish(&result);
    fclose(told->out);
}

static char what[300];
static int cases, made, stride = 1;

/* Return 0, or 1 if the results differ. */
static int check(struct weft_experiment *experiment)
{
    struct told here = {NULL, 0, NULL, NULL}, all;
    if (made++ % stride)
        return 0;
    if (!weft_cluster_rank())
        run(experiment, "fibers", &here);
    run(experiment, "mpi", &all);
    int bad = 0;
    if (!weft_cluster_rank()) {
        size_t at = 0;
        while (at < here.bytes && at < all.bytes &&
               here.text[at] == all.text[at])
            at++;
        bad = here.bytes != all.bytes || at < all.bytes;
        if (bad)
            printf("%s: differs at %zu of %zu and %zu:\n%.400s\n---\n%.400s\n",
                   what, at, here.bytes, all.bytes,
                   strstr(here.text + (at < 40 ? 0 : at - 40), ""),
                   all.text + (at < 40 ? 0 : at - 40));
    }
    cases++;
    free(here.text);
    free(all.text);
    return bad;
}

static const char *const costs[] = {NULL, "ts=3,tw=2,th=1",
                                    "loggp:L=5,o=2,g=3,G=1"};
static const char *const rules[] = {NULL, "report", "delay"};
static const char *const windows[] = {NULL, "1", "3"};

#define COUNT(table) (sizeof(table) / sizeof *(table))

static int check_strategy(const char *problem, const char *strategy)
{
    int bad = 0;
    for (size_t c = 0; c < COUNT(costs); c++)
        for (size_t r = 0; r < COUNT(rules); r++) {
            const char *window = windows[(c + r) % COUNT(windows)];
            struct weft_experiment experiment =
                weft_experiment_default(problem);
            if (SANITIZE_THREAD && (c + r) % 3)
                continue;
            set(&experiment, "strategy", strategy);
            if (costs[c])
                set(&experiment, "cost", costs[c]);
            if (rules[r])
                set(&experiment, "on-conflict", rules[r]);
            if (window)
                set(&experiment, "window", window);
            snprintf(what, sizeof what, "%s, %s, cost %s, conflicts %s",
                     problem, strategy, costs[c] ? costs[c] : "unit",
                     rules[r] ? rules[r] : "as usual");
            bad += check(&experiment);
        }
    return bad;
}

/* Check runs that fail, and special networks. */
static int check_special(void)
{
    static const struct {
        const char *problem, *strategy, *network, *name, *value;
    } special[] = {
        {"successive", "rotated", "hypercube:3", "spacing", "1"},
        {"successive", "rotated", "hypercube:5", "limit-steps", "9"},
        {"successive", "greedy", "torus:5x5", NULL, NULL},
        {"successive", "greedy", "fat-tree:2x3", NULL, NULL},
        {"successive", "greedy", "ring:3", NULL, NULL},
        {"stream", "binary", "complete:37", "packets", "50"},
        {"stream", "edst", "hypercube:5", "packets", "100"},
        {"allreduce", "ring", "torus:4x4", "vector", "4096"},
        {"allreduce", "census", "complete:150", NULL, NULL},
        {"barrier", "dissemination", "complete:130", NULL, NULL},
        {"gauss", "rotated", "hypercube:3", "size", "40"},
        {"alltoall", "bruck", "complete:13", NULL, NULL},
        {"broadcast", "binomial", "hypercube:0", NULL, NULL},
        {"broadcast", "binomial", "hypercube:1", NULL, NULL},
        {"multinode", "isolated", "hypercube:4", "on-conflict", "report"},
        {"no-such", "binomial", "hypercube:1", NULL, NULL},
    };
    int bad = 0;
    for (size_t i = 0; i < COUNT(special); i++) {
        struct weft_experiment experiment =
            weft_experiment_default(special[i].problem);
        struct weft_error err;
        set(&experiment, "strategy", special[i].strategy);
        set(&experiment, "network", special[i].network);
        if (special[i].name && weft_experiment_set(&experiment, special[i].name,
                                                   special[i].value, &err))
            return printf("%s\n", err.text), 1;
        snprintf(what, sizeof what, "%s, %s on %s", special[i].problem,
                 special[i].strategy, special[i].network);
        bad += check(&experiment);
    }
    return bad;
}

int main(int argc, char **argv)
{
    const struct weft_problem_info *problem;
    const struct weft_strategy_info *strategy;
    int bad = 0;
    setvbuf(stdout, NULL, _IOLBF, 0);
    alarm(280);
    stride = argc > 2 ? atoi(argv[2]) : 1;
    processes_join(argc > 1 ? atoi(argv[1]) : 3);
    for (size_t p = 0; (problem = weft_problem(p)); p++)
        for (size_t s = 0; (strategy = weft_strategy(problem->name, s)); s++)
            bad += check_strategy(problem->name, strategy->name);
    bad += check_special();
    printf("%d runs on %d processes, %d differ\n", cases, weft_cluster_size(),
           bad);
    return processes_leave(bad != 0);
}
