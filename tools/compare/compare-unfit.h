/* Error messages for comparisons in which nothing could be run. */
#ifndef WEFT_TOOLS_COMPARE_UNFIT_H
#define WEFT_TOOLS_COMPARE_UNFIT_H

#include <stdbool.h>
#include <weft/unstable/compare.h>

/* Print why no strategy fits, for each strategy the reason of its first run.
 * Returns the exit status. */
int complain_of_unfit(const struct weft_comparison *compare);

/* Report the runs that failed or violated the model and, with `undrawn`, that
 * no figure is drawn for this reason. Returns EXIT_GOOD if there are none. */
int complain_of_failed(const struct weft_comparison *compare, bool undrawn);

/* Report a valid run below the bound of its question, which is an error in
 * weft. Returns EXIT_GOOD or EXIT_FAILED. */
int complain_of_bounds(const struct weft_comparison *compare);

#endif
