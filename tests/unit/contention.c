/* Runs in which concurrent messages share links: without contention times are
 * as before; examples computed by hand; deadlocks, failures, limits. */
#include "../settings.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <weft/weft.h>

/* ---- nobody meets: the same times -----------------------------------------
 */

/* The result of a run: its sends, in a canonical order. */
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

/* Return the number of differences between two runs. */
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

/* Check that an experiment without conflicts has the same times with
 * sharing. */
static void contention_compare(struct weft_experiment *e, struct count *count)
{
    set(e, "on-conflict", "fail"); /* do not delay receptions that conflict */
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

/* Compare all strategies of all problems. */
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

/* On a complete network routes never share an arc. */
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

/* ---- a trace, run again -----------------------------------------------------
 */

/* Write the trace of an experiment to a file, and run it again: it takes the
 * same time if no transfer waited for a port. Return whether this was so. */
static bool contention_again(const struct weft_experiment *e, const char *path)
{
    struct weft_error err = {0};
    struct weft_result result, again;
    struct weft_experiment repeat = weft_experiment_default(e->problem);
    struct weft_writer *writer = weft_writer_open(path, &err);
    cr_assert_not_null(writer, "%s", err.text);
    const struct weft_sink *const sinks[] = {weft_writer_sink(writer)};
    int failed = weft_run(e, sinks, 1, &result, &err);
    uint64_t ticks = result.time_ticks;
    bool waited = result.outcome.shared.waited;
    weft_result_finish(&result);
    if (failed || !ticks || waited) {
        weft_writer_abort(writer);
        return false;
    }
    cr_assert_eq(weft_writer_close(writer, &err), 0, "%s", err.text);
    set(&repeat, "sharing", given(e, "sharing"));
    cr_expect_eq(weft_run_schedule(path, NULL, &repeat, NULL, 0, &again, &err),
                 0, "%s %s: %s", e->problem, given(e, "strategy"), err.text);
    cr_expect_eq(again.time_ticks, ticks, "%s %s: %llu, not %llu", e->problem,
                 given(e, "strategy"), (unsigned long long)again.time_ticks,
                 (unsigned long long)ticks);
    weft_result_finish(&again);
    return true;
}

Test(contention, run_again)
{
    const struct weft_problem_info *problem;
    const struct weft_strategy_info *strategy;
    char path[] = "/tmp/weft-again-XXXXXX.csv";
    int runs = 0;
    close(mkstemps(path, 4));
    for (size_t p = 0; (problem = weft_problem(p)); p++)
        for (size_t s = 0; (strategy = weft_strategy(problem->name, s)); s++) {
            struct weft_experiment e = weft_experiment_default(problem->name);
            set(&e, "strategy", strategy->name);
            set(&e, "network", "torus:4x4");
            set(&e, "model", "one-port-duplex");
            set(&e, "cost", "ts=10,tw=3,th=2");
            set(&e, "sharing", p % 2 ? "fifo" : "fair");
            runs += contention_again(&e, path);
        }
    cr_expect_gt(runs, 30);
    unlink(path);
}

/* ---- schedules of fewer processors than the network has ---------------------
 */

/* 64 of the 72 processors reduce 2097152 words. */
Test(contention, dragonfly)
{
    static const struct {
        const char *strategy;
        int64_t bytes; /* length of a block */
        double free, together;
    } rows[] = {
        {"ring", 262144, 8383536, 8383536},
        {"bine", 262144, 7202646.670783, 6631136},
        {"rabenseifner", 262144, 8924896, 8924896},
        {"recursive-doubling", 16777216, 60823408, 60823408},
    };
    char path[] = "/tmp/weft-fewer-XXXXXX.csv";
    close(mkstemps(path, 4));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct weft_experiment e = weft_experiment_default("allreduce");
        struct weft_error err = {0};
        struct weft_result result;
        set(&e, "strategy", rows[i].strategy);
        set(&e, "network", "complete:64");
        struct weft_writer *writer = weft_writer_open(path, &err);
        const struct weft_sink *const sinks[] = {weft_writer_sink(writer)};
        cr_expect_eq(weft_run(&e, sinks, 1, &result, &err), 0, "%s", err.text);
        cr_expect_eq(weft_writer_close(writer, &err), 0, "%s", err.text);
        weft_result_finish(&result);
        for (int together = 0; together < 2; together++) {
            struct weft_experiment again = weft_experiment_default("allreduce");
            double want = together ? rows[i].together : rows[i].free;
            set(&again, "network", "dragonfly:4x2x2");
            set(&again, "cost", "ts=1000,tw=1");
            set_number(&again, "bytes", rows[i].bytes);
            set(&again, "sharing", "fair");
            set(&again, "rounds", together ? "together" : "free");
            cr_expect_eq(
                weft_run_schedule(path, NULL, &again, NULL, 0, &result, &err),
                0, "%s: %s", rows[i].strategy, err.text);
            cr_expect_float_eq((double)result.time_ticks / WEFT_TICKS, want,
                               1e-7, "%s: %.6f, not %.6f", rows[i].strategy,
                               (double)result.time_ticks / WEFT_TICKS, want);
            weft_result_finish(&result);
        }
    }
    unlink(path);
}

