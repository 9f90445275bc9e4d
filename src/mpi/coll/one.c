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
    struct data data;
    int error = coll_open(&c, rank, comm, COLL_BCAST, handle);
    if (error)
        return error;
    if ((error = coll_root(&c, root)) ||
        (error = coll_data(&c, &data, buffer, count, datatype)))
        return coll_give_up(&c, error);
    struct claim claim = {
        .root = root, .has_root = true, .has_signature = true};
    type_signature(data.type, data.count, &claim.signature);
    coll_claim(&c, &claim);
    coll_put_bcast(&c, &data, root);
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
