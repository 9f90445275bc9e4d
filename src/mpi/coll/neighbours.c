/* Collective calls along the edges of a topology. */
#include "mpi/coll/variants.h"
#include "mpi/data/topology.h"

/* `same`: one block for all destinations. Messages between two that are
 * neighbours several times meet in the order of the lists. */
static int neighbours(struct rank *rank, const struct side *out,
                      const struct side *in, bool same, MPI_Comm comm,
                      struct how how)
{
    struct coll c;
    int sources, destinations;
    const int *source, *destination;
    int error = coll_open(&c, rank, comm, COLL_ONE_GROUP, how);
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

#define NEIGHBOR_ALLGATHER_LIST(COUNT, PLACE)                                  \
    const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype,               \
        void *recvbuf, COUNT recvcount, MPI_Datatype recvtype, MPI_Comm comm
#define NEIGHBOR_ALLGATHER_DO(how)                                             \
    neighbours(rank, SIDE(sendbuf, sendcount, sendtype),                       \
               SIDE(recvbuf, recvcount, recvtype), true, comm, how)
COLL_VARIANTS(Neighbor_allgather, Ineighbor_allgather, NEIGHBOR_ALLGATHER_LIST,
              NEIGHBOR_ALLGATHER_DO)

#define NEIGHBOR_ALLGATHERV_LIST(COUNT, PLACE)                                 \
    const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype,               \
        void *recvbuf, const COUNT recvcounts[], const PLACE displs[],         \
        MPI_Datatype recvtype, MPI_Comm comm
#define NEIGHBOR_ALLGATHERV_DO(how)                                            \
    neighbours(rank, SIDE(sendbuf, sendcount, sendtype),                       \
               SIDE_VARIES(recvbuf, recvcounts, displs, recvtype), true, comm, \
               how)
COLL_VARIANTS(Neighbor_allgatherv, Ineighbor_allgatherv,
              NEIGHBOR_ALLGATHERV_LIST, NEIGHBOR_ALLGATHERV_DO)

#define NEIGHBOR_ALLTOALL_LIST(COUNT, PLACE)                                   \
    const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype,               \
        void *recvbuf, COUNT recvcount, MPI_Datatype recvtype, MPI_Comm comm
#define NEIGHBOR_ALLTOALL_DO(how)                                              \
    neighbours(rank, SIDE(sendbuf, sendcount, sendtype),                       \
               SIDE(recvbuf, recvcount, recvtype), false, comm, how)
COLL_VARIANTS(Neighbor_alltoall, Ineighbor_alltoall, NEIGHBOR_ALLTOALL_LIST,
              NEIGHBOR_ALLTOALL_DO)

#define NEIGHBOR_ALLTOALLV_LIST(COUNT, PLACE)                                  \
    const void *sendbuf, const COUNT sendcounts[], const PLACE sdispls[],      \
        MPI_Datatype sendtype, void *recvbuf, const COUNT recvcounts[],        \
        const PLACE rdispls[], MPI_Datatype recvtype, MPI_Comm comm
#define NEIGHBOR_ALLTOALLV_DO(how)                                             \
    neighbours(rank, SIDE_VARIES(sendbuf, sendcounts, sdispls, sendtype),      \
               SIDE_VARIES(recvbuf, recvcounts, rdispls, recvtype), false,     \
               comm, how)
COLL_VARIANTS(Neighbor_alltoallv, Ineighbor_alltoallv, NEIGHBOR_ALLTOALLV_LIST,
              NEIGHBOR_ALLTOALLV_DO)

#define NEIGHBOR_ALLTOALLW_LIST(COUNT, PLACE)                                  \
    const void *sendbuf, const COUNT sendcounts[], const MPI_Aint sdispls[],   \
        const MPI_Datatype sendtypes[], void *recvbuf,                         \
        const COUNT recvcounts[], const MPI_Aint rdispls[],                    \
        const MPI_Datatype recvtypes[], MPI_Comm comm
#define NEIGHBOR_ALLTOALLW_DO(how)                                             \
    neighbours(rank, SIDE_TYPES(sendbuf, sendcounts, sdispls, sendtypes),      \
               SIDE_TYPES(recvbuf, recvcounts, rdispls, recvtypes), false,     \
               comm, how)
COLL_VARIANTS(Neighbor_alltoallw, Ineighbor_alltoallw, NEIGHBOR_ALLTOALLW_LIST,
              NEIGHBOR_ALLTOALLW_DO)
