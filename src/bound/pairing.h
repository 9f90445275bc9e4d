/* The maximum number of simultaneous transfers between neighbours, if each
 * processor takes part in at most one. */
#ifndef WEFT_SRC_BOUND_PAIRING_H
#define WEFT_SRC_BOUND_PAIRING_H

#include "question.h"

/* Return twice the size of a maximum fractional matching, which is the size of
 * a maximum matching of the network's bipartite double cover. For networks
 * without switches. -1: out of memory. */
int64_t pairing_twice(const struct bound_question *q);

#endif
