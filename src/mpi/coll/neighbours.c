/* Collective calls along the edges of a topology. */
#include "mpi/calls/task.h"
#include "mpi/coll/side.h"
#include "mpi/data/topology.h"

/* `same`: one block for all destinations. Messages between two that are
 * neighbours several times meet in the order of the lists. */
static int neighbours(struct rank *rank, const struct side *out,
                      const struct side *in, bool same, MPI_Comm comm,
                      MPI_Request *handle)
{
    struct coll c;
    int sources, destinations;
    const int *source, *destination;
    int error = coll_open(&c, rank, comm, COLL_ONE_GROUP, handle);
    if (error)
        return error;
    if (topology_neighbours(c.comm, &sources, &destinations, &source,
                            &destination))
        return coll_give_up(&c, rank_error(rank, c.comm, MPI_ERR_TOPOLOGY,
                                           "%s has no topology", c.comm->name));
    coll_claim(&c, &(struct claim){0});
    /* What goes down in a dimension comes from above there. */
    bool cart = topology_kind(c.comm->topology) == MPI_CART;
    struct data data;
    for (int i = 0; i < destinations; i++) {
        if ((error = side_block(&c, out, same ? 0 : i, &data)))
            return coll_give_up(&c, error);
        if (cart)
            schedule_lane(c.s, i ^ 1);
        if (destination[i] != MPI_PROC_NULL)
            schedule_send(rank, c.s, data.buffer, data.count, data.type,
                          destination[i]);
    }
    for (int i = 0; i < sources; i++) {
        if ((error = side_block(&c, in, i, &data)))
            return coll_give_up(&c, error);
        if (cart)
            schedule_lane(c.s, i);
        if (source[i] != MPI_PROC_NULL)
            schedule_receive(rank, c.s, data.buffer, data.count, data.type,
                             source[i]);
    }
    return coll_close(&c);
}

int MPI_Neighbor_allgather(const void *sendbuf, int sendcount,
                           MPI_Datatype sendtype, void *recvbuf, int recvcount,
                           MPI_Datatype recvtype, MPI_Comm comm)
{
    ENTER(Neighbor_allgather);
    RETURN_TASK(Neighbor_allgather,
                neighbours(rank,
                           &(struct side){(void *)sendbuf, sendcount, NULL,
                                          NULL, NULL, sendtype, NULL},
                           &(struct side){recvbuf, recvcount, NULL, NULL, NULL,
                                          recvtype, NULL},
                           true, comm, NULL));
}

int MPI_Ineighbor_allgather(const void *sendbuf, int sendcount,
                            MPI_Datatype sendtype, void *recvbuf, int recvcount,
                            MPI_Datatype recvtype, MPI_Comm comm,
                            MPI_Request *request)
{
    ENTER(Ineighbor_allgather);
    RETURN_TASK(Ineighbor_allgather,
                neighbours(rank,
                           &(struct side){(void *)sendbuf, sendcount, NULL,
                                          NULL, NULL, sendtype, NULL},
                           &(struct side){recvbuf, recvcount, NULL, NULL, NULL,
                                          recvtype, NULL},
                           true, comm, request));
}

int MPI_Neighbor_allgatherv(const void *sendbuf, int sendcount,
                            MPI_Datatype sendtype, void *recvbuf,
                            const int recvcounts[], const int displs[],
                            MPI_Datatype recvtype, MPI_Comm comm)
{
    ENTER(Neighbor_allgatherv);
    RETURN_TASK(Neighbor_allgatherv,
                neighbours(rank,
                           &(struct side){(void *)sendbuf, sendcount, NULL,
                                          NULL, NULL, sendtype, NULL},
                           &(struct side){recvbuf, 0, recvcounts, displs, NULL,
                                          recvtype, NULL},
                           true, comm, NULL));
}

int MPI_Ineighbor_allgatherv(const void *sendbuf, int sendcount,
                             MPI_Datatype sendtype, void *recvbuf,
                             const int recvcounts[], const int displs[],
                             MPI_Datatype recvtype, MPI_Comm comm,
                             MPI_Request *request)
{
    ENTER(Ineighbor_allgatherv);
    RETURN_TASK(Ineighbor_allgatherv,
                neighbours(rank,
                           &(struct side){(void *)sendbuf, sendcount, NULL,
                                          NULL, NULL, sendtype, NULL},
                           &(struct side){recvbuf, 0, recvcounts, displs, NULL,
                                          recvtype, NULL},
                           true, comm, request));
}

