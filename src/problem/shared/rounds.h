/* Recursive doubling as processors run it: who meets whom (weft/tree.h), and
 * when. Broadcasts run it forwards, reductions backwards. */
#ifndef WEFT_SRC_PROBLEM_SHARED_ROUNDS_H
#define WEFT_SRC_PROBLEM_SHARED_ROUNDS_H

#include <weft/tree.h>

#include "problem/problem.h"

#define ROUNDS_MAX 32

/* Read-only once set up. */
struct rounds {
    struct weft_doubling pattern; /* on places 0, 1, ... */
    int stride;    /* neighbouring places are this many ranks apart */
    bool reversed; /* a reduction */
    int count;
    uint64_t start[ROUNDS_MAX + 1]; /* [count + 1] of each round, and the end
                                       of the last; a round takes as long as
                                       its longest transfer */
};

/* The pattern for all processors of a plan: --root, --dimensions; by rank on
 * one axis, but on a torus with sides that are not powers of two axis by axis
 * (by rank two transfers would share a link there). 0, or -1 with errno. */
int rounds_choose(struct rounds *rounds, const struct plan *plan,
                  struct weft_error *err);

/* Allocate plan->schedule and choose the pattern, for the prepare functions of
 * strategies. 0, or -1 with errno. */
int rounds_prepare(struct plan *plan, bool reversed, struct weft_error *err);
void rounds_finish(struct plan *plan);

/* When, for messages of `bytes`, the first round beginning at `begin`. The
 * rank of place 0 is 0. */
void rounds_time(struct rounds *rounds, const struct plan *plan, size_t bytes,
                 uint64_t begin);

/* After that: do the transfers go farther than the model allows? 0, or -1 with
 * errno EINVAL. */
int rounds_check(const struct rounds *rounds, const struct plan *plan,
                 struct weft_error *err);

/* What one processor does with messages. */
struct rounds_ends {
    /* What to send now: [*bytes], valid until the next call. */
    const void *(*give)(void *arg, size_t *bytes);
    /* Take what the processor at another place sent. 0 or -1. */
    int (*take)(void *arg, int place, const struct weft_message *message);
    void *arg;
};

/* The rounds of the processor at `place`. 0 or -1. */
int rounds_run(struct weft_processor *self, const struct rounds *rounds,
               int place, const struct rounds_ends *ends);

#endif
