/* Multinode broadcast: what the strategies share. Every packet's tag is
 * (origin, origin). */
#ifndef WEFT_SRC_MULTINODE_H
#define WEFT_SRC_MULTINODE_H

#include "problem/problem.h"
#include "problem/shared/disjoint.h"

extern const struct weft_strategy multinode_necklace;
extern const struct weft_strategy multinode_split;
extern const struct weft_strategy multinode_isolated;

/* plan->state */
struct multinode {
    bool by_rank; /* messages are numbered p - origin, not by origin */
    struct disjoint_report *report; /* [size]; queue: isolated: the most
                                            packets on one arc in a step */
    /* The strategy's own measures; may be NULL. */
    void (*measure)(const struct plan *plan, struct weft_result *result);
};

#endif
