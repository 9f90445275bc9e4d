/* How weft stats prints times. */
#ifndef WEFT_TOOLS_STATS_CLOCK_H
#define WEFT_TOOLS_STATS_CLOCK_H

#include <stdint.h>
#include <weft/event.h>
#include <weft/stats.h>

struct stats_clock {
    const struct weft_trace_info *info;
    const struct weft_time_unit *unit; /* NULL: a run with steps, in its own
                                          time units */
    uint64_t origin;                   /* what is printed as 0 */
    int decimals;
};

/* For all times of some statistics; info must outlive it. */
struct stats_clock stats_clock_of(const struct weft_stats_result *result,
                                  const struct weft_trace_info *info);
/* A duration as a number. @returns text */
const char *stats_clock_print(const struct stats_clock *clock,
                              uint64_t duration, char text[WEFT_TIME_MAX]);
/* "busy", or with a unit "busy/ms". @returns text */
const char *stats_clock_title(const struct stats_clock *clock, const char *what,
                              char text[24]);
/* The unit behind a number: "ms", "time units", "time unit". */
const char *stats_clock_unit(const struct stats_clock *clock,
                             uint64_t duration);
/* By how many time units all times are later than in the trace's clock, which
 * may show negative times. */
uint64_t stats_clock_shift(const struct weft_trace_info *info);
/* "time 0 is 3500 ms of the trace's clock", unless it is 0 there, too. */
void stats_clock_print_origin(const struct stats_clock *clock);

#endif