int MPI_Neighbor_alltoall(const void *sendbuf, int sendcount,
                          MPI_Datatype sendtype, void *recvbuf, int recvcount,
                          MPI_Datatype recvtype, MPI_Comm comm)
{
    ENTER(Neighbor_alltoall);
    RETURN_TASK(Neighbor_alltoall,
                neighbours(rank,
                           &(struct side){(void *)sendbuf, sendcount, NULL,
                                          NULL, NULL, sendtype, NULL},
                           &(struct side){recvbuf, recvcount, NULL, NULL, NULL,
                                          recvtype, NULL},
                           false, comm, NULL));
}

int MPI_Ineighbor_alltoall(const void *sendbuf, int sendcount,
                           MPI_Datatype sendtype, void *recvbuf, int recvcount,
                           MPI_Datatype recvtype, MPI_Comm comm,
                           MPI_Request *request)
{
    ENTER(Ineighbor_alltoall);
    RETURN_TASK(Ineighbor_alltoall,
                neighbours(rank,
                           &(struct side){(void *)sendbuf, sendcount, NULL,
                                          NULL, NULL, sendtype, NULL},
                           &(struct side){recvbuf, recvcount, NULL, NULL, NULL,
                                          recvtype, NULL},
                           false, comm, request));
}

int MPI_Neighbor_alltoallv(const void *sendbuf, const int sendcounts[],
                           const int sdispls[], MPI_Datatype sendtype,
                           void *recvbuf, const int recvcounts[],
                           const int rdispls[], MPI_Datatype recvtype,
                           MPI_Comm comm)
{
    ENTER(Neighbor_alltoallv);
    RETURN_TASK(Neighbor_alltoallv,
                neighbours(rank,
                           &(struct side){(void *)sendbuf, 0, sendcounts,
                                          sdispls, NULL, sendtype, NULL},
                           &(struct side){recvbuf, 0, recvcounts, rdispls, NULL,
                                          recvtype, NULL},
                           false, comm, NULL));
}

int MPI_Ineighbor_alltoallv(const void *sendbuf, const int sendcounts[],
                            const int sdispls[], MPI_Datatype sendtype,
                            void *recvbuf, const int recvcounts[],
                            const int rdispls[], MPI_Datatype recvtype,
                            MPI_Comm comm, MPI_Request *request)
{
    ENTER(Ineighbor_alltoallv);
    RETURN_TASK(Ineighbor_alltoallv,
                neighbours(rank,
                           &(struct side){(void *)sendbuf, 0, sendcounts,
                                          sdispls, NULL, sendtype, NULL},
                           &(struct side){recvbuf, 0, recvcounts, rdispls, NULL,
                                          recvtype, NULL},
                           false, comm, request));
}

int MPI_Neighbor_alltoallw(const void *sendbuf, const int sendcounts[],
                           const MPI_Aint sdispls[],
                           const MPI_Datatype sendtypes[], void *recvbuf,
                           const int recvcounts[], const MPI_Aint rdispls[],
                           const MPI_Datatype recvtypes[], MPI_Comm comm)
{
    ENTER(Neighbor_alltoallw);
    RETURN_TASK(Neighbor_alltoallw,
                neighbours(rank,
                           &(struct side){(void *)sendbuf, 0, sendcounts, NULL,
                                          sdispls, MPI_BYTE, sendtypes},
                           &(struct side){recvbuf, 0, recvcounts, NULL, rdispls,
                                          MPI_BYTE, recvtypes},
                           false, comm, NULL));
}

int MPI_Ineighbor_alltoallw(const void *sendbuf, const int sendcounts[],
                            const MPI_Aint sdispls[],
                            const MPI_Datatype sendtypes[], void *recvbuf,
                            const int recvcounts[], const MPI_Aint rdispls[],
                            const MPI_Datatype recvtypes[], MPI_Comm comm,
                            MPI_Request *request)
{
    ENTER(Ineighbor_alltoallw);
    RETURN_TASK(Ineighbor_alltoallw,
                neighbours(rank,
                           &(struct side){(void *)sendbuf, 0, sendcounts, NULL,
                                          sdispls, MPI_BYTE, sendtypes},
                           &(struct side){recvbuf, 0, recvcounts, NULL, rdispls,
                                          MPI_BYTE, recvtypes},
                           false, comm, request));
}
