/* Collective calls and the schedules that implement them; private to
 * src/mpi. */
#ifndef WEFT_SRC_MPI_COLL_COLL_H
#define WEFT_SRC_MPI_COLL_COLL_H

#include "mpi/agree.h"
#include "mpi/coll/coll-schedule.h"

/* Collective calls with selectable algorithms, and others. */
enum coll_kind {
    COLL_BARRIER,
    COLL_BCAST,
    COLL_REDUCE,
    COLL_ALLREDUCE,
    COLL_GATHER,
    COLL_SCATTER,
    COLL_ALLGATHER,
    COLL_ALLTOALL,
    COLL_OTHER,
    COLL_ONE_GROUP /* calls not defined on intercommunicators */
};

/* Kind of a call: blocking if `handle` is NULL; otherwise `handle` receives
 * a request, which starts at once or, if it is persistent, at each
 * MPI_Start(). */
struct how {
    MPI_Request *handle;
    bool persistent;
};

#define HOW_WAITS ((struct how){0})
#define HOW_BEGINS ((struct how){.handle = request})
#define HOW_PERSISTS ((struct how){.handle = request, .persistent = true})

/* A collective call in progress. */
struct coll {
    struct rank *rank;
    struct comm *comm;
    struct request *request;
    struct schedule *s;
    /* The number of ranks (of the remote group if `inter`), and the index of
     * this rank. */
    int p, me;
    bool inter; /* whether the communicator is an intercommunicator */
    int tag;
    bool vector; /* whether the blocks of the call may differ in size */
    struct how how;
};

/* `count` elements at `buffer`. */
struct data {
    char *buffer;
    size_t count;
    const struct type *type;
    MPI_Datatype handle;
};

/* Arguments that must agree between all members (claims.c). */
struct claim {
    const char *function;
    const void *caller;
    int rank, root;
    MPI_Op op;
    bool has_root, has_op, has_signature;
    struct signature signature; /* type signature of a block */
    /* further arguments that must agree on all ranks, or NULL */
    const struct agreement *agreement;
};

int coll_open(struct coll *c, struct rank *rank, MPI_Comm comm,
              enum coll_kind which, struct how how);
/* Compare the claim of this call with those of the other members. Ends the run
 * if they differ. */
void coll_claim(struct coll *c, const struct claim *claim);
/* Start the call or, if it is persistent, prepare it. If it is blocking, wait
 * until it is complete. */
int coll_close(struct coll *c);
/* Discard the call because an argument is wrong. Returns `error`. */
int coll_give_up(struct coll *c, int error);

/* Wait until all members have made the call; their agreements must be equal
 * unless `agreement` is NULL. */
int coll_meet(struct coll *c, struct rank *rank, struct comm *comm,
              const struct agreement *agreement);
/* Wait for all ranks, as MPI_Barrier does. */
int coll_barrier(struct rank *rank, struct comm *comm);
/* Gather `bytes` bytes of each rank in `all`, ordered by rank. */
int coll_exchange(struct rank *rank, struct comm *comm, const void *own,
                  void *all, size_t bytes);

/* Broadcast `count` bytes from `root`. */
int coll_tell(struct rank *rank, struct comm *comm, void *bytes, size_t count,
              int root);
/* Open a schedule between two members only, with a tag of their own. Also valid
 * on intercommunicators. */
void coll_private(struct coll *c, struct rank *rank, struct comm *comm,
                  int tag);

/* Return whether `name` is the algorithm chosen for this kind of call. */
bool coll_chosen(const struct coll *c, enum coll_kind which, const char *name);

/* Check arguments; callers handle MPI_IN_PLACE. Return MPI_SUCCESS or the class
 * of an error that was raised. */
int coll_data(struct coll *c, struct data *data, const void *buffer,
              MPI_Count count, MPI_Datatype handle);
int coll_root(struct coll *c, int root);
int coll_op(struct coll *c, MPI_Op handle, const struct type *type,
            const struct op **op);

static inline char *coll_at(const struct data *data, MPI_Count elements)
{
    return data->buffer + elements * type_extent(data->type);
}

/* The following functions append parts of algorithms to a schedule. */
void coll_put_barrier(struct coll *c);
/* For intercommunicators: send data to all ranks of the remote group; receive
 * the data of all its ranks and combine them in rank order. */
void coll_put_to_all(struct coll *c, const struct data *data);
void coll_put_between(struct coll *c, const struct data *data,
                      const struct op *op, char *result);
void coll_put_bcast(struct coll *c, const struct data *data, int root);
/* Append a reduction. `result` is the root's result buffer, NULL on other
 * ranks; `data` is not changed. */
void coll_put_reduce(struct coll *c, const struct data *data,
                     const struct op *op, char *result, int root);
/* Append an all-reduce. `result` is filled on all ranks; it may be the buffer
 * of `data`. */
void coll_put_allreduce(struct coll *c, const struct data *data,
                        const struct op *op, char *result);
void coll_put_allgather(struct coll *c, char *all, size_t block);

#endif
