/* pair: `unbalanced` for two sources, with the paper's priority rule: the copy
 * on its way to its source's antipode goes first. d slots.
 *
 * In fact the rule never applies: see docs/papers-b.md.
 *
 * Source: Stamoulis, Tsitsiklis, section 3.3.2. */

#include "simultaneous.h"

/* Return the sort key of a waiting copy: copies on their way to the antipode
 * come first. A copy about to cross `bit` is on this way exactly if it has
 * crossed all lower bits. */
static uint64_t antipode(const struct simultaneous *state, int at, int bit,
                         int position, uint64_t arrived)
{
    (void)arrived;
    int crossed = at ^ state->source[position];
    uint64_t other = crossed != (1 << bit) - 1;
    return other << 32 | (uint64_t)position;
}

static const struct simultaneous_tie tie = {antipode};

static int pair_prepare(struct plan *plan, struct weft_error *err)
{
    struct simultaneous *state = plan->state;
    if (state->count != 2)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "strategy 'pair' takes 2 sources, not %d",
                              state->count);
    if (state->source[1] == state->source[2])
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "strategy 'pair' takes 2 different sources, "
                              "not %d twice",
                              state->source[1]);
    state->measure = simultaneous_arcs_measure;
    plan->schedule = (void *)&tie;
    return 0;
}

const struct weft_strategy simultaneous_pair = {
    .info = {.name = "pair",
             .summary = "two sources, copies for the antipodes first",
             .source = "Stamoulis, Tsitsiklis, section 3.3.2",
             .networks = "hypercube",
             .needs = "send=all,receive=all,duplex=half"},
    .prepare = pair_prepare,
    .program = simultaneous_arcs_program,
};
