/* What problems add to a result: lower bounds and measures. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "problem/problem.h"

void result_bound(struct weft_result *result, const struct plan *plan,
                  enum bound_counts counts, uint64_t number, const char *format,
                  ...)
{
    const struct weft_cost *cost = &plan->cost;
    bool unit_time = weft_cost_is_unit(cost);
    /* links with costs of their own may be faster than ts + tw m says */
    bool own = !unit_time && weft_network_has_costs(plan->network);
    const uint64_t time[] = {[BOUND_TRANSFERS] = own ? cost->ts : plan->slot,
                             [BOUND_STARTUPS] = cost->ts,
                             [BOUND_TIME] = 1};
    if (cost->loggp && counts != BOUND_TIME)
        return;
    if (result->bounds == WEFT_BOUNDS_MAX || number * time[counts] == 0)
        return;
    struct weft_bound *bound = &result->bound[result->bounds++];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(bound->name, sizeof bound->name, format, arguments);
    va_end(arguments);
    bound->time = number * time[counts];
    if (bound->time > result->lower_bound)
        result->lower_bound = bound->time;
}

/* When the last of p processors knows something that one knew at first, every
 * message of one byte: who knows it passes it on every max(o, g), and each
 * takes 2 o + L. The k-th to know it is the next of an earlier sender, or the
 * first of one who knows it. (Karp, Sahay, Santos and Schauser 1993.) Time
 * reversed, one learns from all. 0: no memory. */
static uint64_t told(const struct weft_cost *cost, size_t p)
{
    uint64_t travels = 2 * cost->overhead + cost->latency;
    uint64_t every = cost->gap > cost->overhead ? cost->gap : cost->overhead;
    uint64_t *time = malloc(p * sizeof *time), last = 0;
    if (!time)
        return 0;
    time[0] = 0;
    for (size_t k = 1, first = 0, next = 1; k < p; k++) {
        uint64_t new = time[first] + travels;
        bool again = next < k && time[next] + every < new;
        last = time[k] = again ? time[next++] + every : new;
        first += !again;
    }
    free(time);
    return last;
}

void result_bound_spread(struct weft_result *result, const struct plan *plan)
{
    if (plan->cost.loggp && plan->size > 1 &&
        weft_model_ports(&plan->model, WEFT_USE_SEND) == 1 &&
        plan->model.sends == WEFT_SENDS_ONE &&
        weft_model_ports(&plan->model, WEFT_USE_RECEIVE) == 1)
        result_bound(result, plan, BOUND_TIME,
                     told(&plan->cost, (size_t)plan->size),
                     "single-source broadcast in LogGP");
}

void result_measure(struct weft_result *result, const char *name, double value)
{
    if (result->measures == WEFT_MEASURES_MAX)
        return;
    struct weft_measure *measure = &result->measure[result->measures++];
    snprintf(measure->name, sizeof measure->name, "%s", name);
    measure->value = value;
}

void weft_bound_format(const struct weft_bound *bound, char *text, size_t size)
{
    snprintf(text, size, "%" PRIu64 " = %s%s%s", bound->time, bound->name,
             bound->text[0] ? ": " : "", bound->text);
}
