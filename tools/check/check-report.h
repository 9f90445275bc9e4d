/* Reports of the checker's findings, as text and as JSON. */
#ifndef WEFT_TOOLS_CHECK_REPORT_H
#define WEFT_TOOLS_CHECK_REPORT_H

#include <stdbool.h>
#include <stdio.h>
#include <weft/check.h>
#include <weft/problem.h>
#include <weft/trace.h>
#include <weft/unstable/msccl.h>

/* A file and the findings in it. */
struct check_report {
    const char *file;
    const struct weft_read_report *read;
    const struct weft_trace_info *info;
    const struct weft_check *check;
    const struct weft_check_result *result;
    /* The trace described as a run, with its bounds. */
    struct weft_result bounds;
    /* Result of the MSCCL rules, or NULL. */
    const struct weft_msccl_result *msccl;
};

/* Return the verdict of the checker and the MSCCL rules together. */
enum weft_verdict check_report_verdict(const struct check_report *report);
/* List the parts that were not checked, the reasons, and the options that would
 * enable them. */
void check_missed_text(const struct weft_check_result *result, char *text,
                       size_t size);
/* Return the exit status for a verdict. */
int verdict_status(enum weft_verdict verdict);
void check_report_text(const struct check_report *report);
/* Print the findings as lines for editors. */
void check_report_lines(const struct check_report *report);
/* Print the report as one JSON object in one line. */
void check_report_json(const struct check_report *report);
/* Print the JSON object for a page, with slots of findings converted to times
 * of the trace; docs/view.md describes its members. Returns 0, or -1 if memory
 * is short. */
int check_report_page(const struct check_report *report, FILE *out);

#endif
