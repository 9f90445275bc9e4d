/* Networks, problems and strategies that a program registers itself, as
 * plug-ins do when they are loaded. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/unstable/stepwise.h>
#include <weft/weft.h>

/* ---- networks ---- */

/* Create a star of P processors around a switch, with links added from the last
 * to the first, and a one-way arc from 0 to 1. */
static int star(struct weft_wiring *wiring, const int number[], int count)
{
    int p = number[0];
    cr_assert_eq(count, 1);
    weft_wire_processors(wiring, p);
    weft_wire_switches(wiring, 1);
    for (int i = p - 1; i >= 0; i--) {
        weft_wire_link(wiring, p, i);
        weft_wire_cost(wiring, i, 1 + i);
    }
    weft_wire_arc(wiring, 0, 1);
    weft_wire_link(wiring, p, 0); /* exists already */
    weft_wire_name(wiring, p, "hub\n");
    for (int v = 0; v <= p; v++)
        weft_wire_place(wiring, v, v - 1, 2 * v);
    return 0;
}

static const struct weft_own_network by_number = {
    .name = "own-star", .numbers = 1, .function = star};
static const struct weft_own_network by_order = {.name = "own-ordered",
                                                 .numbers = 1,
                                                 .ports_in_order = true,
                                                 .function = star};

static struct weft_network *own_kinds_make(const struct weft_own_network *own,
                                           const char *spec)
{
    struct weft_error err = {0};
    cr_assert_eq(weft_network_add(own, WEFT_VERSION), 0);
    struct weft_network *network = weft_network_create(spec, &err);
    cr_assert(network, "%s", err.text);
    return network;
}

Test(own_kinds, a_network_answers_as_any)
{
    struct weft_network *n = own_kinds_make(&by_number, "own-star:3");
    struct weft_arc_cost cost;
    char text[16];
    double at[2];
    cr_expect_str_eq(weft_network_name(n), "own-star:3");
    cr_expect_eq(weft_network_size(n), 3);
    cr_expect_eq(weft_network_vertices(n), 4);
    cr_expect_eq(weft_network_arcs(n), 7);
    for (int port = 0; port < 3; port++)
        cr_expect_eq(weft_network_neighbour(n, 3, port), port);
    cr_expect_eq(weft_network_next(n, 0, 1), 1);
    cr_expect_eq(weft_network_next(n, 1, 0), 3);
    cr_expect(weft_network_arc_cost(n, 2, 0, &cost));
    cr_expect_eq(cost.latency, 2);
    cr_expect_eq(cost.bandwidth, 3);
    weft_network_label(n, 3, text, sizeof text);
    cr_expect_str_eq(text, "hub?");
    cr_expect(weft_network_place(n, 2, at));
    cr_expect_eq(at[0], 2);
    cr_expect_eq(at[1], 4);
    weft_network_destroy(n);
}

Test(own_kinds, ports_in_the_order_of_links)
{
    struct weft_network *n = own_kinds_make(&by_order, "own-ordered:5");
    for (int port = 0; port < 5; port++) {
        struct weft_arc_cost cost;
        int to = weft_network_neighbour(n, 5, port);
        cr_expect_eq(to, 4 - port);
        cr_expect_eq(weft_network_port(n, 5, to), port);
        cr_expect(weft_network_arc_cost(n, 5, port, &cost));
        cr_expect_eq(cost.latency, to);
    }
    cr_expect_eq(weft_network_neighbour(n, 5, 5), -1);
    cr_expect_eq(weft_network_neighbour(n, 0, 0), 5);
    cr_expect_eq(weft_network_neighbour(n, 0, 1), 1);
    cr_expect_eq(weft_network_port(n, 1, 0), -1);
    bool seen[16] = {false};
    for (int v = 0; v < weft_network_vertices(n); v++)
        for (int port = 0; port < weft_network_degree(n, v); port++) {
            int64_t arc = weft_network_arc(n, v, port);
            cr_assert(arc >= 0 && arc < weft_network_arcs(n) && !seen[arc]);
            seen[arc] = true;
        }
    weft_network_destroy(n);
}