/* ---- by hand ----------------------------------------------------------------
 */

#define DUMB                                                                   \
    "host a b c d\nswitch s t\na > s\ns > a\nb > s\ns > b\ns > t\nt > s\n"     \
    "t > c\nc > t\nt > d\nd > t\n"
#define SLOW                                                                   \
    "host a b c\nswitch s\na > s 2 4\nb > s 2 4\ns > c 5 6\ns > a 2 4\n"       \
    "s > b 2 4\nc > s 5 6\n"
#define NETWORK_CARD "send=1,receive=all,duplex=full"

/* An operation of processor `rank`: s(end), p(ost), r(eceive from, -1: any),
 * e(nd of the step), c(ompute), w(ait until), u(ntil: receive from any until a
 * time), t(ake from any). */
struct act {
    int rank;
    char what;
    int peer, words; /* number of words, or a time */
};

struct example {
    const char *network, *model, *cost;
    struct act act[12];
    double fair[8], fifo[8]; /* arrival times, by sender and start */
};

static const struct example examples[] = {
    {DUMB,
     NETWORK_CARD,
     "ts=0,tw=1",
     {{0, 's', 2, 30},
      {1, 's', 3, 60},
      {2, 'r', 0, 0},
      {2, 's', 0, 10},
      {0, 'r', 2, 0},
      {3, 'r', 1, 0}},
     {60, 90, 70},
     {30, 90, 40}},
    {DUMB,
     NETWORK_CARD,
     "ts=5,tw=1,th=2",
     {{0, 's', 2, 30},
      {1, 's', 3, 60},
      {2, 'r', 0, 0},
      {2, 's', 0, 10},
      {0, 'r', 2, 0},
      {3, 'r', 1, 0}},
     {69, 99, 88},
     {39, 99, 58}},
    {"line:3",
     "send=4,receive=all,duplex=full",
     "ts=0,tw=1",
     {{0, 'p', 1, 1},
      {0, 'p', 2, 2},
      {0, 'e', 0, 0},
      {1, 'p', 2, 3},
      {1, 'e', 0, 0},
      {1, 'r', 0, 0},
      {2, 'r', -1, 0},
      {2, 'r', -1, 0}},
     {2, 4, 5},
     {1, 5, 3}},
    {SLOW,
     NETWORK_CARD,
     "ts=3,tw=1",
     {{0, 's', 2, 30}, {1, 's', 2, 60}, {2, 'r', -1, 0}, {2, 'r', -1, 0}},
     {20.666667, 27.666667},
     {18, 28}},
    {SLOW,
     "one-port-duplex",
     "ts=3,tw=1",
     {{0, 's', 2, 30}, {1, 's', 2, 60}, {2, 'r', -1, 0}, {2, 'r', -1, 0}},
     {18, 43},
     {18, 43}},
    {"ring:4",
     "one-port",
     "ts=10,tw=1",
     {{0, 's', 1, 20}, {1, 's', 0, 20}, {0, 'r', 1, 0}, {1, 'r', 0, 0}},
     {30, 60},
     {30, 60}},
    {"ring:4",
     "one-port-duplex",
     "ts=10,tw=1",
     {{0, 's', 1, 20}, {1, 's', 0, 20}, {0, 'r', 1, 0}, {1, 'r', 0, 0}},
     {30, 30},
     {30, 30}},
    {"star:5",
     "one-port-duplex",
     "ts=7,tw=1",
     {{1, 's', 4, 10},
      {2, 's', 4, 10},
      {3, 's', 4, 20},
      {4, 'r', -1, 0},
      {4, 'r', -1, 0},
      {4, 'r', -1, 0}},
     {17, 34, 61},
     {17, 34, 61}},
    {"star:5",
     "send=1,receive=all,duplex=full",
     "ts=0,tw=1",
     {{1, 's', 4, 1},
      {2, 's', 4, 1},
      {3, 's', 4, 2},
      {4, 'r', -1, 0},
      {4, 'r', -1, 0},
      {4, 'r', -1, 0}},
     {3, 3, 4},
     {1, 2, 4}},
    /* with half duplex, computing uses the port */
    {"ring:4",
     "one-port",
     "ts=10,tw=1",
     {{0, 's', 1, 20}, {1, 'c', 0, 7}, {1, 'r', 0, 0}},
     {30},
     {30}},
    {"ring:4",
     "one-port",
     "ts=10,tw=1",
     {{0, 'c', 0, 7}, {0, 's', 1, 20}, {1, 'r', 0, 0}, {1, 'c', 0, 7}},
     {37},
     {37}},
    /* a delayed message has not arrived yet */
    {DUMB,
     NETWORK_CARD,
     "ts=0,tw=1",
     {{0, 's', 2, 30},
      {1, 's', 3, 60},
      {2, 'u', 0, 59},
      {2, 't', 0, 0},
      {2, 'u', 1, 60},
      {3, 'w', 0, 91},
      {3, 't', 1, 0}},
     {60, 90},
     {0, 0}},
};

