/* binomial: recursive doubling, independent of the network.
 *
 * Round k crosses dimension d - k of a hypothetical hypercube, relative to the
 * root: every holder sends to the processor that differs in that bit. If p is
 * not a power of two, the virtual number is (rank - root) mod p, and partners
 * >= p are left out (tree/doubling.c). ceil(log2 p) rounds, p - 1 messages; no
 * directed link is used twice in a round on hypercube, line, ring, mesh, tree,
 * star and complete networks. With ascending dimensions, several transfers
 * share a link: 1, 2, 4, ... Source: Grama et al., Algorithms 4.1 and 4.2. */
#include "broadcast.h"

int broadcast_binomial_rounds(struct weft_processor *self,
                              const struct rounds *rounds, int id, void *data,
                              size_t bytes, const struct keeper *keeper)
{
    int rank = weft_rank(self);
    for (int k = 0; k < rounds->count; k++) {
        bool sends;
        int partner = rounds_partner(rounds, k, rank, &sends);
        int status = 0;
        if (partner >= 0 && sends)
            status =
                weft_round_begin(self, (uint64_t)k + 1, rounds->start[k]) ||
                weft_send(self, partner, id, data, bytes);
        else if (partner >= 0)
            status = collective_receive(self, partner, data, bytes, keeper);
        if (status)
            return -1;
    }
    return 0;
}

int weft_broadcast_binomial(struct weft_processor *self, int root, int id,
                            void *data, size_t bytes)
{
    struct rounds rounds;
    if (collective_check_root(self, root))
        return -1;
    rounds_choose(&rounds, weft_network(self), root, false);
    rounds_time_now(&rounds, self, bytes);
    return broadcast_binomial_rounds(self, &rounds, id, data, bytes, NULL);
}

/* ---- the strategy ---- */

static int broadcast_binomial_prepare(struct plan *plan, struct weft_error *err)
{
    if (rounds_prepare(plan, false, err))
        return -1;
    rounds_time_plan(plan->schedule, plan, plan->length, 0);
    return rounds_check(plan->schedule, plan, err);
}

static int broadcast_binomial_spread(struct weft_processor *self,
                                     const struct plan *plan, void *data,
                                     const struct keeper *keeper)
{
    return broadcast_binomial_rounds(self, plan->schedule, 0, data, plan->bytes,
                                     keeper);
}

static int broadcast_binomial_program(struct weft_processor *self, void *arg)
{
    return broadcast_program(self, arg, broadcast_binomial_spread);
}

const struct weft_strategy broadcast_binomial = {
    .info = {"binomial", "recursive doubling, far to near, on any network",
             "Grama et al., Algorithm 4.2", NULL, NULL},
    .prepare = broadcast_binomial_prepare,
    .program = broadcast_binomial_program,
    .finish = rounds_finish,
};
