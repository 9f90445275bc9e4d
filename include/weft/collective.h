/**
 * Collective algorithms, for programs that processors run: broadcast,
 * reduction, scatter, gather, all-gather, streams of packets. They are the
 * algorithms of the strategies with the same names; what follows describes
 * all of them.
 *
 * Who calls. Every processor of the run calls the same function with the same
 * root, lengths and operator, as one of the things its program does. Buffers
 * belong to the caller, are used during the call only, and may not be NULL
 * unless their length is 0.
 *
 * Time. Costs are stated for processors that call at the same virtual time,
 * in rounds of one transfer of `bytes` bytes over one link. Those that call at
 * different times get the right bytes as well, but a message may come while
 * its receiver is still busy with another one, which is a conflict in models
 * where a processor receives one message at a time.
 *
 * Where. Each runs in the models, and on the networks, in which the machine
 * lets a processor send what the algorithm sends: transfers between neighbours
 * everywhere, others where a processor sends to one at a time. "d" is log2 p.
 *
 * Errors. 0, or -1 as the calls of weft/processor.h: the program returns -1 at
 * once; a wrong argument (a root that is no processor, a length that does not
 * suit) has its text in the run's error, of the kind WEFT_ERROR_STOPPED.
 *
 * Threads. Only the processor's own program may call; trees that the
 * processors share are read-only.
 */
#ifndef WEFT_COLLECTIVE_H
#define WEFT_COLLECTIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <weft/processor.h>
#include <weft/tree.h>

#pragma GCC visibility push(default) /* what the library exports */

