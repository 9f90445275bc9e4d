/* What algorithms that are functions have in common. They know processors and
 * buffers, nothing of plans and experiments; weft/collective.h has those that
 * programs use, each defined in the file of the strategy that it is. The forms
 * declared here are what a strategy needs beyond: told when a block comes,
 * with tables made in advance. */
#ifndef WEFT_SRC_PROBLEM_SHARED_COLLECTIVE_H
#define WEFT_SRC_PROBLEM_SHARED_COLLECTIVE_H

#include <weft/collective.h>

#include "rounds.h"

/* Who is told of blocks as they come. */
struct keeper {
    /* Block `id` is here: [bytes], valid during the call. 0 or -1. */
    int (*keep)(void *arg, int id, const void *data, size_t bytes);
    void *arg;
};

/* What strategies do with blocks: weft_store(). */
struct keeper keeper_store(struct weft_processor *self);

/* Does a processor with this rank exist? 0, or -1 after weft_fail(). */
int collective_check_root(struct weft_processor *self, int root);
/* Can blocks be so long? 0, or -1 after weft_fail(). */
int collective_check_bytes(struct weft_processor *self, size_t bytes);
/* log2 p. -1 after weft_fail(): p is no power of two. */
int collective_dimension(struct weft_processor *self);

/* Take the next message of `from`, which must have this length, into data;
 * tell the keeper (NULL: nobody). 0 or -1. */
int collective_receive(struct weft_processor *self, int from, void *data,
                       size_t bytes, const struct keeper *keeper);

/* broadcast/binomial.c, on the places and at the times of the rounds. */
int broadcast_binomial_rounds(struct weft_processor *self,
                              const struct rounds *rounds, int id, void *data,
                              size_t bytes, const struct keeper *keeper);

/* reduce/binomial.c: the same; rounds with places other than all processors
 * need an operator that commutes. */
int reduce_binomial_rounds(struct weft_processor *self,
                           const struct rounds *rounds, int id,
                           const struct weft_operator *op, void *data,
                           size_t bytes);

#endif
