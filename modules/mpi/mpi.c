/* A transport over an MPI: a shared object that weft loads when processes are
 * to share a run (docs/cluster.md). Built once for each MPI that is there.
 *
 * An exchange is a message from each process to each other. What is short goes
 * in one piece whose first word says how long it is; of what is long the rest
 * follows, when the receiver knows the length and has made room. */
#include <dlfcn.h>
#include <mpi.h>
#include <sched.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <weft/cluster.h>

#define PIECE 16384           /* bytes of the first message */
#define HEAD sizeof(uint64_t) /* ... of which its length */
#define REST_MAX (1 << 30)    /* bytes of each message that follows */
#define SPINS 2000            /* looks before others may have the core */
#define YIELDS 2000           /* ... and before it is left for a while */

/* To and from one process. */
struct peer {
    char *first_out, *first_in; /* [PIECE] */
    char *data;                 /* [room] what has come */
    size_t room;
};

struct links {
    MPI_Comm comm;
    struct peer *peer; /* [size] */
    MPI_Request *request;
    int requests, room;
};

/* ---- the functions of the MPI ----------------------------------------------
 */

/* weft has functions of the same names, for programs that it emulates, and the
 * loader would find those first. So each is asked for by hand, in this module
 * and what it needs. */
#define CALLS(X)                                                               \
    X(Init_thread)                                                             \
    X(Comm_rank)                                                               \
    X(Comm_size)                                                               \
    X(Comm_dup)                                                                \
    X(Comm_free)                                                               \
    X(Comm_set_errhandler)                                                     \
    X(Isend)                                                                   \
    X(Irecv)                                                                   \
    X(Testall)                                                                 \
    X(Error_string)                                                            \
    X(Get_library_version)                                                     \
    X(Finalize)                                                                \
    X(Abort)
#define POINTER(name) __typeof__(MPI_##name) *name;
static struct {
    CALLS(POINTER)
} mpi;

__attribute__((visibility("default"))) __attribute__((visibility("default")))
weft_transport_open weft_transport_open_mpi;

/* 0, or -1: one is not there. */
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

/* The module calls nothing of weft, so that it does not matter how the program
 * that loads it has it. -1. */
__attribute__((format(printf, 3, 4))) static int
refuse(struct weft_error *err, enum weft_error_kind kind, const char *format,
       ...)
{
    va_list arguments;
    va_start(arguments, format);
    *err = (struct weft_error){.kind = kind};
    vsnprintf(err->text, sizeof err->text, format, arguments);
    va_end(arguments);
    return -1;
}

/* ---- waiting --------------------------------------------------------------
 */

