/* Multinode broadcast: definitions shared by its strategies. The tag of every
 * packet is (origin, origin). */
#ifndef WEFT_SRC_MULTINODE_H
#define WEFT_SRC_MULTINODE_H

#include "problem/problem.h"
#include "problem/shared/disjoint.h"

extern const struct weft_strategy multinode_necklace;
extern const struct weft_strategy multinode_split;
extern const struct weft_strategy multinode_isolated;

/* The state of the problem, plan->state. */
struct multinode {
    bool by_rank; /* whether message numbers are p - origin instead of origin */
    /* [size] measures; with `isolated`, `queue` is the maximum number of
     * packets on one arc in a step */
    struct disjoint_report *report;
    /* Add the strategy's own measures; may be NULL. */
    void (*measure)(const struct plan *plan, struct weft_result *result);
};

#endif
