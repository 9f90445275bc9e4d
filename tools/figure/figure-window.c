/* Ranges of numbers and times on the command line. */
#include "figure/figure-window.h"

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

/* ---- times --------------------------------------------------------------- */

#define FIGURE_WINDOW_NUMBER_MAX 40

/* One end of a range: a number and its unit. */
struct range_end {
    double number;
    uint64_t ns; /* length of the unit in nanoseconds; 0: no unit */
};

static bool unit_read(const char *name, uint64_t *ns)
{
    static const struct weft_time_unit units[] = {
        {"", 0}, {"ns", 1}, {"us", 1000}, {"ms", 1000000}, {"s", 1000000000}};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (!strcmp(name, units[i].name)) {
            *ns = units[i].ns;
            return true;
        }
    return false;
}

static bool range_end_read(const char *text, size_t length,
                           struct range_end *end)
{
    char number[FIGURE_WINDOW_NUMBER_MAX], *rest;
    if (length >= sizeof number)
        return false;
    memcpy(number, text, length);
    number[length] = '\0';
    end->number = strtod(number, &rest);
    return rest != number && end->number >= 0 && unit_read(rest, &end->ns);
}

static bool range_end_time(const struct range_end *end,
                           const struct weft_trace_info *info, uint64_t ns,
                           uint64_t *time)
{
    double units = end->number;
    ns = end->ns ? end->ns : ns;
    if (ns)
        units *= (double)ns / (double)(info->unit_ns ? info->unit_ns : 1);
    if (!(units < 0x1p62))
        return false;
    *time = (uint64_t)(units + 0.5);
    return true;
}

int range_of_times(const char *text, const struct weft_trace *trace,
                   struct weft_window *window, struct weft_error *err)
{
    struct range_end first, last;
    uint64_t begin, end, from, to;
    weft_trace_times(trace, &begin, &end);
    const struct weft_time_unit *axis =
        weft_time_unit(&trace->info, end - begin);
    const char *dots = strstr(text, "..");
    bool good = dots && range_end_read(text, (size_t)(dots - text), &first) &&
                range_end_read(dots + 2, strlen(dots + 2), &last);
    if (good && !first.ns)
        first.ns = last.ns;
    if (good && !last.ns)
        last.ns = first.ns;
    if (!good || !range_end_time(&first, &trace->info, axis->ns, &from) ||
        !range_end_time(&last, &trace->info, axis->ns, &to) || to <= from)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "--steps '%s': the trace has no steps; give a "
                              "range of times in %s or with a unit, for "
                              "example 1.5..3 or 200us..1.5ms",
                              text, axis->name);
    window->step = from + 1;
    window->steps = to - from;
    return 0;
}
