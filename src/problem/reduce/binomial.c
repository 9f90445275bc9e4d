/* binomial: recursive doubling in reverse.
 *
 * The broadcast of the same name with time and direction reversed: in round k
 * pairs of processors combine over dimension k - 1 of a hypothetical hypercube,
 * relative to the root. Both hold results over consecutive ranks, so the result
 * of the lower ranks is the left operand, and the operator need not be
 * commutative, whatever the root. ceil(log2 p) rounds, p - 1 messages. If p is
 * not a power of two and the root is not 0, one result per round may cover both
 * ends of the ranks: with a noncommutative operator it is sent as two parts
 * (partial.h). Source: Grama et al., Algorithm 4.3. */
#include "partial.h"
#include "reduce.h"

/* Return whether virtual numbers are (rank - root) mod the size. */
static bool reduce_binomial_cyclic(const struct rounds *rounds)
{
    return (rounds->places & (rounds->places - 1)) != 0;
}

/* Return the maximum number of parts of a result. */
static int reduce_binomial_parts(const struct rounds *rounds,
                                 const struct weft_operator *op)
{
    bool one = op->commutes || !reduce_binomial_cyclic(rounds) ||
               rounds->pattern.root == 0;
    return one ? 1 : 2;
}

static int reduce_binomial_work(struct partial *partial,
                                const struct rounds *rounds, int id)
{
    int rank = weft_rank(partial->self);
    for (int k = 0; k < rounds->count; k++) {
        bool sends;
        int partner = rounds_partner(rounds, k, rank, &sends);
        int status = 0;
        if (partner >= 0 && sends)
            status = weft_round_begin(partial->self, (uint64_t)k + 1,
                                      rounds->start[k]) ||
                     partial_send(partial, partner, id);
        else if (partner >= 0)
            status = partial_receive(partial, partner);
        if (status)
            return -1;
    }
    return 0;
}

int reduce_binomial_rounds(struct weft_processor *self,
                           const struct rounds *rounds, int id,
                           const struct weft_operator *op, void *data,
                           size_t bytes)
{
    int rank = weft_rank(self), root = rounds->pattern.root;
    struct partial partial = {
        .self = self,
        .op = op,
        .bytes = bytes,
        .parts = reduce_binomial_parts(rounds, op),
        .root = root,
        .cyclic = reduce_binomial_cyclic(rounds),
    };
    int status = partial_init(&partial, data) ||
                 reduce_binomial_work(&partial, rounds, id);
    if (!status && rank / rounds->stride % rounds->places == root)
        partial_result(&partial, data);
    partial_finish(&partial);
    return status ? -1 : 0;
}

int weft_reduce_binomial(struct weft_processor *self, int root, int id,
                         const struct weft_operator *op, void *data,
                         size_t bytes)
{
    struct rounds rounds;
    if (collective_check_root(self, root))
        return -1;
    rounds_choose(&rounds, weft_network(self), root, true);
    if (!op->commutes) /* an order by axes would not keep the order of ranks */
        rounds_by_rank(&rounds);
    rounds_time_now(&rounds, self,
                    bytes * (size_t)reduce_binomial_parts(&rounds, op));
    return reduce_binomial_rounds(self, &rounds, id, op, data, bytes);
}

/* ---- the strategy ---- */

static int reduce_binomial_prepare(struct plan *plan, struct weft_error *err)
{
    if (rounds_prepare(plan, true, err))
        return -1;
    struct rounds *rounds = plan->schedule;
    const struct weft_operator *op = reduce_operator(plan);
    bool by_rank = rounds->pattern.axes == 1 && !rounds->pattern.ascending;
    if (!by_rank && !op->commutes)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "operator '%s' does not commute; %s does not "
                              "keep the operands in rank order",
                              op->name,
                              rounds->pattern.ascending
                                  ? "--dimensions ascending"
                                  : weft_network_name(plan->network));
    size_t bytes = plan->bytes;
    rounds_time_plan(rounds, plan,
                     bytes * (size_t)reduce_binomial_parts(rounds, op), 0);
    return rounds_check(rounds, plan, err);
}

static int reduce_binomial_combine(struct weft_processor *self,
                                   const struct plan *plan, void *words)
{
    return reduce_binomial_rounds(self, plan->schedule, 0,
                                  reduce_operator(plan), words, plan->bytes);
}

static int reduce_binomial_program(struct weft_processor *self, void *arg)
{
    return reduce_program(self, arg, reduce_binomial_combine);
}

const struct weft_strategy reduce_binomial = {
    .info = {"binomial", "recursive doubling backwards, near to far",
             "Grama et al., Algorithm 4.3", NULL, NULL},
    .prepare = reduce_binomial_prepare,
    .program = reduce_binomial_program,
    .finish = rounds_finish,
};
