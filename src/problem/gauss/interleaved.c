/* interleaved: each pivot row is sent as soon as it conflicts with no other
 * one.
 *
 * The timetable of `successive`, for n messages: for d >= 3 a row is sent on
 * average 5/2 steps and a round of updates after the previous one. n (p - 1)
 * messages. Source: Desprez et al. 1993, section 3, Figure 4. */

#include "gauss.h"
#include "problem/shared/settings.h"
#include "problem/shared/turns/turns.h"

static int gauss_interleaved_prepare(struct plan *plan, struct weft_error *err)
{
    const struct gauss_system *system = plan->state;
    if (levels_prepare(plan, 0, false, err))
        return -1;
    struct levels *levels = plan->schedule;
    if (plan_number(plan, &setting_spacing) >= 0)
        return 0;
    levels->start = levels_earliest(plan, levels, system->n);
    return levels->start ? 0
                         : weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                                          "no memory for the schedule");
}

const struct weft_strategy gauss_interleaved = {
    .info = {.name = "interleaved",
             .summary = "each pivot row is sent as soon as it meets no other",
             .source = "Desprez et al. 1993, Figure 4",
             .networks = "hypercube",
             .needs = "shouting"},
    .on_conflict = WEFT_CONFLICT_DELAY,
    .prepare = gauss_interleaved_prepare,
    .program = gauss_levels_program,
    .finish = levels_finish,
};
