/* Blocks for each of several peers. */
#include "mpi/coll/side.h"
#include "mpi/calls/p2p.h"

int side_block(struct coll *c, const struct side *side, int i,
               struct data *data)
{
    const struct places *places = &side->places;
    MPI_Count count = counts_at(&side->counts, i, side->count);
    MPI_Datatype type = side->types ? side->types[i] : side->type;
    int error = coll_data(c, data, side->types ? (const void *)1 : side->buffer,
                          count, type);
    if (error)
        return error;
    ptrdiff_t extent = side->types ? 1 : type_extent(data->type);
    ptrdiff_t at = places->near  ? places->near[i]
                   : places->far ? places->far[i]
                                 : (ptrdiff_t)i * count;
    data->buffer = (char *)side->buffer + at * extent;
    return MPI_SUCCESS;
}

int side_apart(struct coll *c, const struct data *own, const struct side *all)
{
    struct data first, last;
    int error = MPI_SUCCESS;
    if (counts_any(&all->counts) || all->types || !type_dense(own->type) ||
        (error = side_block(c, all, 0, &first)) ||
        (error = side_block(c, all, c->p - 1, &last)) ||
        !type_dense(first.type))
        return error;
    const char *from = first.buffer + type_true_lb(first.type);
    const char *behind = last.buffer + type_true_lb(last.type) +
                         last.count * type_size(last.type);
    return p2p_check_bytes(
        c->rank, c->comm, own->buffer + type_true_lb(own->type),
        own->count * type_size(own->type), from, (size_t)(behind - from));
}