/* ---- problems ---- */

/* Make the goal in which each processor wants the sum of its own contribution
 * and those of the next `width` processors. */
static struct weft_goal *sums(const struct weft_asked *asked,
                              struct weft_error *err)
{
    char text[200];
    int64_t width = weft_asked_number(asked, "width");
    cr_expect_eq(weft_asked_number(asked, "depth"), -1);
    int used = snprintf(text, sizeof text,
                        "have all: 0\nwant 0..p-%lld: 0 of r..r+%lld\n",
                        (long long)width + 1, (long long)width);
    return weft_goal_parse(text, (size_t)used,
                           weft_network_size(weft_asked_network(asked)), err);
}

static void bound(const struct weft_asked *asked,
                  struct weft_bounding *bounding)
{
    cr_expect_str_eq(weft_asked_model(asked)->name, "one-port-duplex");
    weft_bound_add(bounding, (uint64_t)weft_asked_number(asked, "width"),
                   "contributions that come in");
}

static const struct weft_setting settings[] = {
    {.name = "width",
     .argument = "W",
     .help = "how many",
     .kind = WEFT_SETTING_NUMBER,
     .low = 1,
     .high = 9,
     .standard = "1"},
    {0},
};
static const struct weft_own_problem own_kinds_problem = {.name = "own-sums",
                                                          .network = "ring:6",
                                                          .make_goal = sums,
                                                          .settings = settings,
                                                          .bounds = bound};

/* In each step, pass the latest value on to the left, and add the received one
 * if its origin, rank + t + 1, exists. */
static int own_kinds_chain(struct weft_processor *self, struct weft_work *work)
{
    const struct weft_asked *asked = weft_work_asked(work);
    int p = weft_size(self), rank = weft_rank(self);
    unsigned char own[8];
    memcpy(own, weft_work_block(work, 0), sizeof own);
    for (int t = 0; t < weft_asked_number(asked, "width"); t++) {
        struct weft_message came;
        if (rank && weft_post(self, rank - 1, 0, own, sizeof own))
            return -1;
        if (weft_step(self))
            return -1;
        if (rank == p - 1)
            continue;
        if (weft_receive(self, rank + 1, &came))
            return -1;
        memcpy(own, came.data, sizeof own);
        if (rank + t + 1 < p && weft_work_add(work, 0, own))
            return -1;
    }
    return 0;
}

static const struct weft_own_strategy strategy = {.problem = "own-sums",
                                                  .name = "chain",
                                                  .in_order = true,
                                                  .function = own_kinds_chain};

Test(own_kinds, a_problem_of_sums_of_some)
{
    struct weft_error err = {0};
    cr_assert_eq(weft_problem_add(&own_kinds_problem, WEFT_VERSION), 0);
    cr_assert_eq(weft_problem_add(&own_kinds_problem, WEFT_VERSION), -1,
                 "twice");
    cr_assert_eq(weft_problem_add(&own_kinds_problem, "0.1.0"), -1,
                 "another version");
    cr_assert_eq(weft_strategy_add(&strategy, WEFT_VERSION), 0);
    for (int width = 1; width < 5; width++) {
        struct weft_experiment e = weft_experiment_default("own-sums");
        struct weft_result result;
        weft_experiment_set_number(&e, "width", width, &err);
        cr_expect_eq(weft_run(&e, NULL, 0, &result, &err), 0, "%d: %s", width,
                     err.text);
        cr_expect(result.valid);
        cr_expect_eq(result.steps, (uint64_t)width);
        cr_expect_eq(result.author_bound, (uint64_t)width);
        weft_result_finish(&result);
        struct weft_goal *goal = weft_experiment_goal(&e, &err);
        cr_assert(goal);
        cr_expect(weft_goal_takes(goal, 0, 0, width));
        cr_expect(!weft_goal_takes(goal, 0, 0, width + 1));
        weft_goal_destroy(goal);
    }
}

