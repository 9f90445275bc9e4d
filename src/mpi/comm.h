/* Communicators; private to src/mpi. */
#ifndef WEFT_SRC_MPI_COMM_H
#define WEFT_SRC_MPI_COMM_H

#include "mpi/rank.h"

struct group;

struct error_handler {
    int references;
    MPI_Comm_errhandler_function *function; /* NULL: predefined */
    MPI_Errhandler handle;
    int handles; /* beyond the one it was made with */
};

struct comm {
    int references; /* its handle, and operations under way */
    MPI_Comm handle;
    uint64_t context;     /* what messages are told apart by */
    uint64_t children;    /* communicators made of it so far */
    uint32_t collectives; /* collective calls so far, for tags */
    int rank;             /* mine in `group` */
    struct group *group;  /* of this side; held */
    struct group *remote; /* intercommunicator: the other side; else NULL */
    struct comm *local;   /* ... and this side by itself; held */
    bool first;           /* ... the lower of the two, if none is high */
    struct made *made;    /* by MPI_Comm_create_group, how often */
    struct error_handler *errhandler;
    void *attributes; /* attribute.c's list, NULL: none */
    void *topology;   /* topology.c's, NULL: none */
    void *info;       /* a dup of the info it was made with, or NULL */
    bool named;       /* by the program */
    char name[MPI_MAX_OBJECT_NAME];
};

/* The communicator of a handle; NULL: none. */
struct comm *comm_of(const struct rank *rank, MPI_Comm handle);

/* Collective over `parent`: every member calls it with the same group, in the
 * order of all other such calls on `parent`; who is not in the group gets NULL.
 * Exchanges nothing. `group` is held. The result has a handle. */
struct comm *comm_make(struct rank *rank, struct comm *parent,
                       struct group *group);

/* One more with the same members as `comm`, with a handle. Collective. */
struct comm *comm_copy(struct rank *rank, struct comm *comm);
/* One with that context. `group` and `remote` (or NULL) are held. */
struct comm *comm_new(struct rank *rank, uint64_t context, struct group *group,
                      struct group *remote, struct error_handler *errhandler);
void comm_drop(struct rank *rank, struct comm *comm);
/* The context of the next one made of this one. */
uint64_t comm_next_context(struct comm *comm);
uint64_t comm_mix(uint64_t a, uint64_t b);

/* MPI_COMM_WORLD and MPI_COMM_SELF. */
void comm_open(struct rank *rank);

void errhandler_open(struct rank *rank);
void errhandler_drop(struct rank *rank, struct error_handler *handler);

/* What is wrong with a handle that is none. */
const char *comm_wrong(MPI_Comm handle);

/* In a function of the standard: `COMM(c, comm);` declares c and leaves with
 * MPI_ERR_COMM unless the handle is one. */
#define COMM(c, handle)                                                        \
    struct comm *c = comm_of(rank, handle);                                    \
    if (!c)                                                                    \
    return rank_error(rank, NULL, MPI_ERR_COMM, "%s", comm_wrong(handle))

static inline int comm_is_inter(const struct comm *comm)
{
    return comm->remote != 0;
}

#endif
