/* Schedules from files that are run with shared links, as rows of a
 * comparison. */
#ifndef WEFT_TOOLS_COMPARE_SHARED_H
#define WEFT_TOOLS_COMPARE_SHARED_H

#include "compare/compare-files.h"

/* Are links shared in the runs of a comparison: in all of them, with `all`, or
 * in some? */
bool compared_shares(const struct weft_comparison *compare, bool all);

/* Run each file at each point of the comparison at which links are shared, as
 * `weft run --schedule` does. Returns EXIT_GOOD, or the exit status after
 * printing the error. */
int compared_shared_run(struct compared_files *files,
                        struct weft_comparison *compare);
/* Append the rows. Returns as compared_shared_run(). */
int compared_shared_add(const struct compared_files *files,
                        struct weft_comparison *compare);

#endif
