/* Sizes of problems, which must be equal in all rows of a comparison. */
#ifndef WEFT_TOOLS_COMPARE_SIZES_H
#define WEFT_TOOLS_COMPARE_SIZES_H

#include <stdbool.h>
#include <weft/event.h>
#include <weft/unstable/compare.h>

/* State for checking the sizes of all files; zeroed, then filled in by the
 * caller. */
struct compared_sizes {
    const struct weft_comparison *compare;
    bool runs;              /* whether the comparison has runs */
    struct held_size *held; /* sizes of the files so far; owned */
};

/* Check that the sizes in a file are equal to those given, or else to the
 * defaults of the runs, or else to those of the first file of the problem.
 * Missing sizes are accepted. Returns 0, or -1 with WEFT_ERROR_MISUSE or
 * WEFT_ERROR_MEMORY. */
int compared_sizes_fit(struct compared_sizes *sizes,
                       const struct weft_trace_info *info,
                       struct weft_error *err);

void compared_sizes_finish(struct compared_sizes *sizes);

#endif
