/* The machine runs a program on every processor of a network and produces
 * events from their actions. This file executes one run, from its description
 * to its outcome.
 *
 * A program calls processor.c, send.c and receive.c. deliver.c puts its
 * messages into the receiver's links (link.c); uses.c and conflict.c detect
 * broken rules. schedule/ decides which processors run and when queries can be
 * answered, record/ merges the recorded events into one stream, engine/ runs
 * the processors on threads or fibers. docs/machine.md explains the
 * protocol. */
#include "arguments.h"
#include "base/base.h"
#include "base/invariant.h"
#include "base/sanitize.h"
#include "base/system/thread.h"
#include "cluster/cluster.h"
#include "conflict.h"
#include "engine/engine.h"
#include "engine/overflow.h"
#include "engine/pin.h"
#include "link.h"
#include "loop/loop.h"
#include "processor.h"
#include "record/flush.h"
#include "record/merge.h"
#include "run.h"
#include "schedule/cross.h"
#include "schedule/idle.h"
#include "schedule/worker.h"
#include "uses.h"
#include "verdict.h"
#include <limits.h>
#include <math.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <weft/unstable/ways.h>

const char *const weft_on_conflict_names[] = {"fail", "report", "delay", NULL};
const char *const weft_rounds_names[] = {"free", "beat", "together", NULL};

#if SANITIZE_THREAD
#define STACK_DEFAULT ((size_t)1 << 20)
#elif SANITIZE_ADDRESS
#define STACK_DEFAULT ((size_t)256 << 10)
#elif WEFT_ONE_THREAD /* memory is not allocated on demand */
#define STACK_DEFAULT ((size_t)32 << 10)
#else
#define STACK_DEFAULT ((size_t)64 << 10)
#endif

/* ---- preparation ------------------------------------------------------ */

static void slowest_links(struct run *run)
{
    const struct weft_network *network = run->machine->network;
    run->slowest.word = 0;
    for (int v = 0; v < weft_network_vertices(network); v++)
        for (int port = 0; port < weft_network_degree(network, v); port++) {
            struct weft_arc_cost cost;
            weft_network_arc_cost(network, v, port, &cost);
            double word =
                cost.bandwidth > 0 ? 1 / cost.bandwidth : (double)run->units.tw;
            double latency =
                cost.latency < 0 ? (double)run->units.th : cost.latency;
            run->slowest.word = fmax(run->slowest.word, word);
            run->slowest.latency = fmax(run->slowest.latency, latency);
        }
}

/* Set the costs of the run, in time units and in ticks. */
static void set_costs(struct run *run)
{
    run->units = run->machine->cost;
    run->loggp = run->units.loggp;
    if (!run->units.ts && !run->units.tw && !run->units.th && !run->loggp)
        run->units.ts = 1;
    run->cost = run->units;
    run->ticks = run->machine->sharing ? WEFT_TICKS : 1;
    uint64_t *const times[] = {&run->cost.ts,       &run->cost.tw,
                               &run->cost.th,       &run->cost.latency,
                               &run->cost.overhead, &run->cost.gap,
                               &run->cost.per_byte};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        *times[i] *= run->ticks;
}

void run_set_rules(struct run *run)
{
    const struct weft_machine *machine = run->machine;
    const struct weft_model *model = &machine->model;
    const struct weft_network *network = machine->network;
    int64_t size = run->size;
    set_costs(run);
    run->slot = weft_cost_period(&run->units, machine->bytes) * run->ticks;
    run->shortest = weft_cost_time(&run->units, 0, 1) * run->ticks;
    uint64_t window = machine->window ? machine->window : WEFT_WINDOW_DEFAULT;
    if (machine->sharing) /* no processor runs ahead */
        window = WEFT_WINDOW_UNBOUNDED;
    run->window =
        window > TIME_MAX / run->slot ? UINT64_MAX : window * run->slot;
    bool limit =
        machine->max_steps && machine->max_steps <= TIME_MAX / run->slot;
    run->limit = limit ? machine->max_steps * run->slot + 1 : 0;
    run->routed = weft_network_vertices(network) > size ||
                  (model->sends == WEFT_SENDS_ONE &&
                   weft_network_arcs(network) != size * (size - 1)) ||
                  weft_network_has_lanes(network);
    run->shared = run->routed && !run->loggp && !machine->sharing;
    /* a message from another process does not show its way */
    run->combines = run->shared && !(machine->ways && run->share) &&
                    weft_network_combining(network);
    run->splits = run->shared && model->sends == WEFT_SENDS_ONE &&
                  weft_network_multicasting(network);
    run->own_costs = weft_network_has_costs(network);
    run->plain = !run->routed && !run->own_costs;
    run->word = weft_cost_time(&run->cost, run_length(run, INLINE_BYTES), 1);
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
    run->apart =
        run->one_thing || (run->loggp && model->duplex == WEFT_DUPLEX_HALF);
    run->free_ports |= run->loggp && run->free_reception;
}

