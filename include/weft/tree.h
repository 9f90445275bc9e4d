/**
 * Spanning trees: the shapes along which messages spread.
 *
 * Two views. Arithmetic per node (parent, children of one rank), which is what
 * a processor uses to compute its own part; and whole trees, which figures and
 * tests use. Whole trees are owned by the caller; everything is read-only and
 * usable from any thread.
 *
 * What does not exist is no error: for a hypercube of more than 30 dimensions
 * or fewer than none, a node that is not below 2^d, a step, number or tree that
 * is not there, functions on nodes return -1, have no children, and trees are
 * not made.
 *
 * Threads: any; what is finished is read-only and may be shared.
 */
#ifndef WEFT_TREE_H
#define WEFT_TREE_H

#include <stdbool.h>
#include <stdint.h>
#include <weft/error.h>
#include <weft/network.h>

#pragma GCC visibility push(default) /* what the library exports */

#ifdef __cplusplus
extern "C" {
#endif

/** A whole tree on nodes 0..size-1. */
struct weft_tree {
    int size;
    int root;
    int *parent; /**< [size]; -1 at the root and at nodes outside the tree */
    int *step; /**< [size]; step in which the node is reached, 0 at the root */
};

/** @returns 0 with all parents -1, or -1: no memory @since 0.1 */
int weft_tree_init(struct weft_tree *tree, int size, int root);
/** Free what a tree owns; a zeroed one is fine. @since 0.1 */
void weft_tree_finish(struct weft_tree *tree);

/* ---- spanning binomial trees (Desprez et al. 1993, section 3) ----------- */

/** The binary reflected Gray code: x^(j) for j = 1..2^d, cyclic beyond.
 * @since 0.1 */
int weft_gray(int d, int64_t j);
/** nu_j: the bit in which x^(j) and x^(j+1) differ. @since 0.1 */
int weft_gray_dimension(int d, int64_t j);

/** Level of @p u in any spanning binomial tree rooted at @p root. @since 0.1 */
int weft_binomial_level(int root, int u);
/** Parent of @p u in root xor R^nu(SBT(0)); -1 for the root. @since 0.1 */
int weft_binomial_parent(int d, int root, int nu, int u);
/** Children of @p u, nearest dimension above nu first.
 * @param children  filled, [d]
 * @returns their number; 0 exactly if bit nu of u and of root differ
 * @since 0.1 */
int weft_binomial_children(int d, int root, int nu, int u, int children[]);
/** The whole tree, step = level. @returns 0, or -1: no memory @since 0.1 */
int weft_tree_binomial(struct weft_tree *tree, int d, int root, int nu);

/* ---- recursive doubling over any number of nodes (Grama et al.) --------- */

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

/** ceil(log2) of every extent, added up. @since 0.1 */
int weft_doubling_steps(const struct weft_doubling *doubling);
/**
 * Whom @p rank meets in a step of the broadcast. Cost O(axes).
 *
 * @param step   0 to weft_doubling_steps() - 1
 * @param sends  filled unless -1 is returned: @p rank sends to the partner,
 *               else it receives from it
 * @returns the partner, or -1 if @p rank takes no part in the step
 * @since 0.1
 */
int weft_doubling_partner(const struct weft_doubling *doubling, int step,
                          int rank, bool *sends);

/* ---- trees in ascending cyclic order (Stamoulis, Tsitsiklis) ------------ */

/** The bit crossed last on the way from @p root to @p u, when the bits in
 * which they differ are crossed in the order first, first + 1, .., d - 1, 0,
 * .., first - 1. @returns the bit, or -1 if u is the root
 * @since 0.1 */
int weft_ascending_last(int d, int root, int first, int u);
/** Parent of @p u: the last bit crossed undone; -1 for the root. @since 0.1 */
int weft_ascending_parent(int d, int root, int first, int u);
/** Children of @p u: every bit later in the order than the last crossed.
 * @param children  filled, [d], in the order of the bits
 * @returns their number
 * @since 0.1 */
int weft_ascending_children(int d, int root, int first, int u, int children[]);
/** The whole tree, step = level. @returns 0, or -1: no memory @since 0.1 */
int weft_tree_ascending(struct weft_tree *tree, int d, int root, int first);

/* The d edge-disjoint spanning trees T^(j), j = 1..d: no arc is in two of
 * them, nor is a reversed arc. T^(j) is the ascending tree with root 2^(j-1)
 * whose first bit is j mod d. */

/** Root of T^(j): the document's e_j. @since 0.1 */
int weft_disjoint_root(int j);
/** The parent in tree j. @since 0.1 */
int weft_disjoint_parent(int d, int j, int u);
/** Its children in tree j, ascending as sent to; their number. @since 0.1 */
int weft_disjoint_children(int d, int j, int u, int children[]);
/** Tree j whole. 0, or -1: no memory. @since 0.1 */
int weft_tree_disjoint(struct weft_tree *tree, int d, int j);

/* ---- the necklace tree (lecture notes, Bertsekas et al.) ---------------- */

/**
 * A spanning tree of the hypercube with root 0 whose nodes are reached d at a
 * time, by d different dimensions: number n is reached in step
 * 1 + (n-1) / d by bit (n-1) mod d. Shifted by xor to every root, all 2^d
 * trees run at once without using an arc twice in a step.
 *
 * Nodes are listed by number of ones, then by rotation class. Read-only after
 * weft_necklace_init; any thread.
 */
struct weft_necklace {
    int d;
    int size;   /**< 2^d */
    int steps;  /**< ceil((2^d - 1) / d) */
    int inner;  /**< number of nodes with children */
    int *node;  /**< [size] by number: node[0] = 0 */
    int *place; /**< [size] by node: the node's place among the inner nodes,
                     0..inner-1; -1 for leaves */
    int *first; /**< [size] by node: its place in preorder */
    int *after; /**< [size] by node: first place after its subtree */
};

/** @returns 0, or -1: no memory. Cost O(d * 2^d) time. @since 0.1 */
int weft_necklace_init(struct weft_necklace *necklace, int d);
/** Zeroed ones are fine. @since 0.1 */
void weft_necklace_finish(struct weft_necklace *necklace);
/** Parent of number n = 1..size-1. @since 0.1 */
int weft_necklace_parent(const struct weft_necklace *necklace, int n);
/** Is @p below in the subtree of @p above (or the same)? Cost O(1).
 * @since 0.1 */
bool weft_necklace_leads(const struct weft_necklace *necklace, int above,
                         int below);
/** The whole tree shifted to @p root. @returns 0, or -1: no memory
 * @since 0.1 */
int weft_tree_necklace(struct weft_tree *tree, int d, int root);

/* ---- breadth-first trees of any network ------------------------------ */

/** Ports in ascending order; step = distance. Processors only: a switch is
 * passed through. @returns 0, or -1: no memory
 * @since 0.1 */
int weft_tree_breadth_first(struct weft_tree *tree,
                            const struct weft_network *network, int root);

/* ---- generalized Fibonacci trees (Bruck, Cypher, Ho) -------------------- */

/** F_d(t): nodes of the Fibonacci tree FT_d(t); INT64_MAX if there are more.
 * @param d  >= 2  @param t  >= 0
 * @since 0.1 */
int64_t weft_fibonacci_nodes(int d, int t);
/** f_d(n): the smallest t with F_d(t) >= n. @since 0.1 */
int weft_fibonacci_order(int d, int64_t n);

/**
 * The full d-ary treetop with @p size nodes of a Fibonacci tree, numbered as
 * they are made: a node of smallest (label, number) gets its d children next.
 * With F_d(t) nodes it is FT_d(t) itself.
 *
 * @param tree  filled, step = label (0 at the root, the node 0)
 * @param size  size mod d = 1
 * @returns 0, or -1: no memory, or @p d or @p size is not possible
 * @since 0.1
 */
int weft_tree_fibonacci(struct weft_tree *tree, int d, int size);

/**
 * The d spanning trees along which a stream of packets flows: tree i carries
 * the packets kappa with kappa mod d = i. Node 0 is the broadcaster; node
 * `size` stands for the virtual processor v where no processor plays it.
 * Read-only once made.
 */
struct weft_forest {
    int size;    /**< n, the processors */
    int trees;   /**< d */
    int group;   /**< s: tree i has 1 + i * s .. (i + 1) * s as inner nodes */
    int order;   /**< t = f_d(s) */
    int *parent; /**< [trees][size + 1]; -1: node 0, or not in the trees */
    int *label;  /**< [trees][size + 1]; in round label + 1 the node gets the
                      tree's first packet, and every d rounds the next */
};

/** Can @p d trees be built for @p n processors? (d odd, >= 3; d + 1 <= n <= 3d
 * or n >= d^2 + d + 1.) @returns 0, or -1 with WEFT_ERROR_MISUSE: why not
 * @since 0.1 */
int weft_forest_possible(int n, int d, struct weft_error *err);
/** @returns 0, or -1 with WEFT_ERROR_MISUSE (why not) or WEFT_ERROR_MEMORY
 * @since 0.1 */
int weft_forest_init(struct weft_forest *forest, int n, int d,
                     struct weft_error *err);
/** The number of trees that needs the fewest rounds for @p packets among
 * @p n processors, the smallest of several.
 * @returns it, 0 if none is possible (n < 4), -1: no memory
 * @since 0.1 */
int weft_forest_best(int n, int packets);
/** Free what a forest owns; a zeroed one is fine. @since 0.1 */
void weft_forest_finish(struct weft_forest *forest);

/** Rounds until every processor has @p packets packets. Cost O(n d)
 * @since 0.1 */
int64_t weft_forest_rounds(const struct weft_forest *forest, int packets);
/** One tree of the forest, as a whole tree on nodes 0..size (node `size` is
 * v); step = the round of its first packet. @returns 0, or -1: no memory
 * @since 0.1 */
int weft_tree_forest(struct weft_tree *tree, const struct weft_forest *forest,
                     int i);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
