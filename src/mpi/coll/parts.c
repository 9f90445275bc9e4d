/* Algorithms that several collective calls share. */
#include "mpi/coll/coll.h"

#include <stdlib.h>

static const struct type *bytes_type(const struct coll *c)
{
    return type_of(c->rank, MPI_BYTE);
}

static void parts_send(struct coll *c, const void *buffer, size_t count,
                       const struct type *type, int peer)
{
    schedule_send(c->rank, c->s, buffer, count, type, peer);
}

static void parts_receive(struct coll *c, void *buffer, size_t count,
                          const struct type *type, int peer)
{
    schedule_receive(c->rank, c->s, buffer, count, type, peer);
}

/* ---- barrier --------------------------------------------------------------
 */

static void central(struct coll *c)
{
    const struct type *none = bytes_type(c);
    for (int i = 1; c->me == 0 && i < c->p; i++)
        parts_receive(c, NULL, 0, none, i);
    if (c->me)
        parts_send(c, NULL, 0, none, 0);
    schedule_next(c->rank, c->s);
    for (int i = 1; c->me == 0 && i < c->p; i++)
        parts_send(c, NULL, 0, none, i);
    if (c->me)
        parts_receive(c, NULL, 0, none, 0);
}

void coll_put_barrier(struct coll *c)
{
    const struct type *none = bytes_type(c);
    for (int i = 0; c->inter && i < c->p; i++) {
        parts_send(c, NULL, 0, none, i);
        parts_receive(c, NULL, 0, none, i);
    }
    if (c->inter)
        return;
    if (coll_chosen(c, COLL_BARRIER, "central")) {
        central(c);
        return;
    }
    for (int by = 1; by < c->p; by *= 2) { /* Hensgen, Finkel and Manber 1988 */
        parts_send(c, NULL, 0, none, (c->me + by) % c->p);
        parts_receive(c, NULL, 0, none, (c->me - by + c->p) % c->p);
        schedule_next(c->rank, c->s);
    }
}

/* ---- broadcast ------------------------------------------------------------
 */

static void bcast_naive(struct coll *c, const struct data *data, int root)
{
    if (c->me != root)
        parts_receive(c, data->buffer, data->count, data->type, root);
    for (int i = 0; c->me == root && i < c->p; i++)
        if (i != root)
            parts_send(c, data->buffer, data->count, data->type, i);
}

/* Broadcast along a binomial tree; the farthest ranks are served first. */
void coll_put_bcast(struct coll *c, const struct data *data, int root)
{
    if (coll_chosen(c, COLL_BCAST, "naive")) {
        bcast_naive(c, data, root);
        return;
    }
    int v = (c->me - root + c->p) % c->p, bit = 1;
    while (bit < c->p && !(v & bit))
        bit *= 2;
    if (v) {
        parts_receive(c, data->buffer, data->count, data->type,
                      (v - bit + root) % c->p);
        schedule_next(c->rank, c->s);
    }
    while (bit /= 2)
        if (v + bit < c->p) {
            parts_send(c, data->buffer, data->count, data->type,
                       (v + bit + root) % c->p);
            schedule_next(c->rank, c->s);
        }
}

/* ---- reduction ------------------------------------------------------------
 */

/* State of a reduction. */
struct parts_running {
    char *mine, *theirs; /* own and received value; the two buffers swap */
    const struct data *data;
    const struct op *op;
};

static void copy_in(struct coll *c, struct parts_running *value,
                    const struct data *data, const struct op *op)
{
    value->data = data;
    value->op = op;
    value->mine = schedule_room(c->rank, c->s, data->type, data->count);
    value->theirs = schedule_room(c->rank, c->s, data->type, data->count);
    schedule_copy(c->rank, c->s, data->buffer, data->count, data->type,
                  value->mine, data->count, data->type);
}

/* Combine the value with the received one, which is from lower (`below`) or
 * higher ranks. */
