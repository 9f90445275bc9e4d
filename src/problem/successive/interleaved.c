/* interleaved: each broadcast begins as soon as it conflicts with no other.
 *
 * Trees: the spanning binomial tree of each source, not rotated. Starts: t_1 =
 * 0; t_j is the least t > t_{j-1} for which no processor is busy twice in one
 * slot and every processor receives mu_{j-1} before mu_j; for d >= 3 this is
 * floor(5 (j - 1) / 2). p (p - 1) messages. Source: Desprez et al. 1993,
 * section 3, Figure 4. */
#include <stdlib.h>
#include <weft/unstable/tree.h>

#include "problem/shared/settings.h"
#include "successive.h"

static int successive_interleaved_prepare(struct plan *plan,
                                          struct weft_error *err)
{
    if (levels_prepare(plan, 0, false, err))
        return -1;
    struct levels *levels = plan->schedule;
    if (plan_number(plan, &setting_spacing) >= 0)
        return 0;
    levels->start = levels_earliest(plan, levels, plan->size);
    if (!levels->start)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for the schedule");
    return 0;
}

const struct weft_strategy successive_interleaved = {
    .info = {.name = "interleaved",
             .summary = "each broadcast starts as soon as it causes no "
                        "conflict with another broadcast",
             .source = "Desprez et al. 1993, Figure 4",
             .networks = "hypercube",
             .needs = "shouting"},
    .prepare = successive_interleaved_prepare,
    .program = successive_levels_program,
    .finish = levels_finish,
};
