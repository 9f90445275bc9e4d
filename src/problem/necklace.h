/* Packets along the necklace trees of all processors (document C): the
 * programs behind `multinode`, `gather` and `scatter`. */
#ifndef WEFT_SRC_PROBLEM_NECKLACE_H
#define WEFT_SRC_PROBLEM_NECKLACE_H

#include "problem.h"

/* plan->schedule: the tree of processor 0. 0, or -1 with text. */
int weft_necklace_prepare(struct weft_plan *plan, struct weft_error *err);
void weft_necklace_drop(struct weft_plan *plan);

/* Every processor's packet to all (root -1) or to the root only; numbered
 * and tagged by its origin, stored by those it is meant for. */
int weft_necklace_collect(struct weft_processor *self,
                          const struct weft_plan *plan, int root);
/* A packet of the root's for every processor, numbered by it and tagged
 * (root, processor); stored there. */
int weft_necklace_deal(struct weft_processor *self,
                       const struct weft_plan *plan, int root);

#endif
