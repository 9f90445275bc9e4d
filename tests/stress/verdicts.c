/* Tests the verdicts of all problems: every strategy of every problem runs with
 * one faulty store, and must be judged invalid with a text that names the
 * processor.
 *
 * The linker redirects all calls of weft_store() and weft_machine_run(), and
 * the last step of an elimination (--wrap), so that the real programs run with
 * one fault each. */
#include "../combining.h"
#include "fewer.h"

#include <problem/gauss/gauss.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/machine.h>
#include <weft/problem.h>

#define PROCESSORS_MAX 64

int __real_weft_store(struct weft_processor *self, int id, const void *data,
                      size_t bytes);
int __wrap_weft_store(struct weft_processor *self, int id, const void *data,
                      size_t bytes);
int __real_weft_machine_run(const struct weft_machine *machine,
                            struct weft_outcome *outcome,
                            struct weft_error *err);
int __wrap_weft_machine_run(const struct weft_machine *machine,
                            struct weft_outcome *outcome,
                            struct weft_error *err);

void __real_gauss_block_solve(const struct gauss_block *block,
                              double *solution);
void __wrap_gauss_block_solve(const struct gauss_block *block,
                              double *solution);

/* The arguments of a weft_store() call. */
struct store {
    struct weft_processor *self;
    int id;
    const void *data;
    size_t bytes;
};

/* A fault to inject: it replaces the selected store. */
struct fault {
    const char *name;
    int (*store)(const struct store *now);
    /* needs a store of the processor before the faulty one */
    bool needs_earlier;
    bool needs_later;
    bool by_number; /* wrong only if numbers identify messages */
    bool by_order;  /* wrong only if messages have an order */
};

/* State of the current run. The counts of a rank, and `kept` for the faulty
 * rank, are accessed by its thread only. */
static struct {
    const struct fault *fault; /* NULL: a run without a fault */
    int rank, at;              /* rank and index of the faulty store */
    bool extra;   /* the rank stores something additional at its end */
    bool surplus; /* the rank sends something that is never received */
    int count[PROCESSORS_MAX]; /* number of stores so far */
    struct store kept;         /* copy of the faulty rank's previous store */
    bool learning;             /* keep the first store of every processor */
    /* copies from the run without a fault */
    struct store first[PROCESSORS_MAX];
    weft_program *program;
    const struct weft_network *network;
} run;

static int failures;

/* ---- faults ---- */

static void keep(struct store *kept, const struct store *s)
{
    void *copy = malloc(s->bytes + 1);
    memcpy(copy, s->data, s->bytes);
    free((void *)kept->data);
    *kept = *s;
    kept->data = copy;
}

static int store(const struct store *s, int id, const void *data, size_t bytes)
{
    return __real_weft_store(s->self, id, data, bytes);
}

/* Store with the byte `at` changed. */
static int store_changed(const struct store *s, size_t at)
{
    unsigned char *copy = malloc(s->bytes + 1);
    memcpy(copy, s->data, s->bytes);
    copy[at] ^= 1;
    int status = store(s, s->id, copy, s->bytes);
    free(copy);
    return status;
}

static int first_byte(const struct store *s)
{
    return store_changed(s, 0);
}

static int last_byte(const struct store *s)
{
    return store_changed(s, s->bytes - 1);
}

static int twice(const struct store *s)
{
    return store(s, s->id, s->data, s->bytes) ||
           store(s, s->id, s->data, s->bytes);
}

static int and_a_wrong_one(const struct store *s)
{
    return store(s, s->id, s->data, s->bytes) || store_changed(s, 0);
}

static int not_at_all(const struct store *s)
{
    (void)s;
    return 0;
}

static int too_short(const struct store *s)
{
    return store(s, s->id, s->data, s->bytes - 1);
}

static int other_number(const struct store *s)
{
    return store(s, s->id + 1, s->data, s->bytes);
}

static int far_number(const struct store *s)
{
    return store(s, 1 << 20, s->data, s->bytes);
}

/* Store the previous block again; the number of stores remains right. */
static int earlier_again(const struct store *s)
{
    return store(s, run.kept.id, run.kept.data, run.kept.bytes);
}

/* Store the first block of another processor that differs; if there is none,
 * store twice. */
static int somebody_elses(const struct store *s)
{
    for (int rank = 0; rank < PROCESSORS_MAX; rank++) {
        const struct store *other = &run.first[rank];
        if (other->data && (other->id != s->id || other->bytes != s->bytes ||
                            memcmp(other->data, s->data, s->bytes) != 0))
            return store(s, other->id, other->data, other->bytes);
    }
    return twice(s);
}

static int after_the_next(const struct store *s)
{
    keep(&run.kept, s);
    return 0;
}

