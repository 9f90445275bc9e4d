/* Checks of arguments. Functions on nodes return -1 or false for invalid
 * ones. */
#ifndef WEFT_SRC_TREE_CUBE_H
#define WEFT_SRC_TREE_CUBE_H

#include <stdbool.h>

/* maximum number of dimensions, so that nodes fit in an int */
#define CUBE_MAX 30

static inline bool is_cube(int d)
{
    return d >= 0 && d <= CUBE_MAX;
}

static inline bool is_node(int d, int u)
{
    return is_cube(d) && u >= 0 && u >> d == 0;
}

/* Return whether a rotation may begin at `turn`: a dimension, or d, which is
 * equivalent to 0. */
static inline bool is_turn(int d, int turn)
{
    return is_cube(d) && turn >= 0 && turn <= d;
}

#endif
