/* Limits the time for checking a goal: a short trace may name a goal with very
 * many wishes. The check ends after some seconds of work unless the limits are
 * lifted, and details are computed only for the first unmet wishes, since only
 * few are reported. */
#ifndef WEFT_SRC_CHECK_PROBLEMS_GOAL_EFFORT_H
#define WEFT_SRC_CHECK_PROBLEMS_GOAL_EFFORT_H

#include "problems.h"

#define GOAL_UNMET_TOLD (2 * WEFT_FINDINGS_KEPT)

struct goal_effort {
    uint64_t left;
    bool unlimited, ended;
    uint64_t unmet; /* number of unmet wishes so far */
};

/* Spend effort if that much is left; return whether it was. */
bool goal_effort_allows(struct goal_effort *effort, uint64_t cost);
/* A message without contributors is short, but may carry many: return whether
 * `count` more ranges may be copied, besides the *copied ones. */
bool goal_effort_copies(struct weft_check *check, uint64_t *copied,
                        size_t count);
/* Record that the check is incomplete, if it ended early. */
void goal_effort_end(struct weft_check *check,
                     const struct goal_effort *effort);
/* Record that a value could not be checked: there are too many ways to compose
 * it. */
void goal_effort_tangled(struct weft_check *check, int rank, int block);

#endif