static const struct fault faults[] = {
    {.name = "first byte", .store = first_byte},
    {.name = "last byte", .store = last_byte},
    {.name = "twice", .store = twice},
    {.name = "and a wrong one", .store = and_a_wrong_one},
    {.name = "somebody else's", .store = somebody_elses},
    {.name = "not at all", .store = not_at_all},
    {.name = "too short", .store = too_short},
    {.name = "other number", .store = other_number, .by_number = true},
    {.name = "far number", .store = far_number, .by_number = true},
    {.name = "earlier again", .store = earlier_again, .needs_earlier = true},
    {.name = "after the next",
     .store = after_the_next,
     .needs_later = true,
     .by_order = true},
};

#define FAULTS (sizeof faults / sizeof *faults)

int __wrap_weft_store(struct weft_processor *self, int id, const void *data,
                      size_t bytes)
{
    const struct store now = {self, id, data, bytes};
    int rank = weft_rank(self), n = run.count[rank]++;
    if (run.learning && n == 0)
        keep(&run.first[rank], &now);
    if (!run.fault || rank != run.rank)
        return store(&now, id, data, bytes);
    if (n == run.at)
        return run.fault->store(&now);
    if (run.fault->needs_earlier && n + 1 == run.at)
        keep(&run.kept, &now);
    int status = store(&now, id, data, bytes);
    if (!status && run.fault->needs_later && n == run.at + 1)
        status = store(&now, run.kept.id, run.kept.data, run.kept.bytes);
    return status;
}

/* Send a message to the first neighbour after everything else. */
static int send_surplus(struct weft_processor *self)
{
    int peer = weft_network_neighbour(run.network, run.rank, 0);
    if (!weft_network_is_processor(run.network, peer))
        peer = (run.rank + 1) % weft_network_size(run.network);
    return weft_wait_until(self, 1 << 20) ||
           weft_post(self, peer, run.rank, "surplus", 8);
}

/* Run the program, then an additional store by a processor that had nothing to
 * store, or a message that nobody receives. */
static int with_extra(struct weft_processor *self, void *arg)
{
    int status = run.program(self, arg);
    if (!status && run.extra && weft_rank(self) == run.rank)
        return __real_weft_store(self, run.rank, "surplus", 8);
    if (!status && run.surplus && weft_rank(self) == run.rank)
        return send_surplus(self);
    return status;
}

int __wrap_weft_machine_run(const struct weft_machine *machine,
                            struct weft_outcome *outcome,
                            struct weft_error *err)
{
    struct weft_machine changed = *machine;
    run.program = machine->program;
    run.network = machine->network;
    changed.program = with_extra;
    return __real_weft_machine_run(&changed, outcome, err);
}

/* Spoils the first solution of the remaining block, which is not that of the
 * serial elimination used by the verdict. */
static atomic_bool spoil;

void __wrap_gauss_block_solve(const struct gauss_block *block, double *solution)
{
    __real_gauss_block_solve(block, solution);
    if (atomic_exchange(&spoil, false))
        solution[block->column[block->number[0] - 1]] += 1e-12;
}

/* ---- runs ---- */

/* Properties that the verdict of a problem checks, besides the data. */
static const struct subject {
    const char *problem, *network;
    bool numbers, order;
} subjects[] = {
    {"successive", "hypercube:3", true, true},
    {"simultaneous", "hypercube:3", true, false},
    {"multinode", "hypercube:3", true, false},
    {"scatter", "hypercube:3", true, false},
    {"gather", "hypercube:3", true, false},
    {"broadcast", "hypercube:3", false, false},
    {"reduce", "hypercube:3", false, false},
    {"matvec", "mesh:3x3", false, false},
    {"stream", "complete:13", true, false},
    {"gauss", "hypercube:2", true, true},
    {"allgather", "hypercube:3", true, false},
    {"reduce-scatter", "hypercube:3", true, false},
    {"allreduce", "hypercube:3", true, false},
    {"alltoall", "hypercube:3", true, false},
    {"barrier", "hypercube:3", true, false},
    {"scan", "hypercube:3", true, false},
    {"exscan", "hypercube:3", true, false},
};

static const struct subject *subject_of(const char *problem)
{
    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++)
        if (!strcmp(subjects[i].problem, problem))
            return &subjects[i];
    return NULL;
}

static int run_once(const struct subject *subject, const char *strategy,
                    struct weft_result *result, struct weft_error *err)
{
    struct weft_experiment e = weft_experiment_default(subject->problem);
    const char *network = subject->network;
    if (!strcmp(strategy, "edst")) /* requires a power of two */
        network = "hypercube:3";
    if (!strcmp(strategy, "isolated")) /* violates the model on larger cubes */
        network = "hypercube:2";
    if (!strcmp(strategy, "bidirectional"))
        network = "ring:8";
    if (!strcmp(strategy, "swing-torus"))
        network = "torus:4x2";
    if (combining_network(subject->problem, strategy))
        network = combining_network(subject->problem, strategy);
    if (!strncmp(strategy, "scatter-", 8)) { /* one packet per processor */
        network = "hypercube:3";
        weft_experiment_set(&e, "packets", "8", NULL);
    }
    weft_experiment_set(&e, "network", network, NULL);
    weft_experiment_set(&e, "strategy", strategy, NULL);
    weft_experiment_set(&e, "engine", "fibers", NULL);
    memset(run.count, 0, sizeof run.count);
    *err = (struct weft_error){0};
    int status = weft_run(&e, NULL, 0, result, err);
    free((void *)run.kept.data);
    run.kept = (struct store){0};
    return status;
}

