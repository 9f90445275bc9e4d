/* Initialisation and finalisation, time, and queries of the environment. */
#include "mpi/calls/task.h"
#include "mpi/coll/coll.h"
#include "mpi/comm.h"
#include "mpi/data/attribute.h"
#include "mpi/load.h"
#include "mpi/message/envelope.h"
#include "mpi/message/transport.h"
#include "mpi/process.h"
#include "mpi/report.h"
#include "mpi/threads/rank-threads.h"
#include "mpi/world.h"

#include <stdio.h>
#include <string.h>
#include <weft/version.h>

static int init_begin(struct rank *rank)
{
    if (rank->stage != RANK_BEFORE)
        rank_stop(rank, "%s is called, but MPI is already initialised",
                  rank->function);
    rank->stage = RANK_READY;
    rank->initial = rank->threads ? rank->threads->running->number : 0;
    const char *function = rank->function;
    const void *caller = rank->caller;
    comm_open(rank);
    rank->function = function;
    rank->caller = caller;
    return MPI_SUCCESS;
}

int MPI_Init(int *argc, char ***argv)
{
    ENTER_ANY_TIME(Init);
    rank_needs_run(rank);
    (void)argc, (void)argv;
    RETURN_TASK(Init, init_begin(rank));
}

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
    ENTER_ANY_TIME(Init_thread);
    rank_needs_run(rank);
    (void)argc, (void)argv;
    if (required < MPI_THREAD_SINGLE || required > MPI_THREAD_MULTIPLE)
        rank_stop(rank,
                  "MPI_Init_thread: thread level %d is not one of "
                  "MPI_THREAD_SINGLE to MPI_THREAD_MULTIPLE",
                  required);
    int most = load_threads(rank->world->copies, rank->number)
                   ? MPI_THREAD_MULTIPLE
                   : MPI_THREAD_FUNNELED;
    rank->level = *provided = required < most ? required : most;
    RETURN_TASK(Init, init_begin(rank));
}

int MPI_Query_thread(int *provided)
{
    ENTER_ANY_THREAD(Query_thread);
    *provided = rank->level;
    return MPI_SUCCESS;
}

int MPI_Is_thread_main(int *flag)
{
    ENTER_ANY_THREAD(Is_thread_main);
    *flag = !rank->threads || rank->threads->running->number == rank->initial;
    return MPI_SUCCESS;
}

int MPI_Initialized(int *flag)
{
    ENTER_ANY_TIME(Initialized);
    *flag = rank->stage != RANK_BEFORE;
    return MPI_SUCCESS;
}

int MPI_Finalized(int *flag)
{
    ENTER_ANY_TIME(Finalized);
    *flag = rank->stage == RANK_FINALIZED;
    return MPI_SUCCESS;
}

/* ---- objects that the program did not free ------------------------------- */

static void leaked(struct rank *rank, const struct handle *entry, void *arg)
{
    if (entry->maker)
        rank_warn(rank, RULE_LEAK, entry->origin,
                  "%s created by %s was never freed", (const char *)arg,
                  entry->maker);
}

static void left_over(struct rank *rank, const struct handle *entry, void *arg)
{
    const struct request *request = entry->object;
    (void)arg;
    if (request->active)
        rank_fault(rank, RULE_REQUEST, entry->origin,
                   "the request of %s was never completed by a wait or test",
                   entry->maker);
    else
        rank_warn(rank, RULE_LEAK, entry->origin,
                  "the persistent request of %s was never freed", entry->maker);
}

static void never_received(struct rank *rank)
{
    const struct envelope *envelope = rank->transport->unexpected;
    char where[240];
    for (; envelope; envelope = envelope->next) {
        bool internal = envelope->context & 0x8000000000000000u;
        if (envelope->cancelled)
            continue;
        report_where(rank, envelope->caller, where, sizeof where);
        if (internal)
            rank_fault(rank, RULE_UNMATCHED, NULL,
                       "a block from rank %d, %zu bytes, sent by %s at %s, was "
                       "never received",
                       envelope->origin, envelope->bytes, envelope->function,
                       where);
        else
            rank_fault(
                rank, RULE_UNMATCHED, NULL,
                "a message from rank %d, tag %d, %zu bytes, sent by %s at "
                "%s, was never received",
                envelope->origin, envelope->tag, envelope->bytes,
                envelope->function, where);
    }
}

