/* Rule 13: a limit on the number of phases. A phase consists of consecutive
 * steps, and a processor sends in a phase only what it held when the phase
 * began. The division of the steps into phases is free. (Cai et al., PPoPP
 * 2021, call a phase a step, and a step a round.) */
#include <stdlib.h>

#include "encoding.h"

static int var_d(const struct encoding *e, int t)
{
    return e->begins + t - 1;
}

void phases_between(struct encoding *e, int s, int t)
{
    for (int r = s + 1; r <= t; r++)
        formula_literal(&e->formula, var_d(e, r));
}

void encode_phases(struct encoding *e)
{
    struct formula *f = &e->formula;
    int *begins = malloc((size_t)e->steps * sizeof *begins);
    if (!begins) {
        f->fault = FORMULA_NO_MEMORY;
        return;
    }
    for (int t = 1; t <= e->steps; t++)
        begins[t - 1] = var_d(e, t);
    formula_1(f, begins[0]);
    formula_at_most(f, begins + 1, (size_t)e->steps - 1,
                    (size_t)e->q->phases - 1);
    free(begins);
    if (e->ready)
        EACH_CELL(e, v, j)
    EACH_SLOT(e, t)
    {
        int ready = var_k(e, v, j, t);
        formula_2(f, -ready, var_h(e, v, j, t - 1));
        if (t > 1)
            formula_3(f, -ready, var_k(e, v, j, t - 1), var_d(e, t));
    }
}
