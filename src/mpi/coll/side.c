/* Blocks for each of several peers. */
#include "mpi/coll/side.h"

int side_block(struct coll *c, const struct side *side, int i,
               struct data *data)
{
    int count = side->counts ? side->counts[i] : side->count;
    MPI_Datatype type = side->types ? side->types[i] : side->type;
    int error = coll_data(c, data, side->types ? (const void *)1 : side->buffer,
                          count, type);
    if (error)
        return error;
    ptrdiff_t extent = side->types ? 1 : type_extent(data->type);
    ptrdiff_t at = side->aints    ? side->aints[i]
                   : side->places ? side->places[i] * extent
                                  : (ptrdiff_t)i * count * extent;
    data->buffer = (char *)side->buffer + at;
    return MPI_SUCCESS;
}
