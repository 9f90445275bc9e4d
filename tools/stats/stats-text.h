/* Statistics as text. */
#ifndef WEFT_TOOLS_STATS_TEXT_H
#define WEFT_TOOLS_STATS_TEXT_H

#include <stdbool.h>

struct weft_read_report;
struct weft_stats_result;
struct weft_trace_info;
struct weft_waits;

struct stats_report {
    const char *file;
    /* whether to print the tables of the matrix and the links */
    bool matrix, links;
    const struct weft_trace_info *info;
    const struct weft_read_report *read;
    const struct weft_stats_result *result;
    const struct weft_waits *waits; /* wait states; NULL: do not print any */
};

/* Print a report to standard output. */
void stats_print(const struct stats_report *report);

#endif