static struct weft_network *contention_network(const char *text)
{
    char path[] = "/tmp/weft-contention-XXXXXX", spec[64];
    if (!strchr(text, '\n'))
        return weft_network_create(text, NULL);
    int file = mkstemp(path);
    FILE *f = fdopen(file, "w");
    fputs(text, f);
    fclose(f);
    snprintf(spec, sizeof spec, "file:%s", path);
    struct weft_error err;
    struct weft_network *network = weft_network_create(spec, &err);
    cr_assert_not_null(network, "%s", err.text);
    unlink(path);
    return network;
}

static int contention_act(struct weft_processor *self, const struct act *act)
{
    static const char data[8 * 64];
    struct weft_message message;
    size_t bytes = 8 * (size_t)act->words;
    uint64_t time = (uint64_t)act->words;
    int got = -2;
    switch (act->what) {
    case 's':
        return weft_send(self, act->peer, act->rank, data, bytes);
    case 'p':
        return weft_post(self, act->peer, act->rank, data, bytes);
    case 'r':
        return weft_receive(self, act->peer, &message);
    case 'c':
        return weft_compute(self, time);
    case 'w':
        return weft_wait_until(self, time);
    case 'e':
        return weft_step(self);
    case 'u':
        got = weft_receive_until(self, WEFT_ANY, time, &message);
        break;
    case 't':
        got = weft_take(self, WEFT_ANY, &message);
        break;
    default:
        break;
    }
    return got == act->peer ? 0 : weft_fail(self, "%c is %d", act->what, got);
}

static int contention_program(struct weft_processor *self, void *arg)
{
    const struct example *example = arg;
    for (const struct act *act = example->act; act->what; act++)
        if (act->rank == weft_rank(self) && contention_act(self, act))
            return -1;
    return 0;
}

static void contention_example(const struct example *example,
                               enum weft_sharing kind, const double *want)
{
    struct weft_network *network = contention_network(example->network);
    struct weft_trace trace = {0};
    struct weft_sink sink = weft_trace_collect(&trace);
    struct weft_trace_info info = {
        .processors = weft_network_size(network), .step = 1, .unit_ns = 1};
    struct weft_machine machine = {.network = network,
                                   .sharing = kind,
                                   .program = contention_program,
                                   .arg = (void *)(uintptr_t)example,
                                   .sink = &sink,
                                   .info = &info};
    struct weft_outcome outcome;
    struct weft_error err = {0};
    weft_model_parse(example->model, &machine.model, NULL);
    weft_cost_parse(example->cost, &machine.cost, NULL);
    int status = weft_machine_run(&machine, &outcome, &err);
    cr_expect_eq(status, 0, "%s: %s", example->network, err.text);
    size_t sends = 0;
    if (trace.count)
        qsort(trace.events, trace.count, sizeof *trace.events,
              contention_by_send);
    for (size_t i = 0; i < trace.count; i++) {
        const struct weft_event *event = &trace.events[i];
        double arrival = (double)(event->start + event->duration) / WEFT_TICKS;
        if (event->kind != WEFT_SEND)
            continue;
        cr_expect(arrival - want[sends] < 1e-6 && want[sends] - arrival < 1e-6,
                  "%s, %s, %s: %d > %d at %.6f, not %.6f", example->network,
                  example->cost, weft_sharing_names[kind], event->rank,
                  event->peer, arrival, want[sends]);
        sends++;
    }
    weft_outcome_finish(&outcome);
    weft_trace_finish(&trace);
    weft_network_destroy(network);
}

