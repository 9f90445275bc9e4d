/* Replacements for the playground's qsort(), which is not stable, and for
 * qsort_r(), which its system lacks, so that results are the same as on systems
 * where both are stable. */
#include "stable-sort.h"

#include <stdlib.h>

static int qsort_compare(const void *a, const void *b, void *arg)
{
    int (*const *compare)(const void *, const void *) = arg;
    return (*compare)(a, b);
}

void qsort(void *base, size_t count, size_t size,
           int (*compare)(const void *a, const void *b))
{
    stable_sort(base, count, size, qsort_compare, &compare);
}

void qsort_r(void *base, size_t count, size_t size,
             int (*compare)(const void *a, const void *b, void *arg), void *arg)
{
    stable_sort(base, count, size, compare, arg);
}
