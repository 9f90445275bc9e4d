/* The machine runs a program on every processor of a network and makes events
 * of what they do. This file is one run, from its description to its outcome.
 *
 * A program calls processor.c, send.c and receive.c. What it sends goes by
 * deliver.c into a link.c of the receiver; uses.c and conflict.c look for rules
 * that are broken. schedule/ decides who runs and when something is known,
 * record/ makes one stream of what all have recorded, engine/ carries the
 * processors on threads or fibers. docs/machine.md explains the protocol. */
#include "arguments.h"
#include "base/base.h"
#include "base/invariant.h"
#include "base/sanitize.h"
#include "conflict.h"
#include "engine/engine.h"
#include "engine/limits.h"
#include "engine/pin.h"
#include "link.h"
#include "processor.h"
#include "record/flush.h"
#include "record/merge.h"
#include "run.h"
#include "schedule/cross.h"
#include "schedule/deadlock.h"
#include "schedule/idle.h"
#include "schedule/worker.h"
#include "uses.h"
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

const char *const weft_on_conflict_names[] = {"fail", "report", "delay", NULL};

#if SANITIZE_THREAD
#define STACK_DEFAULT ((size_t)1 << 20)
#elif SANITIZE_ADDRESS
#define STACK_DEFAULT ((size_t)256 << 10)
#else
#define STACK_DEFAULT ((size_t)64 << 10)
#endif

/* ---- before ----------------------------------------------------------- */

static void slowest_links(struct run *run)
{
    const struct weft_network *network = run->machine->network;
    run->slowest.word = 0;
    for (int v = 0; v < weft_network_vertices(network); v++)
        for (int port = 0; port < weft_network_degree(network, v); port++) {
            struct weft_arc_cost cost;
            weft_network_arc_cost(network, v, port, &cost);
            double word =
                cost.bandwidth > 0 ? 1 / cost.bandwidth : (double)run->cost.tw;
            double latency =
                cost.latency < 0 ? (double)run->cost.th : cost.latency;
            run->slowest.word = fmax(run->slowest.word, word);
            run->slowest.latency = fmax(run->slowest.latency, latency);
        }
}

static void set_rules(struct run *run)
{
    const struct weft_machine *machine = run->machine;
    const struct weft_model *model = &machine->model;
    const struct weft_network *network = machine->network;
    int64_t size = run->size;
    run->cost = machine->cost;
    run->loggp = run->cost.loggp;
    if (!run->cost.ts && !run->cost.tw && !run->cost.th && !run->loggp)
        run->cost.ts = 1;
    run->slot = weft_cost_period(&run->cost, machine->bytes);
    run->shortest = weft_cost_time(&run->cost, 0, 1);
    uint64_t window = machine->window ? machine->window : WEFT_WINDOW_DEFAULT;
    run->window =
        window > TIME_MAX / run->slot ? UINT64_MAX : window * run->slot;
    bool limit =
        machine->max_steps && machine->max_steps <= TIME_MAX / run->slot;
    run->limit = limit ? machine->max_steps * run->slot + 1 : 0;
    run->routed = weft_network_vertices(network) > size ||
                  (model->sends == WEFT_SENDS_ONE &&
                   weft_network_arcs(network) != size * (size - 1)) ||
                  weft_network_has_lanes(network);
    run->shared = run->routed && !run->loggp;
    run->own_costs = weft_network_has_costs(network);
    if (run->own_costs)
        slowest_links(run);
    run->far = model->sends == WEFT_SENDS_ONE || weft_network_direct(network);
    run->free_reception = model->receives == WEFT_RECEIVES_ALL &&
                          model->duplex == WEFT_DUPLEX_FULL;
    for (int kind = WEFT_USE_SEND; kind <= WEFT_USE_RECEIVE; kind++) {
        int ports = weft_model_ports(model, (enum weft_use_kind)kind);
        run->counted |= ports > 1 && ports < INT_MAX;
    }
    run->free_ports = run->free_reception && model->sends == WEFT_SENDS_ALL;
    run->one_thing = run->loggp &&
                     weft_model_ports(model, WEFT_USE_SEND) == 1 &&
                     weft_model_ports(model, WEFT_USE_RECEIVE) == 1;
    run->free_ports |= run->loggp && !run->one_thing;
}

static int make_worker(struct run *run, int index)
{
    struct worker *worker = &run->worker[index];
    worker->run = run;
    worker->index = index;
    worker->low = (int)((int64_t)run->size * index / run->workers);
    worker->high = (int)((int64_t)run->size * (index + 1) / run->workers);
    worker->live = worker->high - worker->low;
    INVARIANT(worker->live > 0);
    worker->fresh = worker->sweep = worker->low;
    bool limit = run->limit && run->limit < run->window;
    worker->horizon = limit ? run->limit : run->window;
    worker->floor = run->shortest;
    return ready_open(&worker->ready, worker->live);
}

