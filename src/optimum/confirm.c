/* Verification of schedules by the checker, which shares no code with the
 * search. */
#include <weft/check.h>

#include "search.h"

/* Check that all transfers are between processors with a channel. */
static int judge_channels(const struct search *s,
                          const struct weft_optimum_schedule *schedule,
                          struct weft_error *err)
{
    const struct instance *q = s->q;
    for (size_t i = 0; i < schedule->count; i++) {
        const struct move *m = &schedule->move[i];
        int from = q->reversed ? m->to : m->from;
        int to = q->reversed ? m->from : m->to;
        if (!instance_joins(q, from, to))
            return weft_error_set(err, WEFT_ERROR_WRONG, 0,
                                  "processor %d does not send to %d directly",
                                  m->from, m->to);
    }
    return 0;
}

static int judge_verdict(const struct weft_check_result *found, int steps,
                         struct weft_error *err)
{
    if (found->conflicts || found->unmatched || found->unheld ||
        !found->solved || found->findings)
        return weft_error_set(err, WEFT_ERROR_WRONG, 0,
                              "the checker does not accept it: %.300s",
                              found->kept ? found->finding[0].text : "");
    if (found->makespan > (uint64_t)steps)
        return weft_error_set(err, WEFT_ERROR_WRONG, 0,
                              "it takes %llu steps, not %d",
                              (unsigned long long)found->makespan, steps);
    return 0;
}

int judge_schedule(const struct search *s,
                   const struct weft_optimum_schedule *schedule, int steps,
                   struct weft_error *err)
{
    const struct weft_check_options options = {
        .network = s->q->network,
        .model = s->model,
        .problem = s->q->turns ? s->problem : NULL,
        .goal = s->q->turns ? NULL : s->goal,
        .order = s->q->order,
        .order_set = true,
        .root = -1,
    };
    if (judge_channels(s, schedule, err))
        return -1;
    struct weft_check *check = weft_check_create(&options, err);
    if (!check)
        return -1;
    const struct weft_sink *sink = weft_check_sink(check);
    int status = schedule_play(schedule, &sink, 1, err);
    if (!status)
        status = judge_verdict(weft_check_result(check), steps, err);
    weft_check_destroy(check);
    return status;
}
