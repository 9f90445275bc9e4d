/* Packets along the necklace trees of all processors (lecture notes, Bertsekas
 * et al.): the algorithm behind `multinode`, `gather` and `scatter`. */
#ifndef WEFT_SRC_PROBLEM_SHARED_NECKLACE_TREES_H
#define WEFT_SRC_PROBLEM_SHARED_NECKLACE_TREES_H

#include "collective.h"
#include "problem/problem.h"

/* One processor's packets: where those that begin here come from and where
 * those that end here go. */
struct necklace_ends {
    /* The packet with this number: [bytes], valid until the next call. */
    const void *(*give)(void *arg, int number);
    void *arg;
    struct keeper keeper;
};

/* Every processor's packet to all (root -1) or to the root only; numbered by
 * its origin. The own packet is kept, too. 0 or -1. */
int necklace_collect(struct weft_processor *self,
                     const struct weft_necklace *tree, int root, size_t bytes,
                     const struct necklace_ends *ends);
/* A packet of the root's for every processor, numbered by it. 0 or -1. */
int necklace_deal(struct weft_processor *self, const struct weft_necklace *tree,
                  int root, size_t bytes, const struct necklace_ends *ends);

/* ---- blocks in arrays, for the public functions ------------------------ */

/* The block with a number stands at its place. */
struct necklace_blocks {
    char *block; /* [][bytes] */
    size_t bytes;
    int shift; /* of the places: block 0 is number `shift` */
};

/* Ends in this array. */
struct necklace_ends necklace_ends_in(struct necklace_blocks *blocks);
/* Does the tree suit, is the root (-1: none) a processor? 0, or -1 after
 * weft_fail(). */
int necklace_check(struct weft_processor *self,
                   const struct weft_necklace *tree, int root);

/* necklace_collect() or necklace_deal() */
typedef int necklace_work(struct weft_processor *self,
                          const struct weft_necklace *tree, int root,
                          size_t bytes, const struct necklace_ends *ends);
/* With a root, after a look at the arguments: the root's blocks stand at their
 * numbers, the others' own block at the beginning. */
int necklace_rooted(struct weft_processor *self,
                    const struct weft_necklace *tree, int root, void *blocks,
                    size_t bytes, necklace_work *work);

/* ---- for strategies ---------------------------------------------------- */

/* plan->schedule: the tree of processor 0. 0, or -1 with text. */
int necklace_prepare(struct plan *plan, struct weft_error *err);
void necklace_finish(struct plan *plan);

/* The frame of the programs: packets tagged with their origin and number,
 * stored where they end; run `work`, one of the functions above. */
int necklace_program(struct weft_processor *self, const struct plan *plan,
                     int root, necklace_work *work);

#endif
