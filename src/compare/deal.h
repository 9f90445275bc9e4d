/* Comparisons whose runs are handed to several processes; private to the
 * folder. A process that is alone is process 0 of one. */
#ifndef WEFT_SRC_COMPARE_DEAL_H
#define WEFT_SRC_COMPARE_DEAL_H

#include "supply.h"
#include <stdbool.h>
#include <weft/compare.h>

/* What process 0 knows of another. */
struct helper {
    size_t *given; /* [2 * jobs] trials that it has, the oldest first */
    int count;
    bool gone;
};

struct deal {
    struct weft_comparison *compare;
    struct supply *supply; /* of this process */
    int jobs;              /* runs at a time, of each process */
    struct helper *helper; /* [processes] in process 0 */
    size_t finished; /* process 0: runs of others that came, or are lost */
    size_t sent;     /* else: runs whose results were sent */
    bool ended;      /* else: process 0 has nothing more, or is gone */
};

/* A run is not shared by several processes when they share the comparison. */
void deal_engine(struct weft_experiment *experiment);

/* Put what this process begins with into the supply: in process 0 all, in
 * others nothing. 0, or -1 with err: no memory, or odd words in the
 * environment. */
int deal_open(struct deal *deal, struct weft_comparison *compare,
              struct supply *supply, int jobs, struct weft_error *err);
void deal_close(struct deal *deal);

/* Give runs to others, take what came of them; or the other way round. To be
 * called again and again. True: all that is to be done here is done. A run is
 * lost if the process that made it is gone: it has failed then, and its verdict
 * says so. */
bool deal_look(struct deal *deal);

/* Trials that have ended, of all that process 0 knows of, or of this one. */
size_t deal_finished(const struct deal *deal);

#endif
