/* The trees of the gallery, made from the numbers of a row. */
#include "papers.h"

#include <stdlib.h>
#include <weft/unstable/tree.h>

int gallery_binomial(struct weft_tree *tree, uint8_t **shape,
                     const int number[])
{
    (void)shape;
    return weft_tree_binomial(tree, number[0], number[1], number[2]);
}

int gallery_ascending(struct weft_tree *tree, uint8_t **shape,
                      const int number[])
{
    (void)shape;
    return weft_tree_ascending(tree, number[0], number[1], number[2]);
}

int gallery_disjoint(struct weft_tree *tree, uint8_t **shape,
                     const int number[])
{
    (void)shape;
    return weft_tree_disjoint(tree, number[0], number[1]);
}

int gallery_necklace(struct weft_tree *tree, uint8_t **shape,
                     const int number[])
{
    (void)shape;
    return weft_tree_necklace(tree, number[0], number[1]);
}

int gallery_fibonacci(struct weft_tree *tree, uint8_t **shape,
                      const int number[])
{
    (void)shape;
    int64_t nodes = weft_fibonacci_nodes(number[0], number[1]);
    return weft_tree_fibonacci(tree, number[0], (int)nodes);
}

/* Keep only the processors of group i, from the root of T_i down. */
int gallery_treetop(struct weft_tree *tree, uint8_t **shape, const int number[])
{
    (void)shape;
    struct weft_forest forest;
    if (weft_forest_init(&forest, number[0], number[1], NULL))
        return -1;
    int result = weft_tree_forest(tree, &forest, number[2]);
    int first = 1 + number[2] * forest.group, after = first + forest.group;
    for (int u = 0; !result && u < tree->size; u++)
        if (u <= first || u >= after)
            tree->parent[u] = -1;
    if (!result)
        tree->root = first;
    weft_forest_finish(&forest);
    return result;
}

/* Draw the virtual processor empty, and nodes that the forest of number[3]
 * processors does not have as squares. */
int gallery_forest(struct weft_tree *tree, uint8_t **shape, const int number[])
{
    struct weft_forest forest;
    if (weft_forest_init(&forest, number[0], number[1], NULL))
        return -1;
    int result = weft_tree_forest(tree, &forest, number[2]);
    weft_forest_finish(&forest);
    if (result)
        return -1;
    *shape = calloc((size_t)tree->size, 1);
    if (!*shape) {
        weft_tree_finish(tree);
        return -1;
    }
    (*shape)[number[0]] = WEFT_SHAPE_EMPTY;
    for (int u = number[3]; number[3] && u < number[0]; u++)
        (*shape)[u] = WEFT_SHAPE_SQUARE;
    return 0;
}
