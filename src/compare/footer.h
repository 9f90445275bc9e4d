/* What stands below a table: the bounds and what they are of. */
#ifndef WEFT_SRC_COMPARE_FOOTER_H
#define WEFT_SRC_COMPARE_FOOTER_H

#include <stdio.h>
#include <weft/compare.h>

/* Is the own bound of some row another number than its bound? */
bool own_bounds_differ(const struct weft_comparison *compare);
void footer_print(const struct weft_comparison *compare, FILE *out);

#endif
