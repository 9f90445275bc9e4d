/* What problems add to a result: lower bounds and measures. */
#include <stdarg.h>
#include <stdio.h>

#include "problem/problem.h"

void result_bound(struct weft_result *result, const struct plan *plan,
                  enum bound_counts counts, uint64_t number, const char *format,
                  ...)
{
    const struct weft_cost *cost = &plan->cost;
    bool unit_time = cost->ts == 1 && !cost->tw && !cost->th;
    /* links with costs of their own may be faster than ts + tw m says */
    bool own = !unit_time && weft_network_has_costs(plan->network);
    const uint64_t time[] = {[BOUND_TRANSFERS] = own ? cost->ts : plan->slot,
                             [BOUND_STARTUPS] = cost->ts,
                             [BOUND_TIME] = 1};
    static const char *const per[] = {
        [BOUND_TRANSFERS] = "(ts + tw m)", [BOUND_STARTUPS] = "ts"};
    if (result->bounds == WEFT_BOUNDS_MAX || number * time[counts] == 0)
        return;
    struct weft_bound *bound = &result->bound[result->bounds++];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(bound->name, sizeof bound->name, format, arguments);
    va_end(arguments);
    bound->time = number * time[counts];
    if (counts != BOUND_TIME && !unit_time)
        bound->per = per[own ? BOUND_STARTUPS : counts];
    if (bound->time > result->lower_bound)
        result->lower_bound = bound->time;
}

void result_measure(struct weft_result *result, const char *name, double value)
{
    if (result->measures == WEFT_MEASURES_MAX)
        return;
    struct weft_measure *measure = &result->measure[result->measures++];
    snprintf(measure->name, sizeof measure->name, "%s", name);
    measure->value = value;
}
