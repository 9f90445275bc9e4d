/* Rule 7: the limits of the model for processors and arcs in one step. */
#include <limits.h>
#include <stdlib.h>

#include "base/base.h"
#include "encoding.h"
#include "passing.h"

/* A growing array of literals. */
struct literals {
    int *list;
    size_t count, capacity;
};

static void ports_put(struct encoding *e, struct literals *l, int literal)
{
    if (array_grow(&l->list, &l->capacity, l->count + 1, sizeof *l->list))
        e->formula.fault = FORMULA_NO_MEMORY;
    else
        l->list[l->count++] = literal;
}

/* Allow at most `limit` of the collected literals, and clear the list. */
static void at_most(struct encoding *e, struct literals *l, int limit)
{
    if (limit == 1)
        formula_at_most_one(&e->formula, l->list, l->count);
    else if (l->count)
        formula_at_most(&e->formula, l->list, l->count, (size_t)limit);
    l->count = 0;
}

/* Collect the literals of all blocks over all channels of a list. */
static void put_links(struct encoding *e, struct literals *l, const int *first,
                      const int *list, int v, int t)
{
    for (int i = first[v]; i < first[v + 1]; i++)
        for (int j = 0; j < e->q->blocks; j++)
            ports_put(e, l, var_e(e, list[i], j, t));
}

/* Half duplex: a processor that sends does not receive. */
static void half(struct encoding *e, int v, int t)
{
    const struct instance *q = e->q;
    struct formula *f = &e->formula;
    int x = var_x(e, v, t);
    for (int j = 0; j < q->blocks; j++) {
        if (e->receives)
            formula_2(f, -var_r(e, v, j, t), -x);
        for (int i = q->in[v]; !e->receives && i < q->in[v + 1]; i++)
            formula_2(f, -var_e(e, q->in_channel[i], j, t), -x);
        if (e->shouts)
            formula_2(f, -var_s(e, v, j, t), x);
        for (int i = q->out[v]; e->carries && i < q->out[v + 1]; i++)
            formula_2(f, -var_e(e, q->out_channel[i], j, t), x);
    }
}

static void ports_shouting(struct encoding *e, struct literals *l, int v, int t)
{
    const struct instance *q = e->q;
    for (int j = 0; j < q->blocks; j++)
        ports_put(e, l, var_s(e, v, j, t));
    at_most(e, l, 1);
    for (int j = 0; e->receives && j < q->blocks; j++)
        ports_put(e, l, var_r(e, v, j, t));
    if (!e->receives)
        put_links(e, l, q->in, q->in_channel, v, t);
    at_most(e, l, instance_receives(q));
}

static void linking(struct encoding *e, struct literals *l, int v, int t)
{
    const struct instance *q = e->q;
    int out = instance_sends(q), in = instance_receives(q);
    bool both = out == 1 && in == 1 && q->model.duplex == WEFT_DUPLEX_HALF;
    if (out < INT_MAX)
        put_links(e, l, q->out, q->out_channel, v, t);
    if (!both)
        at_most(e, l, out);
    if (in < INT_MAX)
        put_links(e, l, q->in, q->in_channel, v, t);
    at_most(e, l, in);
}

/* Collect the literals of channel[0 .. count), which start at one processor: if
 * a message may go to several receivers, it uses the arc once and gets a
 * variable of its own. */
static void put_messages(struct encoding *e, struct literals *l,
                         const int *channel, int count, int t)
{
    bool once = e->q->fans && count > 1;
    for (int j = 0; j < e->q->blocks; j++) {
        int message = once ? formula_variables(&e->formula, 1) : 0;
        for (int i = 0; i < count; i++)
            if (once)
                formula_2(&e->formula, -var_e(e, channel[i], j, t), message);
            else
                ports_put(e, l, var_e(e, channel[i], j, t));
        if (once)
            ports_put(e, l, message);
    }
}

/* An arc shared by routes carries at most as many messages as it has lanes. */
static void ports_shared(struct encoding *e, struct literals *l,
                         const struct passing *passing,
                         const struct crowded *arc, int t)
{
    const int *channel = passing->channel;
    for (int i = arc->first, end; i < arc->last; i = end) {
        int sender = passing_sender(e->q, channel[i]);
        for (end = i + 1; end < arc->last; end++)
            if (passing_sender(e->q, channel[end]) != sender)
                break;
        put_messages(e, l, channel + i, end - i, t);
    }
    at_most(e, l, arc->lanes);
}

/* A lane of an arc carries one message per step. The rule is redundant for arcs
 * between neighbours if processors send or receive one message at a time. */
static void arcs(struct encoding *e, struct literals *l,
                 const struct passing *passing, int t)
{
    const struct instance *q = e->q;
    bool one = instance_sends(q) == 1 || instance_receives(q) == 1;
    if (one && !q->routed)
        return;
    for (int c = 0; !q->routed && c < q->channels; c++) {
        for (int j = 0; j < q->blocks; j++)
            ports_put(e, l, var_e(e, c, j, t));
        at_most(e, l, 1);
    }
    for (size_t i = 0; i < passing->arcs && !e->formula.fault; i++)
        ports_shared(e, l, passing, &passing->arc[i], t);
}

void encode_ports(struct encoding *e)
{
    struct literals l = {.count = 0};
    struct passing passing = {.arcs = 0};
    if (e->parent) /* rule 12 contains the limits */
        return;
    if (e->carries && e->q->routed && passing_init(&passing, e->q))
        e->formula.fault = FORMULA_NO_MEMORY;
    EACH_SLOT(e, t)
    {
        for (int v = 0; v < e->q->n; v++) {
            if (e->shouts)
                ports_shouting(e, &l, v, t);
            else
                linking(e, &l, v, t);
            if (e->sending)
                half(e, v, t);
        }
        if (e->carries)
            arcs(e, &l, &passing, t);
    }
    passing_finish(&passing);
    free(l.list);
}