/* Suggestions find the nearest of any number of strategies. */
Test(own_kinds, the_nearest_of_many_strategies)
{
    enum { OWN_KINDS_MANY = 200 };
    static char name[OWN_KINDS_MANY][24];
    static struct weft_own_strategy many[OWN_KINDS_MANY];
    struct weft_error err = {0};
    struct weft_result result;
    cr_assert_eq(weft_problem_add(&own_kinds_problem, WEFT_VERSION), 0);
    for (int i = 0; i < OWN_KINDS_MANY; i++) {
        snprintf(name[i], sizeof name[i], "%c-%03d-way", 'a' + i % 26, i);
        many[i] = strategy;
        many[i].name = name[i];
        if (weft_strategy_add(&many[i], WEFT_VERSION))
            break;
        char word[32], hint[64];
        snprintf(word, sizeof word, "%.20sx", name[i]);
        snprintf(hint, sizeof hint, "did you mean '%.20s'", name[i]);
        struct weft_experiment e = weft_experiment_default("own-sums");
        weft_experiment_set(&e, "strategy", word, &err);
        cr_assert_eq(weft_run(&e, NULL, 0, &result, &err), -1);
        cr_assert(strstr(err.text, hint), "%d: %s", i, err.text);
        weft_result_finish(&result);
    }
    cr_assert_str_not_empty(name[40], "so many may be added");
}

/* ---- stepwise strategies ---- */

struct own_kinds_turn {
    int round, part, block;
};

static int own_kinds_ended;

/* All-gather around a ring: post, step and receive in turn. */
static void own_kinds_next(void *arg, void **state, struct weft_processor *self,
                           struct weft_work *work,
                           const struct weft_message *message,
                           struct weft_operation *o)
{
    int p = weft_size(self), rank = weft_rank(self);
    cr_assert_eq(arg, &own_kinds_ended);
    cr_assert_eq(weft_work_bytes(work), 8);
    cr_assert_null(message);
    if (!*state)
        *state = calloc(1, sizeof(struct own_kinds_turn));
    struct own_kinds_turn *turn = *state;
    static const enum weft_operation_kind parts[] = {
        WEFT_OPERATION_POST, WEFT_OPERATION_STEP, WEFT_OPERATION_RECEIVE};
    o->kind = turn->round < p - 1 ? parts[turn->part] : WEFT_OPERATION_END;
    bool posts = turn->part == 0;
    o->peer = posts ? (rank + 1) % p : (rank + p - 1) % p;
    turn->block = (rank + 2 * p - turn->round - !posts) % p;
    o->block = &turn->block;
    o->blocks = 1;
    turn->round += turn->part == 2;
    turn->part = (turn->part + 1) % 3;
}

static void own_kinds_end(void *arg, void *state)
{
    __atomic_add_fetch((int *)arg, 1, __ATOMIC_RELAXED);
    free(state);
}

static struct weft_stepwise own_kinds_stepwise(const char *name)
{
    return (struct weft_stepwise){.own = {.problem = "allgather",
                                          .name = name,
                                          .function = weft_stepwise_program},
                                  .next = own_kinds_next,
                                  .end = own_kinds_end,
                                  .arg = &own_kinds_ended,
                                  .stack = 1 << 18};
}

/* Run a strategy of allgather on a ring. */
static int own_kinds_run(const char *name, const char *engine,
                         struct weft_error *err)
{
    struct weft_experiment e = weft_experiment_default("allgather");
    struct weft_result result;
    weft_experiment_set(&e, "strategy", name, err);
    weft_experiment_set(&e, "network", "ring:7", err);
    weft_experiment_set(&e, "engine", engine, err);
    int status = weft_run(&e, NULL, 0, &result, err);
    if (!status)
        cr_expect(result.valid && result.steps == 6, "%s", engine);
    weft_result_finish(&result);
    return status;
}

Test(own_kinds, stepwise_strategies_run_with_every_engine)
{
    static struct weft_stepwise around;
    struct weft_error err = {0};
    around = own_kinds_stepwise("around");
    cr_assert_eq(weft_strategy_register(&around.own, WEFT_VERSION, &err), 0);
    const char *const engines[] = {"threads", "fibers", NULL};
    for (int i = 0; i < 3; i++)
        cr_expect_eq(own_kinds_run("around", engines[i], &err), 0, "%s",
                     err.text);
    cr_expect_eq(own_kinds_ended, 3 * 7, "each state is freed");
}

