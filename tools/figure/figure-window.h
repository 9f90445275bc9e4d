/* Ranges of numbers and of times, as words of the command line. */
#ifndef WEFT_TOOLS_FIGURE_WINDOW_H
#define WEFT_TOOLS_FIGURE_WINDOW_H

#include <stdint.h>
#include <weft/figure.h>
#include <weft/trace.h>

/* "A..B", or one number for both, from low to high. 0 or -1. */
int range_read(const char *text, int64_t low, int64_t high, int64_t *first,
               int64_t *count, struct weft_error *err);
/* "A..B" in the unit of the axis, or with units, "200us..1.5ms": what lies
 * between two times of a trace without steps. 0 or -1. */
int range_of_times(const char *text, const struct weft_trace *trace,
                   struct weft_window *window, struct weft_error *err);

#endif
