/* weft optimum: known values, and its answers when a search is interrupted. */
#include "../settings.h"
#include <criterion/criterion.h>
#include <string.h>
#include <weft/check.h>
#include <weft/problem.h>
#include <weft/unstable/optimum.h>

#include "optimum/encoding/encoding.h"

static const struct known {
    const char *problem, *network, *model, *order;
    int steps;
} optimum_known[] = {
    {"successive", "hypercube:1", "shouting", "program", 2},
    {"successive", "hypercube:2", "shouting", "program", 6},
    {"successive", "hypercube:3", "shouting", "program", 14},
    {"successive", "hypercube:3", "shouting", "arrival", 14},
    {"successive", "hypercube:3", "shouting", "buffered", 14},
    {"successive", "complete:3", "shouting", "program", 3},
    {"successive", "complete:7", "shouting", "buffered", 7},
    {"successive", "star:6", "one-port", "arrival", 30},
    {"successive", "star:6", "one-port-duplex", "program", 25},
    {"successive", "ring:5", "shouting", "buffered", 9},
    {"successive", "ring:5", "shouting", "program", 10},
    {"broadcast", "hypercube:3", "one-port", NULL, 3},
    {"broadcast", "hypercube:3", "shouting", NULL, 3},
    {"broadcast", "complete:9", "send=2,receive=1,duplex=half", NULL, 2},
    {"multinode", "hypercube:3", "all-port", NULL, 3},
    {"reduce", "ring:5", "shouting", NULL, 3},
    {"allreduce", "ring:4", "one-port", NULL, 4},
    {"allreduce", "hypercube:3", "shouting", NULL, 5},
    {"barrier", "complete:5", "one-port-duplex", NULL, 3},
    {"scan", "hypercube:3", "one-port", NULL, 5},
    {"exscan", "line:4", "all-port", NULL, 3},
    {"gather", "star:7", "send=1,receive=3,duplex=full", NULL, 2},
};

static struct weft_experiment experiment(const struct known *k)
{
    struct weft_experiment e = experiment_of(k->problem);
    set(&e, "network", k->network);
    set(&e, "model", k->model);
    if (k->order)
        set(&e, "order", k->order);
    return e;
}

/* Skip the test if there is no solver. */
static void need_solver(void)
{
    if (!weft_optimum_solver())
        cr_skip("no solver");
}

Test(optimum, known_values, .timeout = 120)
{
    need_solver();
    for (size_t i = 0; i < sizeof optimum_known / sizeof *optimum_known; i++) {
        struct weft_experiment e = experiment(&optimum_known[i]);
        const struct weft_optimum_options options = {.experiment = &e};
        struct weft_optimum r;
        struct weft_error err = {0};
        cr_expect_eq(weft_optimum(&options, &r, &err), 0, "%s", err.text);
        cr_expect(r.decided && r.lower == optimum_known[i].steps &&
                      r.upper == r.lower,
                  "%s on %s, %s: %d to %d, not %d", optimum_known[i].problem,
                  optimum_known[i].network, optimum_known[i].model, r.lower,
                  r.upper, optimum_known[i].steps);
        weft_optimum_finish(&r);
    }
}

