/* Partial results of a processor, for noncommutative operators. */
#ifndef WEFT_SRC_PROBLEM_REDUCE_PARTIAL_H
#define WEFT_SRC_PROBLEM_REDUCE_PARTIAL_H

#include <stdbool.h>
#include <weft/unstable/collective.h>

/* Used by one thread only.
 *
 * A part is the result over consecutive ranks. Since virtual numbers wrap
 * around from p - 1 to 0, a subtree may cover two runs of ranks, at the end and
 * at the beginning; a noncommutative operator cannot join them before the ranks
 * in between have arrived. Then there are two parts: [0] for the ranks from the
 * root on, [1] for those before it. A message carries the parts that are
 * present. */
struct partial {
    struct weft_processor *self;
    const struct weft_operator *op;
    size_t bytes; /* size of a part in bytes */
    int parts; /* maximum number of parts: 1, or 2 if ranks can wrap around */
    int root;
    bool cyclic; /* whether virtual numbers are (rank - root) mod p */
    bool present[2];
    unsigned char *data; /* [2 * bytes] data of part 0 and part 1 */
};

/* Start with the processor's own block, [bytes]; the members up to `cyclic`
 * must be set. Return 0, or -1 after weft_fail(); call partial_finish() in
 * either case. */
int partial_init(struct partial *partial, const void *own);
void partial_finish(struct partial *partial);

/* Receive the parts of processor `from` and combine them. Return 0 or -1. */
int partial_receive(struct partial *partial, int from);
/* Send the parts that are present. Return 0 or -1. */
int partial_send(const struct partial *partial, int to, int id);
/* Get the result, [bytes], at the root at the end. */
void partial_result(struct partial *partial, void *result);

#endif
