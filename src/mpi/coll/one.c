/* Barrier and broadcast. */
#include "mpi/calls/p2p.h"
#include "mpi/coll/variants.h"

static int barrier(struct rank *rank, MPI_Comm comm, struct how how)
{
    struct coll c;
    int error = coll_open(&c, rank, comm, COLL_BARRIER, how);
    if (error)
        return error;
    coll_claim(&c, &(struct claim){0});
    coll_put_barrier(&c);
    return coll_close(&c);
}

int coll_barrier(struct rank *rank, struct comm *comm)
{
    return barrier(rank, comm->handle, HOW_WAITS);
}

#define BARRIER_LIST(COUNT, PLACE) MPI_Comm comm
#define BARRIER_DO(how) barrier(rank, comm, how)
COLL_SIZE(Barrier, Ibarrier, , BARRIER_LIST, int, int, BARRIER_DO)

static int bcast(struct rank *rank, void *buffer, MPI_Count count,
                 MPI_Datatype datatype, int root, MPI_Comm comm, struct how how)
{
    struct coll c;
    struct data data = {0};
    int error = coll_open(&c, rank, comm, COLL_BCAST, how);
    if (error)
        return error;
    if ((error = coll_root(&c, root)) ||
        (root != MPI_PROC_NULL &&
         (error = coll_data(&c, &data, buffer, count, datatype))))
        return coll_give_up(&c, error);
    if (!c.inter && c.me != root)
        p2p_check_written(rank, data.type, data.count, "receive");
    struct claim claim = {.root = root,
                          .has_root = !c.inter,
                          .has_signature = root != MPI_PROC_NULL};
    if (claim.has_signature)
        type_signature(data.type, data.count, &claim.signature);
    coll_claim(&c, &claim);
    if (!c.inter)
        coll_put_bcast(&c, &data, root);
    else if (root == MPI_ROOT)
        coll_put_to_all(&c, &data);
    else if (root != MPI_PROC_NULL)
        schedule_receive(rank, c.s, data.buffer, data.count, data.type, root);
    return coll_close(&c);
}

#define BCAST_LIST(COUNT, PLACE)                                               \
    void *buffer, COUNT count, MPI_Datatype datatype, int root, MPI_Comm comm
#define BCAST_DO(how) bcast(rank, buffer, count, datatype, root, comm, how)
COLL_VARIANTS(Bcast, Ibcast, BCAST_LIST, BCAST_DO)
