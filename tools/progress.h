/* How far a comparison is and how long it will take, on a terminal only. */
#ifndef WEFT_TOOLS_PROGRESS_H
#define WEFT_TOOLS_PROGRESS_H

#include <weft/compare.h>

struct progress {
    const struct weft_comparison *compare;
    double
        *weight; /* [jobs] what each is expected to cost; NULL: no terminal */
    double total;
    double begin;                     /* seconds */
    double last;                      /* when the line was written, seconds */
    bool shown;                       /* something stands on the line */
    const struct weft_result *result; /* of one run, which fills it */
    uint64_t time;                    /* that it has reached, time units */
    struct weft_sink sink;
};

void progress_begin(struct progress *progress,
                    const struct weft_comparison *compare);
/* The progress of one run: a sink for it, or NULL if there is no terminal.
 * How much is left follows from the lower bound, if there is one. */
const struct weft_sink *progress_of_run(struct progress *progress,
                                        const struct weft_result *result);
void progress_show(struct progress *progress, size_t finished);
void progress_end(struct progress *progress);
/* For a struct weft_watch, arg a struct progress: show it, and go on until the
 * program is interrupted. */
bool progress_go_on(void *arg, size_t finished);

#endif