static void parts_combine(struct coll *c, struct parts_running *value,
                          bool below)
{
    const struct data *data = value->data;
    char *in = below ? value->theirs : value->mine;
    char *inout = below ? value->mine : value->theirs;
    schedule_reduce(c->rank, c->s, value->op, data->type, data->handle, in,
                    inout, data->count);
    value->mine = inout;
    value->theirs = in;
}

static void parts_take(struct coll *c, struct parts_running *value, int from,
                       bool below)
{
    parts_receive(c, value->theirs, value->data->count, value->data->type,
                  from);
    schedule_next(c->rank, c->s);
    parts_combine(c, value, below);
}

static void parts_pass(struct coll *c, struct parts_running *value, int to)
{
    parts_send(c, value->mine, value->data->count, value->data->type, to);
    schedule_next(c->rank, c->s);
}

static void parts_deliver(struct coll *c, const struct parts_running *value,
                          char *result)
{
    const struct data *data = value->data;
    schedule_copy(c->rank, c->s, value->mine, data->count, data->type, result,
                  data->count, data->type);
}

void coll_put_to_all(struct coll *c, const struct data *data)
{
    for (int i = 0; i < c->p; i++)
        parts_send(c, data->buffer, data->count, data->type, i);
}

/* Combine the values of the remote group. All values are received at once,
 * because both groups send before they combine. */
void coll_put_between(struct coll *c, const struct data *data,
                      const struct op *op, char *result)
{
    struct data all = *data;
    struct parts_running value = {.data = data, .op = op};
    MPI_Count each = (MPI_Count)data->count;
    all.buffer =
        schedule_room(c->rank, c->s, data->type, data->count * (size_t)c->p);
    for (int i = 0; i < c->p; i++)
        parts_receive(c, coll_at(&all, i * each), data->count, data->type, i);
    schedule_next(c->rank, c->s);
    value.mine = coll_at(&all, (c->p - 1) * each);
    for (int i = c->p - 2; i >= 0; i--) {
        value.theirs = coll_at(&all, i * each);
        parts_combine(c, &value, true);
    }
    parts_deliver(c, &value, result);
}

/* Compute x0 (op) (x1 (op) (x2 ..)) at the root. */
static void parts_reduce_naive(struct coll *c, const struct data *data,
                               const struct op *op, char *result, int root)
{
    struct parts_running value;
    if (c->me != root) {
        parts_send(c, data->buffer, data->count, data->type, root);
        return;
    }
    copy_in(c, &value, data, op);
    if (c->me != c->p - 1) {
        char *own = value.mine;
        value.mine = schedule_room(c->rank, c->s, data->type, data->count);
        parts_receive(c, value.mine, data->count, data->type, c->p - 1);
        schedule_next(c->rank, c->s);
        for (int i = c->p - 2; i >= 0; i--) {
            if (i == root)
                schedule_copy(c->rank, c->s, own, data->count, data->type,
                              value.theirs, data->count, data->type);
            else
                parts_receive(c, value.theirs, data->count, data->type, i);
            schedule_next(c->rank, c->s);
            parts_combine(c, &value, true);
        }
    } else {
        for (int i = c->p - 2; i >= 0; i--)
            parts_take(c, &value, i, true);
    }
    parts_deliver(c, &value, result);
}

/* Reduce along the binomial tree. If the operation does not commute, the tree
 * is rooted at rank 0 and the result is sent to the root. */
void coll_put_reduce(struct coll *c, const struct data *data,
                     const struct op *op, char *result, int root)
{
    if (coll_chosen(c, COLL_REDUCE, "naive")) {
        parts_reduce_naive(c, data, op, result, root);
        return;
    }
    int top = op_commutes(op) ? root : 0;
    int v = (c->me - top + c->p) % c->p;
    struct parts_running value;
    copy_in(c, &value, data, op);
    for (int bit = 1; bit < c->p; bit *= 2) {
        if (v & bit) {
            parts_pass(c, &value, (v - bit + top) % c->p);
            break;
        }
        if (v + bit < c->p)
            parts_take(c, &value, (v + bit + top) % c->p, false);
    }
    if (top != root && c->me == top)
        parts_pass(c, &value, root);
    if (c->me != root)
        return;
    if (top != root) {
        parts_receive(c, value.theirs, data->count, data->type, top);
        schedule_next(c->rank, c->s);
        value.mine = value.theirs;
    }
    parts_deliver(c, &value, result);
}

