/* Sorting that keeps the order of equal items, on every system. */
#ifndef WEFT_SRC_BASE_SYSTEM_STABLE_SORT_H
#define WEFT_SRC_BASE_SYSTEM_STABLE_SORT_H

#include <stddef.h>

/* Like qsort_r(), but stable. */
void stable_sort(void *base, size_t count, size_t size,
                 int (*compare)(const void *a, const void *b, void *arg),
                 void *arg);

#endif
