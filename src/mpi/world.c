/* A run: loading the copies, running the ranks and collecting the findings. */
#include "mpi/world.h"
#include "mpi/calls/task.h"
#include "mpi/coll/claims.h"
#include "mpi/comm.h"
#include "mpi/data/group.h"
#include "mpi/file/mpi-file.h"
#include "mpi/guard/heap-errors.h"
#include "mpi/load.h"
#include "mpi/message/envelope.h"
#include "mpi/message/exploring.h"
#include "mpi/message/trace-details.h"
#include "mpi/message/transport.h"
#include "mpi/rank-crash.h"
#include "mpi/rank-waits.h"
#include "mpi/report.h"
#include "mpi/threads/rank-threads.h"

#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define WORLD_PARAMETERS (TASK_COUNT + 16)

/* All data of a run. */
struct mpi_run {
    struct world world;
    struct choosing choices;
    struct envelope_pool envelopes;
    struct program_copies copies;
    struct weft_parameter parameter[WORLD_PARAMETERS];
    char key[TASK_COUNT][16], cost[WEFT_COST_TEXT], ranks[16];
    struct weft_trace_info info;
    struct weft_machine machine;
    struct weft_outcome outcome;
};

/* ---- threads of the program -----------------------------------------------
 *
 * A rank that is cancelled may leave threads of its program behind. weft cannot
 * end them, so it ends without waiting for them, and without unloading the code
 * that they may execute. */

/* At the end of a thread, the libraries of OpenMP wait for the threads of a
 * parallel region, which wait for the rank that has left the region. This
 * destructor runs before theirs because its key is older. */
static void world_thread_over(void *arg)
{
    const struct world *world = arg;
    if (world->parallel)
        syscall(SYS_exit, 0);
}

static pthread_key_t world_thread_key;

static void world_make_key(void)
{
    pthread_key_create(&world_thread_key, world_thread_over);
}

static long count_threads(void)
{
    struct stat status;
    return stat("/proc/self/task", &status) ? 0 : (long)status.st_nlink - 2;
}

/* Return whether there are more threads than before the run. The system may
 * count threads a little longer than they run. */
static bool has_threads(long before)
{
    for (int i = 0; i < 100 && count_threads() > before; i++)
        poll(NULL, 0, 1);
    return count_threads() > before;
}

/* ---- one rank -------------------------------------------------------------
 */

/* Return the program that a rank executes. */
static const struct weft_mpi_part *world_part(const struct rank *rank)
{
    const struct weft_mpi_part *part = rank->world->settings->part;
    for (int i = rank->number; i >= part->ranks; part++)
        i -= part->ranks;
    return part;
}

static char **copy_arguments(struct rank *rank,
                             const struct weft_mpi_part *part)
{
    char **argv = rank_alloc(rank, ((size_t)part->argc + 1) * sizeof *argv);
    for (int i = 0; i < part->argc; i++) {
        size_t bytes = strlen(part->argv[i]) + 1;
        argv[i] = rank_alloc(rank, bytes);
        memcpy(argv[i], part->argv[i], bytes);
    }
    return argv;
}

static int world_program(struct weft_processor *self, void *arg)
{
    struct world *world = arg;
    int number = weft_rank(self);
    if (number >= world->size)
        return 0;
    if (world->aborted)
        return -1;
    struct rank *rank = world->rank[number];
    jmp_buf end;
    rank->self = self;
    rank->end = &end;
    rank->thread = gettid();
    pthread_setspecific(world_thread_key, world);
    crash_arm();
    int left = setjmp(end);
    if (!left) {
        transport_open(rank);
        transport_charge(rank);
        const struct weft_mpi_part *part = world_part(rank);
        char **argv = copy_arguments(rank, part);
        rank->status =
            load_copy(world->copies, number)->main(part->argc, argv, environ);
        rank->returned = true;
    }
    rank->end = NULL;
    threads_close(rank);
    const struct program_copy *copy = load_copy(world->copies, number);
    world->parallel |= left && copy->omp_level && copy->omp_level() > 0;
    if (left == 2)
        return -1;
    if (rank->stage == RANK_READY && left)
        rank_fault(
            rank, RULE_OTHER, rank->caller,
            "the program exits with status %d without calling MPI_Finalize",
            rank->status);
    else if (rank->stage == RANK_READY)
        rank_fault(rank, RULE_OTHER, rank->caller,
                   "the program returned from main without calling "
                   "MPI_Finalize; its last MPI call is %s",
                   rank->function);
    return 0;
}

