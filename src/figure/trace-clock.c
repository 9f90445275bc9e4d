/* The clock of a trace without steps: figures count from its first record, in a
 * unit that suits the length of the run. In figures, the trace of a run with
 * shared links has no steps, but time units. */
#include "figure.h"

#include "base/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TRACE_CLOCK_DECIMALS 3 /* number of decimals in printed times */

static uint64_t since_origin(uint64_t time, uint64_t origin)
{
    return time > origin ? time - origin : 0;
}

int clock_rebase(struct weft_panel *panel, struct weft_trace *made,
                 uint64_t *origin, struct weft_error *err)
{
    const struct weft_trace *trace = panel->trace;
    uint64_t end;
    *origin = 0;
    if (trace)
        weft_trace_times(trace, origin, &end);
    bool ticks = trace && weft_trace_info_ticks(&trace->info) > 1;
    if (!*origin && !ticks)
        return 0;
    made->events = malloc(trace->count * sizeof *made->events);
    if (!made->events)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for the figure");
    made->info = trace->info;
    if (ticks)
        made->info.step = 0;
    made->count = trace->count;
    for (size_t i = 0; i < trace->count; i++) {
        struct weft_event *event = &made->events[i];
        *event = trace->events[i];
        event->start = since_origin(event->start, *origin);
        event->since = since_origin(event->since, *origin);
    }
    panel->trace = made;
    return 0;
}

char *clock_print(char text[WEFT_TIME_MAX], const struct weft_trace_info *info,
                  const struct weft_time_unit *unit, uint64_t time)
{
    int decimals = weft_time_decimals(info, unit, time);
    weft_time_print(text, info, unit, time,
                    decimals < TRACE_CLOCK_DECIMALS ? decimals
                                                    : TRACE_CLOCK_DECIMALS);
    return text;
}

double clock_number(const struct weft_trace_info *info,
                    const struct weft_time_unit *unit, uint64_t time)
{
    return unit->ns ? (double)time * (double)info->unit_ns / (double)unit->ns
                    : (double)time;
}

void clock_short(char text[24], double number)
{
    snprintf(text, 24, number < 100 ? "%.3g" : "%.0f", number);
}