static int make_worker(struct run *run, int index)
{
    struct worker *worker = &run->worker[index];
    worker->run = run;
    worker->index = index;
    int64_t size = run->high - run->low;
    worker->low = run->low + (int)(size * index / run->workers);
    worker->high = run->low + (int)(size * (index + 1) / run->workers);
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

/* Return the number of workers: one per core, if each then has enough
 * processors. */
static int choose_workers(const struct run *run)
{
    cpu_set_t set;
    int cores = sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
    int workers = run->machine->workers;
    if (WEFT_ONE_THREAD)
        return 1;
    if (run->share) /* all processes together use the cores */
        return run->low < run->high;
    if (run->machine->sharing)
        return 1;
    if (!workers)
        workers = run->size / BLOCK ? run->size / BLOCK : 1;
    workers = workers < cores ? workers : cores;
    workers = workers < WORKERS_MAX ? workers : WORKERS_MAX;
    return workers < run->size ? workers : run->size;
}

/* Initialise a recursive mutex: the resolver may have to report a failure while
 * it holds the lock. */
static void make_lock(pthread_mutex_t *lock)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(lock, &attributes);
    pthread_mutexattr_destroy(&attributes);
}

/* Allocate zeroed memory; pages of processors of other processes are never
 * accessed. */
static void machine_allocate(struct run *run)
{
    const uintptr_t line = alignof(struct weft_processor);
    size_t workers = (size_t)run->workers + 1;
    run->worker =
        aligned_alloc(alignof(struct worker), workers * sizeof *run->worker);
    if (run->worker)
        memset(run->worker, 0, workers * sizeof *run->worker);
    run->memory = calloc((size_t)run->size + 1, sizeof *run->processor);
    uintptr_t at = ((uintptr_t)run->memory + line - 1) & ~(line - 1);
    run->processor = run->memory ? (struct weft_processor *)at : NULL;
}

static int machine_prepare(struct run *run, struct weft_outcome *outcome)
{
    size_t size = (size_t)run->size;
    run->fail_rank = -1;
    fegetenv(&run->modes);
    run->cross = run->share ? &cross_processes : &cross_memory;
    make_lock(&run->lock);
    run_set_rules(run);
    run->workers = choose_workers(run);
    INVARIANT(run->slot > 0 && run->shortest > 0);
    INVARIANT((run->workers > 0 || run->share) && run->workers <= WORKERS_MAX);
    machine_allocate(run);
    outcome->load = calloc(size, sizeof *outcome->load);
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

/* ---- the run ---------------------------------------------------------- */

static void machine_finish(struct run *run)
{
    for (int i = run->low; run->processor && i < run->high; i++) {
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
    loop_close(run);
    run->cross->close(run);
    free(run->memory);
    free(run->worker);
    pthread_mutex_destroy(&run->lock);
}

static void machine_launch(struct run *run)
{
    for (int r = 0; r < run->workers; r++) {
        struct worker *worker = &run->worker[r];
        int code = run->engine->launch(worker_first(worker));
        if (code) {
            run_refused(run, code);
            idle_without(worker);
            flush_worker_ended(run);
        }
    }
    if (!run->workers)
        idle_always(run);
}

/* The run that this thread waits for; read by signal handlers. */
static _Thread_local struct run *volatile awaited;

int weft_running_step(uint64_t *step)
{
    const struct weft_processor *found = overflow_running();
    const struct run *run = found ? NULL : awaited;
    for (int r = 0; run && r < run->workers; r++) {
        const struct weft_processor *running =
            __atomic_load_n(&run->worker[r].running, __ATOMIC_RELAXED);
        if (running && (!found || running->clock < found->clock))
            found = running;
    }
    if (!found)
        return -1;
    *step = run_step(found->run, found->clock);
    return found->rank;
}

static int machine_execute(struct run *run, struct weft_outcome *outcome,
                           struct weft_error *err)
{
    int result = -1;
    bool opened = !run->engine->open(run, err);
    if (!share_start(run, opened && !merge_open(run, err) ? 0 : -1, err)) {
        struct run *outer = awaited;
        awaited = run;
        machine_launch(run);
        merge_serve(run);
        idle_join(run);
        awaited = outer;
        run->engine->close(run);
        result = verdict(run, outcome, err);
    } else if (opened) {
        run->engine->close(run);
    }
    if (opened)
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
    run.engine = engine_find(machine->sharing ? "fibers" : machine->engine,
                             weft_network_size(machine->network), err);
    if (!run.engine)
        return -1;
    run.stack = machine->stack ? machine->stack : STACK_DEFAULT;
    run.size = weft_network_size(machine->network);
    run.sink = machine->sink;
    if (share_make(&run, err)) {
        share_finish(&run);
        return -1;
    }
    int result = -1;
    if (machine_prepare(&run, outcome))
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory for %d processors",
                       run.size);
    else if (!machine->sharing || !loop_open(&run, err))
        result = machine_execute(&run, outcome, err);
    machine_finish(&run);
    share_finish(&run);
    return result;
}

void weft_outcome_finish(struct weft_outcome *outcome)
{
    free(outcome->load);
    free(outcome->report);
    outcome->load = NULL;
    outcome->report = NULL;
}
