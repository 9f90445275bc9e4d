/* weft_experiment_bounds(): what is proved of an experiment that is not run. */
#include <string.h>

#include "plan.h"
#include "settings.h"

int weft_experiment_bounds(const struct weft_experiment *experiment,
                           struct weft_bounds *bounds, struct weft_error *err)
{
    struct weft_error own = {0};
    struct weft_result result = {0};
    struct plan plan;
    *bounds = (struct weft_bounds){0};
    int status = plan_problem(&plan, experiment, false, err ? err : &own);
    if (!status)
        plan.any_strategy = !plan_chosen(&plan, &setting_strategy);
    if (!status && plan.problem->bounds)
        plan.problem->bounds(&plan, &result);
    if (!status) {
        bounds->slot = plan.slot;
        bounds->count = result.bounds;
        bounds->highest = result.lower_bound;
        memcpy(bounds->bound, result.bound, sizeof bounds->bound);
    }
    plan_finish(&plan);
    return status;
}
