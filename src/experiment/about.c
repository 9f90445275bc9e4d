/* Answers questions about an experiment without running it: its bounds, and its
 * goal, which does not depend on the strategy. */
#include <stdio.h>
#include <string.h>

#include <weft/bound.h>

#include "general.h"
#include "plan.h"
#include "problem/shared/settings.h"

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

int plan_question(const struct plan *plan,
                  const struct weft_experiment *experiment,
                  struct weft_experiment *question, uint64_t *vector,
                  struct weft_error *err)
{
    *question = *experiment;
    if (weft_experiment_set(question, "strategy", NULL, err) ||
        weft_experiment_set(question, "model", plan->model.name, err))
        return -1;
    /* some strategies determine the number of packets themselves */
    if (!strcmp(plan->problem->info.name, "stream"))
        weft_experiment_set_number(question, "packets",
                                   weft_goal_blocks(plan->goal), NULL);
    if (!plan_has(plan, &setting_vector))
        return 0;
    *vector = (uint64_t)plan->length * (uint64_t)weft_goal_blocks(plan->goal);
    if (plan_chosen(plan, &setting_vector))
        *vector = (uint64_t)plan_number(plan, &setting_vector);
    else if (!plan->any_strategy && !weft_cost_is_unit(&plan->cost))
        weft_experiment_set_number(question, "vector", (int64_t)*vector, NULL);
    return 0;
}

/* Compute the bounds of a question. The bound declared by the author of the
 * problem comes last. */
static int bounds_ask(const struct weft_experiment *question,
                      struct weft_bounds *bounds, struct weft_error *err)
{
    struct weft_bound_answer answer;
    struct weft_result result = {0};
    int status = weft_bound_of(question, NULL, &answer, err);
    if (!status)
        weft_bound_enter(&answer, &result);
    weft_bound_finish(&answer);
    if (status)
        return -1;
    bounds->count = result.bounds;
    bounds->highest = result.lower_bound;
    memcpy(bounds->bound, result.bound, sizeof bounds->bound);
    if (result.author_bound && bounds->count < WEFT_BOUNDS_MAX) {
        struct weft_bound *author = &bounds->bound[bounds->count++];
        author->time = result.author_bound;
        snprintf(author->name, sizeof author->name, "%s", result.author_by);
    }
    return 0;
}

/* Compute the bounds of an experiment. `most` and `blocks` are 0 if unknown. */
static int bounds_of(const struct weft_experiment *experiment, uint64_t most,
                     uint64_t blocks, struct weft_bounds *bounds,
                     struct weft_error *err)
{
    struct weft_error own = {0};
    struct weft_experiment question;
    struct plan plan;
    uint64_t vector = 0;
    err = err ? err : &own;
    *bounds = (struct weft_bounds){0};
    int status =
        plan_any(&plan, experiment, err) ||
                plan_question(&plan, experiment, &question, &vector, err)
            ? -1
            : 0;
    if (!status && most)
        status = weft_experiment_set_number(
            &question, "message-blocks",
            (int64_t)(most < INT32_MAX ? most : INT32_MAX), err);
    if (!status && vector && blocks && blocks < INT32_MAX)
        weft_experiment_set_number(&question, "vector",
                                   (int64_t)(blocks * plan.length), NULL);
    if (!status && !experiment->no_bounds)
        status = bounds_ask(&question, bounds, err);
    if (!status) {
        bounds->slot = plan.slot;
        bounds->bytes = plan.length;
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
