/* Gather and scatter. */
#include "mpi/calls/p2p.h"
#include "mpi/coll/variants.h"

/* Check the root, both sides and the claim. `own` is the block that this rank
 * sends or receives; if the root passes MPI_IN_PLACE, it is the root's block of
 * `all`, and *in_place is set. */
static int coll_gather_open(struct coll *c, const struct side *one,
                            const struct side *all, int root, struct data *own,
                            bool *in_place)
{
    int error = coll_root(c, root);
    if (error)
        return error;
    *in_place = c->me == root && one->buffer == MPI_IN_PLACE;
    if (c->me == root && all->buffer == MPI_IN_PLACE)
        return rank_error(c->rank, c->comm, MPI_ERR_BUFFER,
                          "MPI_IN_PLACE is not allowed for this buffer");
    struct data at_root;
    if (c->me == root && (error = side_block(c, all, c->me, &at_root)))
        return error;
    if ((error = *in_place
                     ? side_block(c, all, c->me, own)
                     : coll_data(c, own, one->buffer, one->count, one->type)))
        return error;
    if (c->me == root && !*in_place && (error = side_apart(c, own, all)))
        return error;
    bool one_size = !counts_any(&all->counts) && !*in_place;
    if (c->me == root && one_size &&
        at_root.count * type_size(at_root.type) !=
            own->count * type_size(own->type))
        return rank_error(
            c->rank, c->comm, MPI_ERR_COUNT,
            "the root sends %zu bytes to itself, but receives %zu",
            own->count * type_size(own->type),
            at_root.count * type_size(at_root.type));
    struct claim claim = {
        .root = root, .has_root = true, .has_signature = !c->vector};
    type_signature(own->type, own->count, &claim.signature);
    coll_claim(c, &claim);
    return MPI_SUCCESS;
}

/* Send blocks of `bytes` packed bytes along the binomial tree of the root.
 * Block v of `room` belongs to rank root + v; each rank handles the blocks of
 * its subtree. */
static void put_tree(struct coll *c, char *room, size_t bytes, int root,
                     bool down)
{
    const struct type *raw = type_of(c->rank, MPI_BYTE);
    int v = (c->me - root + c->p) % c->p, low = 1;
    while (low < c->p && !(v & low))
        low *= 2;
    size_t mine = (size_t)(v + low < c->p ? low : c->p - v) * bytes;
    int parent = (v - low + root + c->p) % c->p;
    if (down && v) {
        schedule_receive(c->rank, c->s, room, mine, raw, parent);
        schedule_next(c->rank, c->s);
    }
    for (int i = 1; i < low; i *= 2) {
        int bit = down ? low / 2 / i : i;
        if (v + bit >= c->p)
            continue;
        int child = v + bit;
        size_t count = (size_t)(child + bit < c->p ? bit : c->p - child);
        char *place = room + (size_t)bit * bytes;
        if (down)
            schedule_send(c->rank, c->s, place, count * bytes, raw,
                          (child + root) % c->p);
        else
            schedule_receive(c->rank, c->s, place, count * bytes, raw,
                             (child + root) % c->p);
        schedule_next(c->rank, c->s);
    }
    if (!down && v) {
        schedule_send(c->rank, c->s, room, mine, raw, parent);
        schedule_next(c->rank, c->s);
    }
}

/* Return the number of blocks in the subtree of this rank. */
static size_t subtree(const struct coll *c, int root)
{
    int v = (c->me - root + c->p) % c->p, low = 1;
    while (low < c->p && !(v & low))
        low *= 2;
    return (size_t)(v + low < c->p ? low : c->p - v);
}

static int gather_tree(struct coll *c, const struct data *own,
                       const struct side *all, int root, bool in_place)
{
    const struct type *raw = type_of(c->rank, MPI_BYTE);
    size_t bytes = own->count * type_size(own->type);
    char *room = schedule_room(c->rank, c->s, raw, subtree(c, root) * bytes);
    schedule_copy(c->rank, c->s, own->buffer, own->count, own->type, room,
                  bytes, raw);
    put_tree(c, room, bytes, root, false);
    for (int v = in_place; v < c->p && c->me == root; v++) {
        struct data to;
        int error = side_block(c, all, (v + root) % c->p, &to);
        if (error)
            return error;
        schedule_copy(c->rank, c->s, room + (size_t)v * bytes, bytes, raw,
                      to.buffer, to.count, to.type);
    }
    return MPI_SUCCESS;
}

static int gather_linear(struct coll *c, const struct data *own,
                         const struct side *all, int root, bool in_place)
{
    if (c->me != root)
        schedule_send(c->rank, c->s, own->buffer, own->count, own->type, root);
    for (int i = 0; i < c->p && c->me == root; i++) {
        struct data to;
        int error = side_block(c, all, i, &to);
        if (error)
            return error;
        if (i != root)
            schedule_receive(c->rank, c->s, to.buffer, to.count, to.type, i);
        else if (!in_place)
            schedule_copy(c->rank, c->s, own->buffer, own->count, own->type,
                          to.buffer, to.count, to.type);
    }
    return MPI_SUCCESS;
}

/* For intercommunicators: transfer blocks between the root and the remote
 * group. */
