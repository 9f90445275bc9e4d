/* The sizes at which the fastest strategy changes, for runs with shared links;
 * private to the folder. */
#ifndef WEFT_SRC_COMPARE_CROSSOVER_H
#define WEFT_SRC_COMPARE_CROSSOVER_H

#include <stdio.h>
#include <weft/unstable/compare.h>

/* For each combination of values other than sizes, print the fastest strategies
 * by ascending size, each up to the size at which the next one is as fast;
 * begin each line with `before`, and end it with `after`. Prints nothing unless
 * links are shared and several strategies have been run with several sizes. */
void crossover_print(const struct weft_comparison *compare, const char *before,
                     const char *after, FILE *out);

#endif
