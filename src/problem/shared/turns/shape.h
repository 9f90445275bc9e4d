/* The shape of one broadcast: a tree converted to transfers with slots. */
#ifndef WEFT_SRC_PROBLEM_SHARED_TURNS_SHAPE_H
#define WEFT_SRC_PROBLEM_SHARED_TURNS_SHAPE_H

#include <weft/unstable/tree.h>

#include "occupancy.h"

/* Arrays of fixed length, reused for each broadcast. */
struct shape {
    int size;
    int *order;     /* [size] nodes sorted by level */
    int *first_kid; /* [size + 1] index of each node's first child in kid[] */
    int *kid;       /* [size] children, grouped by parent */
    /* [size] slots from a node's reception until its subtree is complete */
    int *need;
    uint32_t *got; /* [size] slot in which a node receives; 0 for the root */
    /* [size - 1] transfers, those to parents before those to their children */
    struct timed_transfer *transfer;
};

/* Return 0, or -1 if out of memory; call shape_finish() in either case. */
int shape_init(struct shape *shape, int size);
void shape_finish(struct shape *shape);

/* Compute `got` and `transfer` for a tree. With `one`, a node serves one child
 * per slot, beginning with the child whose subtree takes longest; otherwise all
 * at once. */
void shape_compute(struct shape *shape, const struct weft_tree *tree, bool one);

static inline int shape_kids(const struct shape *shape, int u)
{
    return shape->first_kid[u + 1] - shape->first_kid[u];
}

#endif
