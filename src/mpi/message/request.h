/* Requests: operations that have begun; private to src/mpi. */
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
    REQUEST_COLLECTIVE, /* a schedule */
    REQUEST_GENERAL,    /* of MPI_Grequest_start */
};

enum send_mode { SEND_STANDARD, SEND_SYNCHRONOUS, SEND_BUFFERED, SEND_READY };

struct request {
    struct request *next, *previous; /* operations under way, of the rank */
    struct request *queue;           /* receives that nothing has matched */
    enum request_kind kind;
    enum send_mode mode;
    bool persistent;
    bool attached;  /* SEND_BUFFERED of the program, in its attached buffer */
    bool active;    /* begun, and not yet completed by a wait or test */
    bool done;      /* the operation is over */
    bool freed;     /* by the program, or it never saw it */
    bool matched;   /* a receive: its message is known */
    bool cancelled; /* ... */
    bool internal;  /* part of a collective call */
    bool listed;    /* in the list of the call under way */

    void *buffer;
    size_t count;
    const struct type *type; /* held */
    struct comm *comm;       /* held */
    int peer;                /* in the communicator; MPI_ANY_SOURCE */
    int world;               /* the same in the world; -1: any, or none */
    int tag;
    uint64_t context;
    struct signature signature;
    bool packed; /* the buffer is a packed copy; `signature` is its data's */
    bool watched;
    uint64_t hash;         /* watched: of the buffer when the operation began */
    struct envelope *sent; /* a send: what it sent ... */
    uint64_t serial;       /* ... while that has this number */
    struct envelope *message; /* of MPI_Mprobe: to be received */
    MPI_Win window; /* of MPI_Rget and the like, if `access` is not 0 */
    int target;
    uint64_t access; /* its number there */

    MPI_Request handle;
    const char *function; /* that made it, */
    const void *caller;   /* and where */

    /* The status to be. */
    int source, found, error; /* rank, tag, class */
    size_t bytes;
    char *wrong; /* the text of the error, or NULL */

    struct request *parent; /* the collective call it is a part of, or ... */
    int pair; /* ... MPI_Isendrecv: so many parts to come; -1: over */
    struct schedule *schedule; /* REQUEST_COLLECTIVE, owned */
    struct general *general;   /* REQUEST_GENERAL, owned */
};

/* A new one, without a handle. */
struct request *request_new(struct rank *rank, enum request_kind kind,
                            struct comm *comm);
/* What it holds is let go, and its handle. */
void request_destroy(struct rank *rank, struct request *request);

/* The operation begins. */
void request_start(struct rank *rank, struct request *request);

/* Wait for one that the program has not seen; its error, raised. */
int request_finish(struct rank *rank, struct request *request,
                   MPI_Status *status);

/* "MPI_Recv (from 3, tag 5, MPI_COMM_WORLD)" */
void request_describe(const struct rank *rank, const struct request *request,
                      char *text, size_t size);

#endif
