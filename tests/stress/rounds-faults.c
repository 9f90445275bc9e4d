/* Wrong timetables: the engine `rounds` must give up every one of them, so that
 * fibers report what is wrong, the same with tags as with all bytes of blocks.
 * Also runs without these bytes: vectors of 1 GiB, and many processors in
 * little memory. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <weft/problem.h>

#include "base/sanitize.h"
#include "experiment/plan.h"
#include "problem/timetable/frame.h"
#include "rounds/rounds.h"

static int failures;

/* ---- faults ---- */

/* The functions of the right timetable, and the round with the fault. */
static struct timetable right;
static int faulty;

static void lacks_a_block(const struct timetable *t, int round, int from,
                          int to, struct cargo *c)
{
    right.carry(t, round, from, to, c);
    if (round != faulty || !c->runs)
        return;
    struct interval *last = &c->run[c->runs - 1];
    c->runs -= last->first == last->last--;
    c->count--;
}

static void sends_another_block(const struct timetable *t, int round, int from,
                                int to, struct cargo *c)
{
    right.carry(t, round, from, to, c);
    if (round == faulty && c->runs == 1 && c->run->first == c->run->last &&
        t->blocks > 1)
        c->run->first = c->run->last = (c->run->last + 1) % t->blocks;
    else if (round == faulty)
        c->runs = c->count = 0;
}

static void does_not_receive(const struct timetable *t, int round, int rank,
                             struct meeting *m)
{
    right.meet(t, round, rank, m);
    if (round == faulty)
        m->receives = 0;
}

static void does_not_send(const struct timetable *t, int round, int rank,
                          struct meeting *m)
{
    right.meet(t, round, rank, m);
    if (round == faulty)
        m->sends = 0;
}

static void receives_from_another(const struct timetable *t, int round,
                                  int rank, struct meeting *m)
{
    right.meet(t, round, rank, m);
    if (round == faulty && m->receives)
        m->from[0] = (m->from[0] + 1) % t->p;
}

static int adds_never(const struct timetable *t, int round, int from, int to)
{
    return round == faulty ? 0 : right.adds(t, round, from, to);
}

static int adds_always(const struct timetable *t, int round, int from, int to)
{
    (void)t, (void)round, (void)from, (void)to;
    return 1;
}

static const struct fault {
    const char *name;
    void (*carry)(const struct timetable *, int, int, int, struct cargo *);
    void (*meet)(const struct timetable *, int, int, struct meeting *);
    int (*adds)(const struct timetable *, int, int, int);
    int rounds; /* number of rounds that are left out */
} faults[] = {
    {"none", NULL, NULL, NULL, 0},
    {"lacks a block", lacks_a_block, NULL, NULL, 0},
    {"sends another block", sends_another_block, NULL, NULL, 0},
    {"does not receive", NULL, does_not_receive, NULL, 0},
    {"does not send", NULL, does_not_send, NULL, 0},
    {"receives from another", NULL, receives_from_another, NULL, 0},
    {"does not add", NULL, NULL, adds_never, 0},
    {"ends a round early", NULL, NULL, NULL, 1},
    {"adds twice", NULL, NULL, adds_always, 0},
};

static const struct {
    const char *problem, *strategy;
} victims[] = {
    {"allreduce", "ring"},          {"allreduce", "recursive-doubling"},
    {"allreduce", "rabenseifner"},  {"allreduce", "swing"},
    {"allgather", "ring"},          {"allgather", "bruck"},
    {"alltoall", "spread-out"},     {"alltoall", "pairwise"},
    {"reduce-scatter", "pairwise"}, {"barrier", "dissemination"},
    {"scan", "hillis-steele"},      {"gather", "binomial"},
};

/* Run the plan under a model; the status must be 1 if fibers are to run it,
 * else 0. */
static void expect_again(const struct plan *plan,
                         const struct weft_model *model, bool again,
                         const char *what, const char *why)
{
    struct weft_outcome outcome;
    struct weft_error err = {0};
    const struct weft_machine machine = {.network = plan->network,
                                         .model = *model,
                                         .cost = plan->cost,
                                         .bytes = plan->length,
                                         .program = plan->strategy->program};
    int status = rounds_run(&machine, plan, &outcome, &err);
    if (status != again) {
        printf("%s, %s: status %d %s\n", what, why, status, err.text);
        failures++;
    }
    weft_outcome_finish(&outcome);
}

/* Put a fault into the timetable of a plan. Return whether it has one then. */
static bool break_plan(struct plan *plan, const struct fault *fault)
{
    struct timetable *t = plan->schedule;
    right = *t;
    faulty = fault->adds == adds_never ? 1 : t->rounds;
    if (fault->adds && (!t->adds || t->log < 2))
        return false;
    if (fault->adds == adds_always && !t->second)
        return false; /* all rounds of such algorithms add */
    t->carry = fault->carry ? fault->carry : t->carry;
    t->meet = fault->meet ? fault->meet : t->meet;
    t->adds = fault->adds ? fault->adds : t->adds;
    t->rounds -= fault->rounds;
    return true;
}

static bool make_plan(struct plan *plan, const char *problem,
                      const char *strategy, const char *network,
                      const char *payload)
{
    struct weft_experiment experiment = weft_experiment_default(problem);
    struct weft_error err = {0};
    weft_experiment_set(&experiment, "strategy", strategy, NULL);
    weft_experiment_set(&experiment, "network", network, NULL);
    weft_experiment_set(&experiment, "bytes", "40", NULL);
    weft_experiment_set(&experiment, "payload", payload, NULL);
    weft_experiment_set(&experiment, "engine", payload ? "fibers" : "rounds",
                        NULL);
    if (!plan_init(plan, &experiment, &err))
        return true;
    printf("%s: %s\n", strategy, err.text);
    failures++;
    return false;
}

