/* Requests (MPI_Request); private to src/mpi. */
#ifndef WEFT_SRC_MPI_REQUEST_H
#define WEFT_SRC_MPI_REQUEST_H

#include "mpi/comm.h"
#include "mpi/data/type.h"
#include "mpi/message/envelope.h"

struct schedule;
struct general;

enum request_kind {
    REQUEST_SEND,
    REQUEST_RECEIVE,
    REQUEST_COLLECTIVE, /* a request that runs a schedule */
    REQUEST_GENERAL,    /* a generalised request (MPI_Grequest_start) */
};

enum send_mode { SEND_STANDARD, SEND_SYNCHRONOUS, SEND_BUFFERED, SEND_READY };

struct request;

/* What happens to a request besides the transfer of a message. */
struct request_actions {
    /* A part of the request is complete, and may be freed afterwards. */
    void (*part_over)(struct rank *rank, struct request *request,
                      struct request *part);
    /* The program completes the request; NULL: no action. */
    void (*concluded)(struct rank *rank, const struct request *request);
    /* The request is freed; NULL: no action. */
    void (*destroyed)(struct rank *rank, struct request *request);
};

/* A copy of a buffer that a request uses: `over` is called when the request is
 * freed, before the program continues. */
struct request_copy {
    struct request_copy *next;
    void (*over)(struct rank *rank, struct request_copy *copy);
};

struct request {
    struct request *next, *previous; /* list of the rank's active operations */
    struct request *queue;           /* queue of posted receives */
    enum request_kind kind;
    enum send_mode mode;
    bool persistent;
    bool attached; /* whether this is a buffered send that uses the program's
                      attached buffer */
    bool active;   /* whether it was started, and is not yet completed by a wait
                      or test */
    bool done;     /* whether the operation is complete */
    bool freed;    /* whether the request has no handle: it was freed, or is
                      internal */
    bool matched;  /* whether the message of a receive is known */
    bool cancelled; /* whether the operation was cancelled successfully */
    bool internal;  /* whether the request is part of a collective call */
    bool listed;    /* whether the current call has the request in its list */

    void *buffer;
    size_t count;
    const struct type *type; /* holds a reference */
    struct comm *comm;       /* holds a reference */
    int peer;                /* the peer's rank in the communicator, or
                                MPI_ANY_SOURCE */
    int world; /* the peer's world rank; -1: any, or MPI_PROC_NULL */
    int tag;
    uint64_t context;
    struct signature signature;
    bool packed; /* whether the buffer is packed; then `signature` describes the
                    original data */
    bool watched;
    uint64_t hash;            /* hash of the buffer at the start */
    struct envelope *sent;    /* envelope that the send created; valid while its
                                 serial number is `serial` */
    uint64_t serial;          /* serial number of `sent` */
    struct envelope *message; /* message of a matched receive, from
                                 MPI_Mprobe */
    MPI_File file;            /* file of a nonblocking access */
    MPI_Win window; /* window of a request-based access; valid if `access` is
                       not 0 */
    int target;
    uint64_t access; /* number of a request-based access in its window, or 0 */

    MPI_Request handle;
    const char *function; /* name of the function that created the request */
    const void *caller;   /* address of the call of that function */

    /* Status of the completed operation: rank, tag and error class. */
    int source, found, error;
    size_t bytes;
    char *wrong; /* text of the error, or NULL; owned */

    const struct request_actions *actions; /* NULL: none */
    struct request_copy *copies;
    /* The request of which this one is a part, or NULL. */
    struct request *parent;
    int pair; /* MPI_Isendrecv: number of incomplete parts; -1: both are
                 complete */
    struct schedule *schedule; /* schedule of a collective call */
    struct general *general;   /* state of a generalised request; owned */
};

/* Create a request without a handle. */
struct request *request_new(struct rank *rank, enum request_kind kind,
                            struct comm *comm);
/* Free a request, its handle and the references that it holds. */
void request_destroy(struct rank *rank, struct request *request);

/* Start the operation. */
void request_start(struct rank *rank, struct request *request);

/* Wait for a request without a handle, and raise its error. */
int request_finish(struct rank *rank, struct request *request,
                   MPI_Status *status);

/* Write the name of a communicator. One that the program has not named is
 * described by its members and by the line that created it. */
void request_comm_text(const struct rank *rank, const struct comm *comm,
                       char *text, size_t size);
/* Write a description such as "MPI_Recv (from 3, tag 5, MPI_COMM_WORLD)"; with
 * `relative`, the peer is "rank + 1". */
void request_describe(const struct rank *rank, const struct request *request,
                      bool relative, char *text, size_t size);

#endif
