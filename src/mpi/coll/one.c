/* Barrier and broadcast. */
#include "mpi/calls/task.h"
#include "mpi/coll/coll.h"

static int barrier(struct rank *rank, MPI_Comm comm, MPI_Request *handle)
{
    struct coll c;
    int error = coll_open(&c, rank, comm, COLL_BARRIER, handle);
    if (error)
        return error;
    coll_claim(&c, &(struct claim){0});
    coll_put_barrier(&c);
    return coll_close(&c);
}

int MPI_Barrier(MPI_Comm comm)
{
    ENTER(Barrier);
    RETURN_TASK(Barrier, barrier(rank, comm, NULL));
}

int MPI_Ibarrier(MPI_Comm comm, MPI_Request *request)
{
    ENTER(Ibarrier);
    RETURN_TASK(Ibarrier, barrier(rank, comm, request));
}

static int bcast(struct rank *rank, void *buffer, int count,
                 MPI_Datatype datatype, int root, MPI_Comm comm,
                 MPI_Request *handle)
{
    struct coll c;
    struct data data = {0};
    int error = coll_open(&c, rank, comm, COLL_BCAST, handle);
    if (error)
        return error;
    if ((error = coll_root(&c, root)) ||
        (root != MPI_PROC_NULL &&
         (error = coll_data(&c, &data, buffer, count, datatype))))
        return coll_give_up(&c, error);
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

int MPI_Bcast(void *buffer, int count, MPI_Datatype datatype, int root,
              MPI_Comm comm)
{
    ENTER(Bcast);
    RETURN_TASK(Bcast, bcast(rank, buffer, count, datatype, root, comm, NULL));
}

int MPI_Ibcast(void *buffer, int count, MPI_Datatype datatype, int root,
               MPI_Comm comm, MPI_Request *request)
{
    ENTER(Ibcast);
    RETURN_TASK(Ibcast,
                bcast(rank, buffer, count, datatype, root, comm, request));
}