/* ---- all of them ----------------------------------------------------------
 */

/* Create the group of all ranks. It lives as long as the run and is not
 * reference-counted. */
static struct group *everybody(int size)
{
    struct group *group =
        calloc(1, sizeof *group + (size_t)size * sizeof *group->world);
    for (int i = 0; group && i < size; i++)
        group->world[i] = i;
    if (group)
        group->size = size;
    return group;
}

static int make_ranks(struct mpi_run *run, struct weft_error *err)
{
    struct world *world = &run->world;
    world->rank = calloc((size_t)world->size, sizeof(struct rank *));
    world->claims = claims_new();
    world->everybody = everybody(world->size);
    bool good = world->rank && world->claims && world->everybody;
    for (int i = 0; i < world->size && good; i++) {
        struct rank *rank = world->rank[i] = calloc(1, sizeof *rank);
        good = rank != NULL;
        if (!good)
            break;
        rank->world = world;
        rank->number = i;
        rank->function = "main";
    }
    return good ? 0 : weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
}

/* If events are recorded, record their details, too. */
static int make_details(struct mpi_run *run, struct weft_error *err)
{
    if (!run->machine.sink)
        return 0;
    run->world.details = details_open();
    if (!run->world.details)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    run->info.details = details_texts(run->world.details);
    return 0;
}

static void world_parameter(struct mpi_run *run, const char *key,
                            const char *value)
{
    run->parameter[run->info.parameters++] =
        (struct weft_parameter){key, value};
}

static void make_info(struct mpi_run *run)
{
    const struct weft_mpi *mpi = run->world.settings;
    const char *name = strrchr(mpi->part->program, '/');
    weft_cost_print(&mpi->cost, run->cost);
    snprintf(run->ranks, sizeof run->ranks, "%d", mpi->ranks);
    run->info = (struct weft_trace_info){
        .processors = weft_network_size(mpi->network),
        .unit_ns = 1,
        .parameter = run->parameter,
    };
    world_parameter(run, "program", name ? name + 1 : mpi->part->program);
    world_parameter(run, "network", weft_network_name(mpi->network));
    world_parameter(run, "model", mpi->model.name);
    world_parameter(run, "cost", run->cost);
    world_parameter(run, "ranks", run->ranks);
    for (int i = 0; i < TASK_COUNT; i++) {
        snprintf(run->key[i], sizeof run->key[i], "task.%d", i);
        world_parameter(run, run->key[i], task_names[i]);
    }
}

static size_t stack_of(const struct weft_mpi *mpi)
{
    if (mpi->stack)
        return mpi->stack;
    return mpi->ranks <= 1024 ? (size_t)8 << 20 : (size_t)1 << 20;
}

static void make_machine(struct mpi_run *run)
{
    const struct weft_mpi *mpi = run->world.settings;
    make_info(run);
    run->machine = (struct weft_machine){
        .network = mpi->network,
        .model = mpi->model,
        .on_conflict = WEFT_CONFLICT_REPORT,
        .cost = mpi->cost,
        .bytes = 8,
        .engine = mpi->engine,
        .workers = 1, /* ranks share the process, so only one runs at a time */
        .stack = run->world.stack,
        .program = world_program,
        .arg = &run->world,
        .sink = mpi->sink,
        .info = &run->info,
    };
    uint64_t shortest = weft_cost_time(&mpi->cost, 0, 1);
    run->world.poll = shortest > 10 ? shortest / 10 : 1;
}

static void free_world(struct mpi_run *run)
{
    struct world *world = &run->world;
    file_end(world);
    for (int i = 0; i < world->size && world->rank; i++) {
        if (world->rank[i])
            rank_free_all(world->rank[i]);
        free(world->rank[i]);
    }
    free(world->rank);
    claims_free(world->claims);
    free(world->everybody);
    envelope_pool_finish(&run->envelopes);
    details_close(world->details);
}

