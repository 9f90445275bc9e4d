/* Formatting of times in weft stats. */
#ifndef WEFT_TOOLS_STATS_CLOCK_H
#define WEFT_TOOLS_STATS_CLOCK_H

#include <stdint.h>
#include <weft/event.h>
#include <weft/unstable/stats.h>

struct stats_clock {
    const struct weft_trace_info *info;
    /* Unit of times; NULL: a run with steps, in time units. */
    const struct weft_time_unit *unit;
    uint64_t origin; /* time in the trace that is printed as 0 */
    int decimals;
};

/* Return the clock for all times of some statistics; info must outlive it. */
struct stats_clock stats_clock_of(const struct weft_stats_result *result,
                                  const struct weft_trace_info *info);
/* Format a duration as a number. Returns `text`. */
const char *stats_clock_print(const struct stats_clock *clock,
                              uint64_t duration, char text[WEFT_TIME_MAX]);
/* Format a heading: "busy" or, with a unit, "busy/ms". Returns `text`. */
const char *stats_clock_title(const struct stats_clock *clock, const char *what,
                              char text[24]);
/* Return the unit of a number: "ms", "time units", "time unit". */
const char *stats_clock_unit(const struct stats_clock *clock,
                             uint64_t duration);
/* Return by how many time units all times are shifted against the trace's
 * clock, which may have negative times. */
uint64_t stats_clock_shift(const struct weft_trace_info *info);
/* Print "time 0 is 3500 ms of the trace's clock", unless both are 0. */
void stats_clock_print_origin(const struct stats_clock *clock);

#endif
