/* The shape of one broadcast: a tree turned into transfers with slots. */
#ifndef WEFT_SRC_PROBLEM_SHARED_TURNS_SHAPE_H
#define WEFT_SRC_PROBLEM_SHARED_TURNS_SHAPE_H

#include <weft/tree.h>

#include "occupancy.h"

/* Arrays of one length, reused from one broadcast to the next. */
struct shape {
    int size;
    int *order;     /* [size] nodes by level */
    int *first_kid; /* [size + 1] in kid[] */
    int *kid;       /* [size] children, grouped by parent */
    int *need;      /* [size] slots from receiving until the subtree has it */
    uint32_t *got;  /* [size] slot in which a node receives; 0 at the root */
    struct timed_transfer *transfer; /* [size - 1] parents before children */
};

/* 0, or -1: no memory; finish either way. */
int shape_init(struct shape *shape, int size);
void shape_finish(struct shape *shape);

/* Fill `got` and `transfer` for this tree. With `one` a node serves one child
 * a slot, the one whose subtree takes longest first; else all at once. */
void shape_compute(struct shape *shape, const struct weft_tree *tree, bool one);

static inline int shape_kids(const struct shape *shape, int u)
{
    return shape->first_kid[u + 1] - shape->first_kid[u];
}

#endif
