/* The playground's qsort(), which is not stable, and qsort_r(), which its
 * system lacks: results are those of systems where both keep the order. */
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
