/* Packets along the necklace trees of all processors (document C): the
 * programs behind `multinode`, `gather` and `scatter`. */
#ifndef WEFT_SRC_PROBLEM_SHARED_NECKLACE_H
#define WEFT_SRC_PROBLEM_SHARED_NECKLACE_H

#include "problem/problem.h"

/* plan->schedule: the tree of processor 0. 0, or -1 with text. */
int necklace_prepare(struct plan *plan, struct weft_error *err);
void necklace_drop(struct plan *plan);

/* Every processor's packet to all (root -1) or to the root only; numbered
 * and tagged by its origin, stored by those it is meant for. */
int necklace_collect(struct weft_processor *self, const struct plan *plan,
                     int root);
/* A packet of the root's for every processor, numbered by it and tagged
 * (root, processor); stored there. */
int necklace_deal(struct weft_processor *self, const struct plan *plan,
                  int root);

#endif
