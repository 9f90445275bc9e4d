/* Runs in which messages share links while they go on: where nobody meets they
 * are those of today; examples by hand; deadlocks, failures, limits. */
#include "../settings.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/weft.h>

/* ---- nobody meets: the same times -----------------------------------------
 */

/* What is left of a run: its sends, in one order. */
struct ran {
    struct weft_trace trace;
    struct weft_result result;
    bool fine;
};

static int contention_by_send(const void *one, const void *other)
{
    const struct weft_event *a = one, *b = other;
    if (a->rank != b->rank)
        return a->rank < b->rank ? -1 : 1;
    if (a->peer != b->peer)
        return a->peer < b->peer ? -1 : 1;
    return (a->start > b->start) - (a->start < b->start);
}

static struct ran contention_run(const struct weft_experiment *experiment)
{
    struct ran ran = {.fine = false};
    struct weft_sink sink = weft_trace_collect(&ran.trace);
    const struct weft_sink *const sinks[] = {&sink};
    struct weft_error err;
    ran.fine = !weft_run(experiment, sinks, 1, &ran.result, &err);
    size_t sends = 0;
    for (size_t i = 0; i < ran.trace.count; i++)
        if (ran.trace.events[i].kind == WEFT_SEND)
            ran.trace.events[sends++] = ran.trace.events[i];
    ran.trace.count = sends;
    if (sends)
        qsort(ran.trace.events, sends, sizeof *ran.trace.events,
              contention_by_send);
    return ran;
}

static void contention_drop(struct ran *ran)
{
    weft_result_finish(&ran->result);
    weft_trace_finish(&ran->trace);
}

/* In how many messages, and in the time, two runs differ. */
static size_t contention_differences(const struct ran *plain,
                                     const struct ran *shared)
{
    const struct weft_trace *a = &plain->trace, *b = &shared->trace;
    size_t wrong =
        !shared->fine || a->count != b->count ||
        plain->result.makespan * WEFT_TICKS != shared->result.time_ticks;
    for (size_t i = 0; !wrong && i < a->count; i++)
        wrong += a->events[i].start * WEFT_TICKS != b->events[i].start ||
                 a->events[i].duration * WEFT_TICKS != b->events[i].duration ||
                 a->events[i].message != b->events[i].message;
    return wrong;
}

struct count {
    size_t runs;
};

/* One experiment: if today it has no conflict, it has the same times. */
static void contention_compare(struct weft_experiment *e, struct count *count)
{
    set(e, "on-conflict", "fail"); /* a delayed reception has met another */
    struct ran plain = contention_run(e);
    set(e, "on-conflict", NULL);
    if (plain.fine && !plain.result.conflicts) {
        for (int kind = WEFT_SHARING_FAIR; weft_sharing_names[kind]; kind++) {
            set(e, "sharing", weft_sharing_names[kind]);
            set(e, "rounds", "beat");
            struct ran shared = contention_run(e);
            size_t wrong = contention_differences(&plain, &shared);
            cr_expect(!wrong, "%s %s on %s, %s, %s: %s; %llu, %.6f", e->problem,
                      plain.result.strategy, plain.result.network,
                      plain.result.model, weft_sharing_names[kind],
                      shared.fine ? "other times" : shared.result.verdict,
                      (unsigned long long)plain.result.makespan,
                      (double)shared.result.time_ticks / WEFT_TICKS);
            count->runs++;
            contention_drop(&shared);
        }
        set(e, "sharing", NULL);
        set(e, "rounds", NULL);
    }
    contention_drop(&plain);
}

/* All strategies of all problems. */
static void contention_strategies(const char *network, const char *model,
                                  const char *cost, struct count *count)
{
    const struct weft_problem_info *problem;
    const struct weft_strategy_info *strategy;
    for (size_t p = 0; (problem = weft_problem(p)); p++)
        for (size_t s = 0; (strategy = weft_strategy(problem->name, s)); s++) {
            struct weft_experiment e = weft_experiment_default(problem->name);
            set(&e, "strategy", strategy->name);
            set(&e, "network", network);
            set(&e, "model", model);
            set(&e, "cost", cost);
            set(&e, "engine", "fibers");
            contention_compare(&e, count);
        }
}

Test(contention, nobody_meets)
{
    static const char *const networks[] = {
        "hypercube:3", "complete:6", "ring:5", "mesh:3x3",
        "torus:4x4",   "star:6",     "tree:7", "fat-tree:2x2"};
    static const char *const models[] = {"shouting", "all-port", "one-port",
                                         "one-port-duplex",
                                         "send=2,receive=3,duplex=full"};
    static const char *const costs[] = {"ts=1", "ts=10,tw=3,th=2"};
    struct count count = {0};
    for (size_t n = 0; n < sizeof networks / sizeof *networks; n++)
        for (size_t m = 0; m < sizeof models / sizeof *models; m++)
            for (size_t c = 0; c < sizeof costs / sizeof *costs; c++)
                contention_strategies(networks[n], models[m], costs[c], &count);
    cr_expect_gt(count.runs, 1000);
}

/* On a complete network no routes share an arc. */
Test(contention, nobody_meets_in_loggp)
{
    static const char *const models[] = {"one-port", "one-port-duplex",
                                         "shouting", "all-port",
                                         "send=2,receive=2,duplex=full"};
    struct count count = {0};
    for (size_t m = 0; m < sizeof models / sizeof *models; m++)
        contention_strategies("complete:6", models[m], "loggp:L=7,o=2,g=4,G=1",
                              &count);
    cr_expect_gt(count.runs, 100);
}
