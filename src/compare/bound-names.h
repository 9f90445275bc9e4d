/* Names of lower bounds: "[PROBLEMS ]lower bound[, SETTINGS]". */
#ifndef WEFT_SRC_COMPARE_BOUND_NAMES_H
#define WEFT_SRC_COMPARE_BOUND_NAMES_H

#define BOUND "lower bound"

/* Merge two names: "a lower bound, x" and "b lower bound, x" give "a, b lower
 * bound, x". The caller frees the result. Returns NULL if memory is short. */
char *join_bound_names(const char *a, const char *b);

#endif
