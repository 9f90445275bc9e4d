/* A set of processors: a hash table while they are few, one bit for every
 * processor once that takes less memory. */
#ifndef WEFT_SRC_CHECK_RANK_SET_H
#define WEFT_SRC_CHECK_RANK_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rank_set {
    uint64_t *bits; /* [processors / 64 + 1]; NULL while they are few */
    int32_t *rank;  /* [places] 1 + rank, 0: free; NULL with bits */
    uint32_t places, count;
};

bool rank_set_has(const struct rank_set *set, int rank);
/* Add one that is not in the set. 0, or -1: no memory. */
int rank_set_add(struct rank_set *set, int processors, int rank);
/* The lowest of `processors` that is not in the set; -1 if all are. */
int rank_set_lacks(const struct rank_set *set, int processors);
/* Free what it holds; the set is empty then. */
void rank_set_clear(struct rank_set *set);

#endif
