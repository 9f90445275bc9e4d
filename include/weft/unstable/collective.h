/**
 * Collective algorithms for the programs of processors: broadcast, reduction,
 * scatter, gather, all-gather, streams of packets, and others. They are the
 * algorithms of the strategies with the same names. The following applies to
 * all of them.
 *
 * Calls. Every processor of the run calls the same function with the same root,
 * lengths and operator. Buffers belong to the caller, are used during the call
 * only, and may not be NULL unless their length is 0.
 *
 * Time. Costs are stated for processors that call at the same virtual time, in
 * rounds; a round is one transfer of `bytes` bytes over one link. Processors
 * that call at different times get correct results, too, but a message may
 * arrive while its receiver is still busy with another one, which is a conflict
 * in models in which a processor receives one message at a time.
 *
 * Models and networks. An algorithm runs wherever the machine allows its
 * transfers: transfers between neighbours are allowed everywhere, other
 * transfers in models in which a processor sends to one processor at a time.
 * "p" is the number of processors, "d" is log2 p.
 *
 * Errors. Functions return 0, or -1 like the functions of weft/processor.h:
 * then the program must return -1 at once. An invalid argument (a root that is
 * not a rank, an unsuitable length) is described in the run's error, of the
 * kind WEFT_ERROR_STOPPED.
 *
 * Threads. Only the processor's own program may call a function; trees that the
 * processors share are read-only.
 */
#ifndef WEFT_COLLECTIVE_H
#define WEFT_COLLECTIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <weft/processor.h>
#include <weft/unstable/tree.h>

#pragma GCC visibility push(default) /* exported by the library */