Test(contention, by_hand)
{
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        contention_example(&examples[i], WEFT_SHARING_FAIR, examples[i].fair);
        if (examples[i].fifo[0] > 0)
            contention_example(&examples[i], WEFT_SHARING_FIFO,
                               examples[i].fifo);
    }
}

/* ---- what goes wrong --------------------------------------------------------
 */

static const struct {
    struct example example;
    uint64_t max_steps;
    enum weft_error_kind kind;
    const char *text;
} contention_wrong[] = {
    {{"ring:4", "one-port", "ts=3", {{0, 'r', 1, 0}, {1, 'r', 0, 0}}},
     0,
     WEFT_ERROR_DEADLOCK,
     "deadlock: 2 of 4 processors wait; cycle: processor 0 waits in step 1"},
    {{"ring:4",
      "one-port",
      "ts=3",
      {{0, 's', 1, 1}, {1, 'r', 0, 0}, {1, 'r', 0, 0}}},
     0,
     WEFT_ERROR_DEADLOCK,
     "processor 1 waits in step 2 for processor 0, which has finished"},
    /* the lowest tick wins, then the lowest rank */
    {{"ring:4",
      "one-port-duplex",
      "ts=3",
      {{2, 's', 3, 1},
       {2, 's', 9, 1},
       {1, 's', 2, 1},
       {1, 's', 8, 1},
       {3, 'w', 0, 4},
       {3, 's', 7, 1},
       {0, 'w', 0, 3},
       {0, 's', 0, 1}}},
     0,
     WEFT_ERROR_STOPPED,
     "processor 0 sends to itself (step 2)"},
    {{"ring:4", "shouting", "ts=3", {{0, 's', 2, 1}}},
     0,
     WEFT_ERROR_STOPPED,
     "processor 0 sends to 2, which is not its neighbour"},
    {{"ring:4", "one-port", "ts=3", {{0, 'c', 0, 30}, {1, 'r', 0, 0}}},
     5,
     WEFT_ERROR_LIMIT,
     "not finished within 5 steps: of 4 processors, 1 continue and 1 wait"},
};

Test(contention, wrong_programs)
{
    for (size_t i = 0; i < sizeof contention_wrong / sizeof *contention_wrong;
         i++) {
        const struct example *example = &contention_wrong[i].example;
        struct weft_network *network = contention_network(example->network);
        struct weft_machine machine = {.network = network,
                                       .sharing = WEFT_SHARING_FAIR,
                                       .max_steps =
                                           contention_wrong[i].max_steps,
                                       .program = contention_program,
                                       .arg = (void *)(uintptr_t)example};
        struct weft_outcome outcome;
        struct weft_error err = {0};
        weft_model_parse(example->model, &machine.model, NULL);
        weft_cost_parse(example->cost, &machine.cost, NULL);
        cr_expect_eq(weft_machine_run(&machine, &outcome, &err), -1);
        cr_expect_eq(err.kind, contention_wrong[i].kind, "%zu: %s", i,
                     err.text);
        cr_expect_not_null(strstr(err.text, contention_wrong[i].text),
                           "%zu: %s", i, err.text);
        weft_outcome_finish(&outcome);
        weft_network_destroy(network);
    }
}

/* ---- all-reduce --------------------------------------------------
 */

/* One port for each direction. With fair sharing, the settings `free` and
 * `together` of the rounds give the same times. */