static int coll_gather_between(struct coll *c, const struct side *one,
                               const struct side *all, int root, bool down)
{
    struct data data;
    int error = coll_root(c, root);
    if (error)
        return coll_give_up(c, error);
    coll_claim(c, &(struct claim){0});
    for (int i = 0; root != MPI_PROC_NULL && i < c->p; i++) {
        bool at_root = root == MPI_ROOT;
        if (!at_root && i != root)
            continue;
        error = at_root
                    ? side_block(c, all, i, &data)
                    : coll_data(c, &data, one->buffer, one->count, one->type);
        if (error)
            return coll_give_up(c, error);
        if (at_root == down)
            schedule_send(c->rank, c->s, data.buffer, data.count, data.type, i);
        else
            schedule_receive(c->rank, c->s, data.buffer, data.count, data.type,
                             i);
    }
    return coll_close(c);
}

static int scatter_tree(struct coll *c, const struct data *own,
                        const struct side *all, int root, bool in_place)
{
    const struct type *raw = type_of(c->rank, MPI_BYTE);
    size_t bytes = own->count * type_size(own->type);
    char *room = schedule_room(c->rank, c->s, raw, subtree(c, root) * bytes);
    for (int v = 0; v < c->p && c->me == root; v++) {
        struct data from;
        int error = side_block(c, all, (v + root) % c->p, &from);
        if (error)
            return error;
        schedule_copy(c->rank, c->s, from.buffer, from.count, from.type,
                      room + (size_t)v * bytes, bytes, raw);
    }
    put_tree(c, room, bytes, root, true);
    if (!in_place)
        schedule_copy(c->rank, c->s, room, bytes, raw, own->buffer, own->count,
                      own->type);
    return MPI_SUCCESS;
}

static int coll_gather_scatter_linear(struct coll *c, const struct data *own,
                                      const struct side *all, int root,
                                      bool in_place)
{
    if (c->me != root)
        schedule_receive(c->rank, c->s, own->buffer, own->count, own->type,
                         root);
    for (int i = 0; i < c->p && c->me == root; i++) {
        struct data from;
        int error = side_block(c, all, i, &from);
        if (error)
            return error;
        if (i != root)
            schedule_send(c->rank, c->s, from.buffer, from.count, from.type, i);
        else if (!in_place)
            schedule_copy(c->rank, c->s, from.buffer, from.count, from.type,
                          own->buffer, own->count, own->type);
    }
    return MPI_SUCCESS;
}

/* The algorithms of gather or scatter. `down` is true if the root sends. */
struct root_call {
    enum coll_kind kind;
    bool down;
    int (*tree)(struct coll *c, const struct data *own, const struct side *all,
                int root, bool in_place);
    int (*linear)(struct coll *c, const struct data *own,
                  const struct side *all, int root, bool in_place);
};
static const struct root_call coll_gather_gather = {COLL_GATHER, false,
                                                    gather_tree, gather_linear};
static const struct root_call scatter = {COLL_SCATTER, true, scatter_tree,
                                         coll_gather_scatter_linear};

/* Gather or scatter. `one` is the side that each rank passes, `all` that of the
 * root. With `vector` the blocks may differ in size. */
static int coll_gather_move(struct rank *rank, const struct root_call *call,
                            const struct side *one, const struct side *all,
                            bool vector, int root, MPI_Comm comm,
                            struct how how)
{
    struct coll c;
    struct data own;
    bool in_place;
    int error = coll_open(&c, rank, comm, call->kind, how);
    if (error)
        return error;
    if (c.inter)
        return coll_gather_between(&c, one, all, root, call->down);
    c.vector = vector;
    if ((error = coll_gather_open(&c, one, all, root, &own, &in_place)) ||
        (c.me == root && (error = side_once(&c, all, c.p, NULL, call->down))))
        return coll_give_up(&c, error);
    if (call->down && !in_place)
        p2p_check_written(rank, own.type, own.count, "receive");
    bool tree = !vector && !coll_chosen(&c, call->kind, "linear");
    error = (tree ? call->tree : call->linear)(&c, &own, all, root, in_place);
    return error ? coll_give_up(&c, error) : coll_close(&c);
}

#define GATHER_DO(how)                                                         \
    coll_gather_move(rank, &coll_gather_gather, SEND_SIDE, RECV_SIDE, false,   \
                     root, comm, how)
COLL_VARIANTS(Gather, Igather, ROOT_LIST, GATHER_DO)

#define GATHERV_LIST(COUNT, PLACE)                                             \
    SEND(COUNT), RECVV(COUNT, PLACE), int root, MPI_Comm comm
#define GATHERV_DO(how)                                                        \
    coll_gather_move(rank, &coll_gather_gather, SEND_SIDE, RECVV_SIDE, true,   \
                     root, comm, how)
COLL_VARIANTS(Gatherv, Igatherv, GATHERV_LIST, GATHERV_DO)

#define SCATTER_DO(how)                                                        \
    coll_gather_move(rank, &scatter, RECV_SIDE, SEND_SIDE, false, root, comm,  \
                     how)
COLL_VARIANTS(Scatter, Iscatter, ROOT_LIST, SCATTER_DO)

#define SCATTERV_LIST(COUNT, PLACE)                                            \
    SENDV(COUNT, PLACE), RECV(COUNT), int root, MPI_Comm comm
#define SCATTERV_DO(how)                                                       \
    coll_gather_move(rank, &scatter, RECV_SIDE, SENDV_SIDE, true, root, comm,  \
                     how)
COLL_VARIANTS(Scatterv, Iscatterv, SCATTERV_LIST, SCATTERV_DO)
