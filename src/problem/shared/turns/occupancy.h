/* Who is busy when: the slots that broadcasts already placed take, so that
 * the next one can be put where it meets none of them. */
#ifndef WEFT_SRC_PROBLEM_SHARED_TURNS_OCCUPANCY_H
#define WEFT_SRC_PROBLEM_SHARED_TURNS_OCCUPANCY_H

#include "problem/problem.h"

/* One transfer of a broadcast; slots count from the broadcast's start. */
struct timed_transfer {
    uint32_t slot;
    int32_t from, to;
};

struct occupancy;

/* NULL: no memory. */
struct occupancy *occupancy_create(const struct weft_network *network,
                                   const struct weft_model *model);
void occupancy_destroy(struct occupancy *o);

/* May these transfers, of one message, begin at `start` beside all those
 * placed before? */
bool occupancy_free(const struct occupancy *o,
                    const struct timed_transfer *transfer, size_t count,
                    uint64_t start);
/* Place them. 0, or -1: no memory. */
int occupancy_take(struct occupancy *o, const struct timed_transfer *transfer,
                   size_t count, uint64_t start);

#endif
