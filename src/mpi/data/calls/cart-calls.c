/* The functions MPI_Cart_*(), MPI_Dims_create() and MPI_Topo_test(). */
#include "arguments.h"
#include "mpi/agree.h"
#include "mpi/data/topology.h"

int MPI_Dims_create(int nnodes, int ndims, int dims[])
{
    ENTER(Dims_create);
    if (nnodes < 1)
        FAIL(MPI_ERR_ARG, "nnodes is %d, but must be at least 1", nnodes);
    NOT_NEGATIVE(MPI_ERR_DIMS, ndims);
    ARRAY(dims, ndims);
    for (int i = 0; i < ndims; i++)
        if (dims[i] < 0)
            FAIL(MPI_ERR_DIMS, "dims[%d] is %d, but must not be negative", i,
                 dims[i]);
    if (ndims > 0 && !dims_create(nnodes, ndims, dims))
        FAIL(MPI_ERR_DIMS, "the given dimensions do not divide nnodes = %d",
             nnodes);
    return MPI_SUCCESS;
}

int MPI_Topo_test(MPI_Comm comm, int *status)
{
    ENTER(Topo_test);
    A_COMM(c, comm);
    NOT_NULL(status);
    *status = topology_kind(c->topology);
    return MPI_SUCCESS;
}

/* Check the dimensions, and that the communicator has enough processes. */
static int check_shape(struct rank *rank, const struct comm *comm, int ndims,
                       const int dims[], const int periods[])
{
    NOT_INTER(comm);
    NOT_NEGATIVE(MPI_ERR_DIMS, ndims);
    ARRAY(dims, ndims);
    ARRAY(periods, ndims);
    for (int i = 0; i < ndims; i++)
        if (dims[i] < 1)
            FAIL(MPI_ERR_DIMS, "dims[%d] is %d, but must be at least 1", i,
                 dims[i]);
    int size = cart_size(ndims, dims);
    if (size < 0 || size > comm->group->size)
        FAIL(MPI_ERR_DIMS,
             "the dimensions need more than the %d processes of the "
             "communicator",
             comm->group->size);
    return MPI_SUCCESS;
}

/* Return whether the group is the whole network. Only then may ranks be
 * reordered. */
static bool is_network(const struct rank *rank, const struct group *group)
{
    if (group->size != weft_network_size(weft_network(rank->self)))
        return false;
    for (int i = 0; i < group->size; i++)
        if (group->world[i] != i)
            return false;
    return true;
}

/* Return an array of the group's rank for each rank of the topology; the caller
 * frees it. */
static int *places_of(struct rank *rank, const struct group *group, int ndims,
                      const int dims[], const int periods[], bool reorder)
{
    int size = cart_size(ndims, dims);
    int *places = rank_alloc(rank, ((size_t)size + 1) * sizeof *places);
    if (reorder && is_network(rank, group))
        cart_place(weft_network(rank->self), ndims, dims, periods, places);
    else
        for (int i = 0; i < size; i++)
            places[i] = i;
    return places;
}

int MPI_Cart_create(MPI_Comm comm_old, int ndims, const int dims[],
                    const int periods[], int reorder, MPI_Comm *comm_cart)
{
    ENTER(Cart_create);
    A_COMM(old, comm_old);
    int error = check_shape(rank, old, ndims, dims, periods);
    if (error)
        return error;
    NOT_NULL(comm_cart);
    struct agreement agreement = {0};
    agree_numbers(&agreement, "dims", ndims, dims);
    agree_flags(&agreement, "periods", ndims, periods);
    agree_flags(&agreement, "reorder", 1, &reorder);
    error = agree_meet(rank, old, &agreement);
    if (error)
        return error;
    int *places = places_of(rank, old->group, ndims, dims, periods, reorder);
    struct group *group =
        group_of_places(rank, old->group, places, cart_size(ndims, dims));
    rank_free(rank, places);
    struct comm *cart = comm_make(rank, old, group);
    group_drop(rank, group);
    if (cart)
        cart->topology = topology_cart(rank, ndims, dims, periods, cart->rank);
    *comm_cart = cart ? cart->handle : MPI_COMM_NULL;
    return MPI_SUCCESS;
}

int MPI_Cart_map(MPI_Comm comm, int ndims, const int dims[],
                 const int periods[], int *newrank)
{
    ENTER(Cart_map);
    A_COMM(c, comm);
    int error = check_shape(rank, c, ndims, dims, periods);
    if (error)
        return error;
    NOT_NULL(newrank);
    int size = cart_size(ndims, dims);
    int *places = places_of(rank, c->group, ndims, dims, periods, true);
    *newrank = MPI_UNDEFINED;
    for (int i = 0; i < size; i++)
        if (places[i] == c->rank)
            *newrank = i;
    rank_free(rank, places);
    return MPI_SUCCESS;
}

