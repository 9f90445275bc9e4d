/* Names of lower bounds: "[PROBLEMS ]lower bound[, SETTINGS]". */
#ifndef WEFT_SRC_COMPARE_BOUND_NAMES_H
#define WEFT_SRC_COMPARE_BOUND_NAMES_H

#define BOUND "lower bound"

/* "a lower bound, x" and "b lower bound, x" are "a, b lower bound, x"; to be
 * freed. NULL: no memory. */
char *join_bound_names(const char *a, const char *b);

#endif
