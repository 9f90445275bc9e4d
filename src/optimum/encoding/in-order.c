/* Rules 4 and 8: the definitions of "in order". */
#include "encoding.h"

/* 4. Arrival and program order: a processor that holds j holds j - 1. */
static void in_order_arrival(struct encoding *e)
{
    EACH_CELL(e, v, j)
    for (int t = 0; j && t <= e->steps; t++)
        formula_2(&e->formula, -var_h(e, v, j, t), var_h(e, v, j - 1, t));
}

/* `does` implies that v acts on j in t: then Q says that it has acted on j, and
 * that it had not acted on later messages before. */
static void in_order_act(struct encoding *e, int v, int j, int t, int does)
{
    formula_2(&e->formula, -does, var_q(e, v, j, t));
    if (j + 1 < e->q->blocks)
        formula_2(&e->formula, -does, -var_q(e, v, j + 1, t - 1));
}

/* 8. Program order: a processor completes all actions on a message before those
 * on the next; both may be in one step if the ports allow it. */
static void in_order_program(struct encoding *e)
{
    struct formula *f = &e->formula;
    const struct instance *q = e->q;
    EACH_CELL(e, v, j)
    EACH_SLOT(e, t)
    {
        formula_2(f, -var_q(e, v, j, t - 1), var_q(e, v, j, t));
        if (j + 1 < q->blocks)
            formula_2(f, -var_q(e, v, j + 1, t), var_q(e, v, j, t));
        in_order_act(e, v, j, t, var_r(e, v, j, t));
        if (e->shouts)
            in_order_act(e, v, j, t, var_s(e, v, j, t));
        for (int i = q->out[v]; !e->shouts && i < q->out[v + 1]; i++)
            in_order_act(e, v, j, t, var_e(e, q->out_channel[i], j, t));
    }
}

void encode_order(struct encoding *e)
{
    if (!e->q->turns || e->q->order == WEFT_ORDER_BUFFERED)
        return;
    in_order_arrival(e);
    if (e->acted)
        in_order_program(e);
}