static int failed(int code, const char *what, struct weft_error *err)
{
    char text[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    if (mpi.Error_string(code, text, &length))
        snprintf(text, sizeof text, "error %d", code);
    return refuse(err, WEFT_ERROR_SYSTEM,
                  "MPI: another process is not reached (%s: %.300s)", what,
                  text);
}

/* An MPI waits by looking again and again. Where there are more processes than
 * cores, the one that is waited for needs the core. */
static void be_patient(unsigned looks)
{
    static const struct timespec pause = {0, 50000};
    if (looks < SPINS)
        return;
    if (looks < SPINS + YIELDS)
        sched_yield();
    else
        nanosleep(&pause, NULL);
}

static int wait_for_all(struct links *links, struct weft_error *err)
{
    int done = 0;
    for (unsigned looks = 0; !done; looks++) {
        int code = mpi.Testall(links->requests, links->request, &done,
                               MPI_STATUSES_IGNORE);
        if (code != MPI_SUCCESS)
            return failed(code, "waiting", err);
        if (!done)
            be_patient(looks);
    }
    links->requests = 0;
    return 0;
}

static MPI_Request *next_request(struct links *links)
{
    if (links->requests == links->room) {
        int room = 2 * links->room + 64;
        MPI_Request *more =
            realloc(links->request, (size_t)room * sizeof *more);
        if (!more)
            return NULL;
        links->request = more;
        links->room = room;
    }
    return &links->request[links->requests++];
}

static int no_memory(struct weft_error *err)
{
    return refuse(err, WEFT_ERROR_MEMORY, "no memory for messages");
}

/* ---- the exchange ---------------------------------------------------------
 */

/* The first piece to one process and from it. */
static int begin(struct links *links, int peer,
                 const struct weft_parcel *parcel, struct weft_error *err)
{
    struct peer *p = &links->peer[peer];
    uint64_t bytes = parcel->bytes;
    size_t here = bytes < PIECE - HEAD ? (size_t)bytes : PIECE - HEAD;
    MPI_Request *in = next_request(links);
    if (!in || mpi.Irecv(p->first_in, PIECE, MPI_BYTE, peer, 1, links->comm,
                         in) != MPI_SUCCESS)
        return no_memory(err);
    memcpy(p->first_out, &bytes, HEAD);
    if (here)
        memcpy(p->first_out + HEAD, parcel->data, here);
    MPI_Request *out = next_request(links);
    if (!out)
        return no_memory(err);
    int code = mpi.Isend(p->first_out, (int)(HEAD + here), MPI_BYTE, peer, 1,
                         links->comm, out);
    return code == MPI_SUCCESS ? 0 : failed(code, "sending", err);
}

/* The rest of what is long, one way. */
static int rest(struct links *links, int peer, char *data, size_t bytes,
                bool send, struct weft_error *err)
{
    for (size_t at = PIECE - HEAD; at < bytes;) {
        size_t left = bytes - at;
        int many = left < REST_MAX ? (int)left : REST_MAX;
        MPI_Request *request = next_request(links);
        if (!request)
            return no_memory(err);
        int code = send ? mpi.Isend(data + at, many, MPI_BYTE, peer, 2,
                                    links->comm, request)
                        : mpi.Irecv(data + at, many, MPI_BYTE, peer, 2,
                                    links->comm, request);
        if (code != MPI_SUCCESS)
            return failed(code, "exchanging", err);
        at += (size_t)many;
    }
    return 0;
}

/* The first piece has come. */
static int take(struct links *links, int peer, struct weft_parcel *in,
                struct weft_error *err)
{
    struct peer *p = &links->peer[peer];
    uint64_t bytes;
    memcpy(&bytes, p->first_in, HEAD);
    *in = (struct weft_parcel){p->first_in + HEAD, (size_t)bytes};
    if (bytes <= PIECE - HEAD)
        return 0;
    if (bytes > p->room) {
        free(p->data);
        p->room = 0;
        p->data = malloc((size_t)(bytes + bytes / 2));
        if (!p->data)
            return no_memory(err);
        p->room = (size_t)(bytes + bytes / 2);
    }
    memcpy(p->data, p->first_in + HEAD, PIECE - HEAD);
    in->data = p->data;
    return rest(links, peer, p->data, in->bytes, false, err);
}

static int exchange(struct weft_transport *transport,
                    const struct weft_parcel out[], struct weft_parcel in[],
                    struct weft_error *err)
{
    struct links *links = transport->state;
    int status = 0;
    for (int k = 0; !status && k < transport->size; k++)
        if (k != transport->rank)
            status = begin(links, k, &out[k], err);
    if (status || wait_for_all(links, err))
        return -1;
    for (int k = 0; !status && k < transport->size; k++) {
        in[k] = (struct weft_parcel){NULL, 0};
        if (k == transport->rank)
            continue;
        status = take(links, k, &in[k], err);
        if (!status)
            status = rest(links, k, (char *)(uintptr_t)out[k].data,
                          out[k].bytes, true, err);
    }
    return status || wait_for_all(links, err) ? -1 : 0;
}

/* ---- beginning and end ------------------------------------------------------
 */

static void free_links(struct links *links, int size)
{
    for (int k = 0; links && links->peer && k < size; k++) {
        free(links->peer[k].first_out);
        free(links->peer[k].data);
    }
    if (links) {
        free(links->peer);
        free(links->request);
    }
    free(links);
}

static void close_links(struct weft_transport *transport, bool together,
                        int status)
{
    struct links *links = transport->state;
    if (!together)
        mpi.Abort(links->comm, status);
    mpi.Comm_free(&links->comm);
    mpi.Finalize();
    free_links(links, transport->size);
    free((char *)(uintptr_t)transport->name);
    free(transport);
}

static struct links *make_links(int size)
{
    struct links *links = calloc(1, sizeof *links);
    if (links)
        links->peer = calloc((size_t)size, sizeof *links->peer);
    for (int k = 0; links && links->peer && k < size; k++) {
        char *both = malloc((size_t)2 * PIECE);
        if (!both) {
            free_links(links, size);
            return NULL;
        }
        links->peer[k].first_out = both;
        links->peer[k].first_in = both + PIECE;
    }
    return links;
}

/* "Open MPI v4.1.4, package: ..." up to the first comma. */
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
        refuse(err, WEFT_ERROR_SYSTEM, "the module's MPI is not whole");
        return NULL;
    }
    int provided = MPI_THREAD_SINGLE, rank, size;
    if (mpi.Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &provided) !=
            MPI_SUCCESS ||
        provided < MPI_THREAD_SERIALIZED) {
        refuse(err, WEFT_ERROR_SYSTEM,
               "this MPI cannot be called from different threads");
        return NULL;
    }
    mpi.Comm_rank(MPI_COMM_WORLD, &rank);
    mpi.Comm_size(MPI_COMM_WORLD, &size);
    struct weft_transport *transport = calloc(1, sizeof *transport);
    struct links *links = make_links(size);
    if (!transport || !links || !links->peer) {
        free(transport);
        free_links(links, size);
        no_memory(err);
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
        .exchange = exchange,
        .close = close_links,
    };
    return transport;
}