static void complain(const struct subject *subject, const char *strategy,
                     const char *what, const char *text)
{
    failures++;
    fprintf(stderr, "%s %s: processor %d, store %d: %s: %s\n", subject->problem,
            strategy, run.rank, run.at, what, text);
}

/* Run with the current fault; check that the verdict reports it. */
static void must_fail(const struct subject *subject, const char *strategy,
                      const char *what)
{
    struct weft_result result;
    struct weft_error err;
    char named[32];
    snprintf(named, sizeof named, "processor %d ", run.rank);
    int status = run_once(subject, strategy, &result, &err);
    bool told = err.kind == WEFT_ERROR_WRONG && strstr(err.text, named) &&
                !strcmp(result.verdict, err.text);
    if (!status || result.valid || !told)
        complain(subject, strategy, what, status ? err.text : "valid");
    weft_result_finish(&result);
}

/* Return whether the result is valid, apart from the conflicts of a strategy
 * that demonstrates collisions. */
static bool sound(const struct weft_result *result)
{
    return result->valid || result->conflicts;
}

static void must_pass(const struct subject *subject, const char *strategy,
                      const char *what)
{
    struct weft_result result;
    struct weft_error err;
    if (run_once(subject, strategy, &result, &err) || !sound(&result))
        complain(subject, strategy, what, err.text);
    weft_result_finish(&result);
}

/* Try all faults in one store. */
static void try_store(const struct subject *subject, const char *strategy,
                      int rank, int at, int stores)
{
    run.rank = rank;
    run.at = at;
    for (size_t i = 0; i < FAULTS; i++) {
        const struct fault *fault = run.fault = &faults[i];
        if ((fault->needs_earlier && at == 0) ||
            (fault->needs_later && at + 1 >= stores))
            continue;
        /* reductions of blocks number them */
        bool numbers = subject->numbers || !strcmp(strategy, "circulant") ||
                       (!strcmp(strategy, "in-network") &&
                        strcmp(subject->problem, "broadcast")) ||
                       !strcmp(strategy, "trees");
        if ((fault->by_number && !numbers) ||
            (fault->by_order && !subject->order))
            must_pass(subject, strategy, fault->name);
        else
            must_fail(subject, strategy, fault->name);
    }
    run.fault = NULL;
}

static void try_rank(const struct subject *subject, const char *strategy,
                     int rank, int stores)
{
    run.rank = rank;
    run.at = 0;
    run.surplus = true;
    must_fail(subject, strategy, "a message too many");
    run.surplus = false;
    if (!stores) {
        run.extra = true;
        must_fail(subject, strategy, "a store too many");
        run.extra = false;
        return;
    }
    try_store(subject, strategy, rank, 0, stores);
    if (stores > 1)
        try_store(subject, strategy, rank, stores / 2, stores);
    if (stores > 2)
        try_store(subject, strategy, rank, stores - 1, stores);
}

/* Try a run that stores all rows but returns a wrong number in the solution. */
static void try_solution(const struct subject *subject, const char *strategy)
{
    struct weft_result result;
    struct weft_error err;
    spoil = true;
    if (!run_once(subject, strategy, &result, &err) || result.valid ||
        err.kind != WEFT_ERROR_WRONG || err.text[0] != 'x')
        complain(subject, strategy, "a wrong solution", err.text);
    weft_result_finish(&result);
}

static void try_strategy(const struct subject *subject, const char *strategy)
{
    int stores[PROCESSORS_MAX], size;
    struct weft_result result;
    struct weft_error err;
    run.learning = true;
    if (run_once(subject, strategy, &result, &err) || !sound(&result))
        complain(subject, strategy, "without a fault", err.text);
    run.learning = false;
    size = result.processors;
    weft_result_finish(&result);
    memcpy(stores, run.count, sizeof stores);
    for (int rank = 0; rank < size;
         rank += FEWER(1, 2) + (rank >= 2) * (size / FEWER(3, 2)))
        try_rank(subject, strategy, rank, stores[rank]);
    for (int rank = 0; rank < PROCESSORS_MAX; rank++) {
        free((void *)run.first[rank].data);
        run.first[rank] = (struct store){0};
    }
}

int main(void)
{
    const struct weft_problem_info *problem;
    const struct weft_strategy_info *strategy;
    for (size_t k = 0; (strategy = weft_strategy("gauss", k)); k++)
        try_solution(subject_of("gauss"), strategy->name);
    for (size_t i = 0; (problem = weft_problem(i)); i++) {
        const struct subject *subject = subject_of(problem->name);
        if (!subject) {
            fprintf(stderr, "%s: no subject of this test\n", problem->name);
            return 1;
        }
        for (size_t k = 0; (strategy = weft_strategy(problem->name, k)); k++)
            try_strategy(subject, strategy->name);
    }
    return failures != 0;
}
