/* Rules 3 and 6: the meaning of holding, sending and receiving. */
#include "encoding.h"

/* 3. Held messages stay; received messages are new, and held from then on; a
 * processor obtains messages in no other way. */
static void holding(struct encoding *e)
{
    struct formula *f = &e->formula;
    const struct instance *q = e->q;
    EACH_CELL(e, v, j)
    {
        int a = q->turns ? var_a(e, v, j) : 0;
        EACH_SLOT(e, t)
        {
            int held = var_h(e, v, j, t), earlier = var_h(e, v, j, t - 1);
            int received = var_r(e, v, j, t);
            formula_2(f, -earlier, held);
            formula_2(f, -received, held);
            formula_2(f, -received, -earlier);
            if (a)
                formula_2(f, -received, -a);
            formula_literal(f, -held);
            formula_literal(f, earlier);
            if (a)
                formula_literal(f, a);
            formula_1(f, received);
        }
        if (!q->turns) {
            int start = var_h(e, v, j, 0);
            formula_1(f, q->has[instance_at(q, v, j)] ? start : -start);
        }
    }
}

/* 6. A message was held before it is sent, and is received only if it is
 * sent. */
static void meaning_shouting(struct encoding *e)
{
    struct formula *f = &e->formula;
    const struct instance *q = e->q;
    EACH_CELL(e, v, j)
    EACH_SLOT(e, t)
    {
        formula_2(f, -var_s(e, v, j, t), var_k(e, v, j, t));
        formula_literal(f, -var_r(e, v, j, t));
        for (int i = q->in[v]; i < q->in[v + 1]; i++)
            formula_literal(f,
                            var_s(e, q->channel[q->in_channel[i]].from, j, t));
        formula_end(f);
    }
}

static void carrying(struct encoding *e)
{
    struct formula *f = &e->formula;
    const struct instance *q = e->q;
    for (int c = 0; c < q->channels; c++)
        for (int j = 0; j < q->blocks; j++)
            EACH_SLOT(e, t)
            {
                int carried = var_e(e, c, j, t);
                const struct channel *channel = &q->channel[c];
                formula_2(f, -carried, var_k(e, channel->from, j, t));
                formula_2(f, -carried, var_r(e, channel->to, j, t));
                if (e->shouts)
                    formula_2(f, -carried, var_s(e, channel->from, j, t));
            }
    EACH_CELL(e, v, j)
    EACH_SLOT(e, t)
    {
        formula_literal(f, -var_r(e, v, j, t));
        for (int i = q->in[v]; i < q->in[v + 1]; i++)
            formula_literal(f, var_e(e, q->in_channel[i], j, t));
        formula_end(f);
    }
}

void encode_frame(struct encoding *e)
{
    holding(e);
    if (e->shouts)
        meaning_shouting(e);
    if (e->carries)
        carrying(e);
    if (e->parent)
        encode_parents(e);
}
