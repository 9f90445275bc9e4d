/* All-gather and all-to-all. */
#include "mpi/coll/all.h"
#include "mpi/coll/variants.h"

static int same_size(struct coll *c, const struct data *gives,
                     const struct data *takes)
{
    size_t out = gives->count * type_size(gives->type);
    size_t in = takes->count * type_size(takes->type);
    if (out == in)
        return MPI_SUCCESS;
    return rank_error(
        c->rank, c->comm, out > in ? MPI_ERR_TRUNCATE : MPI_ERR_COUNT,
        "rank %d sends %zu bytes to itself, but receives %zu", c->me, out, in);
}

/* Gather blocks of equal size on all ranks, as packed bytes. */
static int put_blocks(struct coll *c, const struct data *own,
                      const struct side *all)
{
    const struct type *raw = type_of(c->rank, MPI_BYTE);
    size_t bytes = own->count * type_size(own->type);
    char *room = schedule_room(c->rank, c->s, raw, (size_t)c->p * bytes);
    schedule_copy(c->rank, c->s, own->buffer, own->count, own->type,
                  room + (size_t)c->me * bytes, bytes, raw);
    coll_put_allgather(c, room, bytes);
    for (int i = 0; i < c->p; i++) {
        struct data to;
        int error = side_block(c, all, i, &to);
        if (error)
            return error;
        schedule_copy(c->rank, c->s, room + (size_t)i * bytes, bytes, raw,
                      to.buffer, to.count, to.type);
    }
    return MPI_SUCCESS;
}

/* Gather blocks of different sizes on all ranks by passing them round the
 * ring. */
static int put_ring(struct coll *c, const struct data *own,
                    const struct side *all, bool in_place)
{
    int next = (c->me + 1) % c->p, before = (c->me - 1 + c->p) % c->p;
    struct data out, in;
    int error = side_block(c, all, c->me, &out);
    if (!error && !in_place)
        schedule_copy(c->rank, c->s, own->buffer, own->count, own->type,
                      out.buffer, out.count, out.type);
    for (int i = 0; i < c->p - 1 && !error; i++) {
        error = side_block(c, all, (c->me - i - 1 + 2 * c->p) % c->p, &in);
        if (error)
            break;
        schedule_send(c->rank, c->s, out.buffer, out.count, out.type, next);
        schedule_receive(c->rank, c->s, in.buffer, in.count, in.type, before);
        schedule_next(c->rank, c->s);
        out = in;
    }
    return error;
}

/* For intercommunicators: send a block to each rank of the other group (with
 * `same`, one block to all) and receive one from each. */
static int all_between(struct coll *c, const struct side *out,
                       const struct side *in, bool same)
{
    struct data data;
    coll_claim(c, &(struct claim){0});
    for (int i = 0; i < c->p; i++) {
        int error = side_block(c, out, same ? 0 : i, &data);
        if (error)
            return coll_give_up(c, error);
        schedule_send(c->rank, c->s, data.buffer, data.count, data.type, i);
        error = side_block(c, in, i, &data);
        if (error)
            return coll_give_up(c, error);
        schedule_receive(c->rank, c->s, data.buffer, data.count, data.type, i);
    }
    return coll_close(c);
}

/* Gather the block of each rank on all ranks; the blocks of `all` may differ in
 * size. */
static int allgather(struct rank *rank, const struct side *one,
                     const struct side *all, MPI_Comm comm, struct how how)
{
    struct coll c;
    struct data own, to;
    int error = coll_open(&c, rank, comm, COLL_ALLGATHER, how);
    if (error)
        return error;
    if (c.inter)
        return all_between(&c, one, all, true);
    bool in_place = one->buffer == MPI_IN_PLACE;
    if ((error = side_block(&c, all, c.me, &to)) ||
        (error = in_place ? side_block(&c, all, c.me, &own)
                          : side_block(&c, one, 0, &own)))
        return coll_give_up(&c, error);
    if ((error = side_once(&c, all, c.p, NULL, false)))
        return coll_give_up(&c, error);
    struct claim claim = {.has_signature = !counts_any(&all->counts)};
    type_signature(to.type, to.count, &claim.signature);
    coll_claim(&c, &claim);
    if (!in_place && ((error = same_size(&c, &own, &to)) ||
                      (error = side_apart(&c, &own, all))))
        return coll_give_up(&c, error);
    error = counts_any(&all->counts) ? put_ring(&c, &own, all, in_place)
                                     : put_blocks(&c, &own, all);
    return error ? coll_give_up(&c, error) : coll_close(&c);
}

#define ALLGATHER_DO(how) allgather(rank, SEND_SIDE, RECV_SIDE, comm, how)
COLL_VARIANTS(Allgather, Iallgather, EACH_LIST, ALLGATHER_DO)

