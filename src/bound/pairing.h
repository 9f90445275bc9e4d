/* How many transfers between neighbours can go on at once, if each processor
 * takes part in one. */
#ifndef WEFT_SRC_BOUND_PAIRING_H
#define WEFT_SRC_BOUND_PAIRING_H

#include "question.h"

/* Twice the greatest fractional matching: the greatest matching of the
 * network's bipartite double cover. Of networks without switches. -1: no
 * memory. */
int64_t pairing_twice(const struct bound_question *q);

#endif
