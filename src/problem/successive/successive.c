/* The problem `successive` (Desprez et al. 1993): all processors broadcast in
 * turn, and all store mu_1, mu_2, ..., mu_p in this order. */
#include "successive.h"

#include <stdlib.h>
#include <string.h>

#include "problem/shared/payload.h"
#include "problem/shared/root.h"
#include "problem/shared/settings.h"

static struct weft_goal *problem_successive_goal(const struct plan *plan)
{
    return turn_goal(plan, plan->size);
}

/* Check the costs. Turns are based on slots: a processor that has received may
 * send in the next slot. */
static int problem_successive_prepare(struct plan *plan, struct weft_error *err)
{
    const struct weft_cost *cost = &plan->cost;
    bool late = weft_cost_gap(cost, plan->length) >
                weft_cost_time(cost, plan->length, 1);
    if (!cost->loggp || (!late && cost->overhead))
        return 0;
    return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                          "successive broadcasts stay in order in LogGP only "
                          "with o > 0 and g <= 2 o + L");
}

static const struct weft_strategy *const problem_successive_strategies[] = {
    &successive_synchronised,
    &successive_interleaved,
    &successive_rotated,
    &successive_woven,
    &successive_optimal,
    &successive_greedy,
    NULL,
};

static const struct weft_setting *const problem_successive_settings[] = {
    &setting_spacing, &setting_order, NULL};

const struct weft_problem problem_successive = {
    .info = {.name = "successive",
             .summary = "every processor broadcasts in turn; all store the "
                        "messages in order",
             .source = "Desprez et al. 1993",
             .network = "hypercube:4",
             .model = "shouting"},
    .strategies = problem_successive_strategies,
    .tagged = true,
    .settings = problem_successive_settings,
    .prepare = problem_successive_prepare,
    .goal = problem_successive_goal,
    .block = judge_tagged,
};
