/* Lower bounds: no run is below them, whatever the model and the network. */
#include "../settings.h"
#include <criterion/criterion.h>
#include <problem/problem.h>
#include <string.h>
#include <weft/problem.h>

struct bounded {
    const char *problem, *strategy, *network, *model;
    int size;        /* gauss */
    uint64_t t_comp; /* gauss */
    uint64_t lower;  /* expected */
};

static const struct bounded runs[] = {
    /* by switches one transfer reaches any leaf */
    {"broadcast", "binomial", "tree:8", "shouting", 0, 0, 1},
    {"broadcast", "naive", "tree:8", "all-port", 0, 0, 1},
    {"broadcast", "binomial", "tree:8", "one-port", 0, 0, 3},
    {"reduce", "binomial", "tree:8", "all-port", 0, 0, 1},
    {"reduce", "binomial", "tree:8", "shouting", 0, 0, 3},
    {"gauss", "greedy", "tree:8", "shouting", 8, 1, 16},
    {"successive", "greedy", "tree:8", "shouting", 0, 0, 8},
    /* between neighbours distance counts */
    {"broadcast", "sbt", "hypercube:4", "shouting", 0, 0, 4},
    {"reduce", "sbt", "hypercube:4", "all-port", 0, 0, 4},
    {"gauss", "greedy", "ring:5", "shouting", 5, 0, 8},
    /* where all is received at once, something is left to say */
    {"reduce", "naive", "ring:6", "send=one,receive=all,duplex=full", 0, 0, 1},
    /* several rows may be received in one slot */
    {"gauss", "greedy", "complete:4", "send=all,receive=all,duplex=half", 4, 1,
     4},
};

Test(bounds, hold)
{
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        const struct bounded *x = &runs[i];
        struct weft_experiment e = weft_experiment_default(x->problem);
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

/* Where the network is no hypercube, as a strategy to come may have it, they
 * are there to be asked. */
Test(bounds, off_the_hypercube)
{
    static const char *const names[] = {"multinode", "gather", "scatter"};
    for (int i = 0; i < 3; i++) {
        const struct weft_problem *const *row = problem_table;
        while (strcmp((*row)->info.name, names[i]) != 0)
            row++;
        struct plan plan = {.size = 5, .slot = 1, .cost = {.ts = 1}};
        struct weft_result result = {0};
        cr_assert_eq(weft_model_parse("one-port", &plan.model, NULL), 0);
        (*row)->bounds(&plan, &result);
        cr_expect_eq(result.lower_bound, 4, "%s", names[i]);
    }
}
