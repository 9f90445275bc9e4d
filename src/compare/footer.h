/* The lines below a table: bounds and their questions. */
#ifndef WEFT_SRC_COMPARE_FOOTER_H
#define WEFT_SRC_COMPARE_FOOTER_H

#include <stdio.h>
#include <weft/unstable/compare.h>

/* Return whether the own bound of some row differs from its bound. */
bool own_bounds_differ(const struct weft_comparison *compare);
void footer_print(const struct weft_comparison *compare, FILE *out);

#endif
