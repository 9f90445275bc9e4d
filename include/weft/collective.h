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
    /** result = left (+) right; result may be left or right. */
    void (*combine)(void *result, const void *left, const void *right,
                    size_t bytes);
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

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
