/* One processor's message to all the others; private to its folder. */
#ifndef WEFT_SRC_PROBLEM_BROADCAST_H
#define WEFT_SRC_PROBLEM_BROADCAST_H

#include "problem/problem.h"

extern const struct weft_strategy broadcast_binomial, broadcast_naive,
    broadcast_sbt;

/* What a processor holds; own thread only. */
struct broadcast_copy {
    struct weft_processor *self;
    size_t bytes;
    void *data; /* [bytes], valid once received or made */
};

/* Keep what came, and store it. 0 or -1. */
int broadcast_keep(struct broadcast_copy *copy,
                   const struct weft_message *message);

/* The frame of every program: room for the message; the root makes it and
 * stores it; spread. 0 or -1. */
int broadcast_program(struct weft_processor *self, const struct plan *plan,
                      int (*spread)(struct broadcast_copy *copy,
                                    const struct plan *plan));

#endif
