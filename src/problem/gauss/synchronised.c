/* synchronised: a broadcast, then the updates, then the next broadcast.
 *
 * Time n (d + ceil(n/p) t_comp) in steps, the formula of Desprez et al. for
 * broadcasts in distinct phases. n (p - 1) messages. Source: Desprez et al.
 * 1993, section 1. */
#include "gauss.h"
#include "problem/shared/turns/turns.h"

static int gauss_synchronised_prepare(struct plan *plan, struct weft_error *err)
{
    return levels_prepare(plan, plan->dimension, false, err);
}

const struct weft_strategy gauss_synchronised = {
    .info = {.name = "synchronised",
             .summary = "each pivot row reaches all before the next one leaves",
             .source = "Desprez et al. 1993, section 1",
             .networks = "hypercube",
             .needs = "shouting"},
    .on_conflict = WEFT_CONFLICT_DELAY,
    .prepare = gauss_synchronised_prepare,
    .program = gauss_levels_program,
    .finish = levels_finish,
};