static void own_kinds_odd(void *arg, void **state, struct weft_processor *self,
                          struct weft_work *work,
                          const struct weft_message *message,
                          struct weft_operation *o)
{
    (void)state, (void)self, (void)work, (void)message;
    *o = *(struct weft_operation *)arg;
}

Test(own_kinds, odd_operations_fail)
{
    static struct weft_stepwise odd;
    static struct weft_operation o;
    static const int zero = 0;
    const struct {
        struct weft_operation operation;
        const char *text;
    } rows[] = {
        {{.kind = WEFT_OPERATION_FAIL}, "no reason given"},
        {{.kind = WEFT_OPERATION_FAIL, .text = "so it is"}, "so it is"},
        {{.kind = WEFT_OPERATIONS}, "unknown operation"},
        {{.kind = WEFT_OPERATION_KEEP, .block = &zero, .blocks = 1},
         "a block has 8 bytes, but there are 0"},
        {{.kind = WEFT_OPERATION_POST}, "block"},
        {{.kind = WEFT_OPERATION_TAKE, .peer = 100}, "100"},
    };
    struct weft_error err = {0};
    odd = own_kinds_stepwise("odd");
    odd.next = own_kinds_odd;
    odd.arg = &o;
    cr_assert_eq(weft_strategy_register(&odd.own, WEFT_VERSION, &err), 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        o = rows[i].operation;
        cr_expect_eq(own_kinds_run("odd", "fibers", &err), -1);
        cr_expect(strstr(err.text, rows[i].text), "%zu: %s", i, err.text);
    }
}

Test(own_kinds, names_are_free_again)
{
    static struct weft_stepwise many[600];
    struct weft_error err = {0};
    cr_expect_eq(weft_strategy_forget("allgather", "ring", &err), -1);
    cr_expect_eq(err.kind, WEFT_ERROR_UNKNOWN);
    for (int i = 0; i < 600; i++) {
        many[i] = own_kinds_stepwise("same");
        cr_assert_eq(weft_strategy_register(&many[i].own, WEFT_VERSION, &err),
                     0, "%d: %s", i, err.text);
        cr_assert_eq(weft_strategy_register(&many[i].own, WEFT_VERSION, &err),
                     -1);
        cr_assert(strstr(err.text, "already has a strategy 'same'"));
        cr_assert_eq(own_kinds_run("same", "fibers", &err), 0);
        cr_assert_eq(weft_strategy_forget("allgather", "same", &err), 0);
        cr_assert_eq(own_kinds_run("same", "fibers", &err), -1);
    }
}

/* Versions relative to this one: MAJOR, MINOR and PATCH. */
Test(own_kinds, versions_that_fit)
{
    static const struct {
        int major, minor, patch;
        bool fits;
    } rows[] = {{0, 0, 0, true},   {0, 0, 7, true},  {0, -1, 9, true},
                {0, 1, 0, false},  {1, 0, 0, false}, {1, -1, 0, false},
                {-1, 0, 0, false}, {-1, 9, 0, false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int minor = WEFT_VERSION_MINOR + rows[i].minor;
        struct weft_error err = {0};
        char version[64], said[96];
        if (minor < 0)
            continue; /* the first of a MAJOR version */
        static struct weft_stepwise row;
        row = own_kinds_stepwise("versioned");
        snprintf(version, sizeof version, "%d.%d.%d",
                 WEFT_VERSION_MAJOR + rows[i].major, minor, rows[i].patch);
        snprintf(said, sizeof said, "built for weft %s; this is", version);
        int status = weft_strategy_register(&row.own, version, &err);
        cr_expect_eq(status, rows[i].fits ? 0 : -1, "%s: %s", version,
                     err.text);
        if (status)
            cr_expect(strstr(err.text, said), "%s: %s", version, err.text);
        else
            weft_strategy_forget("allgather", "versioned", &err);
    }
}
