/* Goals that are written out: for every processor runs of blocks. */
#ifndef WEFT_SRC_GOAL_WRITTEN_H
#define WEFT_SRC_GOAL_WRITTEN_H

#include <weft/error.h>

#include "base/items/items.h"
#include "goal.h"

/* Blocks that a processor has, or wants. */
struct written_part {
    int32_t rank;
    struct interval blocks;
    int32_t before; /* blocks of the same processor in parts before it */
    uint32_t set;   /* wanted of whom: in set[]; EVERY_HOLDER */
    unsigned line;  /* that says so */
};

#define EVERY_HOLDER UINT32_MAX

struct written_side {
    struct written_part *part; /* [count] by rank, then by block */
    size_t count, capacity;
    size_t *begin; /* [processors + 1] in part[] */
    int *alike;    /* [processors] the last of those from here on whose parts
                      are the same */
};

/* Contributors, sorted and joined. */
struct written_set {
    size_t begin; /* in span[] */
    size_t count;
};

/* Blocks that one processor alone has at the start. */
struct sole_holder {
    struct interval blocks;
    int32_t rank;
};

struct written {
    struct written_side have, want;
    struct sole_holder *sole; /* [soles] by block */
    size_t soles;
    struct written_set *set; /* [sets] */
    size_t sets, set_capacity;
    struct span_pool {
        struct interval *span;
        size_t count, capacity;
    } pool;
};

extern const struct goal_start goal_written_start;
extern const struct goal_wish goal_written_wish;

/* Blocks are below INT32_MAX: so is the number of those of one processor. */
static inline int32_t written_length(struct interval blocks)
{
    return blocks.last - blocks.first + 1;
}

/* The part of a processor with a block, or NULL. */
const struct written_part *written_find(const struct written_side *side,
                                        int rank, int block);
/* How many of the spans, which are sorted and apart, begin at or before. */
size_t written_behind(const struct interval *span, size_t count,
                      int64_t number);

/* Sort both sides, and see whether the goal makes sense: each wish once, and
 * of what there is. Fills in the goal's blocks. 0, or -1 with text: also
 * WEFT_ERROR_LIMIT, if it takes very long to see, and is not trusted. */
int written_end(struct weft_goal *goal, bool trusted, struct weft_error *err);
void written_destroy(struct written *written);
/* Wishes of the same contributors have the same set. 0, or -1: no memory
 * (sets.c). */
int written_join_sets(struct written *written);
/* Fill in sole[]. 0, or -1: no memory (sole.c). */
int written_find_soles(struct written *written);

#endif
