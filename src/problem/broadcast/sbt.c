/* sbt: the spanning binomial tree level by level; each node sends to all its
 * children at once.
 *
 * Relative to the root, the children of a processor differ from it in one bit
 * below its lowest 1; processors at distance l receive in step l. d steps, 2^d
 * - 1 messages. Source: lecture notes (Bertsekas et al.), spanning tree for
 * single broadcasts. */
#include "broadcast.h"
#include "problem/shared/settings.h"

#define BROADCAST_SBT_DIMENSIONS_MAX 31

static int by_levels(struct weft_processor *self, int d, int root, int id,
                     void *data, size_t bytes, const struct keeper *keeper)
{
    int children[BROADCAST_SBT_DIMENSIONS_MAX], rank = weft_rank(self);
    int count = weft_binomial_children(d, root, 0, rank, children);
    int parent = weft_binomial_parent(d, root, 0, rank);
    if (parent >= 0 && collective_receive(self, parent, data, bytes, keeper))
        return -1;
    return weft_send_many(self, children, count, id, data, bytes);
}

int weft_broadcast_sbt(struct weft_processor *self, int root, int id,
                       void *data, size_t bytes)
{
    int d = collective_dimension(self);
    if (d < 0 || collective_check_root(self, root))
        return -1;
    return by_levels(self, d, root, id, data, bytes, NULL);
}

/* ---- the strategy ---- */

static int broadcast_sbt_spread(struct weft_processor *self,
                                const struct plan *plan, void *data,
                                const struct keeper *keeper)
{
    return by_levels(self, plan->dimension, plan_root(plan), 0, data,
                     plan->bytes, keeper);
}

static int broadcast_sbt_program(struct weft_processor *self, void *arg)
{
    return broadcast_program(self, arg, broadcast_sbt_spread);
}

const struct weft_strategy broadcast_sbt = {
    .info = {"sbt", "spanning binomial tree, all children at once",
             "lecture notes (Bertsekas et al.)", "hypercube", "all-port",
             "shouting"},
    .program = broadcast_sbt_program,
};
