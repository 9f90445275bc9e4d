/* Adds lower bounds and measures of problems to a result. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "problem/problem.h"

void result_bound(struct weft_result *result, uint64_t time, const char *format,
                  ...)
{
    if (result->bounds == WEFT_BOUNDS_MAX || time == 0)
        return;
    struct weft_bound *bound = &result->bound[result->bounds++];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(bound->name, sizeof bound->name, format, arguments);
    va_end(arguments);
    bound->time = time;
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
