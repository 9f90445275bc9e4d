/* How much there is of a problem: the same in all rows of a comparison. */
#ifndef WEFT_TOOLS_COMPARE_SIZES_H
#define WEFT_TOOLS_COMPARE_SIZES_H

#include <stdbool.h>
#include <weft/compare.h>
#include <weft/event.h>

/* Does a file say that its problem is as large as was asked for, or, where
 * nothing was and there are runs, as they are by themselves? What it does not
 * say is no fault. 0, or -1 with WEFT_ERROR_MISUSE. */
int compared_sizes_fit(const struct weft_comparison *compare, bool runs,
                       const struct weft_trace_info *info,
                       struct weft_error *err);

#endif
