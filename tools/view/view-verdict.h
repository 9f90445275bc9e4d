/* Verdicts on traces, for their pages. */
#ifndef WEFT_TOOLS_VIEW_VERDICT_H
#define WEFT_TOOLS_VIEW_VERDICT_H

#include <stdbool.h>
#include <weft/trace.h>
#include <weft/unstable/page.h>

#include "check/check-judging.h"
#include "view/view-window.h"

/* A trace that is passed to a window and to the checker. Errors of the checker
 * do not affect the page: the trace is then not checked. */
struct view_verdict {
    struct check_question question;
    struct check_judging judging;
    const struct window *window;
    struct weft_sink page; /* sink of the window */
    bool judges;
    struct weft_error err; /* reason why the trace is not checked */
    struct weft_sink sink;
};

/* Begin the check of a whole trace, on the network that the window shows. */
void view_verdict_begin(struct view_verdict *verdict,
                        const struct check_question *question,
                        struct window *window);
/* Write the verdict to the page after the trace has been read. Returns 0, or -1
 * if memory is short. */
int view_verdict_end(struct view_verdict *verdict, const char *file,
                     const struct weft_read_report *read,
                     struct weft_page *page, struct weft_error *err);
void view_verdict_finish(struct view_verdict *verdict);

#endif
