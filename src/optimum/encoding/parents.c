/* Rule 12: a single block and processors that send it to one neighbour at a
 * time. A schedule is then a tree with a step for each processor: a variable
 * for the parent replaces those for every channel and step. */
#include "encoding.h"

#define CHANNELS_MAX 8 /* of a sender: the clauses grow with their square */

bool parents_suffice(const struct instance *q)
{
    bool suffices = q->blocks == 1 && !q->turns && !q->combined && !q->routed &&
                    !instance_shouts(q) && instance_sends(q) == 1;
    for (int v = 0; suffices && v < q->n; v++)
        suffices = q->out[v + 1] - q->out[v] <= CHANNELS_MAX;
    return suffices;
}

/* A processor receives over its parent's channel, after the parent. A processor
 * receives at most once by rule 3, and sends only afterwards: half duplex and
 * limits on receiving add nothing. */
static void parents_first(struct encoding *e)
{
    const struct instance *q = e->q;
    struct formula *f = &e->formula;
    for (int c = 0; c < q->channels; c++)
        EACH_SLOT(e, t)
    formula_3(f, -(e->parent + c), -var_r(e, q->channel[c].to, 0, t),
              var_k(e, q->channel[c].from, 0, t));
    EACH_CELL(e, v, j)
    {
        formula_literal(f, -var_h(e, v, j, e->steps));
        formula_literal(f, var_h(e, v, j, 0));
        for (int i = q->in[v]; i < q->in[v + 1]; i++)
            formula_literal(f, e->parent + q->in_channel[i]);
        formula_end(f);
    }
}

/* Two children of a processor receive in different steps. */
static void children_apart(struct encoding *e, int c, int d)
{
    struct formula *f = &e->formula;
    int v = e->q->channel[c].to, w = e->q->channel[d].to;
    EACH_SLOT(e, t)
    {
        formula_literal(f, -(e->parent + c));
        formula_literal(f, -(e->parent + d));
        formula_2(f, -var_r(e, v, 0, t), -var_r(e, w, 0, t));
    }
}

void encode_parents(struct encoding *e)
{
    const struct instance *q = e->q;
    parents_first(e);
    for (int v = 0; v < q->n; v++)
        for (int i = q->out[v]; i < q->out[v + 1]; i++)
            for (int k = i + 1; k < q->out[v + 1]; k++)
                if (q->channel[q->out_channel[i]].to !=
                    q->channel[q->out_channel[k]].to)
                    children_apart(e, q->out_channel[i], q->out_channel[k]);
}