static void init_look_around(struct rank *rank)
{
    static const struct {
        enum handle_kind kind;
        const char *what;
    } kinds[] = {
        {HANDLE_COMM, "the communicator"},
        {HANDLE_GROUP, "the group"},
        {HANDLE_TYPE, "the datatype"},
        {HANDLE_OP, "the operation"},
        {HANDLE_ERRHANDLER, "the error handler"},
        {HANDLE_INFO, "the info object"},
        {HANDLE_KEYVAL, "the keyval"},
        {HANDLE_WIN, "the window"},
        {HANDLE_FILE, "the file"},
    };
    handle_each(rank, HANDLE_REQUEST, left_over, NULL);
    never_received(rank);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        handle_each(rank, kinds[i].kind, leaked, (void *)kinds[i].what);
}

static int init_end(struct rank *rank)
{
    struct coll c;
    int error = attributes_delete_all(rank, rank->comm_self);
    if (!error)
        error = coll_meet(&c, rank, rank->comm_world, NULL);
    if (error)
        return error;
    /* After this barrier, all messages that were sent before MPI_Finalize have
     * arrived. */
    error = coll_open(&c, rank, MPI_COMM_WORLD, COLL_BARRIER, HOW_WAITS);
    coll_put_barrier(&c);
    coll_close(&c);
    transport_look(rank);
    init_look_around(rank);
    rank->stage = RANK_FINALIZED;
    return MPI_SUCCESS;
}

int MPI_Finalize(void)
{
    ENTER(Finalize);
    if (rank->threads && rank->threads->running->number != rank->initial)
        rank_stop(rank,
                  "MPI_Finalize is called by thread %d, but thread %d "
                  "initialised MPI",
                  rank->threads->running->number, rank->initial);
    RETURN_TASK(Finalize, init_end(rank));
}

int MPI_Abort(MPI_Comm comm, int errorcode)
{
    ENTER(Abort);
    (void)comm;
    if (rank->world->aborted)
        rank_cancelled(rank);
    rank->world->aborted = true;
    rank->world->outcome->status = errorcode & 0xff ? errorcode & 0xff : 1;
    rank_stop(rank, "MPI_Abort called with code %d", errorcode);
}

/* ---- time -----------------------------------------------------------------
 */

/* Return the time that passes when a program asks for the time again. Repeated
 * calls are polling: they take an increasing amount of time. */
static uint64_t init_time_passes(unsigned asked)
{
    if (asked < 16)
        return 0;
    return asked < 32 ? 1u << (asked - 16) : 1u << 16;
}

static uint64_t ask_time(struct rank *rank)
{
    unsigned asked = rank->asked < 64 ? ++rank->asked : rank->asked;
    if (!rank->end)
        return rank->world->outcome->makespan;
    transport_charge(rank);
    uint64_t pass = init_time_passes(asked);
    if (pass && weft_compute(rank->self, pass))
        rank_cancelled(rank);
    return weft_now(rank->self);
}

uint64_t weft_mpi_now(void)
{
    struct rank *rank =
        rank_enter_time("clock_gettime", __builtin_return_address(0));
    return ask_time(rank);
}

double MPI_Wtime(void)
{
    struct rank *rank =
        rank_enter_time("MPI_Wtime", __builtin_return_address(0));
    return (double)ask_time(rank) * 1e-9;
}

double MPI_Wtick(void)
{
    return 1e-9;
}

int MPI_Get_processor_name(char *name, int *resultlen)
{
    ENTER(Get_processor_name);
    *resultlen =
        snprintf(name, MPI_MAX_PROCESSOR_NAME, "processor %d", rank->number);
    return MPI_SUCCESS;
}

int MPI_Get_version(int *version, int *subversion)
{
    *version = MPI_VERSION;
    *subversion = MPI_SUBVERSION;
    return MPI_SUCCESS;
}

int MPI_Get_library_version(char *version, int *resultlen)
{
    *resultlen = snprintf(version, MPI_MAX_LIBRARY_VERSION_STRING, "weft %s",
                          WEFT_VERSION);
    return MPI_SUCCESS;
}

int MPI_Pcontrol(const int level, ...)
{
    (void)level;
    return MPI_SUCCESS;
}