#define A_CART(variable, comm)                                                 \
    A_COMM(of_##variable, comm);                                               \
    const struct topology *variable = of_##variable->topology;                 \
    if (topology_kind(variable) != MPI_CART)                                   \
    return rank_error(rank, of_##variable, MPI_ERR_TOPOLOGY,                   \
                      "the communicator has no Cartesian topology")

int MPI_Cartdim_get(MPI_Comm comm, int *ndims)
{
    ENTER(Cartdim_get);
    A_CART(cart, comm);
    NOT_NULL(ndims);
    *ndims = cart->dimensions;
    return MPI_SUCCESS;
}

int MPI_Cart_get(MPI_Comm comm, int maxdims, int dims[], int periods[],
                 int coords[])
{
    ENTER(Cart_get);
    A_CART(cart, comm);
    ENOUGH(maxdims, cart->dimensions);
    ARRAY(dims, cart->dimensions);
    ARRAY(periods, cart->dimensions);
    ARRAY(coords, cart->dimensions);
    for (int i = 0; i < cart->dimensions; i++) {
        dims[i] = cart->extent[i];
        periods[i] = cart->periodic[i];
    }
    cart_coordinates(cart->dimensions, cart->extent, of_cart->rank, coords);
    return MPI_SUCCESS;
}

int MPI_Cart_rank(MPI_Comm comm, const int coords[], int *number)
{
    ENTER(Cart_rank);
    A_CART(cart, comm);
    ARRAY(coords, cart->dimensions);
    if (!number)
        FAIL(MPI_ERR_ARG, "rank is a null pointer");
    for (int i = 0; i < cart->dimensions; i++)
        if (!cart->periodic[i] &&
            (coords[i] < 0 || coords[i] >= cart->extent[i]))
            return rank_error(rank, of_cart, MPI_ERR_ARG,
                              "coords[%d] is %d, but must be from 0 to %d", i,
                              coords[i], cart->extent[i] - 1);
    *number = cart_rank(cart, coords);
    return MPI_SUCCESS;
}

int MPI_Cart_coords(MPI_Comm comm, int number, int maxdims, int coords[])
{
    ENTER(Cart_coords);
    A_CART(cart, comm);
    if (number < 0 || number >= of_cart->group->size)
        return rank_error(rank, of_cart, MPI_ERR_RANK,
                          "rank %d is not in %s, which has ranks 0 to %d",
                          number, of_cart->name, of_cart->group->size - 1);
    ENOUGH(maxdims, cart->dimensions);
    ARRAY(coords, cart->dimensions);
    cart_coordinates(cart->dimensions, cart->extent, number, coords);
    return MPI_SUCCESS;
}

int MPI_Cart_shift(MPI_Comm comm, int direction, int disp, int *rank_source,
                   int *rank_dest)
{
    ENTER(Cart_shift);
    A_CART(cart, comm);
    if (direction < 0 || direction >= cart->dimensions)
        return rank_error(rank, of_cart, MPI_ERR_ARG,
                          "direction is %d, but the topology has %d dimensions",
                          direction, cart->dimensions);
    NOT_NULL(rank_source);
    NOT_NULL(rank_dest);
    *rank_source =
        cart_shifted(cart, of_cart->rank, direction, -(long long)disp);
    *rank_dest = cart_shifted(cart, of_cart->rank, direction, disp);
    return MPI_SUCCESS;
}

/* Return the group of ranks that have the caller's coordinates in all dropped
 * dimensions. */
static struct group *same_slice(struct rank *rank, const struct comm *comm,
                                const struct topology *cart,
                                const int remain_dims[])
{
    int all = comm->group->size, count = 0;
    int n = cart->dimensions + 1;
    int *mine = rank_alloc(rank, (size_t)n * sizeof *mine);
    int *other = rank_alloc(rank, (size_t)n * sizeof *other);
    int *places = rank_alloc(rank, (size_t)all * sizeof *places);
    cart_coordinates(cart->dimensions, cart->extent, comm->rank, mine);
    for (int i = 0; i < all; i++) {
        bool same = true;
        cart_coordinates(cart->dimensions, cart->extent, i, other);
        for (int d = 0; d < cart->dimensions && same; d++)
            same = remain_dims[d] || other[d] == mine[d];
        if (same)
            places[count++] = i;
    }
    struct group *group = group_of_places(rank, comm->group, places, count);
    rank_free(rank, mine);
    rank_free(rank, other);
    rank_free(rank, places);
    return group;
}

int MPI_Cart_sub(MPI_Comm comm, const int remain_dims[], MPI_Comm *newcomm)
{
    ENTER(Cart_sub);
    A_CART(cart, comm);
    ARRAY(remain_dims, cart->dimensions);
    NOT_NULL(newcomm);
    struct agreement agreement = {0};
    agree_flags(&agreement, "remain_dims", cart->dimensions, remain_dims);
    int error = agree_meet(rank, of_cart, &agreement);
    if (error)
        return error;
    struct group *group = same_slice(rank, of_cart, cart, remain_dims);
    struct comm *sub = comm_make(rank, of_cart, group);
    group_drop(rank, group);
    int n = 0, room = cart->dimensions + 1;
    int *extents = rank_alloc(rank, (size_t)room * sizeof *extents);
    int *periods = rank_alloc(rank, (size_t)room * sizeof *periods);
    for (int d = 0; d < cart->dimensions; d++)
        if (remain_dims[d]) {
            extents[n] = cart->extent[d];
            periods[n++] = cart->periodic[d];
        }
    sub->topology = topology_cart(rank, n, extents, periods, sub->rank);
    rank_free(rank, extents);
    rank_free(rank, periods);
    *newcomm = sub->handle;
    return MPI_SUCCESS;
}
