/* weft_experiment_goal(): what an experiment asks for, whoever does it. */
#include "plan.h"

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
