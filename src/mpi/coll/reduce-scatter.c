/* Reductions that leave each rank a part of the result. */
#include "mpi/coll/variants.h"
#include "mpi/data/group.h"

/* For intercommunicators: each rank reduces the data of the remote group and
 * keeps its part. */
static int coll_reduce_scatter_between(struct coll *c, const struct data *data,
                                       const struct op *op, char *to,
                                       const struct side *parts)
{
    struct data sum = *data;
    MPI_Count at = 0;
    for (int i = 0; i < c->me; i++)
        at += counts_at(&parts->counts, i, parts->count);
    size_t mine = (size_t)counts_at(&parts->counts, c->me, parts->count);
    sum.buffer = schedule_room(c->rank, c->s, data->type, data->count);
    coll_put_to_all(c, data);
    coll_put_between(c, data, op, sum.buffer);
    schedule_copy(c->rank, c->s, coll_at(&sum, at), mine, data->type, to, mine,
                  data->type);
    return coll_close(c);
}

/* Reduce at rank 0, which sends each rank its part. `parts` holds the sizes of
 * the parts. */
static int reduce_scatter(struct rank *rank, const void *from,
                          const struct side *parts, MPI_Op handle_of_op,
                          MPI_Comm comm, struct how how)
{
    struct coll c;
    struct data data;
    const struct op *op;
    void *to = parts->buffer;
    bool in_place = from == MPI_IN_PLACE;
    int error = coll_open(&c, rank, comm, COLL_OTHER, how);
    if (error)
        return error;
    MPI_Count all = 0;
    int members = c.comm->group->size;
    for (int i = 0; i < members; i++) {
        MPI_Count count = counts_at(&parts->counts, i, parts->count);
        if (count < 0)
            return coll_give_up(
                &c,
                rank_error(rank, c.comm, MPI_ERR_COUNT,
                           "count is %lld, but must not be negative", count));
        all += count;
    }
    if ((error =
             coll_data(&c, &data, in_place ? to : from, all, parts->type)) ||
        (error = coll_op(&c, handle_of_op, data.type, &op)))
        return coll_give_up(&c, error);
    struct claim claim = {
        .op = handle_of_op, .has_op = true, .has_signature = true};
    type_signature(data.type, data.count, &claim.signature);
    coll_claim(&c, &claim);
    if (c.inter)
        return coll_reduce_scatter_between(&c, &data, op, to, parts);
    struct data sum = data;
    sum.buffer = schedule_room(rank, c.s, data.type, c.me ? 0 : data.count);
    coll_put_reduce(&c, &data, op, sum.buffer, 0);
    schedule_next(rank, c.s);
    size_t mine = (size_t)counts_at(&parts->counts, c.me, parts->count);
    if (c.me)
        schedule_receive(rank, c.s, to, mine, data.type, 0);
    MPI_Count at = 0;
    for (int i = 0; i < c.p && c.me == 0; i++) {
        size_t count = (size_t)counts_at(&parts->counts, i, parts->count);
        if (i)
            schedule_send(rank, c.s, coll_at(&sum, at), count, data.type, i);
        else
            schedule_copy(rank, c.s, sum.buffer, count, data.type, to, count,
                          data.type);
        at += (MPI_Count)count;
    }
    return coll_close(&c);
}

#define REDUCE_SCATTER_LIST(COUNT, PLACE)                                      \
    const void *sendbuf, void *recvbuf, const COUNT recvcounts[],              \
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm
#define REDUCE_SCATTER_DO(how)                                                 \
    reduce_scatter(rank, sendbuf,                                              \
                   (&(const struct side){.buffer = recvbuf,                    \
                                         .type = datatype,                     \
                                         .counts = COUNTS(recvcounts)}),       \
                   op, comm, how)
COLL_VARIANTS(Reduce_scatter, Ireduce_scatter, REDUCE_SCATTER_LIST,
              REDUCE_SCATTER_DO)

#define REDUCE_SCATTER_BLOCK_LIST(COUNT, PLACE)                                \
    const void *sendbuf, void *recvbuf, COUNT recvcount,                       \
        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm
#define REDUCE_SCATTER_BLOCK_DO(how)                                           \
    reduce_scatter(rank, sendbuf, SIDE(recvbuf, recvcount, datatype), op,      \
                   comm, how)
COLL_VARIANTS(Reduce_scatter_block, Ireduce_scatter_block,
              REDUCE_SCATTER_BLOCK_LIST, REDUCE_SCATTER_BLOCK_DO)
