/* Does it exist? Functions on nodes answer for what does not, as -1 or none. */
#ifndef WEFT_SRC_TREE_CUBE_H
#define WEFT_SRC_TREE_CUBE_H

#include <stdbool.h>

#define CUBE_MAX 30 /* dimensions: nodes are ints */

static inline bool is_cube(int d)
{
    return d >= 0 && d <= CUBE_MAX;
}

static inline bool is_node(int d, int u)
{
    return is_cube(d) && u >= 0 && u >> d == 0;
}

/* Where a rotation begins: a dimension, or, as after the last one, d. */
static inline bool is_turn(int d, int turn)
{
    return is_cube(d) && turn >= 0 && turn <= d;
}

#endif
