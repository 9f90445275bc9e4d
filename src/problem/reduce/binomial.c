/* binomial: recursive doubling backwards.
 *
 * The broadcast of the same name with time and direction reversed: in step k
 * processors combine in pairs over dimension k - 1 of a hypothetical
 * hypercube seen from the root. Both of a pair hold results over consecutive
 * ranks, so the smaller goes left and the operator need not commute, whatever
 * the root. ceil(log2 p) steps, p - 1 messages. Where p is no power of two
 * and the root is not 0, one result in a step may cover both ends of the
 * ranks: without commuting it is sent as two (reduce.h).
 * Source: document D, Algorithm 4.3. */
#include <errno.h>

#include "problem/shared/rounds.h"
#include "reduce.h"

static bool cyclic(const struct plan *plan)
{
    return (plan->size & (plan->size - 1)) != 0;
}

/* Parts of a result that can be needed. */
static int parts(const struct plan *plan)
{
    bool one = reduce_operator(plan)->commutes || !cyclic(plan) ||
               plan->experiment->root == 0;
    return one ? 1 : 2;
}

static int prepare(struct plan *plan, struct weft_error *err)
{
    if (rounds_prepare(plan, true, err))
        return -1;
    struct rounds *rounds = plan->schedule;
    bool by_rank = rounds->pattern.axes == 1 && !rounds->pattern.ascending;
    if (!by_rank && !reduce_operator(plan)->commutes)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "operator '%s' does not commute, and %s does "
                              "not keep the operands in rank order",
                              reduce_operator(plan)->name,
                              rounds->pattern.ascending
                                  ? "--dimensions ascending"
                                  : weft_network_name(plan->network));
    size_t bytes = plan->experiment->bytes;
    rounds_time(rounds, plan, bytes * (size_t)parts(plan), 0);
    return rounds_check(rounds, plan, err);
}

static const void *give(void *arg, size_t *bytes)
{
    return reduce_give(arg, bytes);
}

static int take(void *arg, int place, const struct weft_message *message)
{
    return reduce_take(arg, place, message);
}

static int gather(struct reduce_partial *partial, const struct plan *plan)
{
    const struct rounds_ends ends = {give, take, partial};
    return rounds_run(partial->self, plan->schedule, weft_rank(partial->self),
                      &ends);
}

static int program(struct weft_processor *self, void *arg)
{
    const struct plan *plan = arg;
    return reduce_program(self, plan, parts(plan), cyclic(plan), gather);
}

const struct weft_strategy reduce_binomial = {
    .info = {"binomial", "recursive doubling backwards, near to far",
             "document D, Algorithm 4.3", NULL, NULL},
    .prepare = prepare,
    .program = program,
    .finish = rounds_finish,
};
