/* Who wants something of whom. */
#include "question.h"

#define LOOKS_MAX ((int64_t)1 << 24)

/* Does v want something of u that only u has? */
static bool others_wants(const struct bound_question *q, int v, int u)
{
    int first = weft_goal_first(q->goal), blocks = weft_goal_blocks(q->goal);
    for (int j = first; u != v && j < first + blocks; j++) {
        if (weft_goal_place(q->goal, v, j) < 0)
            continue;
        if (q->combined ? weft_goal_has(q->goal, u, j) &&
                              weft_goal_takes(q->goal, v, j, u)
                        : weft_goal_holder(q->goal, j) == u)
            return true;
    }
    return false;
}

int64_t bound_others(const struct bound_question *q, int v, bool told)
{
    int64_t count = 0;
    if ((int64_t)q->p * q->p * weft_goal_blocks(q->goal) > LOOKS_MAX)
        return 0;
    for (int u = 0; u < q->p; u++)
        count += told ? others_wants(q, u, v) : others_wants(q, v, u);
    return count;
}
