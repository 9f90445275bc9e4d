/* Goals stored explicitly: runs of blocks for every processor. */
#ifndef WEFT_SRC_GOAL_WRITTEN_H
#define WEFT_SRC_GOAL_WRITTEN_H

#include <weft/error.h>

#include "base/items/contributors.h"
#include "goal.h"

/* a run of blocks that a processor has or wants */
struct written_part {
    int32_t rank;
    struct interval blocks;
    int32_t before; /* number of the processor's blocks in earlier parts */
    /* contributors of a wanted block: index into set[], or EVERY_HOLDER */
    uint32_t set;
    unsigned line; /* line of the statement in the goal file */
};

#define EVERY_HOLDER UINT32_MAX

struct written_side {
    /* [count] parts, sorted by rank, then by block */
    struct written_part *part;
    size_t count, capacity;
    size_t *begin; /* [processors + 1], index of each processor's first part */
    /* [processors] for each processor, the last one of the run of consecutive
     * processors with equal parts that begins with it */
    int *alike;
};

/* A set of contributors, as sorted spans; adjacent ones are joined. */
struct written_set {
    size_t begin; /* index of the first span in the pool */
    size_t count;
};

/* blocks that exactly one processor has at the start */
struct sole_holder {
    struct interval blocks;
    int32_t rank;
};

struct written {
    struct written_side have, want;
    /* [soles] runs with one holder, sorted by block */
    struct sole_holder *sole;
    size_t soles;
    struct written_set *set; /* [sets] sets of contributors */
    size_t sets, set_capacity;
    struct span_list pool;
};

extern const struct goal_start goal_written_start;
extern const struct goal_postcondition goal_written_postcondition;

/* Return the number of blocks of an interval. It is below INT32_MAX, as all
 * block numbers are. */
static inline int32_t written_length(struct interval blocks)
{
    return blocks.last - blocks.first + 1;
}

/* Return the part of a processor that contains a block, or NULL. */
const struct written_part *written_find(const struct written_side *side,
                                        int rank, int block);
/* Return how many of the sorted, disjoint spans begin at or before `number`. */
size_t written_behind(const struct interval *span, size_t count,
                      int64_t number);

/* Sort both sides and check the goal: no wanted block may occur twice, and each
 * must be possible. Sets the goal's blocks. Return 0, or -1 with a message,
 * also with WEFT_ERROR_LIMIT if the check takes too long and the goal is not
 * trusted. */
int written_end(struct weft_goal *goal, bool trusted, struct weft_error *err);
void written_destroy(struct written *written);
/* Give equal sets the same number. Return 0, or -1 if out of memory
 * (sets.c). */
int written_join_sets(struct written *written);
/* Compute the runs of blocks with one holder. Return 0, or -1 if out of memory
 * (sole.c). */
int written_find_soles(struct written *written);

#endif
