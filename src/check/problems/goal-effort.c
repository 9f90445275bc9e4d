/* How long a goal is judged. */
#include "goal-effort.h"

bool goal_effort_allows(struct goal_effort *effort, uint64_t cost)
{
    if (effort->unlimited)
        return true;
    effort->ended = effort->ended || cost > effort->left;
    if (!effort->ended)
        effort->left -= cost;
    return !effort->ended;
}

void goal_effort_end(struct weft_check *check, const struct goal_effort *effort)
{
    if (effort->ended)
        check_blame_end(
            check, -1,
            "the goal asks for too much to judge all of it" SAY_NO_LIMIT);
}
