/* The rounds of recursive doubling (weft/tree.h): partners and times.
 * Broadcasts run them forwards, reductions backwards. */
#ifndef WEFT_SRC_PROBLEM_SHARED_ROUNDS_H
#define WEFT_SRC_PROBLEM_SHARED_ROUNDS_H

#include <stdbool.h>
#include <stdint.h>
#include <weft/processor.h>
#include <weft/unstable/tree.h>

#include "problem/problem.h"

#define ROUNDS_MAX 32

/* Read-only after initialisation. */
struct rounds {
    /* pattern of recursive doubling over places 0, 1, ... */
    struct weft_doubling pattern;
    /* distance in ranks between neighbouring places; stride * places
     * consecutive ranks form a group */
    int stride;
    bool reversed; /* whether the rounds are those of a reduction */
    int places, count;
    /* [count + 1] start of each round, and the end of the last; a round lasts
     * as long as its longest transfer */
    uint64_t start[ROUNDS_MAX + 1];
};

/* Choose the pattern for all processors of a network, relative to a root: by
 * rank on one axis, except on a torus whose sides are not powers of two: there
 * axis by axis, because two transfers by rank would share a link. Does not set
 * the times. */
void rounds_choose(struct rounds *rounds, const struct weft_network *network,
                   int root, bool reversed);

/* Choose one axis by rank, for any network. Does not set the times. */
void rounds_by_rank(struct rounds *rounds);

/* Set the times for messages of `bytes` bytes, with the first round beginning
 * now. If transfer times differ, the longest one of a round is taken from the
 * group of rank 0. */
void rounds_time_now(struct rounds *rounds, struct weft_processor *self,
                     size_t bytes);

/* Return the partner of a processor in the i-th round executed, or -1, and
 * whether the processor sends to it or receives from it. */
int rounds_partner(const struct rounds *rounds, int i, int rank, bool *sends);

/* ---- for the prepare functions of strategies --------------------------- */

/* Allocate plan->schedule and choose the pattern from --root and --dimensions.
 * Return 0, or -1 with text. */
int rounds_prepare(struct plan *plan, bool reversed, struct weft_error *err);
void rounds_finish(struct plan *plan);

/* Set the times with the costs of a plan, with the first round beginning at
 * `begin`. */
void rounds_time_plan(struct rounds *rounds, const struct plan *plan,
                      size_t bytes, uint64_t begin);

/* Check, after setting the times, that no transfer goes farther than the model
 * allows. Return 0, or -1 with text. */
int rounds_check(const struct rounds *rounds, const struct plan *plan,
                 struct weft_error *err);

#endif
