/* Lower bounds: no run takes less time, whatever the model and the network. */
#include "../combining.h"
#include "../settings.h"
#include <criterion/criterion.h>
#include <string.h>
#include <weft/bound.h>
#include <weft/problem.h>

struct bounded {
    const char *problem, *strategy, *network, *model;
    int size;        /* gauss */
    uint64_t t_comp; /* gauss */
    uint64_t lower;  /* expected */
};

static const struct bounded runs[] = {
    /* with switches one transfer reaches any leaf */
    {"broadcast", "binomial", "tree:8", "shouting", 0, 0, 1},
    {"broadcast", "naive", "tree:8", "all-port", 0, 0, 1},
    {"broadcast", "binomial", "tree:8", "one-port", 0, 0, 3},
    {"reduce", "binomial", "tree:8", "all-port", 0, 0, 3},
    {"reduce", "binomial", "tree:8", "shouting", 0, 0, 3},
    {"gauss", "greedy", "tree:8", "shouting", 8, 1, 16},
    {"successive", "greedy", "tree:8", "shouting", 0, 0, 8},
    /* between neighbours the distance counts */
    {"broadcast", "sbt", "hypercube:4", "shouting", 0, 0, 4},
    {"reduce", "sbt", "hypercube:4", "all-port", 0, 0, 4},
    {"gauss", "greedy", "ring:5", "shouting", 5, 0, 8},
    /* if all arrive at once, the result must still be sent on */
    {"reduce", "naive", "ring:6", "send=one,receive=all,duplex=full", 0, 0, 2},
    /* several rows may be received in one slot */
    {"gauss", "greedy", "complete:4", "send=all,receive=all,duplex=half", 4, 1,
     4},
};

Test(bounds, hold)
{
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        const struct bounded *x = &runs[i];
        struct weft_experiment e = experiment_of(x->problem);
        set(&e, "strategy", x->strategy);
        set(&e, "network", x->network);
        set(&e, "model", x->model);
        set_number(&e, "t-comp", x->t_comp);
        if (x->size)
            set_number(&e, "size", x->size);
        struct weft_result r;
        struct weft_error err = {0};
        cr_assert_eq(weft_run(&e, NULL, 0, &r, &err), 0, "%s", err.text);
        cr_expect_eq(r.lower_bound, x->lower, "%s %s on %s, %s: %d, not %d",
                     x->problem, x->strategy, x->network, x->model,
                     (int)r.lower_bound, (int)x->lower);
        cr_expect_leq(r.lower_bound, r.makespan);
        weft_result_finish(&r);
    }
}

/* A valid run below its bound is an internal error whose message names both. */
Test(bounds, of_a_fault)
{
    struct weft_result r = {.problem = "gather",
                            .strategy = "linear",
                            .network = "ring:4",
                            .model = "one-port",
                            .valid = true,
                            .makespan = 3,
                            .lower_bound = 4,
                            .ratio = 0.75};
    struct weft_error err = {0};
    cr_expect_eq(weft_bound_check(&r, &err), -1);
    cr_expect_eq(err.kind, WEFT_ERROR_WRONG);
    cr_expect_str_eq(err.text, "bound 4 is above a valid run (gather, linear "
                               "on ring:4, model one-port, time 3): please "
                               "report it");
    r.makespan = 4;
    r.ratio = 1;
    cr_expect_eq(weft_bound_check(&r, &err), 0);
}

/* A run with longer messages than the question allows has no ratio. */
Test(bounds, of_longer_messages)
{
    static const struct {
        const char *blocks;
        bool ratio;
    } asked[] = {{NULL, false}, {"4", true}, {"3", false}, {"any", true}};
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        struct weft_experiment e = experiment_of("stream");
        struct weft_result r;
        set(&e, "network", "hypercube:3");
        set(&e, "strategy", "scatter-allgather");
        if (asked[i].blocks)
            set(&e, "message-blocks", asked[i].blocks);
        cr_assert_eq(weft_run(&e, NULL, 0, &r, NULL), 0);
        cr_expect_eq(r.message_blocks, 4);
        cr_expect_eq(r.ratio > 0, asked[i].ratio, "%zu", i);
        cr_expect_gt(r.lower_bound, 0);
        weft_result_finish(&r);
    }
}

