/* sbt: the spanning binomial tree backwards, level by level.
 *
 * Processors at distance l from the root send to their parents in step
 * d - l + 1, when all their children have sent to them at once. d steps,
 * 2^d - 1 messages. Children are combined nearest first, so results always
 * cover consecutive ranks and the smaller goes left.
 * Source: document C, spanning tree for single broadcasts, reversed. */
#include <weft/tree.h>

#include "reduce.h"

static int gather(struct reduce_partial *partial, const struct plan *plan)
{
    struct weft_processor *self = partial->self;
    int root = partial->root, d = plan->dimension, rank = weft_rank(self);
    int children[32];
    int count = weft_binomial_children(d, root, 0, rank, children);
    for (int i = 0; i < count; i++) {
        struct weft_message message;
        if (weft_receive(self, children[i], &message) ||
            reduce_take(partial, children[i], &message))
            return -1;
    }
    if (rank == root)
        return 0;
    size_t bytes;
    const void *words = reduce_give(partial, &bytes);
    uint64_t step = (uint64_t)(d - weft_binomial_level(root, rank));
    if (weft_wait_until(self, step * plan->slot))
        return -1;
    return weft_send(self, weft_binomial_parent(d, root, 0, rank), 0, words,
                     bytes);
}

static int program(struct weft_processor *self, void *arg)
{
    return reduce_program(self, arg, 1, false, gather);
}

const struct weft_strategy reduce_sbt = {
    .info = {"sbt", "spanning binomial tree, all children at once",
             "document C, reversed", "hypercube", "all-port",
             "send=one,receive=all,duplex=half"},
    .program = program,
};
