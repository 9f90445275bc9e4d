/* Reductions and scans. */
#include "mpi/calls/p2p.h"
#include "mpi/coll/variants.h"

/* Arguments of a reduction. With MPI_IN_PLACE the data are in the result
 * buffer. */
struct reduction {
    const void *from;
    void *to;
    MPI_Count count;
    MPI_Datatype type;
    MPI_Op op;
};

/* Check the arguments and the claim of a reduction. `at`: whether this rank
 * gets a result. */
static int reductions_open(struct coll *c, const struct reduction *r, int root,
                           bool at, struct data *data, const struct op **op)
{
    bool in_place = r->from == MPI_IN_PLACE;
    int error;
    if (c->inter && root == MPI_PROC_NULL) {
        coll_claim(c, &(struct claim){0});
        return MPI_SUCCESS;
    }
    if ((in_place && (!at || c->inter)) || (at && r->to == MPI_IN_PLACE))
        return rank_error(c->rank, c->comm, MPI_ERR_BUFFER,
                          "MPI_IN_PLACE is not allowed for this buffer");
    if ((error =
             coll_data(c, data, in_place || root == MPI_ROOT ? r->to : r->from,
                       r->count, r->type)) ||
        (error = coll_op(c, r->op, data->type, op)))
        return error;
    if (at && r->count && !r->to && type_size(data->type))
        return rank_error(c->rank, c->comm, MPI_ERR_BUFFER,
                          "the receive buffer is a null pointer");
    if (at && root != MPI_ROOT && r->count && r->from == r->to)
        return rank_error(c->rank, c->comm, MPI_ERR_BUFFER,
                          "the send buffer and the receive buffer are the "
                          "same; use MPI_IN_PLACE");
    if (at)
        p2p_check_written(c->rank, data->type, data->count, "receive");
    struct claim claim = {.root = root,
                          .has_root = root >= 0 && !c->inter,
                          .op = r->op,
                          .has_op = true,
                          .has_signature = true};
    type_signature(data->type, data->count, &claim.signature);
    coll_claim(c, &claim);
    return MPI_SUCCESS;
}

#define REDUCTION                                                              \
    (&(const struct reduction){sendbuf, recvbuf, count, datatype, op})

static int reductions_reduce(struct rank *rank, const struct reduction *r,
                             int root, MPI_Comm comm, struct how how)
{
    struct coll c;
    struct data data;
    const struct op *op;
    int error = coll_open(&c, rank, comm, COLL_REDUCE, how);
    if (error)
        return error;
    if ((error = coll_root(&c, root)) ||
        (error = reductions_open(&c, r, root,
                                 c.inter ? root == MPI_ROOT : c.me == root,
                                 &data, &op)))
        return coll_give_up(&c, error);
    if (!c.inter)
        coll_put_reduce(&c, &data, op, r->to, root);
    else if (root == MPI_ROOT)
        coll_put_between(&c, &data, op, r->to);
    else if (root != MPI_PROC_NULL)
        schedule_send(rank, c.s, data.buffer, data.count, data.type, root);
    return coll_close(&c);
}

#define REDUCE_LIST(COUNT, PLACE)                                              \
    const void *sendbuf, void *recvbuf, COUNT count, MPI_Datatype datatype,    \
        MPI_Op op, int root, MPI_Comm comm
#define REDUCE_DO(how) reductions_reduce(rank, REDUCTION, root, comm, how)
COLL_VARIANTS(Reduce, Ireduce, REDUCE_LIST, REDUCE_DO)

static int allreduce(struct rank *rank, const struct reduction *r,
                     MPI_Comm comm, struct how how)
{
    struct coll c;
    struct data data;
    const struct op *op;
    int error = coll_open(&c, rank, comm, COLL_ALLREDUCE, how);
    if (error)
        return error;
    if ((error = reductions_open(&c, r, -1, true, &data, &op)))
        return coll_give_up(&c, error);
    if (c.inter) {
        coll_put_to_all(&c, &data);
        coll_put_between(&c, &data, op, r->to);
    } else {
        coll_put_allreduce(&c, &data, op, r->to);
    }
    return coll_close(&c);
}

#define ALLREDUCE_DO(how) allreduce(rank, REDUCTION, comm, how)
COLL_VARIANTS(Allreduce, Iallreduce, REDUCE_EACH_LIST, ALLREDUCE_DO)

/* Combine the values of 1, 2, 4, ... lower ranks (Hillis, Steele 1986). With
 * `exclusive`, `result` does not include this rank's value. */
static void put_scan(struct coll *c, const struct data *data,
                     const struct op *op, char *result, bool exclusive)
{
    struct rank *rank = c->rank;
    size_t n = data->count;
    const struct type *type = data->type;
    char *sum = schedule_room(rank, c->s, type, n);
    char *came = schedule_room(rank, c->s, type, n);
    bool some = false;
    schedule_copy(rank, c->s, data->buffer, n, type, sum, n, type);
    for (int by = 1; by < c->p; by *= 2) {
        if (c->me + by < c->p)
            schedule_send(rank, c->s, sum, n, type, c->me + by);
        if (c->me - by >= 0)
            schedule_receive(rank, c->s, came, n, type, c->me - by);
        schedule_next(rank, c->s);
        if (c->me - by < 0)
            continue;
        schedule_reduce(rank, c->s, op, type, data->handle, came, sum, n);
        if (exclusive && some)
            schedule_reduce(rank, c->s, op, type, data->handle, came, result,
                            n);
        else if (exclusive)
            schedule_copy(rank, c->s, came, n, type, result, n, type);
        some = true;
    }
    if (!exclusive)
        schedule_copy(rank, c->s, sum, n, type, result, n, type);
}

static int reductions_scan(struct rank *rank, const struct reduction *r,
                           bool exclusive, MPI_Comm comm, struct how how)
{
    struct coll c;
    struct data data;
    const struct op *op;
    int error = coll_open(&c, rank, comm, COLL_ONE_GROUP, how);
    if (error)
        return error;
    if ((error = reductions_open(&c, r, -1, true, &data, &op)))
        return coll_give_up(&c, error);
    put_scan(&c, &data, op, r->to, exclusive);
    return coll_close(&c);
}

#define SCAN_DO(how) reductions_scan(rank, REDUCTION, false, comm, how)
COLL_VARIANTS(Scan, Iscan, REDUCE_EACH_LIST, SCAN_DO)

#define EXSCAN_DO(how) reductions_scan(rank, REDUCTION, true, comm, how)
COLL_VARIANTS(Exscan, Iexscan, REDUCE_EACH_LIST, EXSCAN_DO)