/* ---- without a run --------------------------------------------------------
 */

static void bounds_expect_same(const struct weft_experiment *e,
                               const char *strategy)
{
    struct weft_result result;
    struct weft_bounds bounds;
    struct weft_error err = {0};
    int ran = weft_run(e, NULL, 0, &result, &err);
    int told = weft_experiment_bounds(e, &bounds, &err);
    if (ran == 0 || result.processors > 0) {
        cr_assert_eq(told, 0, "%s %s: %s", e->problem, strategy, err.text);
        cr_expect_eq(bounds.highest, result.lower_bound, "%s %s", e->problem,
                     strategy);
        cr_assert_eq(bounds.count, result.bounds, "%s %s", e->problem,
                     strategy);
        for (int i = 0; i < bounds.count; i++) {
            cr_expect_eq(bounds.bound[i].time, result.bound[i].time);
            cr_expect_str_eq(bounds.bound[i].name, result.bound[i].name);
        }
        cr_expect_eq(bounds.slot, result.outcome.slot, "%s %s", e->problem,
                     strategy);
    }
    weft_result_finish(&result);
}

/* The bounds computed without a run equal those of a run, for all costs. */
Test(bounds, without_a_run)
{
    static const char *const costs[] = {NULL, "ts=5,tw=2", "ts=3,tw=1,th=2"};
    const struct weft_problem_info *problem;
    const struct weft_strategy_info *strategy;
    for (size_t p = 0; (problem = weft_problem(p)); p++)
        for (size_t s = 0; (strategy = weft_strategy(problem->name, s)); s++)
            for (size_t c = 0; c < sizeof costs / sizeof *costs; c++) {
                struct weft_experiment e = experiment_of(problem->name);
                set(&e, "strategy", strategy->name);
                set(&e, "on-conflict", "report");
                const char *own =
                    combining_network(problem->name, strategy->name);
                if (own)
                    set(&e, "network", own);
                if (costs[c])
                    set(&e, "cost", costs[c]);
                bounds_expect_same(&e, strategy->name);
            }
}

/* Bounds belong to the problem: no strategy has to be named or to fit. */
Test(bounds, of_no_strategy)
{
    struct weft_experiment e = experiment_of("successive");
    struct weft_bounds bounds;
    set(&e, "network", "hypercube:4");
    cr_assert_eq(weft_experiment_bounds(&e, &bounds, NULL), 0);
    cr_expect_eq(bounds.highest, 26); /* 3p/2 + log2 p - 2 */
    cr_expect_eq(bounds.slot, 1);
}

/* Without a run, no state per block and processor is needed. */
Test(bounds, of_many_processors)
{
    struct weft_experiment e = experiment_of("multinode");
    struct weft_bounds bounds;
    struct weft_error err = {0};
    set(&e, "network", "hypercube:20");
    cr_assert_eq(weft_experiment_bounds(&e, &bounds, &err), 0, "%s", err.text);
    cr_expect_eq(bounds.highest, 52429); /* ceil((2^20 - 1) / 20) */
}

Test(bounds, of_nothing)
{
    static const char *const wrong[][3] = {{"no-problem", "network", "ring:4"},
                                           {"matvec", "network", "ring:4"},
                                           {"broadcast", "root", "99999"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct weft_experiment e = experiment_of(wrong[i][0]);
        struct weft_bounds bounds = {.count = 7, .highest = 7};
        struct weft_error err = {0};
        set(&e, wrong[i][1], wrong[i][2]);
        cr_expect_eq(weft_experiment_bounds(&e, &bounds, &err), -1, "%s",
                     wrong[i][0]);
        cr_expect(weft_error_is_misuse(&err), "%s: %s", wrong[i][0], err.text);
        cr_expect_eq(bounds.count, 0);
        cr_expect_eq(bounds.highest, 0);
    }
}
