/* What is known of an experiment that is not run: what is proved of it, and
 * what it asks for, whoever does it. */
#include <string.h>

#include "general.h"
#include "plan.h"
#include "problem/own.h"

/* Do a problem's bounds heed how many blocks a message carries? Those of one
 * from a file are its author's word. */
static bool heeds_blocks(const struct weft_problem *problem)
{
    const struct weft_problem *own;
    for (size_t i = 0; (own = own_problem(i)); i++)
        if (own == problem)
            return false;
    return problem->items != NULL;
}

int plan_any(struct plan *plan, const struct weft_experiment *experiment,
             struct weft_error *err)
{
    struct weft_error own = {0};
    err = err ? err : &own;
    int status = plan_problem(plan, experiment, false, err);
    const struct weft_problem *problem = plan->problem;
    const struct weft_strategy *row;
    bool any = plan->any_strategy;
    for (size_t i = 1; status && err->kind == WEFT_ERROR_MISUSE && problem &&
                       any && (row = strategy_row(problem, i));
         i++) {
        struct weft_experiment other = *experiment;
        struct weft_error error = {0};
        if (weft_experiment_set(&other, "strategy", row->info.name, &error))
            break;
        plan_finish(plan);
        status = plan_problem(plan, &other, false, &error);
        plan->any_strategy = true;
    }
    return status;
}

/* most, all: 0, if it is not said. */
static int bounds_of(const struct weft_experiment *experiment, uint64_t most,
                     uint64_t all, struct weft_bounds *bounds,
                     struct weft_error *err)
{
    struct weft_result result = {0};
    struct plan plan;
    *bounds = (struct weft_bounds){0};
    int status = plan_any(&plan, experiment, err);
    plan.most = most;
    plan.all = all;
    if (!status && (most < 2 || heeds_blocks(plan.problem)) &&
        plan.problem->bounds)
        plan.problem->bounds(&plan, &result);
    if (!status) {
        bounds->slot = plan.slot;
        bounds->bytes = plan.bytes;
        bounds->count = result.bounds;
        bounds->highest = result.lower_bound;
        memcpy(bounds->bound, result.bound, sizeof bounds->bound);
    }
    plan_finish(&plan);
    return status;
}

int weft_experiment_bounds(const struct weft_experiment *experiment,
                           struct weft_bounds *bounds, struct weft_error *err)
{
    return bounds_of(experiment, 0, 0, bounds, err);
}

int weft_experiment_bounds_joined(const struct weft_experiment *experiment,
                                  uint64_t most, uint64_t blocks,
                                  struct weft_bounds *bounds,
                                  struct weft_error *err)
{
    return bounds_of(experiment, most, blocks, bounds, err);
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
