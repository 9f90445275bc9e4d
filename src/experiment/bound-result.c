/* Stores bounds in the result of a run. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <weft/bound.h>
#include <weft/problem.h>

#include "base/base.h"
#include "run-bounds.h"

bool weft_bound_applies(const struct weft_result *r)
{
    if (r->question_bytes)
        return r->message_bytes <= r->question_bytes;
    return !r->question_blocks ||
           r->message_blocks <= (uint64_t)r->question_blocks;
}

void bound_ratio(struct weft_result *r)
{
    r->ratio = 0;
    if (!r->valid || !r->lower_bound || !weft_bound_applies(r))
        return;
    double time = r->time_ticks ? (double)r->time_ticks / WEFT_TICKS
                                : (double)r->makespan;
    r->ratio = time / (double)r->lower_bound;
}

/* Return whether the run took less time than its lower bound allows. Each time
 * in ticks is rounded by less than a tick, so a small difference is
 * accepted. */
static bool bound_underbid(const struct weft_result *r)
{
    double time = (double)r->time_ticks / WEFT_TICKS;
    return r->time_ticks ? time * (1 + 0x1p-20) < (double)r->lower_bound
                         : r->makespan < r->lower_bound;
}

void weft_bound_enter(const struct weft_bound_answer *answer,
                      struct weft_result *r)
{
    r->bounds = 0;
    for (int i = 0; i < answer->arguments && i < WEFT_BOUNDS_MAX; i++) {
        const struct weft_bound_argument *from = &answer->argument[i];
        struct weft_bound *to = &r->bound[r->bounds++];
        to->time = from->bound;
        snprintf(to->name, sizeof to->name, "%s", from->by);
        text_cut(to->text, sizeof to->text, from->text);
    }
    r->lower_bound = answer->bound;
    r->question_blocks =
        answer->message_blocks > 0 ? answer->message_blocks : 0;
    r->question_bytes = (uint64_t)r->question_blocks * answer->part;
    r->author_bound = answer->author;
    snprintf(r->author_by, sizeof r->author_by, "%s", answer->author_by);
    bound_ratio(r);
}

int weft_bound_enter_own(const struct weft_experiment *experiment,
                         const struct weft_bound_options *options,
                         struct weft_result *r, struct weft_error *err)
{
    struct weft_bound_options own = {.message_bytes = 0};
    struct weft_experiment asked = *experiment;
    struct weft_bound_answer answer;
    if (options)
        own = *options;
    if (!r->ended || !r->lower_bound || !r->message_bytes)
        return 0;
    own.message_bytes = r->message_bytes;
    if (r->vector && !weft_experiment_get(experiment, "vector"))
        weft_experiment_set_number(&asked, "vector", (int64_t)r->vector, NULL);
    int status = weft_bound_of(&asked, &own, &answer, err);
    if (!status)
        r->own_bound = answer.bound;
    if (!status && weft_bound_applies(r) && r->own_bound < r->lower_bound)
        r->own_bound = r->lower_bound;
    weft_bound_finish(&answer);
    return status;
}

int weft_bound_check(const struct weft_result *r, struct weft_error *err)
{
    if (!(r->ratio > 0 && bound_underbid(r)))
        return 0;
    return weft_error_set(err, WEFT_ERROR_WRONG, 0,
                          "bound %" PRIu64 " is above a valid run (%s, %s on "
                          "%.200s, model %s, time %" PRIu64 "): please report "
                          "it",
                          r->lower_bound, r->problem, r->strategy, r->network,
                          r->model, r->makespan);
}