/* Combine by recursive doubling. If p is not a power of two, pairs of
 * neighbours combine first. */
static void allreduce_doubling(struct coll *c, const struct data *data,
                               const struct op *op, char *result)
{
    int power = 1, me = c->me;
    struct parts_running value;
    while (power * 2 <= c->p)
        power *= 2;
    int rest = c->p - power;
    copy_in(c, &value, data, op);
    if (me < 2 * rest && me % 2 == 0) {
        parts_pass(c, &value, me + 1);
        parts_receive(c, result, data->count, data->type, me + 1);
        return;
    }
    if (me < 2 * rest)
        parts_take(c, &value, me - 1, true);
    int v = me < 2 * rest ? me / 2 : me - rest;
    for (int bit = 1; bit < power; bit *= 2) {
        int other = v ^ bit;
        int peer = other < rest ? 2 * other + 1 : other + rest;
        parts_send(c, value.mine, data->count, data->type, peer);
        parts_take(c, &value, peer, other < v);
    }
    if (me < 2 * rest) {
        parts_pass(c, &value, me - 1);
    }
    parts_deliver(c, &value, result);
}

void coll_put_allreduce(struct coll *c, const struct data *data,
                        const struct op *op, char *result)
{
    if (!coll_chosen(c, COLL_ALLREDUCE, "reduce-broadcast")) {
        allreduce_doubling(c, data, op, result);
        return;
    }
    struct data all = *data;
    all.buffer = result;
    coll_put_reduce(c, data, op, result, 0);
    schedule_next(c->rank, c->s);
    coll_put_bcast(c, &all, 0);
}

/* ---- all-gather of bytes --------------------------------------------------
 */

static void parts_allgather_ring(struct coll *c, char *all, size_t block)
{
    int next = (c->me + 1) % c->p, before = (c->me - 1 + c->p) % c->p;
    for (int i = 0; i < c->p - 1; i++) {
        size_t out = (size_t)((c->me - i + c->p) % c->p);
        size_t in = (size_t)((c->me - i - 1 + 2 * c->p) % c->p);
        parts_send(c, all + out * block, block, bytes_type(c), next);
        parts_receive(c, all + in * block, block, bytes_type(c), before);
        schedule_next(c->rank, c->s);
    }
}

/* Distribute each rank's own block, which is already in `all`, to all ranks.
 * Bruck et al. 1997: the number of blocks that a rank has doubles in each
 * round. */
void coll_put_allgather(struct coll *c, char *all, size_t block)
{
    const struct type *bytes = bytes_type(c);
    size_t p = (size_t)c->p, me = (size_t)c->me;
    if (coll_chosen(c, COLL_ALLGATHER, "ring")) {
        parts_allgather_ring(c, all, block);
        return;
    }
    char *room = schedule_room(c->rank, c->s, bytes, p * block);
    schedule_copy(c->rank, c->s, all + me * block, block, bytes, room, block,
                  bytes);
    for (size_t have = 1; have < p; have *= 2) {
        size_t count = have < p - have ? have : p - have;
        parts_send(c, room, count * block, bytes, (int)((me + p - have) % p));
        parts_receive(c, room + have * block, count * block, bytes,
                      (int)((me + have) % p));
        schedule_next(c->rank, c->s);
    }
    schedule_copy(c->rank, c->s, room, (p - me) * block, bytes,
                  all + me * block, (p - me) * block, bytes);
    schedule_copy(c->rank, c->s, room + (p - me) * block, me * block, bytes,
                  all, me * block, bytes);
}
