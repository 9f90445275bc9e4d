/* Trees as two arrays, parent and step. Each other file computes one shape, for
 * one node or for all. */
#include <stdlib.h>
#include <weft/unstable/tree.h>

int weft_tree_init(struct weft_tree *tree, int size, int root)
{
    *tree = (struct weft_tree){.size = size, .root = root};
    if (size < 0)
        return -1;
    tree->parent = malloc((size_t)size * sizeof *tree->parent + 1);
    tree->step = calloc((size_t)size + 1, sizeof *tree->step);
    if (!tree->parent || !tree->step) {
        weft_tree_finish(tree);
        return -1;
    }
    for (int u = 0; u < size; u++)
        tree->parent[u] = -1;
    return 0;
}

void weft_tree_finish(struct weft_tree *tree)
{
    free(tree->parent);
    free(tree->step);
    tree->parent = NULL;
    tree->step = NULL;
}
