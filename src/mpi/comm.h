/* Communicators; private to src/mpi. */
#ifndef WEFT_SRC_MPI_COMM_H
#define WEFT_SRC_MPI_COMM_H

#include "mpi/threads/rank-threads.h"

struct group;

struct error_handler {
    int references;
    MPI_Comm_errhandler_function *function; /* NULL for a predefined handler */
    MPI_Errhandler handle;
    int handles; /* number of handles beyond the first one */
};

/* Beginning of the name of a communicator that the program has not named. */
#define COMM_CREATED "a communicator created by "

struct comm {
    int references; /* references by its handle and by pending operations */
    MPI_Comm handle;
    /* Number that identifies the communicator's messages. */
    uint64_t context;
    uint64_t children;    /* number of communicators created from this one */
    uint32_t collectives; /* number of collective calls so far: the tag of the
                             next one */
    int rank;             /* this rank in `group` */
    struct group *group;  /* members on this side; holds a reference */
    struct group *remote; /* members of the other side, or NULL */
    struct comm *local;   /* intercommunicator: this side's intracommunicator */
    bool first; /* intercommunicator: whether this side is first in a merge if
                   both or neither pass high */
    /* How often MPI_Comm_create_group() was called with each group and tag; may
     * be NULL. */
    struct made *made;
    struct error_handler *errhandler;
    void *attributes; /* list of attributes (attribute.c), or NULL */
    void *topology;   /* virtual topology (topology.c), or NULL */
    void *info;       /* copy of the info object passed at creation, or NULL */
    bool named;       /* whether the program set the name */
    char name[MPI_MAX_OBJECT_NAME];
    struct thread_call latest; /* collective call, in ranks with threads */
};

/* Return the communicator of a handle, or NULL. */
struct comm *comm_of(const struct rank *rank, MPI_Comm handle);

/* Create a communicator of `group`. Collective over `parent`: all members call
 * it with the same group and in the same order; ranks outside the group get
 * NULL. No messages are sent. Takes a reference to `group`; the result has a
 * handle. */
struct comm *comm_make(struct rank *rank, struct comm *parent,
                       struct group *group);

/* Create a communicator with a handle and the members of `comm`. Collective. */
struct comm *comm_copy(struct rank *rank, struct comm *comm);
/* Create a communicator with a given context. Takes references to `group` and
 * `remote` (or NULL). */
struct comm *comm_new(struct rank *rank, uint64_t context, struct group *group,
                      struct group *remote, struct error_handler *errhandler);
void comm_drop(struct rank *rank, struct comm *comm);
/* Return the context of the next communicator created from this one. */
uint64_t comm_next_context(struct comm *comm);
uint64_t comm_mix(uint64_t a, uint64_t b);

/* Create MPI_COMM_WORLD and MPI_COMM_SELF. */
void comm_open(struct rank *rank);

/* Return a new handler with a handle, which calls a function of the program. */
struct error_handler *errhandler_new(struct rank *rank,
                                     MPI_Comm_errhandler_function *function);
void errhandler_open(struct rank *rank);
void errhandler_drop(struct rank *rank, struct error_handler *handler);
/* Return a handle that the program must free. */
void errhandler_tell(struct rank *rank, struct error_handler *handler,
                     MPI_Errhandler *errhandler);

/* Return the text of the error for an invalid handle. */
const char *comm_wrong(MPI_Comm handle);

/* In an MPI function: `COMM(c, comm);` declares c and returns MPI_ERR_COMM if
 * the handle is invalid. */
#define COMM(c, handle)                                                        \
    struct comm *c = comm_of(rank, handle);                                    \
    if (!c)                                                                    \
    return rank_error(rank, NULL, MPI_ERR_COMM, "%s", comm_wrong(handle))

static inline int comm_is_inter(const struct comm *comm)
{
    return comm->remote != 0;
}

#endif
