/* Times in readable units, without loss of precision. */
#include <inttypes.h>
#include <stdio.h>
#include <weft/event.h>

#define TIMES_DECIMALS_MAX 9 /* digits of a second down to nanoseconds */

static const struct weft_time_unit units[] = {
    {"s", 1000000000}, {"ms", 1000000}, {"us", 1000}, {"ns", 1}};
#define UNITS (sizeof units / sizeof *units)

static const struct weft_time_unit times_unknown = {"time units", 0};
/* of runs with shared links, whose traces have 1 as the length of a tick */
static const struct weft_time_unit times_ticks = {"time units", 1000000};

const struct weft_time_unit *weft_time_unit(const struct weft_trace_info *info,
                                            uint64_t span)
{
    uint64_t ns = info->unit_ns;
    if (!ns)
        return &times_unknown;
    if (ns == 1 && weft_trace_info_ticks(info) == times_ticks.ns)
        return &times_ticks;
    for (size_t i = 0; i + 1 < UNITS; i++)
        if (span >= 10 * units[i].ns / ns)
            return &units[i];
    return &units[UNITS - 1];
}

/* Split a time into whole units and nanoseconds. Return false beyond 64
 * bits. */
static bool time_split(const struct weft_trace_info *info,
                       const struct weft_time_unit *unit, uint64_t time,
                       uint64_t *whole, uint64_t *rest)
{
    uint64_t ns = time, each = unit->ns ? unit->ns : 1;
    if (unit->ns && __builtin_mul_overflow(time, info->unit_ns, &ns))
        return false;
    *whole = ns / each;
    *rest = ns % each;
    return true;
}

int weft_time_decimals(const struct weft_trace_info *info,
                       const struct weft_time_unit *unit, uint64_t time)
{
    uint64_t whole, rest;
    int decimals = 0;
    if (!time_split(info, unit, time, &whole, &rest))
        return 0;
    for (; rest && decimals < TIMES_DECIMALS_MAX; decimals++)
        rest = rest * 10 % unit->ns;
    return decimals;
}

char *weft_time_print(char text[WEFT_TIME_MAX],
                      const struct weft_trace_info *info,
                      const struct weft_time_unit *unit, uint64_t time,
                      int decimals)
{
    uint64_t whole, rest, power = 1;
    if (!time_split(info, unit, time, &whole, &rest)) {
        snprintf(text, WEFT_TIME_MAX, "%.0f",
                 (double)time * (double)info->unit_ns / (double)unit->ns);
        return text;
    }
    for (int i = 0; i < decimals && i < TIMES_DECIMALS_MAX; i++)
        power *= 10;
    if (unit->ns)
        rest = (rest * power + unit->ns / 2) / unit->ns;
    whole += rest / power;
    rest %= power;
    if (power > 1)
        snprintf(text, WEFT_TIME_MAX, "%" PRIu64 ".%0*" PRIu64, whole,
                 decimals < TIMES_DECIMALS_MAX ? decimals : TIMES_DECIMALS_MAX,
                 rest);
    else
        snprintf(text, WEFT_TIME_MAX, "%" PRIu64, whole);
    return text;
}
