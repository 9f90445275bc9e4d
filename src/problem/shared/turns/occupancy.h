/* Records the slots in which processors and links are occupied by the
 * broadcasts placed so far, to place the next broadcast without conflicts. */
#ifndef WEFT_SRC_PROBLEM_SHARED_TURNS_OCCUPANCY_H
#define WEFT_SRC_PROBLEM_SHARED_TURNS_OCCUPANCY_H

#include "problem/problem.h"

/* One transfer of a broadcast; slots are relative to the broadcast's start. */
struct timed_transfer {
    uint32_t slot;
    int32_t from, to;
};

struct occupancy;

/* Return NULL if out of memory. */
struct occupancy *occupancy_create(const struct weft_network *network,
                                   const struct weft_model *model);
void occupancy_destroy(struct occupancy *o);

/* Return whether these transfers, all of one message, can begin at `start`
 * without conflicts with those placed before. */
bool occupancy_free(const struct occupancy *o,
                    const struct timed_transfer *transfer, size_t count,
                    uint64_t start);
/* Place the transfers. Return 0, or -1 if out of memory. */
int occupancy_take(struct occupancy *o, const struct timed_transfer *transfer,
                   size_t count, uint64_t start);

#endif
