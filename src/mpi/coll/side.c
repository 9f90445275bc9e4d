/* Blocks for each of several peers. */
#include "mpi/coll/side.h"

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
