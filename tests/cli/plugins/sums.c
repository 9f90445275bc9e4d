/* Strategies of reductions, one for each problem. */
#include <string.h>
#include <weft/plugin.h>

#define MOST 64

/* Exchange everything so far with the partner at each power-of-two distance. */
static int doubling(struct weft_processor *self, struct weft_work *work)
{
    int p = weft_size(self), rank = weft_rank(self);
    for (int bit = 1; bit < p; bit *= 2) {
        struct weft_message message;
        if (weft_post(self, rank ^ bit, 0, weft_work_block(work, 0),
                      weft_work_bytes(work)) ||
            weft_step(self) || weft_receive(self, rank ^ bit, &message) ||
            weft_work_add(work, 0, message.data))
            return -1;
    }
    return 0;
}
WEFT_STRATEGY(.problem = "allreduce", .name = "own-doubling",
              .needs = "one-port-duplex", .in_order = true,
              .function = doubling)
WEFT_STRATEGY(.problem = "barrier", .name = "own-doubling",
              .function = doubling)

/* Store the consecutive numbers first, first + 1, ... in block[]. */
static void run(int first, int count, int block[])
{
    for (int i = 0; i < count; i++)
        block[i] = first + i;
}

static int halving(struct weft_processor *self, struct weft_work *work)
{
    int rank = weft_rank(self), give[MOST], take[MOST];
    for (int half = weft_size(self) / 2; half; half /= 2) {
        int with = rank ^ half;
        run(with / half * half, half, give);
        run(rank / half * half, half, take);
        if (weft_work_post(work, with, give, half) || weft_step(self) ||
            weft_work_receive_add(work, with, take, half))
            return -1;
    }
    return 0;
}
WEFT_STRATEGY(.problem = "reduce-scatter", .name = "own-halving",
              .function = halving)

static int rabenseifner(struct weft_processor *self, struct weft_work *work)
{
    int rank = weft_rank(self), give[MOST], take[MOST];
    if (halving(self, work))
        return -1;
    for (int half = 1; half < weft_size(self); half *= 2) {
        int with = rank ^ half;
        run(rank / half * half, half, give);
        run(with / half * half, half, take);
        if (weft_work_post(work, with, give, half) || weft_step(self) ||
            weft_work_receive(work, with, take, half))
            return -1;
    }
    return 0;
}
WEFT_STRATEGY(.problem = "allreduce", .name = "own-rabenseifner", .blocks = "p",
              .function = rabenseifner)

static int chain(struct weft_processor *self, struct weft_work *work)
{
    int rank = weft_rank(self), block = 0;
    if (rank > 0 && weft_work_receive_add(work, rank - 1, &block, 1))
        return -1;
    if (rank == weft_size(self) - 1)
        return 0;
    return weft_work_post(work, rank + 1, &block, 1) || weft_step(self) ? -1
                                                                        : 0;
}
WEFT_STRATEGY(.problem = "scan", .name = "own-chain", .in_order = true,
              .function = chain)

/* Keep the received value as the result; forward it combined with this
 * processor's own value. */
static int before(struct weft_processor *self, struct weft_work *work)
{
    int rank = weft_rank(self);
    unsigned char all[64];
    struct weft_message message;
    memcpy(all, weft_work_block(work, 0), weft_work_bytes(work));
    if (rank > 0 && (weft_receive(self, rank - 1, &message) ||
                     weft_work_combine(work, all, message.data) ||
                     weft_work_keep(work, 0, message.data)))
        return -1;
    return rank < weft_size(self) - 1
               ? weft_send(self, rank + 1, 0, all, weft_work_bytes(work))
               : 0;
}
WEFT_STRATEGY(.problem = "exscan", .name = "own-chain", .in_order = true,
              .function = before)

static int one_by_one(struct weft_processor *self, struct weft_work *work)
{
    int rank = weft_rank(self), root = weft_work_root(work), block[MOST];
    int count = weft_goal_blocks(weft_work_goal(work));
    run(0, count, block);
    if (rank != root)
        return weft_wait_until(self, (uint64_t)rank * weft_slot(self)) ||
                       weft_work_post(work, root, block, count) ||
                       weft_step(self)
                   ? -1
                   : 0;
    for (int from = 0; from < weft_size(self); from++)
        if (from != root && weft_work_receive_add(work, from, block, count))
            return -1;
    return 0;
}
WEFT_STRATEGY(.problem = "reduce", .name = "own-list", .function = one_by_one)