static void make_processors(struct run *run)
{
    for (int r = 0; r < run->workers; r++)
        for (int i = run->worker[r].low; i < run->worker[r].high; i++) {
            struct weft_processor *processor = &run->processor[i];
            processor->run = run;
            processor->worker = &run->worker[r];
            processor->rank = i;
            processor->place = -1;
        }
}

/* One worker per core, if that leaves enough processors for each. */
static int choose_workers(const struct run *run)
{
    cpu_set_t set;
    int cores = sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
    int workers = run->machine->workers;
    if (!workers)
        workers = run->size / BLOCK ? run->size / BLOCK : 1;
    workers = workers < cores ? workers : cores;
    workers = workers < WORKERS_MAX ? workers : WORKERS_MAX;
    return workers < run->size ? workers : run->size;
}

/* The resolver may find that the machine fails while it holds the lock. */
static void make_lock(pthread_mutex_t *lock)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(lock, &attributes);
    pthread_mutexattr_destroy(&attributes);
}

static int prepare(struct run *run, struct weft_outcome *outcome)
{
    size_t size = (size_t)weft_network_size(run->machine->network);
    run->size = (int)size;
    run->fail_rank = -1;
    fegetenv(&run->modes);
    run->cross = &cross_memory;
    make_lock(&run->lock);
    set_rules(run);
    run->workers = choose_workers(run);
    INVARIANT(run->slot > 0 && run->shortest > 0);
    INVARIANT(run->workers > 0 && run->workers <= WORKERS_MAX);
    run->worker = aligned_alloc(alignof(struct worker),
                                (size_t)run->workers * sizeof *run->worker);
    run->processor = aligned_alloc(alignof(struct weft_processor),
                                   size * sizeof *run->processor);
    outcome->load = calloc(size, sizeof *outcome->load);
    if (run->processor)
        memset(run->processor, 0, size * sizeof *run->processor);
    if (run->worker)
        memset(run->worker, 0, (size_t)run->workers * sizeof *run->worker);
    if (!run->worker || !run->processor || !outcome->load ||
        run->cross->open(run))
        return -1;
    for (int r = 0; r < run->workers; r++)
        if (make_worker(run, r))
            return -1;
    make_processors(run);
    pin_open(run);
    return 0;
}

/* ---- after ------------------------------------------------------------ */

static void add_untaken(struct weft_outcome *outcome, uint64_t count,
                        const struct weft_untaken *first)
{
    if (count &&
        (!outcome->untaken || untaken_before(first, &outcome->first_untaken)))
        outcome->first_untaken = *first;
    outcome->untaken += count;
}

/* What lies in a link came before what was missed. */
static void count_untaken(const struct run *run, struct weft_outcome *outcome)
{
    for (int i = 0; i < run->size; i++) {
        struct weft_untaken first;
        uint64_t count = link_untaken(&run->processor[i].links, i, &first);
        add_untaken(outcome, count, &first);
    }
    for (int r = 0; r < run->workers; r++)
        add_untaken(outcome, run->worker[r].missed,
                    &run->worker[r].first_missed);
}

static void fill(const struct run *run, struct weft_outcome *outcome)
{
    outcome->slot = run->slot;
    for (int r = 0; r < run->workers; r++) {
        const struct worker *worker = &run->worker[r];
        if (worker->makespan > outcome->makespan)
            outcome->makespan = worker->makespan;
        outcome->messages += worker->messages;
        outcome->bytes += worker->bytes;
        if (worker->longest > outcome->longest)
            outcome->longest = worker->longest;
        outcome->threads += worker->threads;
        outcome->switches += worker->switches;
        conflicts_merge(outcome, &worker->conflicts);
    }
    conflicts_merge(outcome, &run->conflicts);
    count_untaken(run, outcome);
    for (int i = 0; i < run->size; i++)
        outcome->load[i] = run->processor[i].load;
    if (run->deadlock || run->limited)
        outcome->report = deadlock_report(run);
}

static int fail_conflict(const struct weft_outcome *outcome,
                         struct weft_error *err)
{
    char text[400];
    weft_conflict_format(&outcome->conflict[0], text, sizeof text);
    return weft_error_set(err, WEFT_ERROR_RULE, 0, "conflict: %s", text);
}

static int fail_program(const struct run *run, struct weft_outcome *outcome,
                        struct weft_error *err)
{
    const struct weft_processor *processor = &run->processor[run->fail_rank];
    unsigned long long step = processor->clock / run->slot;
    const char *reason =
        processor->reason ? processor->reason : "no reason given";
    outcome->report = format_text("processor %d failed at step %llu: %s\n",
                                  processor->rank, step, reason);
    if (!processor->reason)
        return weft_error_set(err, WEFT_ERROR_STOPPED, 0,
                              "processor %d failed at step %llu",
                              processor->rank, step);
    return weft_error_set(err, WEFT_ERROR_STOPPED, 0, "%s (step %llu)", reason,
                          step);
}

