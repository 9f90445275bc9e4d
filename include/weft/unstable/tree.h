/**
 * Spanning trees, along which messages spread.
 *
 * There are two representations: functions of single nodes (parent, children of
 * one rank), with which a processor computes its own part, and whole trees,
 * which figures and tests use. Whole trees are owned by the caller; everything
 * is read-only and may be used by any thread.
 *
 * Invalid arguments are not errors: for a hypercube of more than 30 dimensions
 * or fewer than 0, a node that is not below 2^d, or a step, number or tree that
 * does not exist, functions of nodes return -1 or no children, and no trees are
 * created.
 *
 * Threads: any; a complete tree is read-only and may be shared.
 */
#ifndef WEFT_TREE_H
#define WEFT_TREE_H

#include <stdbool.h>
#include <stdint.h>
#include <weft/error.h>
#include <weft/network.h>

#pragma GCC visibility push(default) /* exported by the library */

#ifdef __cplusplus
extern "C" {
#endif

/** A whole tree on nodes 0..size-1. */
struct weft_tree {
    int size;
    int root;
    /** [size] parent of each node; -1 at the root and at nodes outside the
     * tree */
    int *parent;
    int *step; /**< [size] step in which each node is reached, 0 at the root */
};

/** Create a tree.
 * @returns 0 with all parents -1, or -1: out of memory @since 0.1 */
int weft_tree_init(struct weft_tree *tree, int size, int root);
/** Free what a tree owns; a zeroed tree is allowed. @since 0.1 */
void weft_tree_finish(struct weft_tree *tree);

/* ---- spanning binomial trees (Desprez et al. 1993, section 3) ----------- */

/** Return x^(j), the j-th number of the binary reflected Gray code, for j =
 * 1..2^d; cyclic beyond.
 * @since 0.1 */
int weft_gray(int d, int64_t j);
/** Return nu_j, the bit in which x^(j) and x^(j+1) differ. @since 0.1 */
int weft_gray_dimension(int d, int64_t j);

/** Return the level of @p u in any spanning binomial tree rooted at @p root.
 * @since 0.1 */
int weft_binomial_level(int root, int u);
/** Return the parent of @p u in root xor R^nu(SBT(0)); -1 for the root.
 * @since 0.1 */
int weft_binomial_parent(int d, int root, int nu, int u);
/** Get the children of @p u, nearest dimension above nu first.
 * @param children  filled, [d]
 * @returns the number of children; 0 exactly if bit nu of u and of root differ
 * @since 0.1 */
int weft_binomial_children(int d, int root, int nu, int u, int children[]);
/** Create the whole spanning binomial tree, step = level.
 * @returns 0, or -1: out of memory @since 0.1 */
int weft_tree_binomial(struct weft_tree *tree, int d, int root, int nu);

/* ---- recursive doubling over any number of nodes (Grama et al.) --------- */

/**
 * The pattern of Algorithms 4.1-4.3: in each step every node that holds the
 * message sends it across one dimension of a virtual hypercube. Along an axis
 * of `extent` nodes the virtual number of a node is its coordinate xor that of
 * the root if the extent is a power of two, else (coordinate - root) mod
 * extent; partners outside this range are left out. Several axes are handled
 * one after another, the first axis first. A reduction uses the reverse
 * pattern.
 */
struct weft_doubling {
    int axes;
    int extent[WEFT_NETWORK_AXES_MAX];
    int root; /**< rank of the root, the row-major number on the axes */
    /** whether the order is ascending: lowest dimension first, last axis
     * first */
    bool ascending;
};

/** Return the number of steps, the sum of ceil(log2) of all extents.
 * @since 0.1 */
int weft_doubling_steps(const struct weft_doubling *doubling);
/**
 * Return the partner of @p rank in a step of the broadcast. Cost O(axes).
 *
 * @param step   0 to weft_doubling_steps() - 1
 * @param sends  filled unless -1 is returned: whether @p rank sends to the
 *               partner; otherwise it receives from it
 * @returns the partner, or -1 if @p rank takes no part in the step
 * @since 0.1
 */
int weft_doubling_partner(const struct weft_doubling *doubling, int step,
                          int rank, bool *sends);

/* ---- trees in ascending cyclic order (Stamoulis, Tsitsiklis) ------------ */

/** Return the bit crossed last on the way from @p root to @p u, if the bits in
 * which they differ are crossed in the order first, first + 1, .., d - 1, 0,
 * .., first - 1.
 * @returns the bit, or -1 if u is the root
 * @since 0.1 */
int weft_ascending_last(int d, int root, int first, int u);
/** Return the parent of @p u, which differs in the last bit crossed; -1 for the
 * root. @since 0.1 */
int weft_ascending_parent(int d, int root, int first, int u);
/** Get the children of @p u: they differ in a bit later in the order than the
 * last one crossed.
 * @param children  filled, [d], in the order of the bits
 * @returns the number of children
 * @since 0.1 */
int weft_ascending_children(int d, int root, int first, int u, int children[]);
/** Create the whole ascending tree, step = level.
 * @returns 0, or -1: out of memory @since 0.1 */
int weft_tree_ascending(struct weft_tree *tree, int d, int root, int first);

/* The d edge-disjoint spanning trees T^(j), j = 1..d: no arc is in two of them,
 * and the same holds for the reversed arcs. T^(j) is the ascending tree with
 * root 2^(j-1) whose first bit is j mod d. */

/** Return the root of T^(j), which is e_j in the paper. @since 0.1 */
int weft_disjoint_root(int j);
/** Return the parent of a node in tree j. @since 0.1 */
int weft_disjoint_parent(int d, int j, int u);
/** Get the children of a node in tree j, in the order in which they are sent
 * to. Returns the number of children. @since 0.1 */
int weft_disjoint_children(int d, int j, int u, int children[]);
/** Create the whole tree j. Returns 0, or -1: out of memory. @since 0.1 */
int weft_tree_disjoint(struct weft_tree *tree, int d, int j);

/* ---- the necklace tree (lecture notes, Bertsekas et al.) ---------------- */

/**
 * A spanning tree of the hypercube with root 0 whose nodes are reached d at a
 * time, by d different dimensions: number n is reached in step 1 + (n-1) / d by
 * bit (n-1) mod d. Shifted by xor to every root, all 2^d trees run at once
 * without using an arc twice in a step.
 *
 * Nodes are ordered by their number of one bits, then by rotation class.
 * Read-only after weft_necklace_init(); any thread may use it.
 */
struct weft_necklace {
    int d;
    int size;  /**< number of nodes, 2^d */
    int steps; /**< number of steps, ceil((2^d - 1) / d) */
    int inner; /**< number of nodes with children */
    int *node; /**< [size] nodes by number: node[0] = 0 */
    /** [size] index of each node among the inner nodes, 0..inner-1; -1 for
     * leaves */
    int *place;
    int *first; /**< [size] index of each node in preorder */
    /** [size] first preorder index after the subtree of each node */
    int *after;
};

/** Create the necklace tree of a hypercube of d dimensions.
 * @returns 0, or -1: out of memory. Cost O(d * 2^d) time. @since 0.1 */
int weft_necklace_init(struct weft_necklace *necklace, int d);
/** Free what a necklace tree owns; a zeroed one is allowed. @since 0.1 */
void weft_necklace_finish(struct weft_necklace *necklace);
/** Return the parent of node number n = 1..size-1. @since 0.1 */
int weft_necklace_parent(const struct weft_necklace *necklace, int n);
/** Return whether @p below is in the subtree of @p above (or equal to it). Cost
 * O(1).
 * @since 0.1 */
bool weft_necklace_leads(const struct weft_necklace *necklace, int above,
                         int below);
/** Create the whole necklace tree shifted to @p root.
 * @returns 0, or -1: out of memory
 * @since 0.1 */
int weft_tree_necklace(struct weft_tree *tree, int d, int root);

/* ---- breadth-first trees of any network ------------------------------ */

/** Create a breadth-first tree of the processors of a network, with ports in
 * ascending order; step = distance. Switches are passed through.
 * @returns 0, or -1: out of memory
 * @since 0.1 */
int weft_tree_breadth_first(struct weft_tree *tree,
                            const struct weft_network *network, int root);

/* ---- generalized Fibonacci trees (Bruck, Cypher, Ho) -------------------- */

/** Return F_d(t), the number of nodes of the Fibonacci tree FT_d(t); INT64_MAX
 * if there are more.
 * @param d  >= 2  @param t  >= 0
 * @since 0.1 */
int64_t weft_fibonacci_nodes(int d, int t);
/** Return f_d(n), the smallest t with F_d(t) >= n. @since 0.1 */
int weft_fibonacci_order(int d, int64_t n);

/**
 * Create the full d-ary treetop with @p size nodes of a Fibonacci tree,
 * numbered in the order of creation: the node with the smallest (label, number)
 * gets its d children next. With F_d(t) nodes it is FT_d(t) itself.
 *
 * @param tree  filled, step = label (0 at the root, the node 0)
 * @param size  size mod d = 1
 * @returns 0, or -1: out of memory, or @p d or @p size is not possible
 * @since 0.1
 */
int weft_tree_fibonacci(struct weft_tree *tree, int d, int size);

/**
 * The d spanning trees along which a stream of packets is sent: tree i carries
 * the packets kappa with kappa mod d = i. Node 0 is the broadcaster; node
 * `size` represents the virtual processor v unless a processor takes its role.
 * Read-only once it is created.
 */
struct weft_forest {
    int size;  /**< n, the number of processors */
    int trees; /**< d, the number of trees */
    /** s, the size of a group: tree i has 1 + i * s .. (i + 1) * s as inner
     * nodes */
    int group;
    int order; /**< t = f_d(s), the order of the Fibonacci trees */
    /** [trees][size + 1] parent of each node; -1: node 0, or not in the
     * trees */
    int *parent;
    /** [trees][size + 1] label of each node; in round label + 1 the node gets
     * the tree's first packet, and the next one every d rounds */
    int *label;
};

/** Check whether @p d trees can be built for @p n processors (d odd, >= 3; d +
 * 1 <= n <= 3d or n >= d^2 + d + 1).
 * @returns 0, or -1 with WEFT_ERROR_MISUSE and the reason
 * @since 0.1 */
int weft_forest_possible(int n, int d, struct weft_error *err);
/** Create a forest of d trees for n processors.
 * @returns 0, or -1 with WEFT_ERROR_MISUSE (with the reason) or
 *          WEFT_ERROR_MEMORY
 * @since 0.1 */
int weft_forest_init(struct weft_forest *forest, int n, int d,
                     struct weft_error *err);
/** Return the number of trees that needs the fewest rounds for @p packets
 * packets and @p n processors; if several do, the smallest.
 * @returns the number of trees; 0 if none is possible (n < 4), -1: out of
 *          memory
 * @since 0.1 */
int weft_forest_best(int n, int packets);
/** Free what a forest owns; a zeroed forest is allowed. @since 0.1 */
void weft_forest_finish(struct weft_forest *forest);

/** Return the number of rounds until every processor has @p packets packets.
 * Cost O(n d)
 * @since 0.1 */
int64_t weft_forest_rounds(const struct weft_forest *forest, int packets);
/** Create one tree of the forest as a whole tree on nodes 0..size (node `size`
 * is v); step = the round of its first packet.
 * @returns 0, or -1: out of memory
 * @since 0.1 */
int weft_tree_forest(struct weft_tree *tree, const struct weft_forest *forest,
                     int i);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