static void tell_end(struct mpi_run *run, const struct weft_error *err)
{
    struct world *world = &run->world;
    if (err->kind == WEFT_ERROR_DEADLOCK)
        waits_report(world);
    for (int i = 0; i < world->size; i++) {
        struct rank *rank = world->rank[i];
        if (rank->end) /* world_program() was left in another way */
            rank_fault(rank, RULE_OTHER, rank->caller,
                       "the program ends its thread (pthread_exit) instead of "
                       "returning from main; its last MPI call is %s",
                       rank->function);
        rank->end = NULL;
        if (rank->returned && rank->status && !world->outcome->status)
            world->outcome->status = rank->status;
    }
}

static void warn_of_shared(struct world *world)
{
    int first = 0;
    for (const struct program_copies *part = world->copies; part;
         first += part->count, part = part->next) {
        const char *const *library = load_shared(part);
        for (; library && *library; library++)
            rank_warn(world->rank[first], RULE_OTHER, NULL,
                      "all ranks share the variables of %s; without --share "
                      "each rank has its own",
                      *library);
    }
}

static int world_play(struct mpi_run *run, struct weft_error *err)
{
    struct world *world = &run->world;
    long threads = count_threads();
    int result = weft_machine_run(&run->machine, &run->outcome, err);
    world->outcome->complete = !result;
    /* threads of a pool sleep in a library that is unloaded with the last
     * copy */
    world->outcome->abandoned = world->parallel || has_threads(threads);
    world->outcome->makespan = run->outcome.makespan;
    for (int i = 0; i < run->info.processors && run->outcome.load; i++)
        world->outcome->messages += run->outcome.load[i].sent;
    if (result)
        tell_end(run, err);
    else
        tell_end(run, &(struct weft_error){0});
    /* the machine ends the sink only if the run is complete */
    const struct weft_sink *sink = run->machine.sink;
    world->outcome->recorded =
        !result || (world->outcome->faults &&
                    (!sink || !sink->end || !sink->end(sink->arg)));
    /* errors of the program are in the outcome */
    if (world->outcome->faults || world->outcome->redundant)
        result = 0;
    for (int i = 0; i < world->size && !world->outcome->abandoned; i++) {
        world->closing = world->rank[i];
        load_close(&run->copies, i);
    }
    return result;
}

int weft_mpi_run(const struct weft_mpi *mpi, struct weft_mpi_outcome *outcome,
                 struct weft_error *err)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    struct weft_error own = {0};
    err = err ? err : &own;
    *outcome = (struct weft_mpi_outcome){0};
    pthread_once(&once, world_make_key);
    struct mpi_run *run = calloc(1, sizeof *run);
    if (!run)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    run->world = (struct world){
        .settings = mpi,
        .outcome = outcome,
        .size = mpi->ranks,
        .stack = stack_of(mpi),
        .eager = mpi->eager,
        .copies = &run->copies,
        .choices = &run->choices,
        .envelopes = &run->envelopes,
    };
    make_machine(run);
    int result = make_ranks(run, err) || make_details(run, err) ? -1 : 0;
    if (!result) {
        world_now = &run->world;
        crash_open(&run->world);
        heap_open();
        const struct library_choice choice = {mpi->share_libraries,
                                              mpi->own_libraries};
        result =
            load_programs(&run->copies, mpi->part, mpi->parts, &choice, err);
        if (!result)
            warn_of_shared(&run->world);
        if (!result)
            result = world_play(run, err);
        crash_close(outcome->abandoned);
        world_now = NULL;
    }
    for (int i = 0; i < mpi->ranks; i++)
        outcome->unwatched |= !load_hook(&run->copies, i);
    report_close(&run->world);
    exploring_finish(&run->choices);
    outcome->choice = run->choices.taken;
    outcome->choices = run->choices.of;
    outcome->chosen = run->choices.count;
    if (!outcome->abandoned) { /* otherwise, they are still in use */
        free_world(run);
        load_free(&run->copies);
    }
    weft_outcome_finish(&run->outcome);
    free(run);
    return result;
}

void weft_mpi_finish(struct weft_mpi_outcome *outcome)
{
    for (size_t i = 0; i < outcome->findings; i++)
        weft_mpi_finding_finish(&outcome->finding[i]);
    free(outcome->finding);
    weft_wait_graph_finish(&outcome->waits);
    free(outcome->choice);
    *outcome = (struct weft_mpi_outcome){0};
}