/* The first lines of the report in one. */
static int fail_stopped(const struct weft_outcome *outcome,
                        enum weft_error_kind kind, struct weft_error *err)
{
    char text[300] = "no memory for a report";
    size_t used = 0;
    const char *from = outcome->report ? outcome->report : "";
    for (int lines = 0; *from && lines < 2 && used < sizeof text - 3; from++) {
        bool end = *from == '\n';
        lines += end;
        if (end && lines < 2)
            text[used++] = ';';
        if (!end || lines < 2)
            text[used++] = end ? ' ' : *from;
        text[used] = '\0';
    }
    return weft_error_set(err, kind, 0, "%s", text);
}

static int fail_hard(const struct run *run, struct weft_error *err)
{
    if (run->hard_system == EAGAIN)
        return limits_explain(run, err);
    if (run->hard_system)
        return weft_error_system(err, run->hard_system, 0, "%s",
                                 strerror(run->hard_system));
    return weft_error_set(err, run->hard, 0, "%s", run->hard_text);
}

static int verdict(struct run *run, struct weft_outcome *outcome,
                   struct weft_error *err)
{
    if (run->hard)
        return fail_hard(run, err);
    if (merge_rest(run, err))
        return -1;
    fill(run, outcome);
    if (run->fail_rank >= 0)
        return fail_program(run, outcome, err);
    if (outcome->conflicts && run->machine->on_conflict != WEFT_CONFLICT_REPORT)
        return fail_conflict(outcome, err);
    if (run->deadlock)
        return fail_stopped(outcome, WEFT_ERROR_DEADLOCK, err);
    if (run->limited)
        return fail_stopped(outcome, WEFT_ERROR_LIMIT, err);
    if (run->limit && outcome->makespan >= run->limit)
        return weft_error_set(err, WEFT_ERROR_LIMIT, 0,
                              "the run took %llu time units, more than the "
                              "%llu of %llu steps",
                              (unsigned long long)outcome->makespan,
                              (unsigned long long)run->limit - 1,
                              (unsigned long long)run->machine->max_steps);
    const struct weft_sink *sink = run->machine->sink;
    if (!sink || !sink->end)
        return 0;
    return merge_refused(sink->end(sink->arg), err);
}

static void finish(struct run *run)
{
    for (int i = 0; run->processor && i < run->size; i++) {
        struct weft_processor *processor = &run->processor[i];
        link_finish(&processor->links);
        uses_finish(&processor->uses);
        free(processor->reason);
    }
    for (int r = 0; run->worker && r < run->workers; r++) {
        struct worker *worker = &run->worker[r];
        ready_close(&worker->ready);
        asking_finish(&worker->asking);
        free(worker->ahead.item);
        free(worker->log.event);
        conflicts_finish(&worker->conflicts);
    }
    run->cross->close(run);
    free(run->processor);
    free(run->worker);
    pthread_mutex_destroy(&run->lock);
}

static int execute(struct run *run, struct weft_outcome *outcome,
                   struct weft_error *err)
{
    int result = -1;
    if (run->engine->open(run, err))
        return -1;
    if (!merge_open(run, err)) {
        for (int r = 0; r < run->workers; r++) {
            struct worker *worker = &run->worker[r];
            int code = run->engine->launch(&run->processor[worker->fresh++]);
            if (code) {
                run_refused(run, code);
                idle_without(worker);
                flush_worker_ended(run);
            }
        }
        merge_serve(run);
        run->engine->close(run);
        result = verdict(run, outcome, err);
    } else {
        run->engine->close(run);
    }
    merge_close(run);
    return result;
}

int weft_machine_run(const struct weft_machine *machine,
                     struct weft_outcome *outcome, struct weft_error *err)
{
    struct run run = {.machine = machine};
    if (!machine || !outcome)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0, "machine: no %s",
                              machine ? "outcome" : "description");
    memset(outcome, 0, sizeof *outcome);
    if (arguments_check(machine, err))
        return -1;
    run.engine = engine_find(machine->engine, err);
    if (!run.engine)
        return -1;
    run.stack = machine->stack ? machine->stack : STACK_DEFAULT;
    int result = prepare(&run, outcome)
                     ? weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                                      "no memory for %d "
                                      "processors",
                                      run.size)
                     : execute(&run, outcome, err);
    finish(&run);
    return result;
}

void weft_outcome_finish(struct weft_outcome *outcome)
{
    free(outcome->load);
    free(outcome->report);
    outcome->load = NULL;
    outcome->report = NULL;
}
