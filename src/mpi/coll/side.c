/* Buffers that consist of one block per peer. */
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
    ptrdiff_t at;
    if (places->near)
        at = places->near[i];
    else if (places->far)
        at = places->far[i];
    else
        at = (ptrdiff_t)i * count;
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

/* Return whether the blocks are contiguous and have the same type and size. */
static bool is_even(const struct side *side)
{
    return !counts_any(&side->counts) && !side->types && !side->places.near &&
           !side->places.far;
}

static int find_twice(struct coll *c, const struct side *side, int count,
                      const int *peer, MPI_Aint *twice, bool *found)
{
    struct data data;
    int error = MPI_SUCCESS;
    bool whole = true;
    if (count && is_even(side)) {
        error = side_block(c, side, 0, &data);
        *found = !error && type_overlaps(c->rank, data.type,
                                         data.count * (size_t)count, twice);
        return error;
    }
    struct type_apart *apart = apart_new(c->rank);
    for (int i = 0; i < count && !error && whole; i++) {
        if (peer && peer[i] == MPI_PROC_NULL)
            continue;
        error = side_block(c, side, i, &data);
        if (!error)
            whole = apart_add(apart, data.buffer - (char *)side->buffer,
                              data.type, data.count);
    }
    *found = apart_close(apart, twice);
    return error;
}

int side_once(struct coll *c, const struct side *side, int count,
              const int *peer, bool read)
{
    MPI_Aint twice;
    bool found;
    int error = find_twice(c, side, count, peer, &twice, &found);
    if (!error && found)
        rank_fault(c->rank, RULE_MEMORY, c->rank->caller,
                   "%s: the blocks %s byte %ld of the %s buffer twice",
                   c->rank->function, read ? "read" : "write", twice,
                   read ? "send" : "receive");
    return error;
}
