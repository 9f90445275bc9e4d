/* Rules 5 and 10: the goal, and redundant clauses derived from it. */
#include "encoding.h"

/* 10. No processor has turn j before step j, because each source waits for the
 * previous one. If messages arrive one at a time and in order, each of the last
 * ones needs a step of its own. */
static void turns(struct encoding *e)
{
    const struct instance *q = e->q;
    bool backwards =
        q->order != WEFT_ORDER_BUFFERED && instance_receives(q) == 1;
    EACH_CELL(e, v, j)
    {
        for (int t = 0; t < j && t <= e->steps; t++) {
            formula_1(&e->formula, -var_h(e, v, j, t));
            if (t)
                formula_1(&e->formula, -var_r(e, v, j, t));
        }
        int latest = e->steps - (q->blocks - 2 - j);
        if (backwards && latest >= 0 && latest <= e->steps)
            formula_1(&e->formula, var_h(e, v, j, latest));
    }
}

/* 10. Messages cross at most one link per step. */
static void wanted_distances(struct encoding *e)
{
    const struct instance *q = e->q;
    EACH_CELL(e, v, j)
    {
        int least = -1;
        for (int u = 0; u < q->n; u++) {
            int d = q->distance[(size_t)u * (size_t)q->n + (size_t)v];
            if (q->has[instance_at(q, u, j)] && d >= 0 &&
                (least < 0 || d < least))
                least = d;
        }
        for (int t = 0; t <= e->steps && (least < 0 || t < least); t++)
            formula_1(&e->formula, -var_h(e, v, j, t));
    }
}

void encode_goal(struct encoding *e)
{
    /* Rule 5. */
    EACH_CELL(e, v, j)
    if (e->q->wants[instance_at(e->q, v, j)])
        formula_1(&e->formula, var_h(e, v, j, e->steps));
    if (e->q->turns)
        turns(e);
    else
        wanted_distances(e);
}
