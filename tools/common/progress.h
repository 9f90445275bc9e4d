/* How far a comparison is and how long it will take, on a terminal only; of
 * several processes, whose terminal is the starter's affair, a line now and
 * then. */
#ifndef WEFT_TOOLS_PROGRESS_H
#define WEFT_TOOLS_PROGRESS_H

#include <pthread.h>
#include <weft/compare.h>

struct progress {
    const struct weft_comparison *compare;
    double *weight; /* [jobs] what each is expected to cost; NULL: not shown */
    double total;
    double begin; /* seconds */
    double line;  /* after so many, a line; 0: none, but one that changes */
    bool shown;   /* something stands on the line */

    /* one run: a thread shows what the sink counts */
    const struct weft_experiment *experiment;
    uint64_t time, stores; /* reached so far; atomic */
    uint64_t bound;        /* lower bound, time units; 0: none */
    uint64_t wanted;       /* blocks that must be stored; 0: not known yet */
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    bool ended; /* guarded by lock */
    struct weft_sink sink;
};

void progress_begin(struct progress *progress,
                    const struct weft_comparison *compare);
/* The progress of one run: a sink for it, or NULL if there is no terminal.
 * How much is left follows from the blocks that have been stored, or from the
 * lower bound. */
const struct weft_sink *progress_of_run(struct progress *progress,
                                        const struct weft_experiment *run);
void progress_show(struct progress *progress, size_t finished);
void progress_end(struct progress *progress);
/* For a struct weft_watch, arg a struct progress: show it, and go on until the
 * program is interrupted. */
bool progress_go_on(void *arg, size_t finished);

#endif
