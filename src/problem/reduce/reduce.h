/* All processors' words combined at the root; private to its folder. */
#ifndef WEFT_SRC_PROBLEM_REDUCE_H
#define WEFT_SRC_PROBLEM_REDUCE_H

#include "operator.h"
#include "problem/problem.h"

extern const struct weft_strategy reduce_binomial, reduce_naive, reduce_sbt;

/* The operator of the experiment. */
const struct reduce_operator *reduce_operator(const struct plan *plan);

/* The words of a processor: [bytes]. */
void reduce_operand(void *words, size_t bytes, int rank);

/* What a processor has combined so far; own thread only.
 *
 * A part is the result over consecutive ranks. Where virtual numbers go round
 * from p - 1 to 0, a subtree may cover two runs of ranks, at the end and at
 * the beginning; an operator that does not commute cannot join them before
 * what lies between them has come. Then there are two parts: [0] for the
 * ranks from the root on, [1] for those before it. A message carries the
 * parts that there are. */
struct reduce_partial {
    struct weft_processor *self;
    const struct reduce_operator *op;
    size_t bytes; /* of a part */
    int parts;    /* 1, or 2 where they can be needed */
    int root;
    bool cyclic; /* virtual numbers are (rank - root) mod p */
    bool present[2];
    unsigned char *data; /* [2 * bytes] part 0, part 1 */
};

/* Combine what processor `rank` sent. 0 or -1. */
int reduce_take(struct reduce_partial *partial, int rank,
                const struct weft_message *message);
/* What to send: [*bytes]. */
const void *reduce_give(const struct reduce_partial *partial, size_t *bytes);

/* The frame of every program: the processor's own words; gather; the root
 * stores the result. */
int reduce_program(struct weft_processor *self, const struct plan *plan,
                   int parts, bool cyclic,
                   int (*gather)(struct reduce_partial *partial,
                                 const struct plan *plan));

#endif
