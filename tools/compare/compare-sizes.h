/* How much there is of a problem: the same in all rows of a comparison. */
#ifndef WEFT_TOOLS_COMPARE_SIZES_H
#define WEFT_TOOLS_COMPARE_SIZES_H

#include <stdbool.h>
#include <weft/compare.h>
#include <weft/event.h>

/* A zeroed one, then filled in by the caller; one for all files. */
struct compared_sizes {
    const struct weft_comparison *compare;
    bool runs;              /* of the comparison: there are some */
    struct held_size *held; /* owned: what the files so far say */
};

/* Does a file say that its problem is as large as was asked for, or, where
 * nothing was, as the runs are by themselves, or, without runs, as the first
 * file of that problem that says it? What it does not say is no fault. 0, or -1
 * with WEFT_ERROR_MISUSE or WEFT_ERROR_MEMORY. */
int compared_sizes_fit(struct compared_sizes *sizes,
                       const struct weft_trace_info *info,
                       struct weft_error *err);

void compared_sizes_finish(struct compared_sizes *sizes);

#endif