#ifdef __cplusplus
extern "C" {
#endif

/* ---- broadcast: one block from the root to all ------------------------- */

/**
 * Recursive doubling: in round k every holder sends across one dimension of a
 * hypothetical hypercube seen from the root, the far ones first.
 *
 * @param id    message number in the trace, >= 0
 * @param data  [bytes] read at the root, written elsewhere
 *
 * Any number of processors, any network. On a torus with sides that are no
 * powers of two the axes are done one after the other.
 *
 * Cost    ceil(log2 p) rounds (of the longest transfer), p - 1 messages; with
 *         a cost per hop also O(p log p) time to find the longest transfers
 * Source  Grama et al., Introduction to Parallel Computing, algorithms 4.1,
 *         4.2
 * @since 0.2
 */
int weft_broadcast_binomial(struct weft_processor *self, int root, int id,
                            void *data, size_t bytes);

/**
 * The spanning binomial tree of the hypercube level by level: a processor
 * sends to all its children at once. Parameters as weft_broadcast_binomial.
 *
 * A power of two processors; models that let a processor send one message to
 * several others (shouting, all-port).
 *
 * Cost    d rounds, p - 1 messages
 * Source  Johnsson, Ho 1989, doi:10.1109/12.29465
 * @since 0.2
 */
int weft_broadcast_sbt(struct weft_processor *self, int root, int id,
                       void *data, size_t bytes);

/**
 * The root sends to the others one after another, by rank. Parameters as
 * weft_broadcast_binomial.
 *
 * Cost    p - 1 rounds, p - 1 messages
 * Source  folklore
 * @since 0.2
 */
int weft_broadcast_naive(struct weft_processor *self, int root, int id,
                         void *data, size_t bytes);

/* ---- reduce: everybody's block combined at the root -------------------- */

/** An associative operator on blocks. */
struct weft_operator {
    const char *name; /**< for messages */
    bool commutes;    /**< a (+) b = b (+) a: the order does not matter */
    /** result = left (+) right; result may be left or right. `op` is the
     * operator itself: a struct that begins with it can carry more. */
    void (*combine)(const struct weft_operator *op, void *result,
                    const void *left, const void *right, size_t bytes);
};

/**
 * The built-in operators, on unsigned words of 8 bytes that wrap (the last
 * word may be shorter): sum, product, min, max, compose (of maps x -> a x + b,
 * a in the low half of a word, b in the high one; does not commute).
 *
 * @returns a row of a static table; NULL past the end
 * @since 0.2
 */
const struct weft_operator *weft_operator(size_t index);

/**
 * The broadcast of the same name backwards: the result at the root is
 * X_0 (+) X_1 (+) .. (+) X_{p-1}, in this order, whatever the root.
 *
 * @param id    message number in the trace, >= 0
 * @param op    the same on every processor, borrowed
 * @param data  [bytes] the processor's own block X_r; at the root the result
 *              replaces it, elsewhere it keeps its value
 *
 * Any number of processors, any network. Where p is no power of two, the root
 * is not 0 and the operator does not commute, one message in a round may have
 * 2 * bytes bytes.
 *
 * Cost    ceil(log2 p) rounds (of the longest transfer), p - 1 messages
 * Source  Grama et al., algorithm 4.3
 * @since 0.2
 */
int weft_reduce_binomial(struct weft_processor *self, int root, int id,
                         const struct weft_operator *op, void *data,
                         size_t bytes);

/**
 * The spanning binomial tree of the hypercube backwards, level by level; a
 * processor receives from all its children at once. Parameters and result as
 * weft_reduce_binomial.
 *
 * A power of two processors; models that let a processor receive several
 * messages at a time.
 *
 * Cost    d rounds, p - 1 messages
 * Source  Johnsson, Ho 1989, doi:10.1109/12.29465, reversed
 * @since 0.2
 */
int weft_reduce_sbt(struct weft_processor *self, int root, int id,
                    const struct weft_operator *op, void *data, size_t bytes);

/**
 * The others send to the root one after another, by rank. Parameters and
 * result as weft_reduce_binomial.
 *
 * Cost    p - 1 rounds, p - 1 messages; with a cost per hop also O(p) time
 * Source  folklore
 * @since 0.2
 */
int weft_reduce_naive(struct weft_processor *self, int root, int id,
                      const struct weft_operator *op, void *data, size_t bytes);

/* ---- scatter, gather, all-gather along necklace trees ------------------ */

/**
 * Block r of the root's to every processor r. Messages are numbered by their
 * destination.
 *
 * @param tree    weft_necklace_init() for d, made once and shared
 * @param blocks  at the root [p][bytes], read; elsewhere [bytes], the
 *                processor's own block, written
 *
 * The processors of a hypercube; models that let a processor send different
 * messages to all its neighbours at a time, while it receives.
 *
 * Cost    ceil((p - 1) / d) steps, as few as possible; every block over as
 *         many links as its destination is away
 * Source  Bertsekas, Tsitsiklis, Parallel and Distributed Computation, 1.3.4,
 *         reversed
 * @since 0.2
 */
int weft_scatter_necklace(struct weft_processor *self,
                          const struct weft_necklace *tree, int root,
                          void *blocks, size_t bytes);

/**
 * Every processor's block to the root. Messages are numbered by their origin.
 *
 * @param tree    as for weft_scatter_necklace
 * @param blocks  at the root [p][bytes]: its own at place `root` is read,
 *                the others are written; elsewhere [bytes], read
 *
 * The processors of a hypercube; models that let a processor receive from all
 * its neighbours at a time, while it sends.
 *
 * Cost    ceil((p - 1) / d) steps, as few as possible
 * Source  as weft_scatter_necklace
 * @since 0.2
 */
int weft_gather_necklace(struct weft_processor *self,
                         const struct weft_necklace *tree, int root,
                         void *blocks, size_t bytes);

/**
 * Every processor's block to all (all-gather). Messages are numbered by their
 * origin.
 *
 * @param tree    as for weft_scatter_necklace
 * @param blocks  [p][bytes]: the processor's own at the place of its rank is
 *                read, the others are written
 *
 * The processors of a hypercube; all-port models.
 *
 * Cost    ceil((p - 1) / d) steps, as few as possible, p (p - 1) messages
 * Source  as weft_scatter_necklace
 * @since 0.2
 */
int weft_multinode_necklace(struct weft_processor *self,
                            const struct weft_necklace *tree, void *blocks,
                            size_t bytes);

/**
 * As weft_multinode_necklace, over the d edge-disjoint trees T^(1)..T^(d): the
 * blocks climb to the roots in turn, then spread. Nobody needs a tree made in
 * advance. Messages have the numbers p - origin; those that end a tree have
 * higher ones and no bytes.
 *
 * @param bytes  1 or more
 *
 * Cost    2 ceil(p / d) + 2d - 1 steps
 * Source  Stamoulis, Tsitsiklis 1993, section 3.2
 * @since 0.2
 */
int weft_multinode_split(struct weft_processor *self, void *blocks,
                         size_t bytes);

/* ---- streams: many packets from the root to all ------------------------ */

/**
 * Each processor passes the packets on to the next one. Messages are numbered
 * by their packet, from 0.
 *
 * @param packets  m >= 0
 * @param data     [packets][bytes] read at the root, written elsewhere
 *
 * Models that let a processor send and receive in the same step; a network
 * where ranks that follow each other are neighbours, or any where a processor
 * sends to one at a time.
 *
 * Cost    m + p - 2 rounds, m (p - 1) messages
 * Source  Bruck, Cypher, Ho 1992, section 2.2
 * @since 0.2
 */
int weft_stream_path(struct weft_processor *self, int root, int packets,
                     void *data, size_t bytes);

/**
 * One packet after the other, each by recursive doubling. Parameters as
 * weft_stream_path.
 *
 * Cost    m ceil(log2 p) rounds, m (p - 1) messages
 * Source  Bruck, Cypher, Ho 1992, section 2.2
 * @since 0.2
 */
int weft_stream_binomial(struct weft_processor *self, int root, int packets,
                         void *data, size_t bytes);

/**
 * Every packet along the almost complete binary tree, a new one every two
 * rounds. Parameters as weft_stream_path.
 *
 * Cost    2m + 2 log2(p + 1) - 4 rounds for p = 3, 7, 15, ..; m (p - 1)
 *         messages
 * Source  Bruck, Cypher, Ho 1992, section 2.2
 * @since 0.2
 */
int weft_stream_binary(struct weft_processor *self, int root, int packets,
                       void *data, size_t bytes);

/**
 * The hypercube's edge-disjoint trees joined with its binomial tree.
 * Parameters as weft_stream_path. A power of two processors.
 *
 * Cost    m + d - 1 rounds, as few as possible; m (p - 1) messages
 * Source  Bruck, Cypher, Ho 1992, sections 1 and 2.3
 * @since 0.2
 */
int weft_stream_edst(struct weft_processor *self, int root, int packets,
                     void *data, size_t bytes);

/**
 * Packets in turn along the trees of a forest. Parameters as weft_stream_path.
 *
 * @param forest  weft_forest_init() for p processors, made once and shared
 *
 * Cost    weft_forest_rounds() rounds, m (p - 1) messages; O(p d) time to find
 *         a processor's own place in d trees
 * Source  Bruck, Cypher, Ho 1992, section 4
 * @since 0.2
 */
int weft_stream_fibonacci(struct weft_processor *self,
                          const struct weft_forest *forest, int root,
                          int packets, void *data, size_t bytes);

/* ---- algorithms round by round ------------------------------------------ *
 *
 * What follows runs in rounds: who has nothing to do in one waits for its end.
 * A round lasts as long as its longest message; with a cost per word every
 * processor has to find that out where processors send different lengths, in
 * O(p) time a round. A message carries blocks, one behind the other, and has
 * the number of the lowest. */

/* ---- all-gather: everybody's block to all ----------------------------------
 */

/**
 * Everybody passes on what came last, once round the ring. p - 1 rounds, p
 * (p - 1) messages of one block.
 *
 * @param data  [p][bytes] the processor's own block at the place of its rank is
 * read, the others are written
 *
 * Source  folklore
 * @since 0.2
 */
int weft_allgather_ring(struct weft_processor *self, void *data, size_t bytes);

/**
 * The ring both ways at once. floor(p / 2) rounds. All-port, for more than
 * two processors.
 *
 * @param data  [p][bytes] the processor's own block at the place of its rank is
 * read, the others are written
 *
 * Source  folklore
 * @since 0.2
 */
int weft_allgather_bidirectional(struct weft_processor *self, void *data,
                                 size_t bytes);

/**
 * Neighbours in pairs hand each other the two blocks that came last, to
 * the left and to the right in turn. p / 2 rounds, p even.
 *
 * @param data  [p][bytes] the processor's own block at the place of its rank is
 * read, the others are written
 *
 * Source  Chen, Yuan, Gao 2005
 * @since 0.2
 */
int weft_allgather_neighbour(struct weft_processor *self, void *data,
                             size_t bytes);

/**
 * In round t everybody exchanges all it has with r xor 2^(t-1). log2 p
 * rounds, for a power of two processors.
 *
 * @param data  [p][bytes] the processor's own block at the place of its rank is
 * read, the others are written
 *
 * Source  Thakur, Rabenseifner, Gropp 2005
 * @since 0.2
 */
int weft_allgather_recursive_doubling(struct weft_processor *self, void *data,
                                      size_t bytes);

/**
 * Blocks from ever farther up the ring: for s = 1, q, q^2, .. and j = 1 ..
 * q-1, r sends s blocks from its own on to r - js. ceil(log2 p) rounds for
 * radix q = 2, for any p.
 *
 * @param radix  2 or more
 * @param data  [p][bytes] the processor's own block at the place of its rank is
 * read, the others are written
 *
 * Source  Bruck, Ho, Kipnis, Upfal, Weathersby 1997
 * @since 0.2
 */
int weft_allgather_bruck(struct weft_processor *self, int radix, void *data,
                         size_t bytes);

/**
 * In round t everybody sends its own block to r + t. p - 1 rounds.
 *
 * @param data  [p][bytes] the processor's own block at the place of its rank is
 * read, the others are written
 *
 * Source  folklore
 * @since 0.2
 */
int weft_allgather_spread_out(struct weft_processor *self, void *data,
                              size_t bytes);

/**
 * Far ones first: distances 2^(L-1), .., 1, with blocks that lie twice the
 * distance apart; those that would come twice are left out. ceil(log2 p)
 * rounds for any p.
 *
 * @param data  [p][bytes] the processor's own block at the place of its rank is
 * read, the others are written
 *
 * Source  Loch, Koslovski 2021
 * @since 0.2
 */
int weft_allgather_sparbit(struct weft_processor *self, void *data,
                           size_t bytes);

/**
 * In round t everybody exchanges with the one rho(L-t) further (even
 * ranks) or back (odd ones), rho = 1, -1, 3, -5, 11, ..: distances stay
 * short. ceil(log2 p) rounds, p even; for powers of two this is "swing".
 *
 * @param data  [p][bytes] the processor's own block at the place of its rank is
 * read, the others are written
 *
 * Source  De Sensi and others 2025
 * @since 0.2
 */
int weft_allgather_bine(struct weft_processor *self, void *data, size_t bytes);

/**
 * The stream of the same name from all roots at once: in a round everybody
 * sends to the one skip_k further, a block of each of the others. n - 1 +
 * ceil(log2 p) rounds for n blocks each, for any p: a message has at most
 * one block of each root.
 *
 * @param each   blocks of each processor; those of r are at r * each
 * @param data  [p][each][bytes] own blocks are read, the others written
 *
 * Source  Traeff 2024
 * @since 0.2
 */
int weft_allgather_circulant(struct weft_processor *self, int each, void *data,
                             size_t bytes);

/**
 * Gathered at processor 0 along the binomial tree, then broadcast; nobody
 * gets again what it has sent up. 2 ceil(log2 p) rounds; never sends and
 * receives at a time.
 *
 * @param data  [p][bytes] the processor's own block at the place of its rank is
 * read, the others are written
 *
 * Source  folklore
 * @since 0.2
 */
int weft_allgather_gather_broadcast(struct weft_processor *self, void *data,
                                    size_t bytes);

/**
 * A ring along each axis of a grid, the last axis first, of all that the
 * processor had when the axis began. sum of (ni - 1) rounds.
 *
 * @param extent  [axes] multiply to p
 * @param data  [p][bytes] the processor's own block at the place of its rank is
 * read, the others are written
 *
 * Source  Barnett, Littlefield, Payne, van de Geijn 1995
 * @since 0.2
 */
int weft_allgather_bucket(struct weft_processor *self, int axes,
                          const int *extent, void *data, size_t bytes);

/**
 * With everybody along each axis of a grid, the last axis first, all that
 * the processor had when the axis began. sum of (ni - 1) rounds; wide,
 * where a processor has links to all of them: a round for each axis.
 *
 * @param extent  [axes] multiply to p
 * @param wide   all on an axis at once
 * @param data  [p][bytes] the processor's own block at the place of its rank is
 * read, the others are written
 *
 * Source  folklore
 * @since 0.2
 */
int weft_allgather_exchange(struct weft_processor *self, int axes,
                            const int *extent, bool wide, void *data,
                            size_t bytes);

/**
 * Gathered at the first of each group, a ring of the firsts, broadcast in
 * the groups. 2 log2(g) + p/g - 1 rounds for groups of g.
 *
 * @param group  divides p
 * @param data  [p][bytes] the processor's own block at the place of its rank is
 * read, the others are written
 *
 * Source  Thakur, Rabenseifner, Gropp 2005 (idea)
 * @since 0.2
 */
int weft_allgather_hierarchical(struct weft_processor *self, int group,
                                void *data, size_t bytes);

/* ---- reduce-scatter: everybody's blocks combined, part r at processor r ----
 */

/**
 * Partial sums go round the ring; a processor adds its own part to what
 * comes. p - 1 rounds of one chunk. Needs an operator that commutes from p
 * = 3 on.
 *
 * @param op     the same on every processor
 * @param data  [p][bytes] read; the place of the processor's rank is its
 * result, the others are overwritten
 *
 * Source  folklore
 * @since 0.2
 */
int weft_reduce_scatter_ring(struct weft_processor *self,
                             const struct weft_operator *op, void *data,
                             size_t bytes);

/**
 * In round t everybody sends r + t that one's part. p - 1 rounds of one
 * chunk. Keeps the order: what comes from above is combined apart.
 *
 * @param op     the same on every processor
 * @param data  [p][bytes] read; the place of the processor's rank is its
 * result, the others are overwritten
 *
 * Source  Thakur, Rabenseifner, Gropp 2005
 * @since 0.2
 */
int weft_reduce_scatter_pairwise(struct weft_processor *self,
                                 const struct weft_operator *op, void *data,
                                 size_t bytes);

/**
 * In each round half of what is left goes to the one at half the distance.
 * log2 p rounds, p - 1 chunks; p no power of two is folded. Needs an
 * operator that commutes from p = 4 on.
 *
 * @param op     the same on every processor
 * @param data  [p][bytes] read; the place of the processor's rank is its
 * result, the others are overwritten
 *
 * Source  Thakur, Rabenseifner, Gropp 2005
 * @since 0.2
 */
int weft_reduce_scatter_recursive_halving(struct weft_processor *self,
                                          const struct weft_operator *op,
                                          void *data, size_t bytes);

/**
 * Distances s = ceil(p / 2), ceil(p / 4), .., 1: r sends r + s the chunks
 * from there to just before the distance of the round before. ceil(log2 p)
 * rounds and p - 1 chunks for any p. Needs an operator that commutes from
 * p = 4 on.
 *
 * @param op     the same on every processor
 * @param data  [p][bytes] read; the place of the processor's rank is its
 * result, the others are overwritten
 *
 * Source  Traeff 2024
 * @since 0.2
 */
int weft_reduce_scatter_circulant(struct weft_processor *self,
                                  const struct weft_operator *op, void *data,
                                  size_t bytes);

/**
 * Allgather bine backwards. ceil(log2 p) rounds, p - 1 chunks, p even.
 * Needs an operator that commutes from p = 6 on.
 *
 * @param op     the same on every processor
 * @param data  [p][bytes] read; the place of the processor's rank is its
 * result, the others are overwritten
 *
 * Source  De Sensi and others 2025
 * @since 0.2
 */
int weft_reduce_scatter_bine(struct weft_processor *self,
                             const struct weft_operator *op, void *data,
                             size_t bytes);

/**
 * Rings along the axes of a grid, the first axis first. sum of (ni - 1)
 * rounds, p - 1 chunks. Needs an operator that commutes.
 *
 * @param extent  [axes] multiply to p
 * @param op     the same on every processor
 * @param data  [p][bytes] read; the place of the processor's rank is its
 * result, the others are overwritten
 *
 * Source  Barnett, Littlefield, Payne, van de Geijn 1995
 * @since 0.2
 */
int weft_reduce_scatter_bucket(struct weft_processor *self, int axes,
                               const int *extent,
                               const struct weft_operator *op, void *data,
                               size_t bytes);

/**
 * Allgather exchange backwards. Needs an operator that commutes.
 *
 * @param extent  [axes] multiply to p
 * @param wide   all on an axis at once
 * @param op     the same on every processor
 * @param data  [p][bytes] read; the place of the processor's rank is its
 * result, the others are overwritten
 *
 * Source  folklore
 * @since 0.2
 */
int weft_reduce_scatter_exchange(struct weft_processor *self, int axes,
                                 const int *extent, bool wide,
                                 const struct weft_operator *op, void *data,
                                 size_t bytes);

/* ---- all-reduce: everybody's blocks combined, the result at all ------------
 */

/**
 * Reduce-scatter ring, then allgather ring, of p chunks. 2 (p - 1) rounds.
 * Needs an operator that commutes from p = 3 on.
 *
 * @param op     the same on every processor
 * @param data  [chunks][bytes] read, and overwritten by the result;
 *              chunks: p
 *
 * Source  Patarasuk, Yuan 2009
 * @since 0.2
 */
int weft_allreduce_ring(struct weft_processor *self,
                        const struct weft_operator *op, void *data,
                        size_t bytes);

/**
 * The ring both ways at once: chunks 0 .. p-1 as in ring, p .. 2p-1 in its
 * mirror image. 2 (p - 1) rounds. All-port, for more than two processors;
 * needs an operator that commutes.
 *
 * @param op     the same on every processor
 * @param data  [chunks][bytes] read, and overwritten by the result;
 *              chunks: 2p
 *
 * Source  folklore
 * @since 0.2
 */
int weft_allreduce_bidirectional(struct weft_processor *self,
                                 const struct weft_operator *op, void *data,
                                 size_t bytes);

/**
 * In round t everybody exchanges its sum with r xor 2^(t-1). log2 p rounds
 * of one whole vector; p no power of two is folded (2 more). Keeps the
 * order.
 *
 * @param op     the same on every processor
 * @param data  [bytes] read, and overwritten by the result
 *
 * Source  Thakur, Rabenseifner, Gropp 2005
 * @since 0.2
 */
int weft_allreduce_recursive_doubling(struct weft_processor *self,
                                      const struct weft_operator *op,
                                      void *data, size_t bytes);

/**
 * Recursive halving to sums of one chunk, then recursive doubling of
 * those. 2 log2 p rounds, 2 (1 - 1/p) vectors, of 2^floor(log2 p) chunks;
 * p no power of two is folded. Keeps the order.
 *
 * @param op     the same on every processor
 * @param data  [chunks][bytes] read, and overwritten by the result;
 *              chunks: largest power of two up to p
 *
 * Source  Rabenseifner 2004; Thakur, Rabenseifner, Gropp 2005
 * @since 0.2
 */
int weft_allreduce_rabenseifner(struct weft_processor *self,
                                const struct weft_operator *op, void *data,
                                size_t bytes);

/**
 * Reduce-scatter circulant, then the same transfers backwards. 2 ceil(log2
 * p) rounds and 2 (1 - 1/p) vectors for any p. Needs an operator that
 * commutes from p = 4 on.
 *
 * @param op     the same on every processor
 * @param data  [chunks][bytes] read, and overwritten by the result;
 *              chunks: p
 *
 * Source  Traeff 2024
 * @since 0.2
 */
int weft_allreduce_circulant(struct weft_processor *self,
                             const struct weft_operator *op, void *data,
                             size_t bytes);

/**
 * Reduce-scatter bine, then allgather bine, of p chunks. 2 ceil(log2 p)
 * rounds, p even. Needs an operator that commutes.
 *
 * @param op     the same on every processor
 * @param data  [chunks][bytes] read, and overwritten by the result;
 *              chunks: p
 *
 * Source  De Sensi and others 2025
 * @since 0.2
 */
int weft_allreduce_bine(struct weft_processor *self,
                        const struct weft_operator *op, void *data,
                        size_t bytes);

/**
 * Reduce-scatter bucket, then allgather bucket, of p chunks. 2 sum of (ni
 * - 1) rounds. Needs an operator that commutes.
 *
 * @param extent  [axes] multiply to p
 * @param op     the same on every processor
 * @param data  [chunks][bytes] read, and overwritten by the result;
 *              chunks: p
 *
 * Source  Barnett, Littlefield, Payne, van de Geijn 1995
 * @since 0.2
 */
int weft_allreduce_bucket(struct weft_processor *self, int axes,
                          const int *extent, const struct weft_operator *op,
                          void *data, size_t bytes);

/**
 * Reduce-scatter exchange, then allgather exchange, of p chunks. 2 sum of
 * (ni - 1) rounds. Needs an operator that commutes.
 *
 * @param extent  [axes] multiply to p
 * @param wide   all on an axis at once
 * @param op     the same on every processor
 * @param data  [chunks][bytes] read, and overwritten by the result;
 *              chunks: p
 *
 * Source  folklore
 * @since 0.2
 */
int weft_allreduce_exchange(struct weft_processor *self, int axes,
                            const int *extent, bool wide,
                            const struct weft_operator *op, void *data,
                            size_t bytes);

/**
 * Two running sums, with and without oneself, double what they cover, or
 * double and add one, so that after ceil(log2 p) rounds they cover just p:
 * no fold for any p. One whole vector a round. Needs an operator that
 * commutes from p = 4 on. Idea: Bar-Noy, Kipnis, Schieber 1993.
 *
 * @param op     the same on every processor
 * @param data  [bytes] read, and overwritten by the result
 *
 * Source
 * @since 0.2
 */
int weft_allreduce_census(struct weft_processor *self,
                          const struct weft_operator *op, void *data,
                          size_t bytes);

/**
 * In round t everybody exchanges its sum with the one rho(t-1) further
 * (even ranks) or back (odd ones). log2 p rounds of one whole vector. A
 * power of two processors; needs an operator that commutes from p = 8 on.
 *
 * @param op     the same on every processor
 * @param data  [bytes] read, and overwritten by the result
 *
 * Source  De Sensi, Bonato, Saam, Hoefler 2024
 * @since 0.2
 */
int weft_allreduce_swing(struct weft_processor *self,
                         const struct weft_operator *op, void *data,
                         size_t bytes);

/**
 * Up the binomial tree and down again. 2 ceil(log2 p) rounds of one whole
 * vector, 2 (p - 1) messages, as few as possible; never sends and receives
 * at a time. Keeps the order.
 *
 * @param op     the same on every processor
 * @param data  [bytes] read, and overwritten by the result
 *
 * Source  folklore
 * @since 0.2
 */
int weft_allreduce_reduce_broadcast(struct weft_processor *self,
                                    const struct weft_operator *op, void *data,
                                    size_t bytes);

/**
 * Reduced to the first of each group, recursive doubling of the firsts,
 * broadcast in the groups. Keeps the order.
 *
 * @param group  divides p
 * @param op     the same on every processor
 * @param data  [bytes] read, and overwritten by the result
 *
 * Source  Thakur, Rabenseifner, Gropp 2005 (idea)
 * @since 0.2
 */
int weft_allreduce_hierarchical(struct weft_processor *self, int group,
                                const struct weft_operator *op, void *data,
                                size_t bytes);

/* ---- all-to-all: from every processor a block to every processor -----------
 */

/**
 * In round t everybody sends r + t its block. p - 1 rounds.
 *
 * @param data  [p][bytes] read: the block for processor d at place d; written:
 * that of processor s at place s
 *
 * Source  folklore
 * @since 0.2
 */
int weft_alltoall_spread_out(struct weft_processor *self, void *data,
                             size_t bytes);

/**
 * In round t everybody exchanges with r xor t. p - 1 rounds, for a power
 * of two processors.
 *
 * @param data  [p][bytes] read: the block for processor d at place d; written:
 * that of processor s at place s
 *
 * Source  Thakur, Rabenseifner, Gropp 2005
 * @since 0.2
 */
int weft_alltoall_pairwise(struct weft_processor *self, void *data,
                           size_t bytes);

/**
 * A block that has x to go makes a hop for each digit of x in base q that
 * is not 0. ceil(log2 p) rounds for q = 2, for any p.
 *
 * @param radix  2 or more
 * @param data  [p][bytes] read: the block for processor d at place d; written:
 * that of processor s at place s
 *
 * Source  Bruck, Ho, Kipnis, Upfal, Weathersby 1997
 * @since 0.2
 */
int weft_alltoall_bruck(struct weft_processor *self, int radix, void *data,
                        size_t bytes);

/**
 * In round t everything whose destination differs in bit t - 1 crosses it.
 * log2 p rounds of p / 2 blocks, for a power of two processors.
 *
 * @param data  [p][bytes] read: the block for processor d at place d; written:
 * that of processor s at place s
 *
 * Source  Johnsson, Ho 1989
 * @since 0.2
 */
int weft_alltoall_hypercube(struct weft_processor *self, void *data,
                            size_t bytes);

/**
 * Everything goes round the ring until it is there. p - 1 rounds, p (p -
 * 1) / 2 blocks.
 *
 * @param data  [p][bytes] read: the block for processor d at place d; written:
 * that of processor s at place s
 *
 * Source  folklore
 * @since 0.2
 */
int weft_alltoall_ring(struct weft_processor *self, void *data, size_t bytes);

/**
 * Round the ring the shorter way. floor(p / 2) rounds. All-port, for more
 * than two processors.
 *
 * @param data  [p][bytes] read: the block for processor d at place d; written:
 * that of processor s at place s
 *
 * Source  folklore
 * @since 0.2
 */
int weft_alltoall_bidirectional(struct weft_processor *self, void *data,
                                size_t bytes);

/**
 * To the right column first, then along it. a + b - 2 rounds on an a x b
 * grid.
 *
 * @param rows, columns  multiply to p
 * @param data  [p][bytes] read: the block for processor d at place d; written:
 * that of processor s at place s
 *
 * Source  folklore
 * @since 0.2
 */
int weft_alltoall_grid(struct weft_processor *self, int rows, int columns,
                       void *data, size_t bytes);

/**
 * Every block crosses the bits in which its ends differ, in an order such
 * that every arc carries one block in every step: max(p / 2, d) steps, as
 * few as possible. All-port, hypercube.  The step in which distance v
 * crosses bit b is a colour of the edge v - b of a bipartite graph: there
 * is a proper colouring with as many colours as its highest degree
 * (Koenig); it is found edge by edge, two colours being exchanged along a
 * path where needed. The bound is from Johnsson, Ho 1989.
 *
 * @param data  [p][bytes] read: the block for processor d at place d; written:
 * that of processor s at place s
 *
 * Source
 * @since 0.2
 */
int weft_alltoall_balanced(struct weft_processor *self, void *data,
                           size_t bytes);

/* ---- barrier: nobody returns before all have called ------------------------
 */

/**
 * For s = 1, q, q^2, .. and j = 1 .. q-1 everybody tells r + js of whom it
 * knew when the stage began. ceil(log2 p) rounds for q = 2, for any p.
 *
 * @param radix  2 or more
 *
 * Source  Hensgen, Finkel, Manber 1988
 * @since 0.2
 */
int weft_barrier_dissemination(struct weft_processor *self, int radix);

/**
 * The loser tells the winner, the champion 0 wakes all: allreduce reduce-
 * broadcast. 2 ceil(log2 p) rounds, 2 (p - 1) messages; never sends and
 * receives at a time.
 *
 * Source  Hensgen, Finkel, Manber 1988
 * @since 0.2
 */
int weft_barrier_tournament(struct weft_processor *self);

/**
 * Allreduce recursive-doubling without data.
 *
 * Source  as there
 * @since 0.2
 */
int weft_barrier_recursive_doubling(struct weft_processor *self);

/**
 * One after another tells processor 0, which then tells one after another.
 * 2 (p - 1) rounds; never sends and receives at a time.
 *
 * Source  folklore
 * @since 0.2
 */
int weft_barrier_central(struct weft_processor *self);

/**
 * A token goes round and collects, and round again but one to tell. 2 (p -
 * 1) rounds; never sends and receives at a time.
 *
 * Source  folklore
 * @since 0.2
 */
int weft_barrier_ring(struct weft_processor *self);

/* ---- scans: to each the combination of all up to itself, or before itself ---
 */

/**
 * One after another adds itself and passes it on. p - 1 rounds; never
 * sends and receives at a time.
 *
 * @param op     the same on every processor
 * @param data  [bytes] read, and overwritten by the result
 *
 * Source  folklore
 * @since 0.2
 */
int weft_scan_chain(struct weft_processor *self, const struct weft_operator *op,
                    void *data, size_t bytes);

/**
 * In round t everybody sends its sum to r + 2^(t-1), if there is one.
 * ceil(log2 p) rounds.
 *
 * @param op     the same on every processor
 * @param data  [bytes] read, and overwritten by the result
 *
 * Source  Hillis, Steele 1986
 * @since 0.2
 */
int weft_scan_hillis_steele(struct weft_processor *self,
                            const struct weft_operator *op, void *data,
                            size_t bytes);

/**
 * In round t everybody exchanges all that it has collected with r xor
 * 2^(t-1), if there is one, and adds what comes from below to its result.
 * ceil(log2 p) rounds.
 *
 * @param op     the same on every processor
 * @param data  [bytes] read, and overwritten by the result
 *
 * Source  MPICH
 * @since 0.2
 */
int weft_scan_recursive_doubling(struct weft_processor *self,
                                 const struct weft_operator *op, void *data,
                                 size_t bytes);

/**
 * Up a tree, then the sums between down it. About 2 log2 p rounds, less
 * than 2 p messages; never sends and receives at a time.
 *
 * @param op     the same on every processor
 * @param data  [bytes] read, and overwritten by the result
 *
 * Source  Brent, Kung 1982
 * @since 0.2
 */
int weft_scan_brent_kung(struct weft_processor *self,
                         const struct weft_operator *op, void *data,
                         size_t bytes);

/**
 * Everybody tells the next one, then hillis-steele of what came. 1 +
 * ceil(log2(p - 1)) rounds.
 *
 * @param op     the same on every processor
 * @param data  [bytes] read, and overwritten by the result; kept at processor
 * 0, which has nobody before it
 *
 * Source  folklore
 * @since 0.2
 */
int weft_exscan_shift(struct weft_processor *self,
                      const struct weft_operator *op, void *data, size_t bytes);

/**
 * To the next, with oneself to the second next, then without oneself at
 * distances 3, 6, 12, ... One round less than shift, for most p. For more
 * than two processors.
 *
 * @param op     the same on every processor
 * @param data  [bytes] read, and overwritten by the result; kept at processor
 * 0, which has nobody before it
 *
 * Source  Traeff 2025
 * @since 0.2
 */
int weft_exscan_doubling_123(struct weft_processor *self,
                             const struct weft_operator *op, void *data,
                             size_t bytes);

/**
 * In round i everybody sends the one skip_k further, k = i mod log2 p, the
 * packet that this one lacks then. m - 1 + ceil(log2 p) rounds for any m
 * and p, as few as possible.
 *
 * @param packets  1 or more
 * @param data  [packets][bytes] read at the root, written elsewhere
 *
 * Source  Traeff 2024
 * @since 0.2
 */
int weft_stream_circulant(struct weft_processor *self, int root, int packets,
                          void *data, size_t bytes);

/**
 * Two binary trees such that nobody is an inner node of both, packets in
 * turn along one and the other. About m + 2 log2 p rounds.
 *
 * @param packets  1 or more
 * @param data  [packets][bytes] read at the root, written elsewhere
 *
 * Source  Sanders, Speck, Traeff 2009
 * @since 0.2
 */
int weft_stream_double_tree(struct weft_processor *self, int root, int packets,
                            void *data, size_t bytes);

/**
 * As many packets as processors: scattered along the binomial tree, then
 * round the ring, but for those that the next one has from the scatter.
 * ceil(log2 p) + p - 1 rounds.
 *
 * @param data  [p][bytes] read at the root, written elsewhere
 *
 * Source  Barnett and others 1994 (van de Geijn)
 * @since 0.2
 */
int weft_stream_scatter_allgather(struct weft_processor *self, int root,
                                  void *data, size_t bytes);

/**
 * As many packets as processors, a power of two: scattered along the
 * binomial tree, then recursive doubling without what the partner has. 2
 * log2 p rounds.
 *
 * @param data  [p][bytes] read at the root, written elsewhere
 *
 * Source  Thakur, Rabenseifner, Gropp 2005
 * @since 0.2
 */
int weft_stream_scatter_doubling(struct weft_processor *self, int root,
                                 void *data, size_t bytes);

/**
 * A tree of radix q: s = q^i, .., q, 1, and for each j = 1 .. q-1 every
 * holder sends js further. Never sends and receives at a time.
 *
 * @param radix  2 or more
 * @param data  [bytes] read at the root, written elsewhere
 *
 * Source  Thakur, Rabenseifner, Gropp 2005 (as in MPI libraries)
 * @since 0.2
 */
int weft_broadcast_knomial(struct weft_processor *self, int root, int radix,
                           void *data, size_t bytes);

/**
 * In round t every holder sends to the one rho(log2 p - t) further or
 * back. log2 p rounds, for a power of two processors.
 *
 * @param data  [bytes] read at the root, written elsewhere
 *
 * Source  De Sensi and others 2025
 * @since 0.2
 */
int weft_broadcast_bine(struct weft_processor *self, int root, void *data,
                        size_t bytes);

/**
 * Stream circulant backwards: M blocks in M - 1 + ceil(log2 p) rounds, as
 * few as possible, for any p. Needs an operator that commutes from p = 3
 * on.
 *
 * @param packets  1 or more
 * @param op     the same on every processor
 * @param data  [packets][bytes] read; at the root the result replaces it,
 *              elsewhere it is overwritten
 *
 * Source  Traeff 2024
 * @since 0.2
 */
int weft_reduce_circulant(struct weft_processor *self, int root, int packets,
                          const struct weft_operator *op, void *data,
                          size_t bytes);

/**
 * Down the binomial tree, to each all that is for its subtree. ceil(log2
 * p) rounds, p - 1 blocks. Never sends and receives at a time.
 *
 * @param data  [p][bytes] read at the root; elsewhere the place of the
 *              processor's rank is written, others may be
 *
 * Source  Thakur, Rabenseifner, Gropp 2005
 * @since 0.2
 */
int weft_scatter_binomial(struct weft_processor *self, int root, void *data,
                          size_t bytes);

/**
 * The root sends one after another its block. p - 1 rounds. Never sends
 * and receives at a time.
 *
 * @param data  [p][bytes] read at the root; elsewhere the place of the
 *              processor's rank is written, others may be
 *
 * Source  folklore
 * @since 0.2
 */
int weft_scatter_linear(struct weft_processor *self, int root, void *data,
                        size_t bytes);

/**
 * Scatter binomial backwards. ceil(log2 p) rounds, p - 1 blocks. Never
 * sends and receives at a time.
 *
 * @param data  [p][bytes] the place of the processor's rank is read; written
 *              at the root, elsewhere others may be
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
