/* Combined values as symbols: a word stands for the set of processors whose
 * contributions a value contains. The set of all blocks is the same, because a
 * block is identified by its place. 0 is no value. */
#ifndef WEFT_SRC_ROUNDS_ALGEBRA_H
#define WEFT_SRC_ROUNDS_ALGEBRA_H

#include <stdint.h>

#include "base/items/contributors.h"
#include "problem/timetable/tally.h"
#include "shelf.h"

/* a set that cannot be represented */
#define SYMBOL_UNKNOWN UINT64_MAX

struct algebra {
    int p;
    /* [p + 1] sums of the words of the first processors; owned */
    uint64_t *sum;
    /* the sets of all words that have occurred, or NULL if they are not needed;
     * used by one thread only */
    struct tally *tally;
    const struct algebra_kind *kind;
};

/* One way of combining. */
struct algebra_kind {
    /* Return the word of an interval of processors that is not empty. */
    uint64_t (*word)(const struct algebra *algebra, struct interval set);
    shelf_add *add;
    /* Find the set of a word; room[2] may be used for it. */
    struct set (*set)(const struct algebra *algebra, uint64_t word,
                      struct interval room[2]);
};

/* Prepare for values in which a contribution may occur several times (`any`),
 * or once. tally: NULL if sets are not needed. Return 0, or -1 if out of
 * memory. */
int algebra_open(struct algebra *algebra, int p, bool any, struct tally *tally);
void algebra_close(struct algebra *algebra);
/* Return the word of what a processor contributes. */
uint64_t algebra_own(const struct algebra *algebra, int rank);

#endif
