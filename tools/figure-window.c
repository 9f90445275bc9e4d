/* Ranges of numbers and of times, as words of the command line. */
#include "figure-window.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <weft/error.h>

int range_read(const char *text, int64_t low, int64_t high, int64_t *first,
               int64_t *count, struct weft_error *err)
{
    char *end;
    errno = 0;
    long long a = strtoll(text, &end, 10), b = a;
    bool good = end != text;
    if (good && !strncmp(end, "..", 2)) {
        const char *second = end + 2;
        b = strtoll(second, &end, 10);
        good = end != second;
    }
    if (!good || *end || errno || a < low || b < a || b > high)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "'%s' is not a number or range A..B from %lld to "
                              "%lld",
                              text, (long long)low, (long long)high);
    *first = a;
    *count = b - a + 1;
    return 0;
}

/* Milliseconds, in time units; NULL: it is no such number. */
static const char *read_ms(const char *text, double units, uint64_t *time)
{
    char *end;
    const char *dots = strstr(text, "..");
    char *number = strndup(text, dots ? (size_t)(dots - text) : strlen(text));
    if (!number)
        return NULL;
    double ms = strtod(number, &end);
    bool good = end != number && !*end && ms >= 0 && ms * units < 0x1p62;
    size_t length = (size_t)(end - number);
    free(number);
    if (!good)
        return NULL;
    *time = (uint64_t)(ms * units + 0.5);
    return text + length;
}

int range_of_times(const char *text, const struct weft_trace_info *info,
                   struct weft_window *window, struct weft_error *err)
{
    double units = 1e6 / (double)(info->unit_ns ? info->unit_ns : 1);
    uint64_t from, to = 0;
    const char *rest = read_ms(text, units, &from);
    bool good = rest && !strncmp(rest, "..", 2);
    rest = good ? read_ms(rest + 2, units, &to) : NULL;
    if (!rest || *rest || to <= from)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "--steps '%s': the trace has no steps; give a "
                              "range of milliseconds, for example 1.5..3",
                              text);
    window->step = from + 1;
    window->steps = to - from;
    return 0;
}
