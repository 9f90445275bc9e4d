/* Formatting of times in weft stats: times of a run with steps in time units;
 * times of a real machine since the first record, in a suitable unit and with
 * the same number of decimals everywhere. */
#include "stats/stats-clock.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STATS_CLOCK_DECIMALS_MAX 3

static void decimals_raise(struct stats_clock *clock, uint64_t duration)
{
    int decimals = weft_time_decimals(clock->info, clock->unit, duration);
    if (decimals > STATS_CLOCK_DECIMALS_MAX)
        decimals = STATS_CLOCK_DECIMALS_MAX;
    if (clock->decimals < decimals)
        clock->decimals = decimals;
}

struct stats_clock stats_clock_of(const struct weft_stats_result *result,
                                  const struct weft_trace_info *info)
{
    struct stats_clock clock = {.info = info};
    bool ticks = weft_trace_info_ticks(info) > 1;
    if (info->step && !ticks)
        return clock;
    clock.unit = weft_time_unit(info, result->makespan);
    clock.origin = ticks ? 0 : result->total.first;
    decimals_raise(&clock, result->makespan);
    for (int rank = 0; rank < result->processors; rank++) {
        decimals_raise(&clock, result->load[rank].busy);
        decimals_raise(&clock, result->load[rank].overhead);
        decimals_raise(&clock, result->load[rank].idle);
    }
    return clock;
}

const char *stats_clock_print(const struct stats_clock *clock,
                              uint64_t duration, char text[WEFT_TIME_MAX])
{
    if (clock->unit)
        return weft_time_print(text, clock->info, clock->unit, duration,
                               clock->decimals);
    snprintf(text, WEFT_TIME_MAX, "%" PRIu64, duration);
    return text;
}

static bool has_unit(const struct stats_clock *clock)
{
    return clock->unit && clock->unit->ns &&
           weft_trace_info_ticks(clock->info) == 1;
}

const char *stats_clock_title(const struct stats_clock *clock, const char *what,
                              char text[24])
{
    snprintf(text, 24, "%s%s%s", what, has_unit(clock) ? "/" : "",
             has_unit(clock) ? clock->unit->name : "");
    return text;
}

const char *stats_clock_unit(const struct stats_clock *clock, uint64_t duration)
{
    if (has_unit(clock))
        return clock->unit->name;
    return duration == 1 ? "time unit" : "time units";
}

uint64_t stats_clock_shift(const struct weft_trace_info *info)
{
    const char *shift = weft_trace_info_get(info, "shift");
    return shift ? strtoull(shift, NULL, 10) : 0;
}

void stats_clock_print_origin(const struct stats_clock *clock)
{
    char text[WEFT_TIME_MAX];
    uint64_t shift = stats_clock_shift(clock->info);
    bool before = shift > clock->origin;
    uint64_t size = before ? shift - clock->origin : clock->origin - shift;
    const struct weft_time_unit *unit = weft_time_unit(clock->info, size);
    if (!size)
        return;
    weft_time_print(text, clock->info, unit, size,
                    weft_time_decimals(clock->info, unit, size));
    printf("time 0 is %s%s %s of the trace's clock\n", before ? "-" : "", text,
           unit->name);
}
