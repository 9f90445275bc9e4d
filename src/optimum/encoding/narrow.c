/* A restricted question (--narrow): consecutive turns belong to neighbours.
 * Many shortest schedules have this form and are found sooner. A refutation of
 * the restricted question proves nothing. */
#include "encoding.h"

void encode_narrow(struct encoding *e)
{
    const struct instance *q = e->q;
    EACH_CELL(e, v, j)
    {
        if (!q->turns || j + 1 == q->blocks)
            continue;
        formula_literal(&e->formula, -var_a(e, v, j));
        for (int i = q->out[v]; i < q->out[v + 1]; i++) {
            int w = q->channel[q->out_channel[i]].to;
            formula_literal(&e->formula, var_a(e, w, j + 1));
        }
        formula_end(&e->formula);
    }
}
