/* Distribution of the trials of a comparison among processes; private to the
 * folder. A single process is process 0. */
#ifndef WEFT_SRC_COMPARE_DEAL_H
#define WEFT_SRC_COMPARE_DEAL_H

#include "supply.h"
#include <stdbool.h>
#include <weft/unstable/compare.h>

/* What process 0 knows about another process. */
struct helper {
    size_t *given; /* [2 * jobs] trials given to this process, oldest first */
    int count;
    bool gone;
};

struct deal {
    struct weft_comparison *compare;
    struct supply *supply; /* trials of the calling process */
    int jobs;              /* number of parallel runs in each process */
    struct helper *helper; /* [number of processes] in process 0 */
    /* Process 0: trials of others that are completed or lost. */
    size_t finished;
    size_t sent; /* other processes: number of results sent */
    bool ended;  /* other processes: process 0 has no more trials, or is gone */
};

/* Replace the engine `mpi`: processes that share a comparison cannot share a
 * run. */
void deal_engine(struct weft_experiment *experiment);

/* Fill the supply: all trials in process 0, none in others. Returns 0, or -1 if
 * memory is short or a variable of the environment is invalid. */
int deal_open(struct deal *deal, struct weft_comparison *compare,
              struct supply *supply, int jobs, struct weft_error *err);
void deal_close(struct deal *deal);

/* Exchange trials and results with the other processes. Called repeatedly.
 * Returns true when this process has nothing left to do. A trial is lost if its
 * process is gone: it counts as failed, and its verdict gives the reason. */
bool deal_look(struct deal *deal);

/* Return the number of completed trials: in process 0 of all processes, in
 * others of this one. */
size_t deal_finished(const struct deal *deal);

#endif
