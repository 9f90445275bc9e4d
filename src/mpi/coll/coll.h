/* Collective calls: what each one does, as schedules; private to src/mpi. */
#ifndef WEFT_SRC_MPI_COLL_COLL_H
#define WEFT_SRC_MPI_COLL_COLL_H

#include "mpi/agree.h"
#include "mpi/coll/coll-schedule.h"

/* Collectives whose algorithm can be chosen, and the rest. */
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
    COLL_ONE_GROUP /* not between two */
};

/* How a call goes on: it waits; or it gives the program a request at `handle`,
 * which is begun at once, or by MPI_Start and as often as that is called. */
struct how {
    MPI_Request *handle;
    bool persistent;
};

#define HOW_WAITS ((struct how){0})
#define HOW_BEGINS ((struct how){.handle = request})
#define HOW_PERSISTS ((struct how){.handle = request, .persistent = true})

/* One call under way. */
struct coll {
    struct rank *rank;
    struct comm *comm;
    struct request *request;
    struct schedule *s;
    int p, me;  /* between two groups: p of the other one */
    bool inter; /* between two groups: all messages go to the other one */
    int tag;
    bool vector; /* blocks of different sizes */
    struct how how;
};

/* `count` elements at `buffer`. */
struct data {
    char *buffer;
    size_t count;
    const struct type *type;
    MPI_Datatype handle;
};

/* What all members must say alike: claims.c. */
struct claim {
    const char *function;
    const void *caller;
    int rank, root;
    MPI_Op op;
    bool has_root, has_op, has_signature;
    struct signature signature;        /* of what a block is */
    const struct agreement *agreement; /* or NULL */
};

int coll_open(struct coll *c, struct rank *rank, MPI_Comm comm,
              enum coll_kind which, struct how how);
/* The claim of this call agrees with those of the others, or the run ends. */
void coll_claim(struct coll *c, const struct claim *claim);
/* Begin, or be ready to; wait for it if it is blocking. */
int coll_close(struct coll *c);
/* A wrong argument: nothing begins. @returns error */
int coll_give_up(struct coll *c, int error);

/* A call that needs nothing but that all call it, with arguments that agree if
 * that is not NULL. */
int coll_meet(struct coll *c, struct rank *rank, struct comm *comm,
              const struct agreement *agreement);
/* Everybody's `bytes` bytes to all, by rank. */
int coll_exchange(struct rank *rank, struct comm *comm, const void *own,
                  void *all, size_t bytes);

/* Bytes of `root` to all. */
int coll_tell(struct rank *rank, struct comm *comm, void *bytes, size_t count,
              int root);
/* A schedule of two members only, with a tag of theirs; on intercommunicators,
 * too. */
void coll_private(struct coll *c, struct rank *rank, struct comm *comm,
                  int tag);

/* Is the algorithm of that name chosen? */
bool coll_chosen(const struct coll *c, enum coll_kind which, const char *name);

/* Arguments; MPI_IN_PLACE is for callers to see. @returns an error, raised */
int coll_data(struct coll *c, struct data *data, const void *buffer,
              MPI_Count count, MPI_Datatype handle);
int coll_root(struct coll *c, int root);
int coll_op(struct coll *c, MPI_Op handle, const struct type *type,
            const struct op **op);

static inline char *coll_at(const struct data *data, MPI_Count elements)
{
    return data->buffer + elements * type_extent(data->type);
}

/* Parts of schedules. */
void coll_put_barrier(struct coll *c);
/* Between two groups: to all of the other group, from all of it; and what comes
 * from it combined in the order of its ranks. */
void coll_put_to_all(struct coll *c, const struct data *data);
void coll_put_between(struct coll *c, const struct data *data,
                      const struct op *op, char *result);
void coll_put_bcast(struct coll *c, const struct data *data, int root);
/* `result` is the buffer of the root, or NULL; `data` is not changed. */
void coll_put_reduce(struct coll *c, const struct data *data,
                     const struct op *op, char *result, int root);
/* `result` on all; it may be the buffer of `data`. */
void coll_put_allreduce(struct coll *c, const struct data *data,
                        const struct op *op, char *result);
void coll_put_allgather(struct coll *c, char *all, size_t block);

#endif
