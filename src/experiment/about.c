/* What is known of an experiment that is not run: what is proved of it, and
 * what it asks for, whoever does it. */
#include <string.h>

#include "general.h"
#include "plan.h"

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

struct weft_goal *weft_experiment_goal(const struct weft_experiment *experiment,
                                       struct weft_error *err)
{
    struct plan plan;
    struct weft_goal *goal = NULL;
    if (plan_problem(&plan, experiment, false, err) == 0) {
        goal = plan.goal;
        plan.goal = NULL;
    }
    plan_finish(&plan);
    return goal;
}
