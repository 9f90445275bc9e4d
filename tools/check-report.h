/* What the checker found, for a person or for a program. */
#ifndef WEFT_TOOLS_CHECK_REPORT_H
#define WEFT_TOOLS_CHECK_REPORT_H

#include <stdbool.h>
#include <weft/check.h>
#include <weft/msccl.h>
#include <weft/problem.h>
#include <weft/trace.h>

/* One file and what was found in it. */
struct check_report {
    const char *file;
    const struct weft_read_report *read;
    const struct weft_check_result *result;
    struct weft_bounds bounds;
    const struct weft_msccl_result *msccl; /* NULL: it is none */
};

/* Judged, and nothing is wrong. */
bool check_report_valid(const struct check_report *report);
void check_report_text(const struct check_report *report);
/* One JSON object in one line. */
void check_report_json(const struct check_report *report);

#endif
