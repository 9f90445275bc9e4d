/* Limits the time for checking a goal: a short trace may name a goal that
 * requires very many blocks. The check ends after a few seconds of work unless
 * the limits are lifted. Details are computed only for the first missing
 * blocks, since only a few are reported. */
#ifndef WEFT_SRC_CHECK_PROBLEMS_GOAL_EFFORT_H
#define WEFT_SRC_CHECK_PROBLEMS_GOAL_EFFORT_H

#include "problems.h"

#define GOAL_UNMET_LISTED (2 * WEFT_FINDINGS_KEPT)

struct goal_effort {
    uint64_t left;
    bool unlimited, ended;
    uint64_t unmet; /* number of missing blocks reported so far */
};

/* Subtract `cost` from the remaining effort if that much is left. Return
 * whether it was. */
bool goal_effort_allows(struct goal_effort *effort, uint64_t cost);
/* Return whether `count` more ranges may be copied for a message without
 * contributors, besides the *copied ones, and count them. Such a message is
 * short, but may carry many ranges. */
bool goal_effort_copies(struct weft_check *check, uint64_t *copied,
                        size_t count);
/* If the check ended early, record that it is incomplete. */
void goal_effort_end(struct weft_check *check,
                     const struct goal_effort *effort);
/* Record that a value could not be checked: there are too many ways to compose
 * it. */
void goal_effort_tangled(struct weft_check *check, int rank, int block);

#endif
