/* Limits the work of checking a goal. */
#include "goal-effort.h"

#include "base/base.h"

#include <stdio.h>

/* Limit on the number of ranges copied for messages without contributors. */
#define COPIED_MAX ((uint64_t)1 << AT_ONCE(21, 8))
#define COPIED_OF_MESSAGE 16

bool goal_effort_allows(struct goal_effort *effort, uint64_t cost)
{
    if (effort->unlimited)
        return true;
    effort->ended = effort->ended || cost > effort->left;
    if (!effort->ended)
        effort->left -= cost;
    return !effort->ended;
}

bool goal_effort_copies(struct weft_check *check, uint64_t *copied,
                        size_t count)
{
    uint64_t most = COPIED_MAX + check->result.messages * COPIED_OF_MESSAGE;
    *copied += count;
    return !check_too_much(check, *copied > most);
}

void goal_effort_end(struct weft_check *check, const struct goal_effort *effort)
{
    if (effort->ended)
        basis_unfinished(check,
                         "the goal is too large to be checked completely",
                         "--no-limit");
}

void goal_effort_tangled(struct weft_check *check, int rank, int block)
{
    char why[120];
    snprintf(why, sizeof why,
             "there are too many ways to combine block %d at processor %d",
             block, rank);
    basis_unfinished(check, why, "--no-limit");
}
