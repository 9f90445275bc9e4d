/* Reports progress and the remaining time: on a terminal, or, with several
 * processes, whose terminal belongs to mpirun, in occasional lines. */
#ifndef WEFT_TOOLS_PROGRESS_H
#define WEFT_TOOLS_PROGRESS_H

#include <pthread.h>
#include <weft/unstable/compare.h>

struct progress {
    const struct weft_comparison *compare;
    double *weight; /* [trials] expected cost of each; NULL: progress is not
                       shown */
    double total;
    double begin; /* start time in seconds */
    double line;  /* seconds until the next line; 0: a single line that is
                     overwritten */
    bool shown;   /* progress is shown on the terminal's current line */

    /* One run: a thread shows the sink's counts. */
    const struct weft_experiment *experiment;
    /* Time reached so far and blocks stored so far; atomic. */
    uint64_t time, stores;
    uint64_t bound;  /* lower bound in time units; 0: none */
    uint64_t wanted; /* number of blocks to store; 0: unknown */
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    bool ended; /* guarded by `lock` */
    struct weft_sink sink;
};

void progress_begin(struct progress *progress,
                    const struct weft_comparison *compare);
/* Show the progress of one run. Returns a sink for it, or NULL if there is no
 * terminal. The completed share follows from the stored blocks or the lower
 * bound. */
const struct weft_sink *progress_of_run(struct progress *progress,
                                        const struct weft_experiment *run);
void progress_show(struct progress *progress, size_t finished);
void progress_end(struct progress *progress);
/* For struct weft_watch, with a struct progress as arg: show progress; return
 * false if the program was interrupted. */
bool progress_go_on(void *arg, size_t finished);

#endif
