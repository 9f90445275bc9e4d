/* Spanning binomial trees of the hypercube and their rotations (Desprez et al.
 * 1993, section 3).
 *
 * T(root, nu) = root xor R^nu(SBT(0)). Seen from the root and rotated back by
 * nu, a node is a word w; with k the index of its lowest 1 (d for the root),
 * its children flip one bit below k and its parent clears bit k. So a node is
 * a leaf exactly if bit nu of it and of the root differ. A broadcast takes d
 * steps, one per level, and 2^d - 1 messages. */
#include <weft/unstable/tree.h>

#include "cube.h"

static bool tree_binomial_exists(int d, int root, int nu, int u)
{
    return is_node(d, root) && is_node(d, u) && is_turn(d, nu);
}

/* Index of the lowest 1 of (u xor root) rotated right by nu; d if none. */
static int tree_binomial_lowest(int d, int root, int nu, int u)
{
    unsigned x = (unsigned)(root ^ u);
    unsigned mask = (1u << d) - 1;
    unsigned w = ((x >> nu) | (x << (d - nu))) & mask;
    return w ? __builtin_ctz(w) : d;
}

int weft_binomial_level(int root, int u)
{
    return __builtin_popcount((unsigned)(root ^ u));
}

int weft_binomial_parent(int d, int root, int nu, int u)
{
    if (u == root || !tree_binomial_exists(d, root, nu, u))
        return -1;
    return u ^ (1 << ((nu + tree_binomial_lowest(d, root, nu, u)) % d));
}

int weft_binomial_children(int d, int root, int nu, int u, int children[])
{
    int k = tree_binomial_exists(d, root, nu, u)
                ? tree_binomial_lowest(d, root, nu, u)
                : 0;
    for (int i = 0; i < k; i++)
        children[i] = u ^ (1 << ((nu + i) % d));
    return k;
}

int weft_tree_binomial(struct weft_tree *tree, int d, int root, int nu)
{
    if (!tree_binomial_exists(d, root, nu, 0) ||
        weft_tree_init(tree, 1 << d, root))
        return -1;
    for (int u = 0; u < tree->size; u++) {
        tree->parent[u] = weft_binomial_parent(d, root, nu, u);
        tree->step[u] = weft_binomial_level(root, u);
    }
    return 0;
}
