/* synchronised: each broadcast ends before the next one begins.
 *
 * Trees: the spanning binomial tree of each source, not rotated. Starts: t_j =
 * (j - 1) d. p d steps, p (p - 1) messages. Source: Desprez et al. 1993,
 * section 3, Figure 3. */
#include "successive.h"

static int successive_synchronised_prepare(struct plan *plan,
                                           struct weft_error *err)
{
    return levels_prepare(plan, plan->dimension, false, err);
}

const struct weft_strategy successive_synchronised = {
    .info = {.name = "synchronised",
             .summary = "each broadcast ends before the next begins",
             .source = "Desprez et al. 1993, Figure 3",
             .networks = "hypercube",
             .needs = "shouting"},
    .prepare = successive_synchronised_prepare,
    .program = successive_levels_program,
    .finish = levels_finish,
};
