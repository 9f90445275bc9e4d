/**
 * Spanning trees: the shapes along which messages spread.
 *
 * Two views. Arithmetic per node (parent, children of one rank), which is what
 * a processor uses to compute its own part; and whole trees, which figures and
 * tests use. Whole trees are owned by the caller; everything is read-only and
 * usable from any thread.
 */
#ifndef WEFT_TREE_H
#define WEFT_TREE_H

#include <stdbool.h>
#include <stdint.h>
#include <weft/network.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A whole tree on nodes 0..size-1. */
struct weft_tree {
    int size;
    int root;
    int *parent; /**< [size]; -1 at the root and at nodes outside the tree */
    int *step;   /**< [size]; step in which the node is reached, 0 at the root */
};

/** @returns 0 with all parents -1, or -1 with errno ENOMEM */
int weft_tree_init(struct weft_tree *tree, int size, int root);
void weft_tree_finish(struct weft_tree *tree);

/* ---- spanning binomial trees of the hypercube (document A, section 3) - */

/** The binary reflected Gray code: x^(j) for j = 1..2^d, cyclic beyond. */
int weft_gray(int d, int64_t j);
/** nu_j: the bit in which x^(j) and x^(j+1) differ. */
int weft_gray_dimension(int d, int64_t j);

/** Level of @p u in any spanning binomial tree rooted at @p root. */
int weft_binomial_level(int root, int u);
/** Father of @p u in root xor R^nu(SBT(0)); -1 for the root. */
int weft_binomial_parent(int d, int root, int nu, int u);
/** Children of @p u, nearest dimension above nu first.
 * @param children  filled, [d]
 * @returns their number; 0 exactly if bit nu of u and of root differ */
int weft_binomial_children(int d, int root, int nu, int u, int children[]);
/** The whole tree, step = level. @returns 0, or -1 with errno */
int weft_tree_binomial(struct weft_tree *tree, int d, int root, int nu);

/* ---- recursive doubling over any number of nodes (document D) --------- */

/**
 * The pattern of Algorithms 4.1-4.3: in each step every node that holds the
 * message sends it across one dimension of a hypothetical hypercube. Along an
 * axis of `extent` nodes the virtual number of a node is its place xor the
 * root's if the extent is a power of two, else (place - root) mod extent;
 * partners outside are left out. Several axes are done one after the other,
 * the first axis first. A reduction is the same backwards.
 */
struct weft_doubling {
    int axes;
    int extent[WEFT_NETWORK_AXES_MAX];
    int root;       /**< rank = row-major number on the axes */
    bool ascending; /**< lowest dimension first, last axis first */
};

/** ceil(log2) of every extent, added up. */
int weft_doubling_steps(const struct weft_doubling *doubling);
/**
 * Whom @p rank meets in a step of the broadcast. Cost O(axes).
 *
 * @param step   0 to weft_doubling_steps() - 1
 * @param sends  filled unless -1 is returned: @p rank sends to the partner,
 *               else it receives from it
 * @returns the partner, or -1 if @p rank takes no part in the step
 */
int weft_doubling_partner(const struct weft_doubling *doubling, int step,
                          int rank, bool *sends);

/* ---- breadth-first trees of any network ------------------------------ */

/** Ports in ascending order; step = distance. Processors only: a switch is
 * passed through. @returns 0, or -1 with errno */
int weft_tree_breadth_first(struct weft_tree *tree,
                            const struct weft_network *network, int root);

#ifdef __cplusplus
}
#endif
#endif
