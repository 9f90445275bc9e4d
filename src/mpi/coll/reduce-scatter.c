/* Reductions of which each rank gets a part. */
#include "mpi/calls/task.h"
#include "mpi/coll/coll.h"
#include "mpi/data/group.h"

/* Between two groups: everybody reduces what the other group has, and keeps its
 * part. */
static int between(struct coll *c, const struct data *data, const struct op *op,
                   char *to, const int *counts, int each)
{
    struct data sum = *data;
    MPI_Count at = 0;
    for (int i = 0; i < c->me; i++)
        at += counts ? counts[i] : each;
    size_t mine = (size_t)(counts ? counts[c->me] : each);
    sum.buffer = schedule_room(c->rank, c->s, data->type, data->count);
    coll_put_to_all(c, data);
    coll_put_between(c, data, op, sum.buffer);
    schedule_copy(c->rank, c->s, coll_at(&sum, at), mine, data->type, to, mine,
                  data->type);
    return coll_close(c);
}

/* Reduced at rank 0, and from there each its part. */
static int reduce_scatter(struct rank *rank, const void *from, void *to,
                          const int *counts, int each, MPI_Datatype datatype,
                          MPI_Op handle_of_op, MPI_Comm comm,
                          MPI_Request *handle)
{
    struct coll c;
    struct data data;
    const struct op *op;
    bool in_place = from == MPI_IN_PLACE;
    int error = coll_open(&c, rank, comm, COLL_OTHER, handle);
    if (error)
        return error;
    MPI_Count all = 0;
    int members = c.comm->group->size;
    for (int i = 0; i < members; i++) {
        int count = counts ? counts[i] : each;
        if (count < 0)
            return coll_give_up(
                &c, rank_error(rank, c.comm, MPI_ERR_COUNT, "count %d", count));
        all += count;
    }
    if ((error = coll_data(&c, &data, in_place ? to : from, all, datatype)) ||
        (error = coll_op(&c, handle_of_op, data.type, &op)))
        return coll_give_up(&c, error);
    struct claim claim = {
        .op = handle_of_op, .has_op = true, .has_signature = true};
    type_signature(data.type, data.count, &claim.signature);
    coll_claim(&c, &claim);
    if (c.inter)
        return between(&c, &data, op, to, counts, each);
    struct data sum = data;
    sum.buffer = schedule_room(rank, c.s, data.type, c.me ? 0 : data.count);
    coll_put_reduce(&c, &data, op, sum.buffer, 0);
    schedule_next(rank, c.s);
    size_t mine = (size_t)(counts ? counts[c.me] : each);
    if (c.me)
        schedule_receive(rank, c.s, to, mine, data.type, 0);
    MPI_Count at = 0;
    for (int i = 0; i < c.p && c.me == 0; i++) {
        size_t count = (size_t)(counts ? counts[i] : each);
        if (i)
            schedule_send(rank, c.s, coll_at(&sum, at), count, data.type, i);
        else
            schedule_copy(rank, c.s, sum.buffer, count, data.type, to, count,
                          data.type);
        at += (MPI_Count)count;
    }
    return coll_close(&c);
}

int MPI_Reduce_scatter(const void *sendbuf, void *recvbuf,
                       const int recvcounts[], MPI_Datatype datatype, MPI_Op op,
                       MPI_Comm comm)
{
    ENTER(Reduce_scatter);
    RETURN_TASK(Reduce_scatter,
                reduce_scatter(rank, sendbuf, recvbuf, recvcounts, 0, datatype,
                               op, comm, NULL));
}

int MPI_Ireduce_scatter(const void *sendbuf, void *recvbuf,
                        const int recvcounts[], MPI_Datatype datatype,
                        MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
    ENTER(Ireduce_scatter);
    RETURN_TASK(Ireduce_scatter,
                reduce_scatter(rank, sendbuf, recvbuf, recvcounts, 0, datatype,
                               op, comm, request));
}

int MPI_Reduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount,
                             MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
    ENTER(Reduce_scatter_block);
    RETURN_TASK(Reduce_scatter_block,
                reduce_scatter(rank, sendbuf, recvbuf, NULL, recvcount,
                               datatype, op, comm, NULL));
}

int MPI_Ireduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount,
                              MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                              MPI_Request *request)
{
    ENTER(Ireduce_scatter_block);
    RETURN_TASK(Ireduce_scatter_block,
                reduce_scatter(rank, sendbuf, recvbuf, NULL, recvcount,
                               datatype, op, comm, request));
}
