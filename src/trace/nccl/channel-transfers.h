/* Transfers of a collective over rings and trees; private to this folder. */
#ifndef WEFT_SRC_TRACE_NCCL_CHANNEL_TRANSFERS_H
#define WEFT_SRC_TRACE_NCCL_CHANNEL_TRANSFERS_H

#include "channels.h"

#include "base/items/items.h"
#include "trace/msccl/algorithm-trace.h"

struct channel_transfers {
    const struct channel_choice *choice;
    struct algorithm_trace_transfer *list; /* [count] owned */
    size_t count, room;
    struct params params; /* owned */
    struct item_list items;
    struct interval *set; /* [gpus + 1] contributors of a block */
    int *order;           /* [gpus] positions in a ring, or a tree from its root
                             down */
    uint64_t *ready;      /* [gpus] slot after which a GPU of a tree can send */
    uint64_t spans;       /* so far */
    bool trusted;         /* no limits */
    struct weft_error *err;
};

/* Add the transfers of all channels, in slots from 1. Return 0, or -1 with err
 * set. Rings: in each slot every GPU sends a block to the next one. Trees: a
 * GPU receives from one child at a time, in the order of the children, and
 * sends to them in the same way. */
int ring_allgather(struct channel_transfers *all);
int ring_reduce_scatter(struct channel_transfers *all);
int ring_allreduce(struct channel_transfers *all);
int channel_tree_allreduce(struct channel_transfers *all);
int channel_tree_broadcast(struct channel_transfers *all);

#endif