/* With a limit on the phases more steps may be needed. */
Test(optimum, phases, .timeout = 120)
{
    static const struct {
        struct known asked;
        int packets, phases; /* packets 0: the problem has none */
    } limited[] = {
        {{"broadcast", "complete:8", "one-port", NULL, 4}, 0, 2},
        {{"broadcast", "complete:8", "one-port", NULL, 7}, 0, 1},
        {{"stream", "line:3", "one-port-duplex", NULL, 4}, 3, 4},
        {{"stream", "line:3", "one-port-duplex", NULL, 6}, 3, 2},
        {{"stream", "line:3", "one-port-duplex", NULL, 0}, 3, 1},
        {{"stream", "ring:6", "all-port", NULL, 6}, 4, 3},
        {{"gather", "line:4", "one-port", NULL, 5}, 0, 3},
        {{"barrier", "complete:4", "one-port", NULL, 6}, 0, 1},
        {{"barrier", "complete:4", "one-port", NULL, 4}, 0, 4},
    };
    need_solver();
    for (size_t i = 0; i < sizeof limited / sizeof *limited; i++) {
        const struct known *k = &limited[i].asked;
        struct weft_experiment e = experiment(k);
        const struct weft_optimum_options options = {
            .experiment = &e, .phases = limited[i].phases};
        struct weft_optimum r;
        struct weft_error err = {0};
        char text[16];
        int sum = 0;
        snprintf(text, sizeof text, "%d", limited[i].packets);
        if (limited[i].packets)
            set(&e, "packets", text);
        cr_expect_eq(weft_optimum(&options, &r, &err), 0, "%s", err.text);
        for (int phase = 0; phase < r.phases; phase++)
            sum += r.phase[phase];
        cr_expect(r.upper == k->steps && sum == r.upper &&
                      r.reachable == (k->steps > 0) &&
                      r.decided == r.reachable && r.phases <= limited[i].phases,
                  "%s on %s in %d phases: %d steps, %d phases, not %d steps",
                  k->problem, k->network, limited[i].phases, r.upper, r.phases,
                  k->steps);
        weft_optimum_finish(&r);
    }
}

/* Search from every root, or, if that is not wanted, from one. */
static struct weft_optimum from_roots(const struct known *k, int root,
                                      bool no_symmetry)
{
    struct weft_experiment e = experiment(k);
    const struct weft_optimum_options options = {.experiment = &e,
                                                 .every_root = root < 0,
                                                 .no_strategies = true,
                                                 .no_symmetry = no_symmetry};
    struct weft_optimum r;
    struct weft_error err = {0};
    char text[16];
    snprintf(text, sizeof text, "%d", root);
    if (root >= 0)
        set(&e, "root", text);
    cr_expect_eq(weft_optimum(&options, &r, &err), 0, "%s", err.text);
    cr_expect(r.decided, "%s on %s", k->problem, k->network);
    weft_optimum_finish(&r);
    return r;
}

Test(optimum, every_root, .timeout = 120)
{
    /* in `steps`: the number of searches that symmetries leave */
    static const struct known asked[] = {
        {"broadcast", "line:5", "one-port", NULL, 3},
        {"broadcast", "debruijn:2x3", "one-port", NULL, 3},
        {"broadcast", "ccc:3", "one-port", NULL, 1},
        {"broadcast", "mesh:2x3", "one-port-duplex", NULL, 2},
        {"gather", "star:4", "one-port", NULL, 2},
        {"scatter", "bipartite:2x3", "all-port", NULL, 2},
        {"reduce", "line:4", "shouting", NULL, 2},
        {"broadcast", "tree:4", "one-port", NULL, 4}, /* over switches */
    };
    need_solver();
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        int most = 0, first = -1, slowest = 0;
        struct weft_optimum all = from_roots(&asked[i], -1, false),
                            each = from_roots(&asked[i], -1, true);
        for (int root = 0; root < all.processors; root++) {
            int steps = from_roots(&asked[i], root, false).upper;
            if (steps > most) {
                most = steps;
                first = root;
                slowest = 0;
            }
            slowest += steps == most;
        }
        cr_expect(all.upper == most && all.root == first &&
                      all.roots_slowest == slowest &&
                      all.roots_searched == asked[i].steps,
                  "%s on %s: %d steps from %d (%d of %d), not %d from %d (%d)",
                  asked[i].problem, asked[i].network, all.upper, all.root,
                  all.roots_slowest, all.roots_searched, most, first, slowest);
        cr_expect(each.upper == most && each.root == first &&
                  each.roots_slowest == slowest &&
                  each.roots_searched == all.processors);
    }
}

