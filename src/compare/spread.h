/* Comparisons whose runs are handed to several processes; private to the
 * folder. */
#ifndef WEFT_SRC_COMPARE_SPREAD_H
#define WEFT_SRC_COMPARE_SPREAD_H

#include <stdbool.h>
#include <weft/compare.h>

/* The trials of this process are every spread_step()-th from spread_first() on.
 * A process that is alone has all. */
size_t spread_first(void);
size_t spread_step(void);

/* A run is not shared by several processes when they share the comparison. */
void spread_engine(struct weft_experiment *experiment);

/* Bring what all processes have done to process 0. What is lost there, since a
 * process is gone, has failed, and its verdict says so. 0, or -1 with
 * WEFT_ERROR_MEMORY. */
int spread_gather(struct weft_comparison *compare, struct weft_error *err);

#endif
