/* Makes the transfers of a collective over rings and trees.
 *
 * On a ring of p GPUs, a block is gathered in p - 1 steps from its owner to all
 * others, and reduced in p - 1 steps from the GPU after its owner to the owner.
 * Every GPU owns one block of each channel. A tree carries one block, which is
 * reduced up to the root or broadcast down from it. */
#include "channel-transfers.h"

#include "base/base.h"

#include <stdlib.h>

/* Limits on transfers, and on ranges of contributors. */
#define CHANNEL_TRANSFERS_MAX ((uint64_t)1 << AT_ONCE(22, 10))
#define CHANNEL_SPANS_MAX ((uint64_t)1 << AT_ONCE(22, 12))

static int transfers_no_memory(struct channel_transfers *all)
{
    return weft_error_set(all->err, WEFT_ERROR_MEMORY, 0, "no memory");
}

/* Check what has been made, and `more` transfers to come. Return 0 or -1. */
static int channel_effort(const struct channel_transfers *all, uint64_t more)
{
    if (all->trusted || (all->count + more <= CHANNEL_TRANSFERS_MAX &&
                         all->spans <= CHANNEL_SPANS_MAX))
        return 0;
    return weft_error_set(all->err, WEFT_ERROR_LIMIT, 0,
                          "%d GPUs and %d channels make more than %llu "
                          "transfers, or lists of more than %llu "
                          "contributions" SAY_NO_LIMIT,
                          all->choice->gpus, all->choice->channels,
                          (unsigned long long)CHANNEL_TRANSFERS_MAX,
                          (unsigned long long)CHANNEL_SPANS_MAX);
}

/* Add a transfer of a block that is combined from `spans` ranges of GPUs in
 * all->set; 0: not combined. */
static int channel_send(struct channel_transfers *all, uint64_t slot, int from,
                        int to, int block, size_t spans)
{
    uint32_t items = 0;
    all->spans += spans;
    if (channel_effort(all, 1))
        return -1;
    if (array_grow(&all->list, &all->room, all->count + 1, sizeof *all->list))
        return transfers_no_memory(all);
    if (spans) {
        all->items.count = all->items.spans = 0;
        char *text = item_list_add(&all->items, block, all->set, spans)
                         ? NULL
                         : item_list_text(&all->items);
        items = text ? params_items(&all->params, text) : 0;
        free(text);
        if (!items)
            return transfers_no_memory(all);
    }
    all->list[all->count++] =
        (struct algorithm_trace_transfer){slot, from, to, block, items};
    return 0;
}

/* ---- rings ---- */

/* Which blocks a GPU owns: block gpu * channels + channel of a gather or
 * scatter, or channel * gpus + gpu of a vector. */
struct ring_blocks {
    int per_gpu, per_channel;
};

/* Set all->order to the GPUs of a ring. */
static void ring_order(struct channel_transfers *all, int channel)
{
    const struct channel_choice *choice = all->choice;
    const struct channel_gpu *ring =
        &choice->at[(size_t)channel * (size_t)choice->gpus];
    for (int i = 0, at = 0; i < choice->gpus; i++, at = ring[at].down[0])
        all->order[i] = at;
}

static int ring_at(const struct channel_transfers *all, int position)
{
    return all->order[position % all->choice->gpus];
}

/* Gather the block of the GPU at a position, of which the first `spans` ranges
 * contribute; the first step is slot + 1. */
static int ring_gather_block(struct channel_transfers *all, int owner,
                             int block, uint64_t slot, size_t spans)
{
    for (int step = 1; step < all->choice->gpus; step++)
        if (channel_send(all, slot + (uint64_t)step,
                         ring_at(all, owner + step - 1),
                         ring_at(all, owner + step), block, spans))
            return -1;
    return 0;
}

/* Reduce a block at the GPU at a position. */
static int ring_reduce_block(struct channel_transfers *all, int owner,
                             int block)
{
    size_t spans = 0;
    for (int step = 1; step < all->choice->gpus; step++) {
        int from = ring_at(all, owner + step);
        all->set[spans++] = (struct interval){from, from};
        spans = spans_join(all->set, spans);
        if (channel_send(all, (uint64_t)step, from,
                         ring_at(all, owner + step + 1), block, spans))
            return -1;
    }
    return 0;
}

static int ring_all(struct channel_transfers *all, struct ring_blocks blocks,
                    bool reduces, bool gathers)
{
    int gpus = all->choice->gpus;
    uint64_t steps = (uint64_t)(reduces + gathers) * (uint64_t)(gpus - 1);
    if (channel_effort(all, steps * (uint64_t)gpus *
                                (uint64_t)all->choice->channels))
        return -1;
    for (int c = 0; c < all->choice->channels; c++) {
        ring_order(all, c);
        for (int owner = 0; owner < gpus; owner++) {
            int block =
                all->order[owner] * blocks.per_gpu + c * blocks.per_channel;
            if (reduces && ring_reduce_block(all, owner, block))
                return -1;
            all->set[0] = (struct interval){0, gpus - 1};
            if (gathers &&
                ring_gather_block(all, owner, block,
                                  reduces ? (uint64_t)gpus - 1 : 0, reduces))
                return -1;
        }
    }
    return 0;
}

