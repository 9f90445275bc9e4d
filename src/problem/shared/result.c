/* What problems and strategies add to a result. */
#include "problem/problem.h"

#include <stdarg.h>
#include <stdio.h>

void result_bound(struct weft_result *result, uint64_t steps,
                  const char *format, ...)
{
    if (result->bounds == WEFT_BOUNDS_MAX)
        return;
    struct weft_bound *bound = &result->bound[result->bounds++];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(bound->name, sizeof bound->name, format, arguments);
    va_end(arguments);
    bound->steps = steps;
    if (steps > result->lower_bound)
        result->lower_bound = steps;
}

void result_measure(struct weft_result *result, const char *name, double value)
{
    if (result->measures == WEFT_MEASURES_MAX)
        return;
    struct weft_measure *measure = &result->measure[result->measures++];
    snprintf(measure->name, sizeof measure->name, "%s", name);
    measure->value = value;
}