#ifdef __cplusplus
extern "C" {
#endif

/** Return the length that a message of @p bytes bytes of data has in times and
 * events: more than @p bytes if the run moves tags instead of blocks
 * (weft_machine.tag). @since 0.2 */
size_t weft_message_length(const struct weft_processor *self, size_t bytes);

/* ---- broadcast: one block from the root to all ------------------------- */

/**
 * Broadcast by recursive doubling: in round k every processor that has the
 * block sends it across one dimension of a virtual hypercube whose node 0 is
 * the root, highest dimension first.
 *
 * @param id    message number in the trace, >= 0
 * @param data  [bytes] read at the root, written elsewhere
 *
 * Works for any number of processors and any network. On a torus whose sides
 * are not powers of two it handles the axes one after the other.
 *
 * Cost    ceil(log2 p) rounds (of the longest transfer), p - 1 messages; with a
 *         cost per hop also O(p log p) time to find the longest transfers
 * Source  Grama et al., Introduction to Parallel Computing, algorithms 4.1, 4.2
 * @since 0.2
 */
int weft_broadcast_binomial(struct weft_processor *self, int root, int id,
                            void *data, size_t bytes);

/**
 * Broadcast along the spanning binomial tree of the hypercube, level by level:
 * a processor sends to all its children at once. Parameters are those of
 * weft_broadcast_binomial().
 *
 * Requires a power of two processors, and a model that lets a processor send
 * one message to several others at once (`shouting`, `all-port`).
 *
 * Cost    d rounds, p - 1 messages
 * Source  Johnsson, Ho 1989, doi:10.1109/12.29465
 * @since 0.2
 */
int weft_broadcast_sbt(struct weft_processor *self, int root, int id,
                       void *data, size_t bytes);

/**
 * Broadcast from the root to the others one after another, by rank. Parameters
 * are those of weft_broadcast_binomial().
 *
 * Cost    p - 1 rounds, p - 1 messages
 * Source  folklore
 * @since 0.2
 */
int weft_broadcast_naive(struct weft_processor *self, int root, int id,
                         void *data, size_t bytes);

/* ---- reduce: combine the blocks of all processors at the root ----------- */

/** An associative operator on blocks. */
struct weft_operator {
    const char *name; /**< name for error messages */
    /** whether the operator is commutative, so that the order of the operands
     * does not matter */
    bool commutes;
    /** Compute result = left (+) right; result may be left or right. `op` is
     * the operator itself: a struct that begins with a struct weft_operator can
     * carry more data. */
    void (*combine)(const struct weft_operator *op, void *result,
                    const void *left, const void *right, size_t bytes);
};

/**
 * Return a built-in operator on unsigned words of 8 bytes with wraparound (the
 * last word may be shorter): sum, product, min, max, compose (of maps x -> a x
 * + b, a in the low half of a word, b in the high half; not commutative).
 *
 * @returns a row of a static table; NULL past the end of the table
 * @since 0.2
 */
const struct weft_operator *weft_operator(size_t index);

/**
 * Reduce to the root with the transfers of weft_broadcast_binomial() in
 * reverse: the result at the root is X_0 (+) X_1 (+) .. (+) X_{p-1}, in this
 * order, whatever the root is.
 *
 * @param id    message number in the trace, >= 0
 * @param op    the operator, the same on every processor; borrowed
 * @param data  [bytes] the processor's own block X_r; at the root it is
 *              replaced by the result, elsewhere it keeps its value
 *
 * Works for any number of processors and any network. If p is not a power of
 * two, the root is not 0 and the operator is not commutative, one message in a
 * round may have 2 * bytes bytes.
 *
 * Cost    ceil(log2 p) rounds (of the longest transfer), p - 1 messages
 * Source  Grama et al., algorithm 4.3
 * @since 0.2
 */
int weft_reduce_binomial(struct weft_processor *self, int root, int id,
                         const struct weft_operator *op, void *data,
                         size_t bytes);

/**
 * Reduce to the root along the spanning binomial tree of the hypercube, level
 * by level: a processor receives from all its children at once. Parameters and
 * result are those of weft_reduce_binomial().
 *
 * Requires a power of two processors, and a model that lets a processor receive
 * several messages at a time.
 *
 * Cost    d rounds, p - 1 messages
 * Source  Johnsson, Ho 1989, doi:10.1109/12.29465, reversed
 * @since 0.2
 */
int weft_reduce_sbt(struct weft_processor *self, int root, int id,
                    const struct weft_operator *op, void *data, size_t bytes);

/**
 * Reduce to the root: the others send to it one after another, by rank.
 * Parameters and result are those of weft_reduce_binomial().
 *
 * Cost    p - 1 rounds, p - 1 messages; with a cost per hop also O(p) time
 * Source  folklore
 * @since 0.2
 */
int weft_reduce_naive(struct weft_processor *self, int root, int id,
                      const struct weft_operator *op, void *data, size_t bytes);

/* ---- scatter, gather, all-gather along necklace trees ------------------ */

/**
 * Scatter: send block r of the root to each processor r. Message numbers are
 * ranks of destinations.
 *
 * @param tree    result of weft_necklace_init() for d, created once and shared
 *                by all processors
 * @param blocks  at the root: [p][bytes] all blocks, read; elsewhere: [bytes]
 *                the processor's own block, written
 *
 * Requires a hypercube, and a model that lets a processor send different
 * messages to all its neighbours at the same time, while it receives.
 *
 * Cost    ceil((p - 1) / d) steps, which is the minimum; every block takes a
 *         shortest path
 * Source  Bertsekas, Tsitsiklis, Parallel and Distributed Computation, 1.3.4,
 *         reversed
 * @since 0.2
 */
int weft_scatter_necklace(struct weft_processor *self,
                          const struct weft_necklace *tree, int root,
                          void *blocks, size_t bytes);

/**
 * Gather: send the block of every processor to the root. Message numbers are
 * ranks of origins.
 *
 * @param tree    see weft_scatter_necklace()
 * @param blocks  at the root: [p][bytes] all blocks, of which its own, at index
 *                `root`, is read and the others are written; elsewhere: [bytes]
 *                the processor's own block, read
 *
 * Requires a hypercube, and a model that lets a processor receive from all its
 * neighbours at the same time, while it sends.
 *
 * Cost    ceil((p - 1) / d) steps, which is the minimum
 * Source  as weft_scatter_necklace
 * @since 0.2
 */
int weft_gather_necklace(struct weft_processor *self,
                         const struct weft_necklace *tree, int root,
                         void *blocks, size_t bytes);

/**
 * All-gather: send the block of every processor to all processors. Message
 * numbers are ranks of origins.
 *
 * @param tree    see weft_scatter_necklace()
 * @param blocks  [p][bytes] the blocks of all processors; the one at the
 *                processor's own rank is read, the others are written
 *
 * Requires a hypercube and an all-port model.
 *
 * Cost    ceil((p - 1) / d) steps, which is the minimum, with p (p - 1)
 *         messages
 * Source  as weft_scatter_necklace
 * @since 0.2
 */
int weft_multinode_necklace(struct weft_processor *self,
                            const struct weft_necklace *tree, void *blocks,
                            size_t bytes);

/**
 * All-gather like weft_multinode_necklace(), along the d edge-disjoint trees
 * T^(1)..T^(d): the blocks move up to the roots in turn, and then down to all
 * nodes. No tree has to be created in advance. The number of a message is p -
 * origin; the messages that end a tree have higher numbers and no bytes.
 *
 * @param bytes  length of a block, 1 or more
 *
 * Cost    2 ceil(p / d) + 2d - 1 steps
 * Source  Stamoulis, Tsitsiklis 1993, section 3.2
 * @since 0.2
 */
int weft_multinode_split(struct weft_processor *self, void *blocks,
                         size_t bytes);

/* ---- streams: many packets from the root to all ------------------------ */

/**
 * Stream: each processor passes the packets on to the next one. Messages have
 * the numbers of their packets, from 0.
 *
 * @param packets  number of packets, m >= 0
 * @param data     [packets][bytes] read at the root, written elsewhere
 *
 * Requires a model that lets a processor send and receive in the same step, and
 * either a network in which processors of consecutive ranks are neighbours or a
 * model in which a processor sends to one processor at a time.
 *
 * Cost    m + p - 2 rounds, m (p - 1) messages
 * Source  Bruck, Cypher, Ho 1992, section 2.2
 * @since 0.2
 */
int weft_stream_path(struct weft_processor *self, int root, int packets,
                     void *data, size_t bytes);

/**
 * Stream by recursive doubling of one packet after the other. Parameters are
 * those of weft_stream_path().
 *
 * Cost    m ceil(log2 p) rounds, m (p - 1) messages
 * Source  Bruck, Cypher, Ho 1992, section 2.2
 * @since 0.2
 */
int weft_stream_binomial(struct weft_processor *self, int root, int packets,
                         void *data, size_t bytes);

/**
 * Stream along the almost complete binary tree, with a new packet every two
 * rounds. Parameters are those of weft_stream_path().
 *
 * Cost    2m + 2 log2(p + 1) - 4 rounds for p = 3, 7, 15, ..; m (p - 1)
 *         messages
 * Source  Bruck, Cypher, Ho 1992, section 2.2
 * @since 0.2
 */
int weft_stream_binary(struct weft_processor *self, int root, int packets,
                       void *data, size_t bytes);

/**
 * Stream along the edge-disjoint trees of the hypercube joined with its
 * binomial tree. Parameters are those of weft_stream_path(). Requires a power
 * of two processors.
 *
 * Cost    m + d - 1 rounds, which is the minimum; m (p - 1) messages
 * Source  Bruck, Cypher, Ho 1992, sections 1 and 2.3
 * @since 0.2
 */
int weft_stream_edst(struct weft_processor *self, int root, int packets,
                     void *data, size_t bytes);

/**
 * Stream along the trees of a forest, with the packets assigned to the trees in
 * turn. Parameters are those of weft_stream_path().
 *
 * @param forest  result of weft_forest_init() for p processors, created once
 *                and shared by all processors
 *
 * Cost    weft_forest_rounds() rounds, m (p - 1) messages; O(p d) time to find
 *         a processor's position in d trees
 * Source  Bruck, Cypher, Ho 1992, section 4
 * @since 0.2
 */
int weft_stream_fibonacci(struct weft_processor *self,
                          const struct weft_forest *forest, int root,
                          int packets, void *data, size_t bytes);

/* ---- algorithms round by round ------------------------------------------ *
 *
 * The functions below run in rounds: a processor with nothing to do in a round
 * waits for its end. A round lasts as long as its longest message; with a cost
 * per word, where processors send different lengths, every processor computes
 * that in O(p) time per round. A message consists of blocks, one after the
 * other, and has the number of the lowest block. */

/* ---- all-gather: the block of every processor to all -------------------- */

/**
 * All-gather around a ring: in each round every processor passes on the block
 * that it received last. It takes p - 1 rounds and p (p - 1) messages of one
 * block.
 *
 * @param data  [p][bytes] the blocks of all processors; the one at the
 *              processor's own rank is read, the others are written
 *
 * Source  folklore
 * @since 0.2
 */
int weft_allgather_ring(struct weft_processor *self, void *data, size_t bytes);

/**
 * All-gather around a ring in both directions at once. It takes floor(p / 2)
 * rounds. Requires an all-port model and more than two processors.
 *
 * @param data  [p][bytes] the blocks of all processors; the one at the
 *              processor's own rank is read, the others are written
 *
 * Source  folklore
 * @since 0.2
 */
int weft_allgather_bidirectional(struct weft_processor *self, void *data,
                                 size_t bytes);

/**
 * All-gather by neighbour exchange: pairs of neighbours exchange the two blocks
 * that they received last, with the left and the right neighbour in turn. It
 * takes p / 2 rounds, for even p.
 *
 * @param data  [p][bytes] the blocks of all processors; the one at the
 *              processor's own rank is read, the others are written
 *
 * Source  Chen, Yuan, Gao 2005
 * @since 0.2
 */
int weft_allgather_neighbour(struct weft_processor *self, void *data,
                             size_t bytes);

/**
 * All-gather by recursive doubling: in round t every processor r exchanges all
 * its blocks with r xor 2^(t-1). It takes log2 p rounds, for a power of two
 * processors.
 *
 * @param data  [p][bytes] the blocks of all processors; the one at the
 *              processor's own rank is read, the others are written
 *
 * Source  Thakur, Rabenseifner, Gropp 2005
 * @since 0.2
 */
int weft_allgather_recursive_doubling(struct weft_processor *self, void *data,
                                      size_t bytes);

/**
 * All-gather by Bruck's algorithm: for s = 1, q, q^2, .. and j = 1 .. q-1,
 * processor r sends s blocks, beginning with its own, to r - js. It takes
 * ceil(log2 p) rounds for radix q = 2, for any p.
 *
 * @param radix  q, 2 or more
 * @param data  [p][bytes] the blocks of all processors; the one at the
 *              processor's own rank is read, the others are written
 *
 * Source  Bruck, Ho, Kipnis, Upfal, Weathersby 1997
 * @since 0.2
 */
int weft_allgather_bruck(struct weft_processor *self, int radix, void *data,
                         size_t bytes);

/**
 * All-gather by direct sends: in round t every processor r sends its own block
 * to r + t. It takes p - 1 rounds.
 *
 * @param data  [p][bytes] the blocks of all processors; the one at the
 *              processor's own rank is read, the others are written
 *
 * Source  folklore
 * @since 0.2
 */
int weft_allgather_spread_out(struct weft_processor *self, void *data,
                              size_t bytes);

/**
 * All-gather with distances in descending order: over the distances 2^(L-1),
 * .., 1, a processor sends blocks that are twice the distance apart, except
 * those that the receiver has already. It takes ceil(log2 p) rounds for any p.
 *
 * @param data  [p][bytes] the blocks of all processors; the one at the
 *              processor's own rank is read, the others are written
 *
 * Source  Loch, Koslovski 2021
 * @since 0.2
 */
int weft_allgather_sparbit(struct weft_processor *self, void *data,
                           size_t bytes);

/**
 * All-gather by Bine trees: in round t every processor exchanges with the one
 * at distance rho(L-t), in ascending direction for even ranks and descending
 * direction for odd ones, rho = 1, -1, 3, -5, 11, .., so that distances stay
 * short. It takes ceil(log2 p) rounds, for even p; for powers of two this is
 * "swing".
 *
 * @param data  [p][bytes] the blocks of all processors; the one at the
 *              processor's own rank is read, the others are written
 *
 * Source  De Sensi and others 2025
 * @since 0.2
 */
int weft_allgather_bine(struct weft_processor *self, void *data, size_t bytes);

/**
 * All-gather by weft_stream_circulant() from all roots at once: in a round
 * every processor sends, over one distance of the circulant graph, one block of
 * each other processor. It takes n - 1 + ceil(log2 p) rounds for n blocks per
 * processor, for any p: a message has at most one block of each root.
 *
 * @param each   number of blocks of each processor; those of r begin at index r
 *               * each
 * @param data  [p][each][bytes] all blocks; the processor's own blocks are
 *              read, the others are written
 *
 * Source  Traeff 2024
 * @since 0.2
 */
int weft_allgather_circulant(struct weft_processor *self, int each, void *data,
                             size_t bytes);

/**
 * All-gather by a gather to processor 0 along the binomial tree and a broadcast
 * from it; no processor receives again what it has sent. It takes 2 ceil(log2
 * p) rounds; no processor sends and receives in the same round.
 *
 * @param data  [p][bytes] the blocks of all processors; the one at the
 *              processor's own rank is read, the others are written
 *
 * Source  folklore
 * @since 0.2
 */
int weft_allgather_gather_broadcast(struct weft_processor *self, void *data,
                                    size_t bytes);

/**
 * All-gather by rings along the axes of a grid, the last axis first: each ring
 * passes on all blocks that the processor had when the axis began. It takes ni
 * - 1 rounds for each axis of extent ni.
 *
 * @param extent  [axes] extents of the grid, whose product is p
 * @param data  [p][bytes] the blocks of all processors; the one at the
 *              processor's own rank is read, the others are written
 *
 * Source  Barnett, Littlefield, Payne, van de Geijn 1995
 * @since 0.2
 */
int weft_allgather_bucket(struct weft_processor *self, int axes,
                          const int *extent, void *data, size_t bytes);

/**
 * All-gather by exchanges with all processors along each axis of a grid, the
 * last axis first, of all blocks that the processor had when the axis began. It
 * takes ni - 1 rounds for each axis of extent ni; one round per axis if `wide`,
 * which requires links to all these processors.
 *
 * @param extent  [axes] extents of the grid, whose product is p
 * @param wide   whether to send to all processors on an axis at once
 * @param data  [p][bytes] the blocks of all processors; the one at the
 *              processor's own rank is read, the others are written
 *
 * Source  folklore
 * @since 0.2
 */
int weft_allgather_exchange(struct weft_processor *self, int axes,
                            const int *extent, bool wide, void *data,
                            size_t bytes);

/**
 * All-gather in groups: gather at the first processor of each group, ring of
 * these processors, broadcast in the groups. It takes 2 log2(g) + p/g - 1
 * rounds for groups of g processors.
 *
 * @param group  number of processors in a group, a divisor of p
 * @param data  [p][bytes] the blocks of all processors; the one at the
 *              processor's own rank is read, the others are written
 *
 * Source  Thakur, Rabenseifner, Gropp 2005 (idea)
 * @since 0.2
 */
int weft_allgather_hierarchical(struct weft_processor *self, int group,
                                void *data, size_t bytes);

/**
 * All-gather along binomial trees from all processors at once, far distances
 * first, with at most @p aggregate blocks in a message. With P the power of two
 * from p on and A = min(aggregate, P / 2) it takes p - 1 rounds for A = 1, else
 * log2 A + P / A - 1 rounds; at most p - 1 blocks one after the other.
 *
 * @param aggregate  most blocks in a message, a power of two; 0: no limit
 * @param data  [p][bytes] the blocks of all processors; the one at the
 *              processor's own rank is read, the others are written
 *
 * Source  Jeaugey 2025, "PAT", NCCL 2.23
 * @since 0.2
 */
int weft_allgather_pat(struct weft_processor *self, int aggregate, void *data,
                       size_t bytes);

/* ---- reduce-scatter: combine all vectors, part r at processor r --------- */

/**
 * Reduce-scatter around a ring: partial sums go around the ring, and a
 * processor adds its own part to what it receives. It takes p - 1 rounds of one
 * chunk. Requires a commutative operator for p >= 3.
 *
 * @param op     the operator, the same on every processor
 * @param data  [p][bytes] read; the result is written at the processor's own
 *              rank, the other places are overwritten
 *
 * Source  folklore
 * @since 0.2
 */
int weft_reduce_scatter_ring(struct weft_processor *self,
                             const struct weft_operator *op, void *data,
                             size_t bytes);

/**
 * Reduce-scatter by direct sends: in round t every processor r sends r + t the
 * part of that processor. It takes p - 1 rounds of one chunk. Keeps the order
 * of operands: values from higher ranks are combined separately.
 *
 * @param op     the operator, the same on every processor
 * @param data  [p][bytes] read; the result is written at the processor's own
 *              rank, the other places are overwritten
 *
 * Source  Thakur, Rabenseifner, Gropp 2005
 * @since 0.2
 */
int weft_reduce_scatter_pairwise(struct weft_processor *self,
                                 const struct weft_operator *op, void *data,
                                 size_t bytes);

/**
 * Reduce-scatter by recursive halving: in each round a processor sends half of
 * the remaining chunks to the one at half the distance of the round before. It
 * takes log2 p rounds and p - 1 chunks; if p is not a power of two, the extra
 * processors are folded in first. Requires a commutative operator for p >= 4.
 *
 * @param op     the operator, the same on every processor
 * @param data  [p][bytes] read; the result is written at the processor's own
 *              rank, the other places are overwritten
 *
 * Source  Thakur, Rabenseifner, Gropp 2005
 * @since 0.2
 */
int weft_reduce_scatter_recursive_halving(struct weft_processor *self,
                                          const struct weft_operator *op,
                                          void *data, size_t bytes);

/**
 * Reduce-scatter on circulant graphs with distances s = ceil(p / 2), ceil(p /
 * 4), .., 1: r sends to r + s the chunks at distance s up to, but not
 * including, the distance of the previous round. It takes ceil(log2 p) rounds
 * and p - 1 chunks for any p. Requires a commutative operator for p >= 4.
 *
 * @param op     the operator, the same on every processor
 * @param data  [p][bytes] read; the result is written at the processor's own
 *              rank, the other places are overwritten
 *
 * Source  Traeff 2024
 * @since 0.2
 */
int weft_reduce_scatter_circulant(struct weft_processor *self,
                                  const struct weft_operator *op, void *data,
                                  size_t bytes);

/**
 * Reduce-scatter with the transfers of weft_allgather_bine() in reverse. It
 * takes ceil(log2 p) rounds and p - 1 chunks, for even p. Requires a
 * commutative operator for p >= 6.
 *
 * @param op     the operator, the same on every processor
 * @param data  [p][bytes] read; the result is written at the processor's own
 *              rank, the other places are overwritten
 *
 * Source  De Sensi and others 2025
 * @since 0.2
 */
int weft_reduce_scatter_bine(struct weft_processor *self,
                             const struct weft_operator *op, void *data,
                             size_t bytes);

/**
 * Reduce-scatter by rings along the axes of a grid, the first axis first. It
 * takes ni - 1 rounds for each axis of extent ni, and p - 1 chunks. Requires a
 * commutative operator.
 *
 * @param extent  [axes] extents of the grid, whose product is p
 * @param op     the operator, the same on every processor
 * @param data  [p][bytes] read; the result is written at the processor's own
 *              rank, the other places are overwritten
 *
 * Source  Barnett, Littlefield, Payne, van de Geijn 1995
 * @since 0.2
 */
int weft_reduce_scatter_bucket(struct weft_processor *self, int axes,
                               const int *extent,
                               const struct weft_operator *op, void *data,
                               size_t bytes);

/**
 * Reduce-scatter with the transfers of weft_allgather_exchange() in reverse.
 * Requires a commutative operator.
 *
 * @param extent  [axes] extents of the grid, whose product is p
 * @param wide   whether to send to all processors on an axis at once
 * @param op     the operator, the same on every processor
 * @param data  [p][bytes] read; the result is written at the processor's own
 *              rank, the other places are overwritten
 *
 * Source  folklore
 * @since 0.2
 */
int weft_reduce_scatter_exchange(struct weft_processor *self, int axes,
                                 const int *extent, bool wide,
                                 const struct weft_operator *op, void *data,
                                 size_t bytes);

/**
 * Reduce-scatter with the transfers of weft_allgather_pat() in reverse, as many
 * rounds. Requires a commutative operator.
 *
 * @param aggregate  most blocks in a message, a power of two; 0: no limit
 * @param op     the operator, the same on every processor
 * @param data  [p][bytes] read; the result is written at the processor's own
 *              rank, the other places are overwritten
 *
 * Source  Jeaugey 2025, "PAT", NCCL 2.23
 * @since 0.2
 */
int weft_reduce_scatter_pat(struct weft_processor *self, int aggregate,
                            const struct weft_operator *op, void *data,
                            size_t bytes);

/* ---- all-reduce: combine all vectors; every processor gets the result ---- */

/**
 * All-reduce by weft_reduce_scatter_ring(), then weft_allgather_ring(), of p
 * chunks. It takes 2 (p - 1) rounds. Requires a commutative operator for p >=
 * 3.
 *
 * @param op     the operator, the same on every processor
 * @param data  [chunks][bytes] read, and overwritten by the result; the number
 *              of chunks is p
 *
 * Source  Patarasuk, Yuan 2009
 * @since 0.2
 */
int weft_allreduce_ring(struct weft_processor *self,
                        const struct weft_operator *op, void *data,
                        size_t bytes);

/**
 * All-reduce around a ring in both directions at once: chunks 0 .. p-1 as in
 * weft_allreduce_ring(), chunks p .. 2p-1 in its mirror image. It takes 2 (p -
 * 1) rounds. Requires an all-port model, more than two processors, and a
 * commutative operator.
 *
 * @param op     the operator, the same on every processor
 * @param data  [chunks][bytes] read, and overwritten by the result; the number
 *              of chunks is 2p
 *
 * Source  folklore
 * @since 0.2
 */
int weft_allreduce_bidirectional(struct weft_processor *self,
                                 const struct weft_operator *op, void *data,
                                 size_t bytes);

/**
 * All-reduce by recursive doubling: in round t every processor r exchanges its
 * sum with r xor 2^(t-1). It takes log2 p rounds of one whole vector; 2 more if
 * p is not a power of two, to fold in the extra processors. Keeps the order of
 * operands.
 *
 * @param op     the operator, the same on every processor
 * @param data  [bytes] read, and overwritten by the result
 *
 * Source  Thakur, Rabenseifner, Gropp 2005
 * @since 0.2
 */
int weft_allreduce_recursive_doubling(struct weft_processor *self,
                                      const struct weft_operator *op,
                                      void *data, size_t bytes);

/**
 * All-reduce by recursive halving to sums of one chunk, then recursive doubling
 * of these. It takes 2 log2 p rounds and 2 (1 - 1/p) vectors, of 2^floor(log2
 * p) chunks; if p is not a power of two, the extra processors are folded in
 * first. Keeps the order of operands.
 *
 * @param op     the operator, the same on every processor
 * @param data  [chunks][bytes] read, and overwritten by the result; the number
 *              of chunks is the largest power of two up to p
 *
 * Source  Rabenseifner 2004; Thakur, Rabenseifner, Gropp 2005
 * @since 0.2
 */
int weft_allreduce_rabenseifner(struct weft_processor *self,
                                const struct weft_operator *op, void *data,
                                size_t bytes);

/**
 * All-reduce by weft_reduce_scatter_circulant(), then the same transfers in
 * reverse. It takes 2 ceil(log2 p) rounds and 2 (1 - 1/p) vectors for any p.
 * Requires a commutative operator for p >= 4.
 *
 * @param op     the operator, the same on every processor
 * @param data  [chunks][bytes] read, and overwritten by the result; the number
 *              of chunks is p
 *
 * Source  Traeff 2024
 * @since 0.2
 */
int weft_allreduce_circulant(struct weft_processor *self,
                             const struct weft_operator *op, void *data,
                             size_t bytes);

/**
 * All-reduce by weft_reduce_scatter_bine(), then weft_allgather_bine(), of p
 * chunks. It takes 2 ceil(log2 p) rounds, for even p. Requires a commutative
 * operator.
 *
 * @param op     the operator, the same on every processor
 * @param data  [chunks][bytes] read, and overwritten by the result; the number
 *              of chunks is p
 *
 * Source  De Sensi and others 2025
 * @since 0.2
 */
int weft_allreduce_bine(struct weft_processor *self,
                        const struct weft_operator *op, void *data,
                        size_t bytes);

/**
 * All-reduce by weft_reduce_scatter_bucket(), then weft_allgather_bucket(), of
 * p chunks. It takes 2 (ni - 1) rounds for each axis of extent ni. Requires a
 * commutative operator.
 *
 * @param extent  [axes] extents of the grid, whose product is p
 * @param op     the operator, the same on every processor
 * @param data  [chunks][bytes] read, and overwritten by the result; the number
 *              of chunks is p
 *
 * Source  Barnett, Littlefield, Payne, van de Geijn 1995
 * @since 0.2
 */
int weft_allreduce_bucket(struct weft_processor *self, int axes,
                          const int *extent, const struct weft_operator *op,
                          void *data, size_t bytes);

/**
 * All-reduce by weft_reduce_scatter_exchange(), then weft_allgather_exchange(),
 * of p chunks. It takes 2 (ni - 1) rounds for each axis of extent ni. Requires
 * a commutative operator.
 *
 * @param extent  [axes] extents of the grid, whose product is p
 * @param wide   whether to send to all processors on an axis at once
 * @param op     the operator, the same on every processor
 * @param data  [chunks][bytes] read, and overwritten by the result; the number
 *              of chunks is p
 *
 * Source  folklore
 * @since 0.2
 */
int weft_allreduce_exchange(struct weft_processor *self, int axes,
                            const int *extent, bool wide,
                            const struct weft_operator *op, void *data,
                            size_t bytes);

/**
 * All-reduce by two partial sums, one with and one without the processor's own
 * value: in each round the number of values in them doubles, or doubles and
 * grows by one, so that after ceil(log2 p) rounds it is exactly p, for any p,
 * without folding. It sends one whole vector per round. Requires a commutative
 * operator for p >= 4. Idea: Bar-Noy, Kipnis, Schieber 1993.
 *
 * @param op     the operator, the same on every processor
 * @param data  [bytes] read, and overwritten by the result
 *
 * Source
 * @since 0.2
 */
int weft_allreduce_census(struct weft_processor *self,
                          const struct weft_operator *op, void *data,
                          size_t bytes);

/**
 * All-reduce with short distances: in round t every processor exchanges its sum
 * with the one at distance rho(t-1) of weft_allgather_bine(), in ascending
 * direction for even ranks and descending direction for odd ones. It takes log2
 * p rounds of one whole vector. Requires a power of two processors, and a
 * commutative operator for p >= 8.
 *
 * @param op     the operator, the same on every processor
 * @param data  [bytes] read, and overwritten by the result
 *
 * Source  De Sensi, Bonato, Saam, Hoefler 2024
 * @since 0.2
 */
int weft_allreduce_swing(struct weft_processor *self,
                         const struct weft_operator *op, void *data,
                         size_t bytes);

/**
 * All-reduce with the distances of weft_allreduce_swing() over all ports of a
 * torus at once: 2 axes parts of the vector, a part for each direction of each
 * axis to begin with; reduce-scatter, then all-gather, of p chunks of each
 * part. It takes 2 log2 p rounds. Requires axes that are powers of two, a
 * processor that sends and receives 2 axes messages at a time, and a
 * commutative operator.
 *
 * @param extent  [axes] extents of the torus, whose product is p
 * @param op     the operator, the same on every processor
 * @param data  [chunks][bytes] read, and overwritten by the result; the number
 *              of chunks is 2 axes p
 *
 * Source  De Sensi, Bonato, Saam, Hoefler 2024
 * @since 0.2
 */
int weft_allreduce_swing_torus(struct weft_processor *self, int axes,
                               const int *extent,
                               const struct weft_operator *op, void *data,
                               size_t bytes);

/**
 * All-reduce up the binomial tree and down again. It takes 2 ceil(log2 p)
 * rounds of one whole vector and 2 (p - 1) messages, which is the minimum; no
 * processor sends and receives in the same round. Keeps the order of operands.
 *
 * @param op     the operator, the same on every processor
 * @param data  [bytes] read, and overwritten by the result
 *
 * Source  folklore
 * @since 0.2
 */
int weft_allreduce_reduce_broadcast(struct weft_processor *self,
                                    const struct weft_operator *op, void *data,
                                    size_t bytes);

/**
 * All-reduce in groups: reduce to the first processor of each group, recursive
 * doubling of these processors, broadcast in the groups. Keeps the order of
 * operands.
 *
 * @param group  number of processors in a group, a divisor of p
 * @param op     the operator, the same on every processor
 * @param data  [bytes] read, and overwritten by the result
 *
 * Source  Thakur, Rabenseifner, Gropp 2005 (idea)
 * @since 0.2
 */
int weft_allreduce_hierarchical(struct weft_processor *self, int group,
                                const struct weft_operator *op, void *data,
                                size_t bytes);

/**
 * All-reduce over two binary trees, such that an inner node of one is a leaf of
 * the other: packets go up a tree, which combines them, and down again, every
 * second packet on each tree. It takes about 4 m + 4 log2 p rounds of one
 * packet and 4 m (p - 1) messages. Requires a commutative operator.
 *
 * @param packets  m, the packets of each tree, with 4 m p up to 2^20; 0: 1
 * @param op     the operator, the same on every processor
 * @param data  [chunks][bytes] read, and overwritten by the result; the number
 *              of chunks is 2 m
 *
 * Source  the trees of NCCL 2.4 (Jeaugey 2019), after Sanders, Speck, Traeff
 *         2009
 * @since 0.2
 */
int weft_allreduce_double_tree(struct weft_processor *self, int packets,
                               const struct weft_operator *op, void *data,
                               size_t bytes);

/**
 * All-reduce in the network: weft_reduce_in_network() to processor 0, which
 * sends each result to all others in the next round. It takes M + 1 rounds and
 * 2 M (p - 1) messages. The ports suffice if switches combine and multicast
 * messages (weft_network_merges(), weft_network_splits()). Requires a
 * commutative operator.
 *
 * @param packets  number of blocks, M >= 1; 0: 1
 * @param op     the operator, the same on every processor
 * @param data  [packets][bytes] read, and overwritten by the result
 *
 * Source  Graham and others 2016, "SHARP"
 * @since 0.2
 */
int weft_allreduce_in_network(struct weft_processor *self, int packets,
                              const struct weft_operator *op, void *data,
                              size_t bytes);

/**
 * All-reduce by recursive multiplying, which is recursive doubling with radix
 * k. With P = k^q the greatest power of k up to p it takes (k - 1) q rounds of
 * one whole vector, and ceil((p - P) / P) rounds before and after them.
 * Requires a commutative operator.
 *
 * @param radix  k, at least 2; 0: 2
 * @param op     the operator, the same on every processor
 * @param data  [bytes] read, and overwritten by the result
 *
 * Source  Ruefenacht, Bull, Booth 2017
 * @since 0.2
 */
int weft_allreduce_multiplying(struct weft_processor *self, int radix,
                               const struct weft_operator *op, void *data,
                               size_t bytes);

/**
 * All-reduce by weft_reduce_scatter_pat(), then weft_allgather_pat(), of p
 * chunks. It takes the rounds of both. Requires a commutative operator.
 *
 * @param aggregate  most chunks in a message, a power of two; 0: no limit
 * @param op     the operator, the same on every processor
 * @param data  [chunks][bytes] read, and overwritten by the result; the number
 *              of chunks is p
 *
 * Source  Jeaugey 2025, "PAT", NCCL 2.23
 * @since 0.2
 */
int weft_allreduce_pat(struct weft_processor *self, int aggregate,
                       const struct weft_operator *op, void *data,
                       size_t bytes);

/* ---- all-to-all: a block from every processor to every processor -------- */

/**
 * Perform an all-to-all exchange by direct sends: in round t every processor r
 * sends r + t its block. It takes p - 1 rounds.
 *
 * @param data  [p][bytes] read: the block for processor d at index d; written:
 *              the block from processor s at index s
 *
 * Source  folklore
 * @since 0.2
 */
int weft_alltoall_spread_out(struct weft_processor *self, void *data,
                             size_t bytes);

/**
 * Perform an all-to-all exchange in pairs: in round t every processor r
 * exchanges blocks with r xor t. It takes p - 1 rounds, for a power of two
 * processors.
 *
 * @param data  [p][bytes] read: the block for processor d at index d; written:
 *              the block from processor s at index s
 *
 * Source  Thakur, Rabenseifner, Gropp 2005
 * @since 0.2
 */
int weft_alltoall_pairwise(struct weft_processor *self, void *data,
                           size_t bytes);

/**
 * Perform an all-to-all exchange by Bruck's algorithm: a block with the
 * distance x to its destination makes one hop for each nonzero digit of x in
 * base q. It takes ceil(log2 p) rounds for q = 2, for any p.
 *
 * @param radix  q, 2 or more
 * @param data  [p][bytes] read: the block for processor d at index d; written:
 *              the block from processor s at index s
 *
 * Source  Bruck, Ho, Kipnis, Upfal, Weathersby 1997
 * @since 0.2
 */
int weft_alltoall_bruck(struct weft_processor *self, int radix, void *data,
                        size_t bytes);

/**
 * Perform an all-to-all exchange on a hypercube: in round t every block whose
 * destination differs in bit t - 1 crosses that dimension. It takes log2 p
 * rounds of p / 2 blocks, for a power of two processors.
 *
 * @param data  [p][bytes] read: the block for processor d at index d; written:
 *              the block from processor s at index s
 *
 * Source  Johnsson, Ho 1989
 * @since 0.2
 */
int weft_alltoall_hypercube(struct weft_processor *self, void *data,
                            size_t bytes);

/**
 * Perform an all-to-all exchange around a ring: every block goes around the
 * ring to its destination. It takes p - 1 rounds and p (p - 1) / 2 blocks.
 *
 * @param data  [p][bytes] read: the block for processor d at index d; written:
 *              the block from processor s at index s
 *
 * Source  folklore
 * @since 0.2
 */
int weft_alltoall_ring(struct weft_processor *self, void *data, size_t bytes);

/**
 * Perform an all-to-all exchange around a ring, each block in the shorter
 * direction. It takes floor(p / 2) rounds. Requires an all-port model and more
 * than two processors.
 *
 * @param data  [p][bytes] read: the block for processor d at index d; written:
 *              the block from processor s at index s
 *
 * Source  folklore
 * @since 0.2
 */
int weft_alltoall_bidirectional(struct weft_processor *self, void *data,
                                size_t bytes);

/**
 * Perform an all-to-all exchange on a grid: each block moves to the column of
 * its destination, then along this column. It takes a + b - 2 rounds on an a x
 * b grid.
 *
 * @param rows, columns  the extents of the grid, whose product is p
 * @param data  [p][bytes] read: the block for processor d at index d; written:
 *              the block from processor s at index s
 *
 * Source  folklore
 * @since 0.2
 */
int weft_alltoall_grid(struct weft_processor *self, int rows, int columns,
                       void *data, size_t bytes);

/**
 * Perform an all-to-all exchange on a hypercube with balanced load: every block
 * crosses the dimensions in which its source and destination differ, in an
 * order such that every arc carries one block in every step: max(p / 2, d)
 * steps, which is the minimum. Requires a hypercube and an all-port model. The
 * step in which blocks with the difference v cross dimension b is the colour of
 * the edge v - b of a bipartite graph. A proper colouring with as many colours
 * as the maximum degree exists (Koenig); it is constructed edge by edge,
 * exchanging two colours along a path where needed. The bound is from Johnsson,
 * Ho 1989.
 *
 * @param data  [p][bytes] read: the block for processor d at index d; written:
 *              the block from processor s at index s
 *
 * Source
 * @since 0.2
 */
int weft_alltoall_balanced(struct weft_processor *self, void *data,
                           size_t bytes);

/* ---- barrier: no call returns before all processors have called --------- */

/**
 * Perform a barrier by dissemination: for s = 1, q, q^2, .. and j = 1 .. q-1
 * every processor r notifies r + js of the processors that it knew to have
 * called when the stage began. It takes ceil(log2 p) rounds for q = 2, for any
 * p.
 *
 * @param radix  q, 2 or more
 *
 * Source  Hensgen, Finkel, Manber 1988
 * @since 0.2
 */
int weft_barrier_dissemination(struct weft_processor *self, int radix);

/**
 * Perform a barrier by a tournament: losers notify winners up to processor 0,
 * which then wakes all others, with the transfers of
 * weft_allreduce_reduce_broadcast(). It takes 2 ceil(log2 p) rounds and 2 (p -
 * 1) messages; no processor sends and receives in the same round.
 *
 * Source  Hensgen, Finkel, Manber 1988
 * @since 0.2
 */
int weft_barrier_tournament(struct weft_processor *self);

/**
 * Perform a barrier with the transfers of weft_allreduce_recursive_doubling(),
 * without data.
 *
 * Source  as weft_allreduce_recursive_doubling()
 * @since 0.2
 */
int weft_barrier_recursive_doubling(struct weft_processor *self);

/**
 * Perform a barrier by a central counter: the processors notify processor 0 one
 * after another, which then notifies them one after another. It takes 2 (p - 1)
 * rounds; no processor sends and receives in the same round.
 *
 * Source  folklore
 * @since 0.2
 */
int weft_barrier_central(struct weft_processor *self);

/**
 * Perform a barrier by a token that goes around the ring twice, first to
 * collect all processors and then to release them. It takes 2 (p - 1) rounds;
 * no processor sends and receives in the same round.
 *
 * Source  folklore
 * @since 0.2
 */
int weft_barrier_ring(struct weft_processor *self);

/* ---- scans: combine the blocks of all lower ranks ----------------------- */

/**
 * Scan along a chain: each processor in turn adds its own value and passes the
 * sum on. It takes p - 1 rounds; no processor sends and receives in the same
 * round.
 *
 * @param op     the operator, the same on every processor
 * @param data  [bytes] read, and overwritten by the result
 *
 * Source  folklore
 * @since 0.2
 */
int weft_scan_chain(struct weft_processor *self, const struct weft_operator *op,
                    void *data, size_t bytes);

/**
 * Scan by the algorithm of Hillis and Steele: in round t every processor r
 * sends its sum to r + 2^(t-1), if that exists. It takes ceil(log2 p) rounds.
 *
 * @param op     the operator, the same on every processor
 * @param data  [bytes] read, and overwritten by the result
 *
 * Source  Hillis, Steele 1986
 * @since 0.2
 */
int weft_scan_hillis_steele(struct weft_processor *self,
                            const struct weft_operator *op, void *data,
                            size_t bytes);

/**
 * Scan by recursive doubling: in round t every processor r exchanges all that
 * it has collected with r xor 2^(t-1), if that exists, and adds values from
 * lower ranks to its result. It takes ceil(log2 p) rounds.
 *
 * @param op     the operator, the same on every processor
 * @param data  [bytes] read, and overwritten by the result
 *
 * Source  MPICH
 * @since 0.2
 */
int weft_scan_recursive_doubling(struct weft_processor *self,
                                 const struct weft_operator *op, void *data,
                                 size_t bytes);

/**
 * Scan by the algorithm of Brent and Kung: sums move up a tree, then the prefix
 * sums move down. It takes about 2 log2 p rounds and less than 2 p messages; no
 * processor sends and receives in the same round.
 *
 * @param op     the operator, the same on every processor
 * @param data  [bytes] read, and overwritten by the result
 *
 * Source  Brent, Kung 1982
 * @since 0.2
 */
int weft_scan_brent_kung(struct weft_processor *self,
                         const struct weft_operator *op, void *data,
                         size_t bytes);

/**
 * Perform an exclusive scan by a shift: every processor sends its value to the
 * next one, then weft_scan_hillis_steele() combines the received values. It
 * takes 1 + ceil(log2(p - 1)) rounds.
 *
 * @param op     the operator, the same on every processor
 * @param data  [bytes] read, and overwritten by the result; unchanged at
 *              processor 0, which has no predecessor
 *
 * Source  folklore
 * @since 0.2
 */
int weft_exscan_shift(struct weft_processor *self,
                      const struct weft_operator *op, void *data, size_t bytes);

/**
 * Perform an exclusive scan with the distances 1, 2, 3, 6, 12, ..: only the
 * send over distance 2 includes the processor's own value. One round less than
 * weft_exscan_shift(), for most p. Requires more than two processors.
 *
 * @param op     the operator, the same on every processor
 * @param data  [bytes] read, and overwritten by the result; unchanged at
 *              processor 0, which has no predecessor
 *
 * Source  Traeff 2025
 * @since 0.2
 */
int weft_exscan_doubling_123(struct weft_processor *self,
                             const struct weft_operator *op, void *data,
                             size_t bytes);

/**
 * Stream on circulant graphs: in round i every processor sends over distance
 * skip_k of the graph, k = i mod ceil(log2 p), a packet that the receiver does
 * not have yet. It takes m - 1 + ceil(log2 p) rounds for any m and p, which is
 * the minimum.
 *
 * @param packets  number of packets, m >= 1
 * @param data  [packets][bytes] read at the root, written elsewhere
 *
 * Source  Traeff 2024
 * @since 0.2
 */
int weft_stream_circulant(struct weft_processor *self, int root, int packets,
                          void *data, size_t bytes);

/**
 * Stream along two binary trees, with packets alternating between them; no
 * processor is an inner node of both trees. It takes about m + 2 log2 p rounds.
 *
 * @param packets  number of packets, m >= 1
 * @param data  [packets][bytes] read at the root, written elsewhere
 *
 * Source  Sanders, Speck, Traeff 2009
 * @since 0.2
 */
int weft_stream_double_tree(struct weft_processor *self, int root, int packets,
                            void *data, size_t bytes);

/**
 * Stream p packets: scatter along the binomial tree, then all-gather around the
 * ring, except for packets that the next processor has from the scatter. It
 * takes ceil(log2 p) + p - 1 rounds.
 *
 * @param data  [p][bytes] read at the root, written elsewhere
 *
 * Source  Barnett and others 1994 (van de Geijn)
 * @since 0.2
 */
int weft_stream_scatter_allgather(struct weft_processor *self, int root,
                                  void *data, size_t bytes);

/**
 * Stream p packets, for a power of two processors: scatter along the binomial
 * tree, then recursive doubling without the packets that the partner has. It
 * takes 2 log2 p rounds.
 *
 * @param data  [p][bytes] read at the root, written elsewhere
 *
 * Source  Thakur, Rabenseifner, Gropp 2005
 * @since 0.2
 */
int weft_stream_scatter_doubling(struct weft_processor *self, int root,
                                 void *data, size_t bytes);

/**
 * Broadcast along a tree of radix q: for s = q^i, .., q, 1 and j = 1 .. q-1
 * every processor r that has the block sends it to r + js. No processor sends
 * and receives in the same round.
 *
 * @param radix  q, 2 or more
 * @param data  [bytes] read at the root, written elsewhere
 *
 * Source  Thakur, Rabenseifner, Gropp 2005 (as in MPI libraries)
 * @since 0.2
 */
int weft_broadcast_knomial(struct weft_processor *self, int root, int radix,
                           void *data, size_t bytes);

/**
 * Broadcast along a Bine tree: in round t every processor that has the block
 * sends it over the distance rho(log2 p - t) of weft_allgather_bine(), in
 * ascending direction for even ranks (relative to the root) and descending
 * direction for odd ones. It takes log2 p rounds, for a power of two
 * processors.
 *
 * @param data  [bytes] read at the root, written elsewhere
 *
 * Source  De Sensi and others 2025
 * @since 0.2
 */
int weft_broadcast_bine(struct weft_processor *self, int root, void *data,
                        size_t bytes);

/**
 * Send a stream of packets in the network: the root sends each packet to all
 * others in one round, and switches multicast it (weft_network_splits()). It
 * takes M rounds and M (p - 1) messages.
 *
 * @param packets  number of packets, M >= 1; 0: 1
 * @param data  [packets][bytes] read at the root, written elsewhere
 *
 * Source  Graham and others 2016, "SHARP"
 * @since 1.0
 */
int weft_stream_in_network(struct weft_processor *self, int root, int packets,
                           void *data, size_t bytes);

/**
 * Broadcast in the network: weft_stream_in_network() of one packet. It takes
 * one round.
 *
 * @param data  [bytes] read at the root, written elsewhere
 *
 * Source  Graham and others 2016, "SHARP"
 * @since 1.0
 */
int weft_broadcast_in_network(struct weft_processor *self, int root, void *data,
                              size_t bytes);

/**
 * Reduce with the transfers of weft_stream_circulant() in reverse: M blocks in
 * M - 1 + ceil(log2 p) rounds, which is the minimum, for any p. Requires a
 * commutative operator for p >= 3.
 *
 * @param packets  number of blocks, M >= 1
 * @param op     the operator, the same on every processor
 * @param data  [packets][bytes] read; at the root it is replaced by the result,
 *              elsewhere it is overwritten
 *
 * Source  Traeff 2024
 * @since 0.2
 */
int weft_reduce_circulant(struct weft_processor *self, int root, int packets,
                          const struct weft_operator *op, void *data,
                          size_t bytes);

/**
 * Reduce in the network: all processors send each block to the root in the same
 * round, and switches combine the messages (weft_network_merges()). It takes M
 * rounds and M (p - 1) messages. Requires a commutative operator.
 *
 * @param packets  number of blocks, M >= 1; 0: 1
 * @param op     the operator, the same on every processor
 * @param data  [packets][bytes] read; at the root it is replaced by the result
 *
 * Source  Graham and others 2016, "SHARP"
 * @since 0.2
 */
int weft_reduce_in_network(struct weft_processor *self, int root, int packets,
                           const struct weft_operator *op, void *data,
                           size_t bytes);

/**
 * Scatter down the binomial tree: each processor receives all blocks for its
 * subtree. It takes ceil(log2 p) rounds and p - 1 blocks. No processor sends
 * and receives in the same round.
 *
 * @param data  [p][bytes] read at the root; elsewhere the block at the
 *              processor's own rank is written, and others may be
 *
 * Source  Thakur, Rabenseifner, Gropp 2005
 * @since 0.2
 */
int weft_scatter_binomial(struct weft_processor *self, int root, void *data,
                          size_t bytes);

/**
 * Scatter from the root to the others one after another. It takes p - 1 rounds.
 * No processor sends and receives in the same round.
 *
 * @param data  [p][bytes] read at the root; elsewhere the block at the
 *              processor's own rank is written, and others may be
 *
 * Source  folklore
 * @since 0.2
 */
int weft_scatter_linear(struct weft_processor *self, int root, void *data,
                        size_t bytes);

/**
 * Gather with the transfers of weft_scatter_binomial() in reverse. It takes
 * ceil(log2 p) rounds and p - 1 blocks. No processor sends and receives in the
 * same round.
 *
 * @param data  [p][bytes] the block at the processor's own rank is read; at the
 *              root the others are written, elsewhere they may be
 *
 * Source  Thakur, Rabenseifner, Gropp 2005
 * @since 0.2
 */
int weft_gather_binomial(struct weft_processor *self, int root, void *data,
                         size_t bytes);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
