/* rotated: a pivot row is sent two steps and one round of updates after the
 * previous one, on trees rotated so that the next source is a leaf.
 *
 * Time 2n + d - 2 + n ceil(n/p) t_comp in steps: the communication is the O(n +
 * log p) of Desprez et al. n (p - 1) messages. Source: Desprez et al. 1993,
 * sections 1 and 3. */
#include "gauss.h"
#include "problem/shared/turns/turns.h"

static int gauss_rotated_prepare(struct plan *plan, struct weft_error *err)
{
    return levels_prepare(plan, 2, true, err);
}

const struct weft_strategy gauss_rotated = {
    .info = {.name = "rotated",
             .summary = "pivot rows two steps apart, on rotated trees",
             .source = "Desprez et al. 1993, sections 1 and 3",
             .networks = "hypercube",
             .needs = "shouting"},
    .on_conflict = WEFT_CONFLICT_DELAY,
    .prepare = gauss_rotated_prepare,
    .program = gauss_levels_program,
    .finish = levels_finish,
};
