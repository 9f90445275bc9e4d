/* A transport over MPI: a shared object that weft loads when several processes
 * share a run (docs/cluster.md). It is built once for each installed MPI.
 *
 * A packet is one MPI message of 8-byte words. The receiver probes for its
 * length before receiving it, so no buffers are allocated in advance. */
#include <dlfcn.h>
#include <limits.h>
#include <mpi.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <weft/unstable/cluster.h>

#define PAUSES 64 /* number of pause instructions between two polls */
/* number of polls before other processes may use the core */
#define MPI_SPINS 200
/* number of further polls before sleeping between polls */
#define YIELDS 2000
/* number of polls before mpi_take() returns to its caller */
#define MPI_ENOUGH 200
#define FINALIZE_S 3 /* limit on the time of MPI_Finalize, in seconds */

/* A packet that is being sent. */
struct mpi_packet {
    MPI_Request request;
    void *data;
};

struct links {
    MPI_Comm comm;
    /* Packets sent whose buffers MPI may still read: a ring, the oldest
     * first. */
    struct mpi_packet *out;
    size_t first, count, room;
    unsigned looks; /* number of polls since the last message arrived */
    /* The packet that is being received, once its beginning has arrived. */
    struct weft_arrival in; /* message being received; its data is NULL if there
                               is none */
    MPI_Request coming;
};

/* ---- the functions of the MPI ----------------------------------------------
 */

/* weft has functions with the same names, for the programs that it emulates,
 * and the loader would find those first. Therefore this module looks up each
 * MPI function explicitly in itself and its dependences. */
#define CALLS(X)                                                               \
    X(Init_thread)                                                             \
    X(Comm_rank)                                                               \
    X(Comm_size)                                                               \
    X(Comm_dup)                                                                \
    X(Comm_free)                                                               \
    X(Comm_set_errhandler)                                                     \
    X(Isend)                                                                   \
    X(Improbe)                                                                 \
    X(Imrecv)                                                                  \
    X(Get_count)                                                               \
    X(Test)                                                                    \
    X(Ibarrier)                                                                \
    X(Error_string)                                                            \
    X(Get_library_version)                                                     \
    X(Finalize)                                                                \
    X(Abort)
#define POINTER(name) __typeof__(MPI_##name) *name;
static struct {
    CALLS(POINTER)
} mpi;

__attribute__((visibility("default")))
weft_transport_open weft_transport_open_mpi;

