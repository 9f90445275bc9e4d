/* Ranges of numbers and times on the command line. */
#ifndef WEFT_TOOLS_FIGURE_WINDOW_H
#define WEFT_TOOLS_FIGURE_WINDOW_H

#include <stdint.h>
#include <weft/trace.h>
#include <weft/unstable/figure.h>

/* Parse "A..B", or a single number, within the range from low to high. Returns
 * 0 or -1. */
int range_read(const char *text, int64_t low, int64_t high, int64_t *first,
               int64_t *count, struct weft_error *err);
/* Parse a time range of a trace without steps: "A..B" in the unit of the axis,
 * or with units, "200us..1.5ms". Returns 0 or -1. */
int range_of_times(const char *text, const struct weft_trace *trace,
                   struct weft_window *window, struct weft_error *err);

#endif
