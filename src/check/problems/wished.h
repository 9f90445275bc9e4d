/* What a goal wishes of a combined block. */
#ifndef WEFT_SRC_CHECK_PROBLEMS_WISHED_H
#define WEFT_SRC_CHECK_PROBLEMS_WISHED_H

#include <weft/goal.h>

#include "exact-cover.h"

/* The contributors that a processor wants of a block; room: [processors]. */
struct set wish_set(const struct weft_goal *goal, int rank, int block,
                    struct interval *room);
/* Has a processor got nothing of what it wants of others? That is soon found,
 * other than what is wanted of whom. *cost grows by the contributors looked
 * at. */
bool wish_is_missing(const struct weft_goal *goal, const struct values *values,
                     int rank, int block, uint64_t *cost);

#endif
