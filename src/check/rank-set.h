/* A set of processors: a hash table while it is small; one bit per processor
 * once that takes less memory. */
#ifndef WEFT_SRC_CHECK_RANK_SET_H
#define WEFT_SRC_CHECK_RANK_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rank_set {
    uint64_t *bits; /* [processors / 64 + 1] set of bits; NULL: `rank` is
                       used */
    /* [places] hash table of 1 + rank, 0 for a free slot; NULL: `bits` is
     * used */
    int32_t *rank;
    uint32_t places, count;
};

bool rank_set_has(const struct rank_set *set, int rank);
/* Add a processor that is not in the set. Return 0, or -1 if out of memory. */
int rank_set_add(struct rank_set *set, int processors, int rank);
/* Return the lowest of the processors 0 to processors - 1 that is not in the
 * set, or -1 if all are. */
int rank_set_lacks(const struct rank_set *set, int processors);
/* Free the memory; the set is empty again. */
void rank_set_clear(struct rank_set *set);

#endif
