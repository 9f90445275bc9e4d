/* Cuts of a user-defined goal. Moved blocks: all blocks that v wants and only
 * one processor has must flow to v, and all blocks that only v has and exactly
 * one other processor wants must leave v. Combined values: the contributions of
 * u that v wants must pass from u to v. Each minimum cut found is then
 * evaluated with all data that must cross it. */
#include "cut.h"

/* Return the only processor that wants a block and does not have it; -1 if
 * there is none or more than one. */
static int goal_receiver(const struct bound_question *q, int block)
{
    int found = -1;
    for (int v = 0; v < q->p; v++) {
        if (weft_goal_has(q->goal, v, block) ||
            weft_goal_place(q->goal, v, block) < 0)
            continue;
        if (found >= 0)
            return -1;
        found = v;
    }
    return found;
}

/* Set the units that start at each processor: of the blocks that pass between v
 * and others (reversed: their destinations). Return their number. */
static int64_t goal_moved(struct crossing *x, int v)
{
    const struct bound_question *q = x->q;
    int first = weft_goal_first(q->goal);
    int64_t sum = 0;
    for (int u = 0; u < q->p; u++)
        crossing_have(x, u, 0);
    for (int i = 0; i < weft_goal_blocks(q->goal); i++) {
        int block = first + i, other = weft_goal_holder(q->goal, block);
        if (x->back)
            other = other == v ? goal_receiver(q, block) : -1;
        else if (weft_goal_place(q->goal, v, block) < 0)
            other = -1;
        if (other < 0 || other == v)
            continue;
        crossing_have(x, other, x->have[other] + 1);
        sum++;
    }
    return sum;
}

/* Return how many blocks u contributes to and v wants. */
static int64_t goal_combined(const struct bound_question *q, int u, int v)
{
    int first = weft_goal_first(q->goal);
    int64_t sum = 0;
    for (int i = 0; u != v && i < weft_goal_blocks(q->goal); i++)
        sum += bound_contributes(q, u, v, first + i);
    return sum;
}

static void goal_flows_combined(struct cut_search *search, struct crossing *x)
{
    const struct bound_question *q = search->q;
    for (int u = 0; u < q->p; u++) {
        crossing_have(x, u, -1);
        for (int v = 0; v < q->p && !search->unfinished; v++) {
            int64_t asked = goal_combined(q, u, v);
            if (asked)
                cut_ask(search, x, v, asked, &search->time);
        }
        crossing_have(x, u, 0);
    }
}

static void goal_flows_moved(struct cut_search *search, struct crossing *x)
{
    for (int v = 0; v < search->q->p && !search->unfinished; v++) {
        int64_t asked = goal_moved(x, v);
        if (asked)
            cut_ask(search, x, v, asked, &search->time);
    }
}

int cut_goal(struct cut_search *search)
{
    struct bound_question *q = search->q;
    int status = 0;
    if (!bound_is_small(q))
        return 0;
    for (int back = 0; back < (q->combined ? 1 : 2) && !status; back++) {
        struct crossing x;
        status = crossing_init(&x, q, back);
        if (!status)
            status = crossing_build(&x, q->block, weft_goal_blocks(q->goal));
        x.flow.most = cut_looks(q);
        if (!status && q->combined)
            goal_flows_combined(search, &x);
        else if (!status)
            goal_flows_moved(search, &x);
        crossing_finish(&x);
    }
    return status;
}
