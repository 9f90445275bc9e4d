/* Which processors want data from which others. */
#include "question.h"

#define OTHERS_LOOKS_MAX ((int64_t)1 << 24)

bool bound_is_small(const struct bound_question *q)
{
    return (int64_t)q->p * q->p * weft_goal_blocks(q->goal) <= OTHERS_LOOKS_MAX;
}

/* Return whether v wants data that only u has. */
static bool others_wants(const struct bound_question *q, int v, int u)
{
    int first = weft_goal_first(q->goal), blocks = weft_goal_blocks(q->goal);
    for (int j = first; u != v && j < first + blocks; j++) {
        if (q->combined ? bound_contributes(q, u, v, j)
                        : weft_goal_place(q->goal, v, j) >= 0 &&
                              weft_goal_holder(q->goal, j) == u)
            return true;
    }
    return false;
}

int64_t bound_others(const struct bound_question *q, int v, bool informed)
{
    int64_t count = 0;
    if (!bound_is_small(q))
        return 0;
    for (int u = 0; u < q->p; u++)
        count += informed ? others_wants(q, u, v) : others_wants(q, v, u);
    return count;
}

/* For a moved block, count the processors that want it and do not have it. For
 * a combined block, count the processors that want contributions of others, or
 * those whose contributions others want, whichever is more. */
static int64_t others_of_block(const struct bound_question *q, int j)
{
    int64_t receive = 0, send = 0;
    for (int v = 0; v < q->p; v++) {
        bool receives = !q->combined && weft_goal_place(q->goal, v, j) >= 0 &&
                        !weft_goal_has(q->goal, v, j);
        bool sends = false;
        for (int u = 0; u < q->p && q->combined; u++) {
            receives = receives || (u != v && bound_contributes(q, u, v, j));
            sends = sends || (u != v && bound_contributes(q, v, u, j));
        }
        receive += receives;
        send += sends;
    }
    return receive > send ? receive : send;
}

int64_t bound_receptions(const struct bound_question *q)
{
    int first = weft_goal_first(q->goal);
    int64_t sum = 0;
    for (int i = 0; i < weft_goal_blocks(q->goal) && bound_is_small(q); i++)
        sum += others_of_block(q, first + i);
    return sum;
}