#define ALLGATHERV_DO(how) allgather(rank, SEND_SIDE, RECVV_SIDE, comm, how)
COLL_VARIANTS(Allgatherv, Iallgatherv, EACH_GATHERV_LIST, ALLGATHERV_DO)

/* Exchange the blocks with all messages at once, nearest ranks first, or in one
 * round after another. In place, the outgoing data are copied first. */
static int put_all(struct coll *c, const struct side *out,
                   const struct side *in, bool in_place)
{
    bool rounds = coll_chosen(c, COLL_ALLTOALL, "rounds");
    for (int i = 0; i < c->p; i++) {
        int to = (c->me + i) % c->p, from = (c->me - i + c->p) % c->p;
        struct data gives, takes;
        int error = side_block(c, in, from, &takes);
        if (!error)
            error = side_block(c, in_place ? in : out, to, &gives);
        if (error)
            return error;
        if (i == 0 && !in_place) {
            schedule_copy(c->rank, c->s, gives.buffer, gives.count, gives.type,
                          takes.buffer, takes.count, takes.type);
        } else if (i && in_place) {
            char *aside = schedule_room(c->rank, c->s, gives.type, gives.count);
            schedule_copy(c->rank, c->s, gives.buffer, gives.count, gives.type,
                          aside, gives.count, gives.type);
            schedule_send(c->rank, c->s, aside, gives.count, gives.type, to);
        } else if (i) {
            schedule_send(c->rank, c->s, gives.buffer, gives.count, gives.type,
                          to);
        }
        if (rounds && i && !in_place) {
            schedule_receive(c->rank, c->s, takes.buffer, takes.count,
                             takes.type, from);
            schedule_next(c->rank, c->s);
        }
    }
    for (int i = 1; i < c->p && (!rounds || in_place); i++) {
        int from = (c->me - i + c->p) % c->p;
        struct data takes;
        int error = side_block(c, in, from, &takes);
        if (error)
            return error;
        schedule_receive(c->rank, c->s, takes.buffer, takes.count, takes.type,
                         from);
    }
    return MPI_SUCCESS;
}

/* Return whether the algorithm for short blocks of equal size is chosen, or is
 * the default. */
static bool is_short(const struct coll *c, const struct side *in, size_t block)
{
    enum { RANKS_MIN = 8, BLOCK_MAX = 256 };
    if (counts_any(&in->counts) || in->types || !block)
        return false;
    if (coll_chosen(c, COLL_ALLTOALL, "bruck"))
        return true;
    return c->p >= RANKS_MIN && block <= BLOCK_MAX &&
           !coll_chosen(c, COLL_ALLTOALL, "spread-out") &&
           !coll_chosen(c, COLL_ALLTOALL, "rounds");
}

static int alltoall(struct rank *rank, const struct side *out,
                    const struct side *in, MPI_Comm comm, struct how how)
{
    struct coll c;
    int error = coll_open(&c, rank, comm, COLL_ALLTOALL, how);
    if (error)
        return error;
    if (c.inter)
        return all_between(&c, out, in, false);
    bool in_place = out->buffer == MPI_IN_PLACE;
    struct data gives, takes;
    if ((error = side_block(&c, in, c.me, &takes)) ||
        (!in_place && ((error = side_block(&c, out, c.me, &gives)) ||
                       (error = same_size(&c, &gives, &takes)) ||
                       (error = side_apart(&c, &gives, in)))))
        return coll_give_up(&c, error);
    if ((error = side_once(&c, in, c.p, NULL, false)))
        return coll_give_up(&c, error);
    struct claim claim = {.has_signature = !counts_any(&in->counts)};
    type_signature(takes.type, takes.count, &claim.signature);
    coll_claim(&c, &claim);
    size_t block = takes.count * type_size(takes.type);
    if (is_short(&c, in, block))
        error = coll_put_all_short(&c, in_place ? in : out, in, block);
    else
        error = put_all(&c, out, in, in_place);
    return error ? coll_give_up(&c, error) : coll_close(&c);
}

#define ALLTOALL_DO(how) alltoall(rank, SEND_SIDE, RECV_SIDE, comm, how)
COLL_VARIANTS(Alltoall, Ialltoall, EACH_LIST, ALLTOALL_DO)

#define ALLTOALLV_DO(how) alltoall(rank, SENDV_SIDE, RECVV_SIDE, comm, how)
COLL_VARIANTS(Alltoallv, Ialltoallv, EACH_ALLTOALLV_LIST, ALLTOALLV_DO)

#define ALLTOALLW_LIST(COUNT, PLACE)                                           \
    SENDW(COUNT, PLACE), RECVW(COUNT, PLACE), MPI_Comm comm
#define ALLTOALLW_DO(how) alltoall(rank, SENDW_SIDE, RECVW_SIDE, comm, how)
COLL_VARIANTS(Alltoallw, Ialltoallw, ALLTOALLW_LIST, ALLTOALLW_DO)
