/* Sends packets along the necklace trees of all processors (lecture notes,
 * Bertsekas et al.): the algorithm of `multinode`, `gather` and `scatter`. */
#ifndef WEFT_SRC_PROBLEM_SHARED_NECKLACE_TREES_H
#define WEFT_SRC_PROBLEM_SHARED_NECKLACE_TREES_H

#include "collective.h"
#include "problem/problem.h"

/* Source and destination of one processor's packets. */
struct necklace_ends {
    /* Return the packet with this number: [bytes], valid until the next
     * call. */
    const void *(*give)(void *arg, int number);
    void *arg;
    struct keeper keeper;
};

/* Send every processor's packet to all (root -1) or to the root only; packets
 * are numbered by origin. The processor's own packet is also passed to the
 * keeper. Return 0 or -1. */
int necklace_collect(struct weft_processor *self,
                     const struct weft_necklace *tree, int root, size_t bytes,
                     const struct necklace_ends *ends);
/* Send a packet from the root to every processor, numbered by destination.
 * Return 0 or -1. */
int necklace_deal(struct weft_processor *self, const struct weft_necklace *tree,
                  int root, size_t bytes, const struct necklace_ends *ends);

/* ---- blocks in arrays, for the public functions ------------------------ */

/* An array of blocks, indexed by number. */
struct necklace_blocks {
    char *block; /* [][bytes] the blocks */
    size_t bytes;
    int shift; /* number of the block that is first in the array */
};

/* Return ends that use this array. */
struct necklace_ends necklace_ends_in(struct necklace_blocks *blocks);
/* Check that the tree fits, and that the root (-1: none) is a rank. Return 0,
 * or -1 after weft_fail(). */
int necklace_check(struct weft_processor *self,
                   const struct weft_necklace *tree, int root);

/* Either necklace_collect() or necklace_deal(). */
typedef int necklace_work(struct weft_processor *self,
                          const struct weft_necklace *tree, int root,
                          size_t bytes, const struct necklace_ends *ends);
/* Check the arguments and run `work` with a root: the root's blocks are indexed
 * by number; other processors have their own block only. */
int necklace_rooted(struct weft_processor *self,
                    const struct weft_necklace *tree, int root, void *blocks,
                    size_t bytes, necklace_work *work);

/* ---- for strategies ---------------------------------------------------- */

/* Set plan->schedule to the tree of processor 0. Return 0, or -1 with text. */
int necklace_prepare(struct plan *plan, struct weft_error *err);
void necklace_finish(struct plan *plan);

/* The common program: packets are tagged with their origin and number and
 * stored at their destination; runs `work`, one of the functions above. */
int necklace_program(struct weft_processor *self, const struct plan *plan,
                     int root, necklace_work *work);

#endif
