/* rotated: a broadcast every two steps, on trees rotated so that the next
 * source is a leaf of the current tree.
 *
 * Trees: T(x^(j), nu_j), nu_j the bit in which x^(j) and x^(j+1) differ.
 * Starts: t_j = 2 (j - 1): the next source receives mu_j, waits one step and
 * begins. 2p + d - 2 steps, p (p - 1) messages, no conflicts. Source: Desprez
 * et al. 1993, Proposition 1, Figure 5. */
#include "successive.h"

static int successive_rotated_prepare(struct plan *plan, struct weft_error *err)
{
    return levels_prepare(plan, 2, true, err);
}

const struct weft_strategy successive_rotated = {
    .info = {.name = "rotated",
             .summary = "a broadcast every two steps, on rotated trees",
             .source = "Desprez et al. 1993, Proposition 1, Figure 5",
             .networks = "hypercube",
             .needs = "shouting"},
    .prepare = successive_rotated_prepare,
    .program = successive_levels_program,
    .finish = levels_finish,
};
