/* naive: the others send to the root one after the other, by rank, so that the
 * root combines from left to right: first the values of lower ranks, then its
 * own, then the others. p - 1 rounds, p - 1 messages. Every processor computes
 * when the lower ranks have finished. Source: Grama et al., 4.1.1, reversed. */
#include "partial.h"
#include "problem/shared/root.h"
#include "problem/shared/settings.h"
#include "reduce.h"

/* Return the time until the processors before this one have sent. */
static uint64_t reduce_naive_turn(struct weft_processor *self, int root,
                                  size_t bytes)
{
    int rank = weft_rank(self);
    uint64_t near = weft_transfer_time(self, bytes, 1), time = 0;
    if (near == weft_transfer_time(self, bytes, 2) &&
        !weft_network_has_costs(weft_network(self))) /* hops cost nothing, so
                                                      * all transfers take the
                                                      * same time */
        return near * (uint64_t)(rank - (rank > root));
    for (int before = 0; before < rank; before++)
        if (before != root)
            time +=
                weft_route_time(weft_network(self), weft_costs(self), before,
                                root, weft_message_length(self, bytes));
    return time;
}

static int reduce_naive_work(struct partial *partial, int id)
{
    struct weft_processor *self = partial->self;
    int root = partial->root;
    if (weft_rank(self) != root) {
        uint64_t start =
            weft_now(self) + reduce_naive_turn(self, root, partial->bytes);
        return weft_round_begin(self, 1, start) ||
               partial_send(partial, root, id);
    }
    for (int from = 0; from < weft_size(self); from++)
        if (from != root && partial_receive(partial, from))
            return -1;
    return 0;
}

int weft_reduce_naive(struct weft_processor *self, int root, int id,
                      const struct weft_operator *op, void *data, size_t bytes)
{
    struct partial partial = {
        .self = self,
        .op = op,
        .bytes = bytes,
        .parts = 2,
        .root = root,
        .cyclic = true,
    };
    if (collective_check_root(self, root))
        return -1;
    int status =
        partial_init(&partial, data) || reduce_naive_work(&partial, id);
    if (!status && weft_rank(self) == root)
        partial_result(&partial, data);
    partial_finish(&partial);
    return status ? -1 : 0;
}

/* ---- the strategy ---- */

static int reduce_naive_prepare(struct plan *plan, struct weft_error *err)
{
    return plan_check_far(plan, plan_far(plan, true), err);
}

static int reduce_naive_combine(struct weft_processor *self,
                                const struct plan *plan, void *words)
{
    return weft_reduce_naive(self, plan_root(plan), 0, reduce_operator(plan),
                             words, plan->bytes);
}

static int reduce_naive_program(struct weft_processor *self, void *arg)
{
    return reduce_program(self, arg, reduce_naive_combine);
}

const struct weft_strategy reduce_naive = {
    .info = {"naive", "each processor sends to the root in turn",
             "Grama et al., section 4.1.1", NULL, NULL},
    .prepare = reduce_naive_prepare,
    .program = reduce_naive_program,
};