static int faults_stored(void *arg, int rank, uint64_t time, int id,
                         const void *data, size_t bytes)
{
    (void)time;
    judge_store(arg, rank, id, data, bytes);
    return 0;
}

/* Run a plan by fibers. Return what is wrong; empty: nothing. */
static const char *verdict_of(struct plan *plan, struct weft_error *err)
{
    struct weft_outcome outcome;
    struct weft_result result = {0};
    const struct weft_machine machine = {
        .network = plan->network,
        .model = plan->model,
        .cost = plan->cost,
        .bytes = plan->length,
        .tag = plan->bytes < plan->length ? plan->bytes : 0,
        .engine = "fibers",
        .program = plan->strategy->program,
        .arg = plan,
        .stored = faults_stored,
    };
    *err = (struct weft_error){0};
    if (!weft_machine_run(&machine, &outcome, err))
        judge_end(plan, &result, err);
    weft_outcome_finish(&outcome);
    return err->text;
}

/* Expect the same verdict with tags as with all bytes. */
static void expect_verdict(const char *problem, const char *strategy,
                           const struct fault *fault)
{
    static const char *const payloads[] = {"real", "tags"};
    struct weft_error err[2] = {{0}};
    bool broken = true;
    for (int i = 0; i < 2; i++) {
        struct plan plan;
        if (make_plan(&plan, problem, strategy, "complete:8", payloads[i]) &&
            (broken = break_plan(&plan, fault))) {
            verdict_of(&plan, &err[i]);
            ((struct timetable *)plan.schedule)->rounds = right.rounds;
        }
        plan_finish(&plan);
    }
    if (!broken || (!strcmp(err[0].text, err[1].text) &&
                    !*err[0].text == (fault == faults)))
        return;
    printf("%s, %s: '%s', with tags '%s'\n", strategy, fault->name, err[0].text,
           err[1].text);
    failures++;
}

static void every_fault(void)
{
    for (size_t v = 0; v < sizeof victims / sizeof *victims; v++)
        for (size_t f = 0; f < sizeof faults / sizeof *faults; f++) {
            struct plan plan;
            if (make_plan(&plan, victims[v].problem, victims[v].strategy,
                          "complete:8", NULL) &&
                break_plan(&plan, &faults[f])) {
                expect_again(&plan, &plan.model, f != 0, victims[v].strategy,
                             faults[f].name);
                ((struct timetable *)plan.schedule)->rounds = right.rounds;
            }
            plan_finish(&plan);
            expect_verdict(victims[v].problem, victims[v].strategy, &faults[f]);
        }
}

/* ---- ports ---- */

/* A processor sends and receives two messages in each round. */
static void few_ports(void)
{
    static const struct {
        const char *model;
        bool again;
    } rows[] = {
        {"send=2,receive=2,duplex=full", false},
        {"send=1,receive=2,duplex=full", true},
        {"send=2,receive=1,duplex=full", true},
        {"send=2,receive=2,duplex=half", true},
    };
    struct plan plan;
    if (make_plan(&plan, "allgather", "bidirectional", "ring:8", NULL))
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
            struct weft_model model;
            if (weft_model_parse(rows[i].model, &model, NULL))
                abort();
            expect_again(&plan, &model, rows[i].again, "bidirectional",
                         rows[i].model);
        }
    plan_finish(&plan);
}

/* ---- large runs ---- */

static void large(const char *engine, const char *strategy, const char *network,
                  const char *vector, uint64_t messages, uint64_t bytes)
{
    struct weft_experiment experiment = weft_experiment_default("allreduce");
    struct weft_result result;
    struct weft_error err = {0};
    weft_experiment_set(&experiment, "strategy", strategy, NULL);
    weft_experiment_set(&experiment, "network", network, NULL);
    weft_experiment_set(&experiment, "vector", vector, NULL);
    weft_experiment_set(&experiment, "engine", engine, NULL);
    bool by_rounds = !strcmp(engine, "rounds");
    if (weft_run(&experiment, NULL, 0, &result, &err) ||
        result.messages != messages || result.bytes != bytes ||
        by_rounds != !result.outcome.switches) {
        printf("%s on %s by %s: %s\n", strategy, network, engine, err.text);
        failures++;
    }
    weft_result_finish(&result);
}

int main(void)
{
    every_fault();
    few_ports();
    large("fibers", "ring", "complete:256", "1073741824", 2 * 256 * 255,
          (uint64_t)2 * 255 << 30);
    large("threads", "recursive-doubling", "complete:8", "1073741824", 8 * 3,
          (uint64_t)8 * 3 << 30);
    large("rounds", "ring", "complete:256", "1073741824", 2 * 256 * 255,
          (uint64_t)2 * 255 << 30);
    large("rounds", "rabenseifner", "complete:4096", "1073741824", 24 * 4096,
          (uint64_t)2 * 4095 << 30);
    large("rounds", "recursive-doubling", "complete:131072", "8", 17 << 17,
          17 << 20);
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    if (!SANITIZE_ADDRESS && !SANITIZE_THREAD && usage.ru_maxrss > 100 << 10) {
        printf("%ld KiB of memory\n", usage.ru_maxrss);
        failures++;
    }
    return failures != 0;
}
