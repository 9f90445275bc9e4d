/* Comparisons in which nothing could be run. */
#ifndef WEFT_TOOLS_COMPARE_UNFIT_H
#define WEFT_TOOLS_COMPARE_UNFIT_H

#include <stdbool.h>
#include <weft/compare.h>

/* Nothing fits: why, of every strategy (of its first run). The status to end
 * with. */
int complain_of_unfit(const struct weft_comparison *compare);

/* Reports the runs that failed or broke the model; `undrawn`: so that no figure
 * is drawn. EXIT_GOOD if none did. */
int complain_of_failed(const struct weft_comparison *compare, bool undrawn);

/* A valid run below the bound of its question is a fault of weft's. EXIT_GOOD,
 * or EXIT_FAILED. */
int complain_of_bounds(const struct weft_comparison *compare);

#endif
