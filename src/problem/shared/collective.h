/* Common code of algorithms that are implemented as functions. They use
 * processors and buffers and do not depend on plans and experiments;
 * weft/collective.h declares the public functions, each defined in the file of
 * the strategy that it implements. The variants declared here are for
 * strategies: they report the arrival of each block, and use precomputed
 * tables. */
#ifndef WEFT_SRC_PROBLEM_SHARED_COLLECTIVE_H
#define WEFT_SRC_PROBLEM_SHARED_COLLECTIVE_H

#include <weft/unstable/collective.h>

#include "rounds.h"

/* Callback for blocks as they arrive. */
struct keeper {
    /* Process block `id`: [bytes], valid during the call. Return 0 or -1. */
    int (*keep)(void *arg, int id, const void *data, size_t bytes);
    void *arg;
};

/* Return the keeper of strategies: calls weft_store(). */
struct keeper keeper_store(struct weft_processor *self);

/* Check that `root` is a rank. Return 0, or -1 after weft_fail(). */
int collective_check_root(struct weft_processor *self, int root);
/* Check the length of a block. Return 0, or -1 after weft_fail(). */
int collective_check_bytes(struct weft_processor *self, size_t bytes);
/* Return log2 p, or -1 after weft_fail() if p is not a power of two. */
int collective_dimension(struct weft_processor *self);

/* Receive the next message from `from`, which must have this length, into data,
 * and call the keeper (NULL: none). Return 0 or -1. */
int collective_receive(struct weft_processor *self, int from, void *data,
                       size_t bytes, const struct keeper *keeper);

/* Run the algorithm of broadcast/binomial.c with the places and times of
 * `rounds`. */
int broadcast_binomial_rounds(struct weft_processor *self,
                              const struct rounds *rounds, int id, void *data,
                              size_t bytes, const struct keeper *keeper);

/* Run the algorithm of reduce/binomial.c with the places and times of `rounds`;
 * if the places are not all processors, the operator must be commutative. */
int reduce_binomial_rounds(struct weft_processor *self,
                           const struct rounds *rounds, int id,
                           const struct weft_operator *op, void *data,
                           size_t bytes);

#endif
