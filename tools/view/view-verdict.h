/* What a trace is judged to be, for its page. */
#ifndef WEFT_TOOLS_VIEW_VERDICT_H
#define WEFT_TOOLS_VIEW_VERDICT_H

#include <stdbool.h>
#include <weft/page.h>
#include <weft/trace.h>

#include "check/check-judging.h"
#include "view/view-window.h"

/* A trace on its way to a window and to the checker, which costs the page
 * nothing: a trace that it refuses is not judged. */
struct view_verdict {
    struct check_question question;
    struct check_judging judging;
    const struct window *window;
    struct weft_sink page; /* of the window */
    bool judges;
    struct weft_error err; /* why it does not */
    struct weft_sink sink;
};

/* The trace is judged on the network that the window shows it on, but whole. */
void view_verdict_begin(struct view_verdict *verdict,
                        const struct check_question *question,
                        struct window *window);
/* All has been read: hands the verdict over. 0, or -1: no memory. */
int view_verdict_end(struct view_verdict *verdict, const char *file,
                     const struct weft_read_report *read,
                     struct weft_page *page, struct weft_error *err);
void view_verdict_finish(struct view_verdict *verdict);

#endif