Test(contention, allreduce)
{
    static const struct {
        const char *strategy;
        int64_t vector;
        uint64_t fair, fifo;
        const char *network, *cost; /* NULL: torus:8x8; ts=1000,tw=1 */
    } rows[] = {
        {"ring", 512, 126126, 126126},
        {"bucket", 32768, 36064, 36064},
        {"recursive-doubling", 512, 6896, 6768},
        {"recursive-doubling", 32768, 63344, 61344},
        {"rabenseifner", 512, 12216, 12153},
        {"rabenseifner", 32768, 25824, 22352},
        {"bine", 512, 12158, 12159},
        {"bine", 32768, 22112, 22176},
        {"swing", 512, 6704, 6768},
        {"swing", 32768, 51056, 55152},
        {"ring", 32768, 4254768, 4254768, .cost = "ts=1000,tw=512"},
        {"bucket", 32768, 4156768, 4156768, .cost = "ts=1000,tw=512"},
        {"recursive-doubling", 32768, 29366128, 29364128,
         .cost = "ts=1000,tw=512"},
        {"rabenseifner", 32768, 7089888, 7610176, .cost = "ts=1000,tw=512"},
        {"bine", 32768, 5189344, 5287648, .cost = "ts=1000,tw=512"},
        {"swing", 32768, 23074672, 25171824, .cost = "ts=1000,tw=512"},
        {"rabenseifner", 32768, 4140768, 4140768, "fat-tree:4x3",
         "ts=1000,tw=512"},
        {"recursive-doubling", 32768, 12588912, 12588912, "fat-tree:4x3",
         "ts=1000,tw=512"},
        {"bine", 32768, 6500064, 6500064, "ring:64", "ts=1000,tw=512"},
        {"rabenseifner", 32768, 12594912, 12393304, "ring:64",
         "ts=1000,tw=512"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int how = 0; how < 3; how++) {
            struct weft_experiment e = weft_experiment_default("allreduce");
            struct weft_result result;
            struct weft_error err = {0};
            set(&e, "network", rows[i].network ? rows[i].network : "torus:8x8");
            set(&e, "strategy", rows[i].strategy);
            set(&e, "cost", rows[i].cost ? rows[i].cost : "ts=1000,tw=1");
            set(&e, "model", "one-port-duplex");
            set_number(&e, "vector", rows[i].vector);
            set(&e, "sharing", how == 1 ? "fifo" : "fair");
            set(&e, "rounds", how == 2 ? "together" : "free");
            uint64_t want = how == 1 ? rows[i].fifo : rows[i].fair;
            cr_expect_eq(weft_run(&e, NULL, 0, &result, &err), 0, "%s",
                         err.text);
            cr_expect_eq(result.time_ticks, want * WEFT_TICKS,
                         "%s, %d bytes: %.6f, not %llu", rows[i].strategy,
                         (int)rows[i].vector,
                         (double)result.time_ticks / WEFT_TICKS,
                         (unsigned long long)want);
            weft_result_finish(&result);
        }
}

/* ---- no bound is above a run ------------------------------------------------
 */

Test(contention, bounds_hold)
{
    static const char *const networks[] = {"torus:4x4", "line:5", "star:6",
                                           "fat-tree:2x2", SLOW};
    static const char *const models[] = {"all-port", "one-port",
                                         "one-port-duplex",
                                         "send=3,receive=all,duplex=full"};
    static const char *const costs[] = {"ts=1", "ts=5,tw=3,th=1",
                                        "loggp:L=7,o=2,g=4,G=1"};
    char path[] = "/tmp/weft-contention-XXXXXX", spec[64];
    FILE *f = fdopen(mkstemp(path), "w");
    fputs(SLOW, f);
    fclose(f);
    snprintf(spec, sizeof spec, "file:%s", path);
    for (size_t i = 0; i < 5 * 4 * 3 * 2; i++) {
        const struct weft_problem_info *problem;
        const struct weft_strategy_info *strategy;
        const char *network = networks[i / 24];
        for (size_t p = 0; (problem = weft_problem(p)); p++)
            for (size_t s = 0; (strategy = weft_strategy(problem->name, s));
                 s++) {
                struct weft_experiment e =
                    weft_experiment_default(problem->name);
                struct weft_result result;
                struct weft_error err = {0};
                set(&e, "network", network == networks[4] ? spec : network);
                set(&e, "strategy", strategy->name);
                set(&e, "model", models[i / 6 % 4]);
                set(&e, "cost", costs[i / 2 % 3]);
                set(&e, "sharing", i % 2 ? "fifo" : "fair");
                weft_run(&e, NULL, 0, &result, NULL);
                cr_expect_eq(weft_bound_check(&result, &err), 0, "%s",
                             err.text);
                weft_result_finish(&result);
            }
    }
    unlink(path);
}
