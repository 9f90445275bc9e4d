/* The blocks that processors have after a scatter along the binomial tree. */
#ifndef WEFT_SRC_PROBLEM_TIMETABLE_SCATTERED_H
#define WEFT_SRC_PROBLEM_TIMETABLE_SCATTERED_H

#include "timetable.h"

/* Return whether v has a block after the scatter: the root has everything,
 * other processors the blocks of their subtrees. */
static inline bool holds_scattered(const struct timetable *t, int v, int block)
{
    (void)t;
    return !v || (block >= v && block - v < (v & -v));
}

#endif