/* Settings that do not affect a search. */
static const char *const optimum_nothing[][8][2] = {
    {{"cost", "ts=1,tw=1"}, {"bytes", "80"}},
    {{"cost", "ts=1,tw=7"}, {"bytes", "800"}},
    {{"cost", "loggp:L=3,o=1,g=2,G=1"}, {"vector", "64"}},
    {{"limit-steps", "1"}, {"strategy", "no-such"}},
    {{"vector", "64"}, {"window", "1"}, {"step-us", "7"}},
    {{"expect", "conflicts"}, {"on-conflict", "report"}, {"engine", "fibers"}},
};

static struct weft_optimum steps_with(const char *problem,
                                      const char *const (*settings)[2])
{
    struct weft_experiment e = experiment_of(problem);
    const struct weft_optimum_options options = {.experiment = &e};
    struct weft_optimum r;
    struct weft_error err = {0};
    set(&e, "network", strcmp(problem, "alltoall") ? "ring:4" : "ring:3");
    set(&e, "model", "one-port");
    if (!strcmp(problem, "stream"))
        set(&e, "packets", "3"); /* more would take too long */
    for (size_t i = 0; settings && settings[i][0]; i++)
        set(&e, settings[i][0], settings[i][1]);
    cr_expect_eq(weft_optimum(&options, &r, &err), 0, "%s: %s", problem,
                 err.text);
    weft_optimum_finish(&r);
    return r;
}

/* The search counts steps, whatever the costs of messages and the settings of
 * runs. */
Test(optimum, what_is_not_asked, .timeout = 120)
{
    const struct weft_problem_info *problem;
    need_solver();
    for (size_t i = 0; (problem = weft_problem(i)); i++) {
        if (problem->computes)
            continue;
        struct weft_optimum plain = steps_with(problem->name, NULL);
        cr_expect(plain.decided, "%s", problem->name);
        for (size_t k = 0; k < sizeof optimum_nothing / sizeof *optimum_nothing;
             k++) {
            struct weft_optimum r =
                steps_with(problem->name, optimum_nothing[k]);
            cr_expect(r.lower == plain.lower && r.upper == plain.upper,
                      "%s with %s=%s: %d to %d, not %d", problem->name,
                      optimum_nothing[k][0][0], optimum_nothing[k][0][1],
                      r.lower, r.upper, plain.upper);
        }
    }
}

static bool stop_at_once(void *arg,
                         const struct weft_optimum_progress *progress)
{
    (void)arg, (void)progress;
    return false;
}

Test(optimum, a_stopped_search_tells_the_range, .timeout = 60)
{
    need_solver();
    const struct known k = {"multinode", "hypercube:3", "shouting", NULL, 0};
    struct weft_experiment e = experiment(&k);
    const struct weft_optimum_options options = {.experiment = &e,
                                                 .go_on = stop_at_once};
    struct weft_optimum r;
    struct weft_error err = {0};
    cr_expect_eq(weft_optimum(&options, &r, &err), 0, "%s", err.text);
    cr_expect(!r.decided && r.reachable && r.lower >= 7);
    weft_optimum_finish(&r);
}

