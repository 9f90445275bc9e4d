/* What the checker found, for a person or for a program. */
#ifndef WEFT_TOOLS_CHECK_REPORT_H
#define WEFT_TOOLS_CHECK_REPORT_H

#include <stdbool.h>
#include <stdio.h>
#include <weft/check.h>
#include <weft/msccl.h>
#include <weft/problem.h>
#include <weft/trace.h>

/* One file and what was found in it. */
struct check_report {
    const char *file;
    const struct weft_read_report *read;
    const struct weft_trace_info *info;
    const struct weft_check *check;
    const struct weft_check_result *result;
    struct weft_result bounds; /* the trace as a run, with its bounds */
    const struct weft_msccl_result *msccl; /* NULL: it is none */
};

/* Of the checker, and of MSCCL's rules. */
enum weft_verdict check_report_verdict(const struct check_report *report);
/* What is not judged, why, and which option would judge it; of a check that
 * was not judged. */
void check_missed_text(const struct weft_check_result *result, char *text,
                       size_t size);
/* The exit status of a verdict. */
int verdict_status(enum weft_verdict verdict);
void check_report_text(const struct check_report *report);
/* One JSON object in one line. */
void check_report_json(const struct check_report *report);
/* The same for a page: docs/view.md has its members. */
void check_report_page(const struct check_report *report, FILE *out);

#endif
