/* sbt: the spanning binomial tree in reverse, level by level.
 *
 * Processors at distance l from the root send to their parents in step d - l +
 * 1, after all their children have sent to them at once. d steps, 2^d - 1
 * messages. Children are combined nearest first, so results always cover
 * consecutive ranks, and the result of the lower ranks is the left operand.
 * Source: lecture notes (Bertsekas et al.), spanning tree for single
 * broadcasts, reversed. */
#include "partial.h"
#include "problem/shared/settings.h"
#include "reduce.h"

#define REDUCE_SBT_DIMENSIONS_MAX 31

static int reduce_sbt_work(struct partial *partial, int d, int id)
{
    struct weft_processor *self = partial->self;
    int root = partial->root, rank = weft_rank(self),
        children[REDUCE_SBT_DIMENSIONS_MAX];
    uint64_t begin = weft_now(self);
    uint64_t round = weft_transfer_time(self, partial->bytes, 1);
    int count = weft_binomial_children(d, root, 0, rank, children);
    for (int i = 0; i < count; i++)
        if (partial_receive(partial, children[i]))
            return -1;
    if (rank == root)
        return 0;
    uint64_t rounds = (uint64_t)(d - weft_binomial_level(root, rank));
    return weft_round_begin(self, rounds + 1, begin + rounds * round) ||
           partial_send(partial, weft_binomial_parent(d, root, 0, rank), id);
}

int weft_reduce_sbt(struct weft_processor *self, int root, int id,
                    const struct weft_operator *op, void *data, size_t bytes)
{
    int d = collective_dimension(self);
    struct partial partial = {
        .self = self,
        .op = op,
        .bytes = bytes,
        .parts = 1,
        .root = root,
        .cyclic = false,
    };
    if (d < 0 || collective_check_root(self, root))
        return -1;
    int status =
        partial_init(&partial, data) || reduce_sbt_work(&partial, d, id);
    if (!status && weft_rank(self) == root)
        partial_result(&partial, data);
    partial_finish(&partial);
    return status ? -1 : 0;
}

/* ---- the strategy ---- */

static int reduce_sbt_combine(struct weft_processor *self,
                              const struct plan *plan, void *words)
{
    return weft_reduce_sbt(self, plan_root(plan), 0, reduce_operator(plan),
                           words, plan->bytes);
}

static int reduce_sbt_program(struct weft_processor *self, void *arg)
{
    return reduce_program(self, arg, reduce_sbt_combine);
}

const struct weft_strategy reduce_sbt = {
    .info = {"sbt", "spanning binomial tree, all children at once",
             "lecture notes (Bertsekas et al.), reversed", "hypercube",
             "all-port", "send=one,receive=all,duplex=half"},
    .program = reduce_sbt_program,
};
