/* The rounds of recursive doubling (weft/tree.h): who meets whom, and when.
 * Broadcasts run them forwards, reductions backwards. */
#ifndef WEFT_SRC_PROBLEM_SHARED_ROUNDS_H
#define WEFT_SRC_PROBLEM_SHARED_ROUNDS_H

#include <stdbool.h>
#include <stdint.h>
#include <weft/processor.h>
#include <weft/tree.h>

#include "problem/problem.h"

#define ROUNDS_MAX 32

/* Read-only once set up. */
struct rounds {
    struct weft_doubling pattern; /* on places 0, 1, ... */
    int stride;    /* neighbouring places are this many ranks apart; as many
                      times `places` ranks after each other are a group */
    bool reversed; /* a reduction */
    int places, count;
    uint64_t start[ROUNDS_MAX + 1]; /* [count + 1] of each round, and the end
                                       of the last; a round takes as long as
                                       its longest transfer */
};

/* The pattern for all processors of a network, seen from a root: by rank on
 * one axis, but on a torus with sides that are not powers of two axis by axis
 * (by rank two transfers would share a link there). Not yet timed. */
void rounds_choose(struct rounds *rounds, const struct weft_network *network,
                   int root, bool reversed);

/* By rank on one axis, whatever the network. Not yet timed. */
void rounds_by_rank(struct rounds *rounds);

/* When, the first round beginning now, for messages of `bytes` bytes of a
 * processor's. Where transfers differ, the longest of a round is looked for in
 * the group of rank 0. */
void rounds_time_now(struct rounds *rounds, struct weft_processor *self,
                     size_t bytes);

/* Whom a processor meets in the i-th round that is run, -1 for nobody; does it
 * send to it, or receive from it? */
int rounds_partner(const struct rounds *rounds, int i, int rank, bool *sends);

/* ---- for the prepare functions of strategies --------------------------- */

/* Allocate plan->schedule and choose the pattern: --root, --dimensions.
 * 0, or -1 with text. */
int rounds_prepare(struct plan *plan, bool reversed, struct weft_error *err);
void rounds_finish(struct plan *plan);

/* The same with the costs of a plan, the first round beginning at `begin`. */
void rounds_time_plan(struct rounds *rounds, const struct plan *plan,
                      size_t bytes, uint64_t begin);

/* After that: do the transfers go farther than the model allows? 0, or -1 with
 * text. */
int rounds_check(const struct rounds *rounds, const struct plan *plan,
                 struct weft_error *err);

#endif
