/* binomial: recursive doubling, the same on every network.
 *
 * Step k crosses dimension d - k of a hypothetical hypercube seen from the
 * root: every holder sends to the processor that differs in that bit. Where p
 * is no power of two the virtual number is (rank - root) mod p and partners
 * >= p are left out. ceil(log2 p) steps, p - 1 messages; no directed link is
 * used twice in a step on hypercube, line, ring, mesh, tree, star, complete.
 * Ascending dimensions crowd links: 1, 2, 4, ... transfers on one.
 * Source: document D, Algorithms 4.1 and 4.2. */
#include "broadcast.h"
#include "problem/shared/rounds.h"

static int prepare(struct plan *plan, struct weft_error *err)
{
    if (rounds_prepare(plan, false, err))
        return -1;
    rounds_time(plan->schedule, plan, plan->experiment->bytes, 0);
    return rounds_check(plan->schedule, plan, err);
}

static const void *give(void *arg, size_t *bytes)
{
    const struct broadcast_copy *copy = arg;
    *bytes = copy->bytes;
    return copy->data;
}

static int take(void *arg, int place, const struct weft_message *message)
{
    (void)place;
    return broadcast_keep(arg, message);
}

static int spread(struct broadcast_copy *copy, const struct plan *plan)
{
    const struct rounds_ends ends = {give, take, copy};
    return rounds_run(copy->self, plan->schedule, weft_rank(copy->self), &ends);
}

static int program(struct weft_processor *self, void *arg)
{
    return broadcast_program(self, arg, spread);
}

const struct weft_strategy broadcast_binomial = {
    .info = {"binomial", "recursive doubling, far to near, on any network",
             "document D, Algorithm 4.2", NULL, NULL},
    .prepare = prepare,
    .program = program,
    .finish = rounds_finish,
};
