/* Trees that cross the hypercube's dimensions in ascending cyclic order, and
 * the d edge-disjoint spanning trees made of them.
 *
 * Source: Stamoulis, Tsitsiklis, sections 2.1.2 and 2.1.3. Dimensions 1..d of
 * the paper are bits 0..d-1 here. */
#include <weft/unstable/tree.h>

#include "cube.h"

static bool ascending_exists(int d, int root, int first, int u)
{
    return is_node(d, root) && is_node(d, u) && is_turn(d, first);
}

/* Return `word` rotated right: bit `first` moves to bit 0. */
static unsigned rotated(int d, unsigned word, int first)
{
    return (word >> first | word << (d - first)) & ((1U << d) - 1);
}

int weft_ascending_last(int d, int root, int first, int u)
{
    if (!ascending_exists(d, root, first, u))
        return -1;
    unsigned crossed = rotated(d, (unsigned)(u ^ root), first);
    if (!crossed)
        return -1;
    int last = 31 - __builtin_clz(crossed);
    return (first + last) % d;
}

int weft_ascending_parent(int d, int root, int first, int u)
{
    int last = weft_ascending_last(d, root, first, u);
    return last < 0 ? -1 : u ^ 1 << last;
}

int weft_ascending_children(int d, int root, int first, int u, int children[])
{
    if (!ascending_exists(d, root, first, u))
        return 0;
    unsigned crossed = rotated(d, (unsigned)(u ^ root), first);
    int next = crossed ? 32 - __builtin_clz(crossed) : 0;
    int count = 0;
    for (int i = next; i < d; i++)
        children[count++] = u ^ 1 << (first + i) % d;
    return count;
}

int weft_tree_ascending(struct weft_tree *tree, int d, int root, int first)
{
    if (!ascending_exists(d, root, first, 0) ||
        weft_tree_init(tree, 1 << d, root))
        return -1;
    for (int u = 0; u < tree->size; u++) {
        tree->parent[u] = weft_ascending_parent(d, root, first, u);
        tree->step[u] = __builtin_popcount((unsigned)(u ^ root));
    }
    return 0;
}

int weft_disjoint_root(int j)
{
    return j >= 1 && j <= CUBE_MAX ? 1 << (j - 1) : -1;
}

int weft_disjoint_parent(int d, int j, int u)
{
    return d > 0 ? weft_ascending_parent(d, weft_disjoint_root(j), j % d, u)
                 : -1;
}

int weft_disjoint_children(int d, int j, int u, int children[])
{
    return d > 0 ? weft_ascending_children(d, weft_disjoint_root(j), j % d, u,
                                           children)
                 : 0;
}

int weft_tree_disjoint(struct weft_tree *tree, int d, int j)
{
    return d > 0 ? weft_tree_ascending(tree, d, weft_disjoint_root(j), j % d)
                 : -1;
}
