/* Necklace trees: 2^d of them, one per root, broadcast simultaneously without
 * conflicts in ceil((2^d - 1) / d) steps.
 *
 * Idea: list the nodes by number of ones and then by rotation class, in the
 * order of the smallest word of each class. The classes ("binary necklaces")
 * are laid out one after the other on a circle of d places, and the member at
 * place i is the smallest word rotated left by i: so its bit i is 1, its parent
 * is the same word without that bit, and any d consecutive numbers use d
 * different dimensions. The order inside the classes matters: with ascending
 * values, or if each class began at its smallest word, some parents would not
 * have been reached yet.
 *
 * Source: lecture notes (Bertsekas et al.), including the order. */
#include <stdlib.h>
#include <string.h>
#include <weft/unstable/tree.h>

#include "cube.h"

static int rotated_left(int d, int word, int by)
{
    unsigned w = (unsigned)word;
    return (int)((w << by | w >> (d - by)) & ((1U << d) - 1));
}

/* Return the size of the rotation class of `word`, or 0 if `word` is not its
 * smallest member. */
static int class_size(int d, int word)
{
    for (int by = 1; by < d; by++) {
        int other = rotated_left(d, word, by);
        if (other < word)
            return 0;
        if (other == word)
            return by;
    }
    return d;
}

/* Number the nodes with `ones` ones, beginning with n; return the next
 * number. */
static int number_ones(struct weft_necklace *necklace, int ones, int n)
{
    int d = necklace->d;
    for (int rho = 1; rho < necklace->size; rho += 2) {
        if (__builtin_popcount((unsigned)rho) != ones)
            continue;
        int members = class_size(d, rho);
        for (int i = 0; i < members; i++, n++)
            necklace->node[n] = rotated_left(d, rho, (n - 1) % d);
    }
    return n;
}

int weft_necklace_parent(const struct weft_necklace *necklace, int n)
{
    if (n < 1 || n >= necklace->size)
        return -1;
    return necklace->node[n] ^ 1 << (n - 1) % necklace->d;
}

/* Compute preorder places from subtree sizes. A parent's number is lower than
 * its children's, so one pass up and one pass down suffice. */
static void order_tree(struct weft_necklace *necklace)
{
    int size = necklace->size;
    int *next = necklace->first, *weight = necklace->after;
    for (int u = 0; u < size; u++)
        weight[u] = 1;
    for (int n = size - 1; n > 0; n--)
        weight[weft_necklace_parent(necklace, n)] += weight[necklace->node[n]];
    next[0] = 0;
    for (int n = 0; n < size; n++) {
        int u = necklace->node[n];
        necklace->place[u] = weight[u] > 1 ? necklace->inner++ : -1;
        if (n) {
            int parent = weft_necklace_parent(necklace, n);
            next[u] = next[parent] + 1;
            next[parent] += weight[u];
        }
    }
    /* next[u] has advanced by the weights of all children of u */
    for (int u = 0; u < size; u++) {
        int end = next[u] + 1;
        next[u] = end - weight[u];
        weight[u] = end;
    }
}

int weft_necklace_init(struct weft_necklace *necklace, int d)
{
    *necklace = (struct weft_necklace){.d = 0};
    if (d < 1 || !is_cube(d))
        return -1;
    size_t size = (size_t)1 << d;
    *necklace = (struct weft_necklace){.d = d, .size = (int)size};
    necklace->steps = (necklace->size - 2 + d) / d;
    int *all = calloc(4 * size, sizeof *all);
    if (!all)
        return -1;
    necklace->node = all;
    necklace->place = all + size;
    necklace->first = all + 2 * size;
    necklace->after = all + 3 * size;
    int n = 1;
    for (int ones = 1; ones <= d; ones++)
        n = number_ones(necklace, ones, n);
    order_tree(necklace);
    return 0;
}

void weft_necklace_finish(struct weft_necklace *necklace)
{
    free(necklace->node);
    memset(necklace, 0, sizeof *necklace);
}

bool weft_necklace_leads(const struct weft_necklace *necklace, int above,
                         int below)
{
    if (above < 0 || above >= necklace->size || below < 0 ||
        below >= necklace->size)
        return false;
    return necklace->first[above] <= necklace->first[below] &&
           necklace->first[below] < necklace->after[above];
}

int weft_tree_necklace(struct weft_tree *tree, int d, int root)
{
    struct weft_necklace necklace;
    if (!is_node(d, root) || weft_necklace_init(&necklace, d))
        return -1;
    if (weft_tree_init(tree, necklace.size, root)) {
        weft_necklace_finish(&necklace);
        return -1;
    }
    for (int n = 1; n < necklace.size; n++) {
        int u = necklace.node[n] ^ root;
        tree->parent[u] = weft_necklace_parent(&necklace, n) ^ root;
        tree->step[u] = 1 + (n - 1) / d;
    }
    weft_necklace_finish(&necklace);
    return 0;
}
