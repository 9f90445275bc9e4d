/* What a processor has combined so far, the operator not commuting. */
#ifndef WEFT_SRC_PROBLEM_REDUCE_PARTIAL_H
#define WEFT_SRC_PROBLEM_REDUCE_PARTIAL_H

#include <stdbool.h>
#include <weft/collective.h>

/* Own thread only.
 *
 * A part is the result over consecutive ranks. Where virtual numbers go round
 * from p - 1 to 0, a subtree may cover two runs of ranks, at the end and at
 * the beginning; an operator that does not commute cannot join them before
 * what lies between them has come. Then there are two parts: [0] for the
 * ranks from the root on, [1] for those before it. A message carries the
 * parts that there are. */
struct partial {
    struct weft_processor *self;
    const struct weft_operator *op;
    size_t bytes; /* of a part */
    int parts;    /* 1, or 2 where they can be needed */
    int root;
    bool cyclic; /* virtual numbers are (rank - root) mod p */
    bool present[2];
    unsigned char *data; /* [2 * bytes] part 0, part 1 */
};

/* Begin with the processor's own block, [bytes]. Fields up to `cyclic` are
 * filled in. 0, or -1 after weft_fail(); finish either way. */
int partial_init(struct partial *partial, const void *own);
void partial_finish(struct partial *partial);

/* Receive what processor `from` has, and combine it. 0 or -1. */
int partial_receive(struct partial *partial, int from);
/* Send what there is. 0 or -1. */
int partial_send(const struct partial *partial, int to, int id);
/* At the root, at the end: the result, [bytes]. */
void partial_result(struct partial *partial, void *result);

#endif
