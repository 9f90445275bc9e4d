/* All to all with short blocks, by the algorithm of Bruck et al. (IEEE Trans.
 * Parallel and Distributed Systems 8, 1997): log2 p messages of p / 2 blocks
 * from each rank instead of p - 1 of one block.
 *
 * Blocks are ordered by the distance to their destination. In round k all
 * blocks whose distance has bit 2^k set move on by 2^k ranks. */
#include "mpi/coll/all.h"

/* Blocks ordered by distance, and the blocks of one round. */
struct all_to_all_short_distances {
    char *all, *leave, *come; /* buffers of p blocks */
    size_t block;             /* bytes */
    const struct type *raw;
};

static void all_to_all_short_copy(const struct coll *c,
                                  const struct all_to_all_short_distances *d,
                                  const char *from, char *to, size_t blocks)
{
    schedule_copy(c->rank, c->s, from, blocks * d->block, d->raw, to,
                  blocks * d->block, d->raw);
}

/* Copy the blocks of a round into the contiguous buffer `beside`, or, with
 * `back`, from there to their places. Returns their number. */
static size_t pick(const struct coll *c,
                   const struct all_to_all_short_distances *d, size_t bit,
                   char *beside, bool back)
{
    size_t p = (size_t)c->p, count = 0;
    for (size_t first = bit; first < p; first += 2 * bit) {
        size_t run = first + bit > p ? p - first : bit;
        char *place = d->all + first * d->block;
        char *other = beside + count * d->block;
        all_to_all_short_copy(c, d, back ? other : place, back ? place : other,
                              run);
        count += run;
    }
    return count;
}

static void rounds(const struct coll *c,
                   const struct all_to_all_short_distances *d)
{
    for (int bit = 1; bit < c->p; bit *= 2) {
        size_t bytes = d->block * pick(c, d, (size_t)bit, d->leave, false);
        schedule_send(c->rank, c->s, d->leave, bytes, d->raw,
                      (c->me + bit) % c->p);
        schedule_receive(c->rank, c->s, d->come, bytes, d->raw,
                         (c->me - bit + c->p) % c->p);
        schedule_next(c->rank, c->s);
        pick(c, d, (size_t)bit, d->come, true);
    }
}

/* Copy the blocks of this rank into the order of their distances; contiguous
 * blocks take two copies. */
static int put_given(struct coll *c, const struct side *out,
                     const struct all_to_all_short_distances *d)
{
    size_t me = (size_t)c->me, behind = (size_t)(c->p - c->me);
    struct data gives;
    int error = side_block(c, out, 0, &gives);
    if (error)
        return error;
    if (!counts_any(&out->counts) && !out->types && type_dense(gives.type)) {
        char *from = gives.buffer + type_true_lb(gives.type);
        all_to_all_short_copy(c, d, from + me * d->block, d->all, behind);
        if (me)
            all_to_all_short_copy(c, d, from, d->all + behind * d->block, me);
        return MPI_SUCCESS;
    }
    for (int i = 0; i < c->p; i++) {
        error = side_block(c, out, (c->me + i) % c->p, &gives);
        if (error)
            return error;
        schedule_copy(c->rank, c->s, gives.buffer, gives.count, gives.type,
                      d->all + (size_t)i * d->block, d->block, d->raw);
    }
    return MPI_SUCCESS;
}

int coll_put_all_short(struct coll *c, const struct side *out,
                       const struct side *in, size_t block)
{
    struct all_to_all_short_distances d = {.block = block,
                                           .raw = type_of(c->rank, MPI_BYTE)};
    size_t bytes = (size_t)c->p * block;
    d.all = schedule_room(c->rank, c->s, d.raw, bytes);
    d.leave = schedule_room(c->rank, c->s, d.raw, bytes);
    d.come = schedule_room(c->rank, c->s, d.raw, bytes);
    int wrong = put_given(c, out, &d);
    if (wrong)
        return wrong;
    rounds(c, &d);
    for (int i = 0; i < c->p; i++) {
        struct data takes;
        int error = side_block(c, in, (c->me - i + c->p) % c->p, &takes);
        if (error)
            return error;
        schedule_copy(c->rank, c->s, d.all + (size_t)i * block, block, d.raw,
                      takes.buffer, takes.count, takes.type);
    }
    return MPI_SUCCESS;
}
