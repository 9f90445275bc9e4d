/* Comparisons whose runs are handed to several processes; private to the
 * folder. */
#ifndef WEFT_SRC_COMPARE_DEAL_H
#define WEFT_SRC_COMPARE_DEAL_H

#include <stdbool.h>
#include <weft/compare.h>

/* The trials of this process are every deal_step()-th from deal_first() on.
 * A process that is alone has all. */
size_t deal_first(void);
size_t deal_step(void);

/* A run is not shared by several processes when they share the comparison. */
void deal_engine(struct weft_experiment *experiment);

/* Bring what all processes have done to process 0. What is lost there, since a
 * process is gone, has failed, and its verdict says so. 0, or -1 with
 * WEFT_ERROR_MEMORY. */
int deal_gather(struct weft_comparison *compare, struct weft_error *err);

#endif
