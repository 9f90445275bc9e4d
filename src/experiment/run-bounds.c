/* The lower bounds of a run. */
#include "run-bounds.h"

#include <weft/bound.h>

#include "plan.h"

/* Handle a question that cannot be answered. Its bound is missing; the run
 * fails only after system errors. */
static int run_no_answer(const struct weft_error *why, struct weft_error *err)
{
    if (why->kind != WEFT_ERROR_MEMORY && why->kind != WEFT_ERROR_SYSTEM)
        return 0;
    *err = *why;
    return -1;
}

int run_bound(const struct plan *plan, const struct weft_experiment *experiment,
              struct weft_experiment *question, struct weft_result *r,
              struct weft_error *err)
{
    struct weft_bound_answer answer;
    struct weft_error why = {0};
    if (plan->script || !experiment)
        return 0;
    if (plan_question(plan, experiment, question, &r->vector, err))
        return -1;
    if (experiment->no_bounds)
        return 0;
    int status = weft_bound_of(question, NULL, &answer, &why);
    if (!status)
        weft_bound_enter(&answer, r);
    weft_bound_finish(&answer);
    return status ? run_no_answer(&why, err) : 0;
}

int run_own_bound(const struct weft_experiment *question, struct weft_result *r,
                  struct weft_error *err)
{
    struct weft_error why = {0};
    bound_ratio(r);
    int status =
        r->lower_bound ? weft_bound_enter_own(question, NULL, r, &why) : 0;
    if (!status && weft_bound_check(r, NULL))
        r->expected = false;
    return status ? run_no_answer(&why, err) : 0;
}
