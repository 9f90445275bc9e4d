/* Collective calls along the edges of a virtual topology. */
#include "mpi/coll/variants.h"
#include "mpi/data/topology.h"

/* Exchange a block with each neighbour; with `same`, all destinations get the
 * same block. Multiple edges between two ranks match in list order. */
static int coll_neighbours_neighbours(struct rank *rank, const struct side *out,
                                      const struct side *in, bool same,
                                      MPI_Comm comm, struct how how)
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
    if ((error = side_once(&c, in, sources, source, false)))
        return coll_give_up(&c, error);
    coll_claim(&c, &(struct claim){0});
    /* Use a lane for each direction: data sent down a dimension are received
     * from above. */
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

#define NEIGHBOR_ALLGATHER_DO(how)                                             \
    coll_neighbours_neighbours(rank, SEND_SIDE, RECV_SIDE, true, comm, how)
COLL_VARIANTS(Neighbor_allgather, Ineighbor_allgather, EACH_LIST,
              NEIGHBOR_ALLGATHER_DO)

#define NEIGHBOR_ALLGATHERV_DO(how)                                            \
    coll_neighbours_neighbours(rank, SEND_SIDE, RECVV_SIDE, true, comm, how)
COLL_VARIANTS(Neighbor_allgatherv, Ineighbor_allgatherv, EACH_GATHERV_LIST,
              NEIGHBOR_ALLGATHERV_DO)

#define NEIGHBOR_ALLTOALL_DO(how)                                              \
    coll_neighbours_neighbours(rank, SEND_SIDE, RECV_SIDE, false, comm, how)
COLL_VARIANTS(Neighbor_alltoall, Ineighbor_alltoall, EACH_LIST,
              NEIGHBOR_ALLTOALL_DO)

#define NEIGHBOR_ALLTOALLV_DO(how)                                             \
    coll_neighbours_neighbours(rank, SENDV_SIDE, RECVV_SIDE, false, comm, how)
COLL_VARIANTS(Neighbor_alltoallv, Ineighbor_alltoallv, EACH_ALLTOALLV_LIST,
              NEIGHBOR_ALLTOALLV_DO)

#define NEIGHBOR_ALLTOALLW_LIST(COUNT, PLACE)                                  \
    SENDW(COUNT, MPI_Aint), RECVW(COUNT, MPI_Aint), MPI_Comm comm
#define NEIGHBOR_ALLTOALLW_DO(how)                                             \
    coll_neighbours_neighbours(rank, SENDW_SIDE, RECVW_SIDE, false, comm, how)
COLL_VARIANTS(Neighbor_alltoallw, Ineighbor_alltoallw, NEIGHBOR_ALLTOALLW_LIST,
              NEIGHBOR_ALLTOALLW_DO)