int ring_allgather(struct channel_transfers *all)
{
    const struct ring_blocks blocks = {all->choice->channels, 1};
    return ring_all(all, blocks, false, true);
}

int ring_reduce_scatter(struct channel_transfers *all)
{
    const struct ring_blocks blocks = {all->choice->channels, 1};
    return ring_all(all, blocks, true, false);
}

int ring_allreduce(struct channel_transfers *all)
{
    const struct ring_blocks blocks = {1, all->choice->gpus};
    return ring_all(all, blocks, true, true);
}

/* ---- trees ---- */

static const struct channel_gpu *
channel_tree(const struct channel_transfers *all, int channel)
{
    return &all->choice->at[(size_t)channel * (size_t)all->choice->gpus];
}

/* Set all->order to the GPUs of a tree, parents first. */
static void tree_order(struct channel_transfers *all,
                       const struct channel_gpu *tree)
{
    int tail = 0;
    for (int i = 0; i < all->choice->gpus && !tail; i++)
        if (tree[i].up < 0)
            all->order[tail++] = i;
    for (int head = 0; head < tail; head++)
        for (int k = 0; k < CHANNEL_CHILDREN; k++)
            if (tree[all->order[head]].down[k] >= 0)
                all->order[tail++] = tree[all->order[head]].down[k];
}

/* The contributions of a GPU and all below it, as ranges in all->set. */
static size_t tree_below(struct channel_transfers *all,
                         const struct channel_gpu *tree, int gpu, int *stack)
{
    int top = 0;
    size_t count = 0;
    stack[top++] = gpu;
    while (top) {
        int at = stack[--top];
        all->set[count++] = (struct interval){at, at};
        for (int k = 0; k < CHANNEL_CHILDREN; k++)
            if (tree[at].down[k] >= 0)
                stack[top++] = tree[at].down[k];
    }
    all->spans += count; /* the time that joining them takes */
    return spans_join(all->set, count);
}

static int tree_up(struct channel_transfers *all, int channel, int *stack)
{
    const struct channel_gpu *tree = channel_tree(all, channel);
    for (int i = all->choice->gpus; i-- > 0;) {
        int gpu = all->order[i];
        uint64_t last = 0;
        for (int k = 0; k < CHANNEL_CHILDREN; k++) {
            int child = tree[gpu].down[k];
            if (child < 0)
                continue;
            last = (last > all->ready[child] ? last : all->ready[child]) + 1;
            size_t spans = tree_below(all, tree, child, stack);
            if (channel_send(all, last, child, gpu, channel, spans))
                return -1;
        }
        all->ready[gpu] = last;
    }
    return 0;
}

/* Send a block down; the root is ready. */
static int tree_down(struct channel_transfers *all, int channel, size_t spans)
{
    const struct channel_gpu *tree = channel_tree(all, channel);
    all->set[0] = (struct interval){0, all->choice->gpus - 1};
    for (int i = 0; i < all->choice->gpus; i++) {
        int gpu = all->order[i];
        uint64_t slot = all->ready[gpu];
        for (int k = 0; k < CHANNEL_CHILDREN; k++) {
            int child = tree[gpu].down[k];
            if (child < 0)
                continue;
            all->ready[child] = ++slot;
            if (channel_send(all, slot, gpu, child, channel, spans))
                return -1;
        }
    }
    return 0;
}

int channel_tree_allreduce(struct channel_transfers *all)
{
    int *stack = malloc((size_t)all->choice->gpus * sizeof *stack), status = 0;
    if (!stack)
        return transfers_no_memory(all);
    for (int c = 0; c < all->choice->channels && !status; c++) {
        tree_order(all, channel_tree(all, c));
        status = tree_up(all, c, stack) || tree_down(all, c, 1) ? -1 : 0;
    }
    free(stack);
    return status;
}

int channel_tree_broadcast(struct channel_transfers *all)
{
    int root = -1;
    for (int c = 0; c < all->choice->channels; c++) {
        tree_order(all, channel_tree(all, c));
        if (root >= 0 && all->order[0] != root)
            return weft_error_set(all->err, WEFT_ERROR_MISUSE, 0,
                                  "the trees have the roots %d and %d; a "
                                  "broadcast needs one",
                                  all->choice->rank[root],
                                  all->choice->rank[all->order[0]]);
        root = all->order[0];
        all->ready[root] = 0;
        if (tree_down(all, c, 0))
            return -1;
    }
    return 0;
}