/* Look up all MPI functions. Return 0, or -1 if one is missing. */
static int find_calls(void)
{
    Dl_info own;
    void *address, *handle = NULL;
    weft_transport_open *here = weft_transport_open_mpi;
    memcpy(&address, &here, sizeof address);
    if (dladdr(address, &own))
        handle = dlopen(own.dli_fname, RTLD_NOW | RTLD_NOLOAD);
    if (!handle)
        return -1;
#define FIND(name)                                                             \
    address = dlsym(handle, "MPI_" #name);                                     \
    memcpy(&mpi.name, &address, sizeof address);                               \
    if (!address)                                                              \
        return -1;
    CALLS(FIND)
    return 0;
}

/* Set an error and return -1. The module calls no function of weft, so it does
 * not matter how weft is linked into the program that loads it. */
__attribute__((format(printf, 3, 4))) static int
mpi_refuse(struct weft_error *err, enum weft_error_kind kind,
           const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    *err = (struct weft_error){.kind = kind};
    vsnprintf(err->text, sizeof err->text, format, arguments);
    va_end(arguments);
    return -1;
}

/* ---- failures ---------------------------------------------------------------
 */

static int mpi_failed(int code, const char *what, struct weft_error *err)
{
    char text[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    if (mpi.Error_string(code, text, &length))
        snprintf(text, sizeof text, "error %d", code);
    return mpi_refuse(err, WEFT_ERROR_SYSTEM,
                      "MPI: cannot reach another process (%s: %.300s)", what,
                      text);
}

static int mpi_no_memory(struct weft_error *err)
{
    return mpi_refuse(err, WEFT_ERROR_MEMORY, "no memory for messages");
}

/* ---- sending ----------------------------------------------------------------
 */

static struct mpi_packet *mpi_oldest(struct links *links)
{
    return &links->out[links->first];
}

/* Free the packets that have been sent, from the oldest on. */
static int forget_sent(struct links *links, struct weft_error *err)
{
    int done = 1;
    while (links->count && done) {
        struct mpi_packet *packet = mpi_oldest(links);
        int code = mpi.Test(&packet->request, &done, MPI_STATUS_IGNORE);
        if (code != MPI_SUCCESS)
            return mpi_failed(code, "sending", err);
        if (!done)
            break;
        free(packet->data);
        links->first = (links->first + 1) % links->room;
        links->count--;
    }
    return 0;
}

/* Return a free slot for one more packet, or NULL if out of memory. */
static struct mpi_packet *next_packet(struct links *links)
{
    if (links->count == links->room) {
        size_t room = 2 * links->room + 64;
        struct mpi_packet *more = calloc(room, sizeof *more);
        if (!more)
            return NULL;
        for (size_t i = 0; i < links->count; i++)
            more[i] = links->out[(links->first + i) % links->room];
        free(links->out);
        links->out = more;
        links->first = 0;
        links->room = room;
    }
    return &links->out[(links->first + links->count) % links->room];
}

static int mpi_send_packet(struct weft_transport *transport, int to, void *data,
                           size_t bytes, struct weft_error *err)
{
    struct links *links = transport->state;
    struct mpi_packet *packet = next_packet(links);
    if (!packet || bytes / 8 > INT_MAX) {
        free(data);
        return mpi_no_memory(err);
    }
    packet->data = data;
    int code = mpi.Isend(data, (int)(bytes / 8), MPI_UINT64_T, to, 1,
                         links->comm, &packet->request);
    if (code != MPI_SUCCESS) {
        free(data);
        return mpi_failed(code, "sending", err);
    }
    links->count++;
    return forget_sent(links, err);
}

/* ---- taking -----------------------------------------------------------------
 */

/* Begin to receive the first packet that has arrived, if there is one. */
static int mpi_begin(struct links *links, struct weft_error *err)
{
    int there = 0, words = 0;
    MPI_Message message;
    MPI_Status status;
    int code =
        mpi.Improbe(MPI_ANY_SOURCE, 1, links->comm, &there, &message, &status);
    if (code != MPI_SUCCESS)
        return mpi_failed(code, "waiting", err);
    if (!there)
        return 0;
    mpi.Get_count(&status, MPI_UINT64_T, &words);
    size_t bytes = (size_t)(words > 0 ? words : 0) * 8;
    void *data = malloc(bytes + 8);
    if (!data)
        return mpi_no_memory(err);
    code = mpi.Imrecv(data, words, MPI_UINT64_T, &message, &links->coming);
    if (code != MPI_SUCCESS) {
        free(data);
        return mpi_failed(code, "taking", err);
    }
    links->in = (struct weft_arrival){status.MPI_SOURCE, data, bytes};
    return 0;
}

/* Poll once. Return like mpi_take(). */
static int mpi_look(struct links *links, struct weft_arrival *in,
                    struct weft_error *err)
{
    int done = 0;
    if (!links->in.data && mpi_begin(links, err))
        return -1;
    if (!links->in.data)
        return 0;
    int code = mpi.Test(&links->coming, &done, MPI_STATUS_IGNORE);
    if (code != MPI_SUCCESS)
        return mpi_failed(code, "taking", err);
    if (done) {
        *in = links->in;
        links->in.data = NULL;
    }
    return done;
}

static void mpi_relax(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/* Pause between two polls. MPI libraries wait by polling. With more processes
 * than cores, the process that this one waits for needs the core; and if it
 * runs on another hardware thread of the same core, constant polling slows it
 * down. */
static void be_patient(unsigned looks)
{
    static const struct timespec pause = {0, 50000};
    if (looks < MPI_SPINS)
        for (int i = 0; i < PAUSES; i++)
            mpi_relax();
    else if (looks < MPI_SPINS + YIELDS)
        sched_yield();
    else
        nanosleep(&pause, NULL);
}

static int mpi_take(struct weft_transport *transport, bool wait,
                    struct weft_arrival *in, struct weft_error *err)
{
    struct links *links = transport->state;
    in->from = -1;
    if (forget_sent(links, err))
        return -1;
    int status = mpi_look(links, in, err);
    for (int i = 0; wait && !status && i < MPI_ENOUGH; i++) {
        be_patient(links->looks);
        links->looks += links->looks < MPI_SPINS + YIELDS;
        status = mpi_look(links, in, err);
    }
    if (!wait || status)
        links->looks = 0;
    return status;
}

/* ---- beginning and end ------------------------------------------------------
 */

static void free_links(struct links *links)
{
    for (; links->count; links->count--) {
        free(mpi_oldest(links)->data);
        links->first = (links->first + 1) % links->room;
    }
    free(links->in.data);
    free(links->out);
    free(links);
}

/* Wait until all processes have finished communicating, so that none ends while
 * another one still sends. */
static void mpi_meet(struct links *links)
{
    MPI_Request request;
    int done = mpi.Ibarrier(links->comm, &request) != MPI_SUCCESS;
    for (unsigned looks = 0; !done; looks++) {
        be_patient(looks);
        if (mpi.Test(&request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS)
            return;
    }
}

static volatile int last_status;

static void mpi_give_up(int signal)
{
    (void)signal;
    _exit(last_status);
}

/* Call MPI_Finalize, for FINALIZE_S seconds at most. MPICH 4.0 over TCP (UCX)
 * sometimes hangs in it, in any program: a process waits for an answer of
 * others that wait without polling. At this point nothing is left to do, so the
 * process ends anyway. */
static void finalize(int status)
{
    struct sigaction action = {.sa_handler = mpi_give_up}, old;
    last_status = status;
    fflush(NULL);
    sigaction(SIGALRM, &action, &old);
    alarm(FINALIZE_S);
    mpi.Finalize();
    alarm(0);
    sigaction(SIGALRM, &old, NULL);
}

static void close_links(struct weft_transport *transport, bool together,
                        int status)
{
    struct links *links = transport->state;
    struct weft_error err;
    if (!together)
        mpi.Abort(links->comm, status);
    for (unsigned looks = 0; links->count && !forget_sent(links, &err); looks++)
        be_patient(looks);
    mpi_meet(links);
    mpi.Comm_free(&links->comm);
    finalize(status);
    free_links(links);
    free((char *)(uintptr_t)transport->name);
    free(transport);
}

/* Return the name of the library, such as "Open MPI v4.1.4, package: ...", up
 * to the first comma. */
static char *name_of_library(void)
{
    char text[MPI_MAX_LIBRARY_VERSION_STRING] = "";
    int length = 0;
    mpi.Get_library_version(text, &length);
    text[strcspn(text, ",\n")] = '\0';
    return strdup(text);
}

struct weft_transport *weft_transport_open_mpi(struct weft_error *err)
{
    if (find_calls()) {
        mpi_refuse(err, WEFT_ERROR_SYSTEM,
                   "the module's MPI lacks functions that weft needs");
        return NULL;
    }
    int provided = MPI_THREAD_SINGLE, rank, size;
    if (mpi.Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &provided) !=
            MPI_SUCCESS ||
        provided < MPI_THREAD_SERIALIZED) {
        mpi_refuse(err, WEFT_ERROR_SYSTEM,
                   "this MPI does not support calls from several threads");
        return NULL;
    }
    mpi.Comm_rank(MPI_COMM_WORLD, &rank);
    mpi.Comm_size(MPI_COMM_WORLD, &size);
    struct weft_transport *transport = calloc(1, sizeof *transport);
    struct links *links = calloc(1, sizeof *links);
    if (!transport || !links) {
        free(transport);
        free(links);
        mpi_no_memory(err);
        return NULL;
    }
    mpi.Comm_dup(MPI_COMM_WORLD, &links->comm);
    mpi.Comm_set_errhandler(links->comm, MPI_ERRORS_RETURN);
    *transport = (struct weft_transport){
        .version = WEFT_TRANSPORT,
        .name = name_of_library(),
        .rank = rank,
        .size = size,
        .state = links,
        .send = mpi_send_packet,
        .take = mpi_take,
        .close = close_links,
    };
    return transport;
}