Test(optimum, what_cannot_be_asked)
{
    static const struct {
        const char *problem, *network;
        enum weft_error_kind kind;
        const char *text;
    } cases[] = {
        {"gauss", "hypercube:2", WEFT_ERROR_MISUSE, "cannot be searched"},
        {"matvec", "mesh:2x2", WEFT_ERROR_MISUSE, "cannot be searched"},
        {"sucessive", "ring:4", WEFT_ERROR_UNKNOWN, "successive"},
        {"successive", "hypercube:9", WEFT_ERROR_LIMIT, "large"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct weft_experiment e = experiment_of(cases[i].problem);
        struct weft_optimum r;
        struct weft_error err = {0};
        const struct weft_optimum_options options = {.experiment = &e};
        set(&e, "network", cases[i].network);
        cr_expect_eq(weft_optimum(&options, &r, &err), -1);
        cr_expect_eq(err.kind, cases[i].kind, "%s", err.text);
        cr_expect_not_null(strstr(err.text, cases[i].text), "%s", err.text);
        cr_expect_eq(weft_optimum_play(&r, NULL, 0, &err), -1);
        weft_optimum_finish(&r);
    }
}

static int optimum_refuse(void *arg, const struct weft_event *events,
                          size_t count)
{
    (void)arg;
    (void)events;
    (void)count;
    return WEFT_ERROR_LIMIT;
}

static int stop(void *arg)
{
    (void)arg;
    return -1;
}

/* An error of a sink is passed on. */
Test(optimum, a_sink_that_stops)
{
    static const struct {
        struct weft_sink sink;
        enum weft_error_kind kind;
    } cases[] = {{{.events = optimum_refuse}, WEFT_ERROR_LIMIT},
                 {{.end = stop}, WEFT_ERROR_STOPPED}};
    need_solver();
    struct weft_experiment e = experiment_of("broadcast");
    struct weft_optimum r;
    const struct weft_optimum_options options = {.experiment = &e};
    set(&e, "network", "hypercube:2");
    cr_assert_eq(weft_optimum(&options, &r, NULL), 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct weft_sink *const sinks[] = {&cases[i].sink};
        struct weft_error err = {0};
        cr_expect_eq(weft_optimum_play(&r, sinks, 1, &err), -1);
        cr_expect_eq(err.kind, cases[i].kind, "%s", err.text);
    }
    weft_optimum_finish(&r);
}

/* A message with several receivers crosses an arc between switches once. */
Test(optimum, over_switches)
{
    static const struct {
        const char *problem, *model;
        int steps; /* 0: rejected */
    } cases[] = {
        {"broadcast", "shouting", 1},       {"broadcast", "all-port", 1},
        {"broadcast", "one-port", 2},       {"broadcast", "one-port-duplex", 2},
        {"multinode", "all-port", 3},       {"reduce", "all-port", 2},
        {"allreduce", "all-port", 0},       {"allreduce", "one-port-duplex", 3},
        {"alltoall", "one-port-duplex", 4},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct known k = {cases[i].problem, "tree:4", cases[i].model,
                                NULL, 0};
        struct weft_experiment e = experiment(&k);
        const struct weft_optimum_options options = {.experiment = &e};
        struct weft_optimum r;
        struct weft_error err = {0};
        int status = weft_optimum(&options, &r, &err);
        cr_expect_eq(status, cases[i].steps ? 0 : -1, "%s", err.text);
        if (status) {
            cr_expect_eq(err.kind, WEFT_ERROR_MISUSE);
            cr_expect(strstr(err.text, "switches"), "%s", err.text);
        } else {
            cr_expect(r.lower == cases[i].steps && r.upper == r.lower,
                      "%s in %s: %d to %d", k.problem, k.model, r.lower,
                      r.upper);
        }
        weft_optimum_finish(&r);
    }
}

/* ---- how long a formula is ---- */

#define LANES "optimum-lanes.edges" /* has parallel links */

static void write_lanes(void)
{
    FILE *file = fopen(LANES, "w");
    cr_assert(file && fputs("0 1 x9\n1 2 x7\n2 0\n2 3 x3\n", file) >= 0 &&
              fclose(file) == 0);
}

/* An instance of a search; most of these would take too long to solve. */
struct optimum_counted {
    struct weft_network *network;
    struct weft_goal *goal;
    struct instance q;
    char label[200];
};

static bool counted_init(struct optimum_counted *c, const char *problem,
                         const char *network, const char *model, bool routes)
{
    struct weft_experiment e = experiment_of(problem);
    struct weft_model rules;
    struct weft_error err = {0};
    set(&e, "network", network);
    set(&e, "model", model);
    snprintf(c->label, sizeof c->label, "%s on %s, %s%s", problem, network,
             model, routes ? ", routes" : "");
    c->network = weft_network_create(network, NULL);
    cr_assert(c->network && !weft_model_parse(model, &rules, NULL));
    int size = weft_network_size(c->network);
    c->goal = strcmp(problem, "successive") == 0
                  ? weft_experiment_goal(&e, NULL)
                  : weft_goal_make(problem, size,
                                   (struct weft_goal_values){2, 2, 1}, NULL);
    cr_assert_not_null(c->goal, "%s", c->label);
    const struct instance_options how = {WEFT_ORDER_PROGRAM, routes, 0};
    int status = instance_init(&c->q, c->network, &rules, c->goal, &how, &err);
    cr_assert(!status || err.kind == WEFT_ERROR_MISUSE, "%s", err.text);
    return status == 0;
}

static void counted_finish(struct optimum_counted *c)
{
    instance_finish(&c->q);
    weft_goal_destroy(c->goal);
    weft_network_destroy(c->network);
}

static void optimum_count(const struct optimum_counted *c, int steps,
                          unsigned how)
{
    struct encoding e;
    cr_assert_eq(encode(&e, &c->q, steps, how, (struct encode_limits){0}), 0);
    double made = (double)formula_size(&e.formula);
    double size = encode_count(&c->q, steps, how, SIZE_MAX);
    if (how & ENCODE_SYMMETRY)
        cr_expect_geq(size, made, "%s", c->label);
    else
        cr_expect_eq(size, made, "%s: %.0f, not %.0f", c->label, size, made);
    cr_expect_gt(encode_count(&c->q, steps, how, e.formula.clauses / 2),
                 e.formula.clauses / 2);
    /* the estimate made beforehand is a lower bound */
    double n = c->q.n, m = c->q.blocks, work = m * n * n;
    struct weft_model model = c->q.model;
    double least =
        c->q.reversed ? 0
                      : instance_least(c->network, &model, c->goal, steps, 1e9);
    double lanes = c->q.channels;
    cr_expect_leq(least - work - lanes, made, "%s: %.0f, not %.0f", c->label,
                  least, made);
    formula_finish(&e.formula);
}

/* A formula is as long as its estimate, so that only long ones are rejected. */
Test(optimum, a_formula_is_as_long_as_was_counted, .timeout = 60)
{
    static const char *const problems[] = {
        "successive", "broadcast", "allgather", "reduce", "allreduce",
        "scan",       "barrier",   "alltoall",  NULL};
    static const char *const networks[] = {
        "ring:5",      "mesh:2x3",    "complete:4", "tree:4",
        "hypercube:2", "file:" LANES, NULL};
    static const char *const models[] = {"shouting", "one-port", "all-port",
                                         "send=2,receive=3,duplex=half", NULL};
    write_lanes();
    for (int i = 0; problems[i]; i++)
        for (int k = 0; networks[k]; k++)
            for (int l = 0; models[l]; l++)
                for (int routes = 0; routes < 2; routes++) {
                    struct optimum_counted c;
                    if (counted_init(&c, problems[i], networks[k], models[l],
                                     routes))
                        for (int steps = 1; steps < 5; steps += 3)
                            for (unsigned how = 0; how < 4; how += 3)
                                optimum_count(&c, steps, how);
                    counted_finish(&c);
                }
    remove(LANES);
}

/* Constructing a formula can be stopped. */
Test(optimum, a_formula_that_is_stopped)
{
    static const char *const problems[] = {"successive", "allgather",
                                           "allreduce", NULL};
    atomic_bool stop = true;
    for (int i = 0; problems[i]; i++) {
        struct optimum_counted c;
        struct encoding e;
        cr_assert(counted_init(&c, problems[i], "complete:20", "all-port", 0));
        cr_expect_eq(encode(&e, &c.q, 20, ENCODE_SYMMETRY,
                            (struct encode_limits){0, &stop}),
                     -1);
        cr_expect(e.formula.fault == FORMULA_STOPPED && e.formula.clauses == 1,
                  "%s: %zu clauses", problems[i], e.formula.clauses);
        formula_finish(&e.formula);
        counted_finish(&c);
    }
}
