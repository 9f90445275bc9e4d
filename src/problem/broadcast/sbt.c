/* sbt: the spanning binomial tree level by level, all children at once.
 *
 * Seen from the root, the children of a processor differ from it in one bit
 * below its lowest 1; those at distance l receive in step l. d steps, 2^d - 1
 * messages. The message number is the root's rank.
 * Source: document C, spanning tree for single broadcasts. */
#include <weft/tree.h>

#include "broadcast.h"

static int spread(struct broadcast_copy *copy, const struct plan *plan)
{
    struct weft_processor *self = copy->self;
    int root = plan->experiment->root, d = plan->dimension;
    int children[32];
    int count = weft_binomial_children(d, root, 0, weft_rank(self), children);
    int parent = weft_binomial_parent(d, root, 0, weft_rank(self));
    struct weft_message message;
    if (parent >= 0 && (weft_receive(self, parent, &message) ||
                        broadcast_keep(copy, &message)))
        return -1;
    return weft_send_many(self, children, count, root, copy->data, copy->bytes);
}

static int program(struct weft_processor *self, void *arg)
{
    return broadcast_program(self, arg, spread);
}

const struct weft_strategy broadcast_sbt = {
    .info = {"sbt", "spanning binomial tree, all children at once",
             "document C", "hypercube", "all-port", "shouting"},
    .program = program,
};
