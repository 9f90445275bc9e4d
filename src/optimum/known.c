/* What is known before any search: the bounds of the problem, those that
 * distances and ports give, and what the strategies reach. */
#include <stdio.h>
#include <string.h>
#include <weft/problem.h>
#include <weft/trace.h>

#include "search.h"

int known_lower(struct quest *s, struct weft_error *err)
{
    struct weft_optimum *r = s->result;
    struct weft_bounds bounds;
    const char *why;
    r->lower = instance_bound(s->q, &why);
    snprintf(r->lower_by, sizeof r->lower_by, "bound: %s", why);
    if (weft_experiment_bounds(s->options->experiment, &bounds, err))
        return -1;
    for (int i = 0; i < bounds.count; i++) {
        uint64_t steps = (bounds.bound[i].time + bounds.slot - 1) / bounds.slot;
        if (bounds.bound[i].per || steps <= (uint64_t)r->lower)
            continue;
        r->lower = (int)steps;
        snprintf(r->lower_by, sizeof r->lower_by, "bound: %s",
                 bounds.bound[i].name);
    }
    return 0;
}

/* Keep it if it is better than what there is. */
static void offer(struct quest *s, struct weft_optimum_schedule *schedule,
                  const char *strategy)
{
    struct weft_optimum *r = s->result;
    struct weft_error ignored;
    bool better = schedule && (!r->upper || schedule->steps < r->upper) &&
                  judge_schedule(s, schedule, schedule->steps, &ignored) == 0;
    if (!better) {
        schedule_destroy(schedule);
        return;
    }
    schedule_destroy(r->schedule);
    r->schedule = schedule;
    r->upper = schedule->steps;
    snprintf(r->upper_by, sizeof r->upper_by, "strategy %s", strategy);
}

static void try_strategy(struct quest *s, const char *strategy)
{
    struct weft_experiment experiment = *s->options->experiment;
    struct weft_result result = {.processors = 0};
    struct weft_trace trace = {.count = 0};
    const struct weft_sink sink = weft_trace_collect(&trace);
    const struct weft_sink *const sinks[] = {&sink};
    struct weft_error ignored;
    weft_experiment_set(&experiment, "strategy", strategy, &ignored);
    int status = weft_run(&experiment, sinks, 1, &result, &ignored);
    if (!status && result.valid)
        offer(s,
              schedule_of_events(trace.events, trace.count, trace.info.step,
                                 trace.info.processors),
              strategy);
    weft_trace_finish(&trace);
    weft_result_finish(&result);
}

void known_upper(struct quest *s)
{
    const struct weft_strategy_info *strategy;
    for (size_t i = 0; (strategy = weft_strategy(s->problem, i)); i++)
        if (!search_watch(s, 0))
            try_strategy(s, strategy->name);
}
