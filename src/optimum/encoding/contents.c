/* Rule 11: combined values. A message carries the contributions of a set of
 * processors, composed of disjoint pieces (of any pieces if contributions may
 * be repeated): the sender's own contribution and values received in earlier
 * steps. A wanted value is composed in the same way.
 *
 * A mouth is a send port: that of a processor that sends one message at a time,
 * or else that of a channel. An ear is a receive port. */
#include <stdlib.h>

#include "encoding.h"

/* A composed value: a message of block j in step t or, with t = T + 1, the
 * value of j that v wants. */
struct making {
    int where; /* send port; for a wanted value, see var_own() */
    int v, j, t;
    int content; /* first of n variables, one per contributor, `stride` apart */
    int stride;
    int *group; /* buffer for the variables of all pieces */
};

static bool contributes(const struct encoding *e, int k, int j)
{
    return e->q->has[instance_at(e->q, k, j)];
}

/* Return whether the contribution of k can have reached v by the end of step
 * t. */
static bool contents_arrives(const struct encoding *e, int k, int v, int t)
{
    int far = e->q->distance[(size_t)k * (size_t)e->q->n + (size_t)v];
    return far >= 0 && far <= t;
}

/* Collect in m->group the pieces with the contribution of k: a variable for
 * each piece that is selected and contains it. Returns their number. */
static size_t contents_pieces(struct encoding *e, const struct making *m, int k)
{
    struct formula *f = &e->formula;
    const struct instance *q = e->q;
    size_t count = 0;
    for (int i = 0; i < instance_ears(q, m->v); i++)
        for (int s = 1; s < m->t; s++) {
            if (!contents_arrives(e, k, m->v, s))
                continue;
            int used = var_u(e, m->where, m->j, m->t, i, s);
            int has = var_p(e, instance_ear(q, m->v, i), m->j, k, s);
            int both = formula_variables(f, 1);
            formula_3(f, -used, -has, both);
            formula_2(f, -both, used);
            formula_2(f, -both, has);
            m->group[count++] = both;
        }
    if (k == m->v && contributes(e, k, m->j))
        m->group[count++] = var_own(e, m->where, m->j, m->t);
    return count;
}

/* 11. The content is the union of the selected pieces; if values are added, no
 * contribution may occur in two pieces. */
static void contents_make(struct encoding *e, const struct making *m)
{
    struct formula *f = &e->formula;
    for (int k = 0; k < e->q->n; k++) {
        int content = m->content + k * m->stride;
        size_t count =
            contributes(e, k, m->j) && contents_arrives(e, k, m->v, m->t - 1)
                ? contents_pieces(e, m, k)
                : 0;
        formula_literal(f, -content);
        for (size_t i = 0; i < count; i++)
            formula_literal(f, m->group[i]);
        formula_end(f);
        for (size_t i = 0; i < count; i++)
            formula_2(f, -m->group[i], content);
        if (e->q->once)
            formula_at_most_one(f, m->group, count);
    }
    if (!contributes(e, m->v, m->j))
        formula_1(f, -var_own(e, m->where, m->j, m->t));
}

/* Require a contiguous range of contributors: it has only one first element. */
static void interval(struct encoding *e, const struct making *m)
{
    struct formula *f = &e->formula;
    for (int k = 0; k < e->q->n; k++) {
        int content = m->content + k * m->stride;
        m->group[k] = formula_variables(f, 1);
        formula_literal(f, -content);
        if (k)
            formula_literal(f, content - m->stride);
        formula_1(f, m->group[k]);
    }
    formula_at_most_one(f, m->group, (size_t)e->q->n);
}

/* ---- messages ---- */

/* Add the literals "a channel of this port carries j in t": all channels of v
 * on this side if v has one port (`all`), else the channel with the port's
 * number. */
static void some_carries(struct encoding *e, bool all, const int *first,
                         const int *list, int v, int place, int j, int t)
{
    if (!all)
        formula_literal(&e->formula, var_e(e, place, j, t));
    for (int c = first[v]; all && c < first[v + 1]; c++)
        formula_literal(&e->formula, var_e(e, list[c], j, t));
}

/* No piece is selected for a message that is not sent; a message that is sent
 * has at least one piece. With a limit on the phases, pieces were received in
 * earlier phases. */
static void only_if_sent(struct encoding *e, const struct making *m)
{
    struct formula *f = &e->formula;
    const struct instance *q = e->q;
    for (int i = 0; i <= instance_ears(q, m->v); i++)
        for (int s = 1; s < (i < instance_ears(q, m->v) ? m->t : 2); s++) {
            int used = i < instance_ears(q, m->v)
                           ? var_u(e, m->where, m->j, m->t, i, s)
                           : var_own(e, m->where, m->j, m->t);
            formula_literal(f, -used);
            some_carries(e, instance_one_mouth(q), q->out, q->out_channel, m->v,
                         m->where, m->j, m->t);
            formula_end(f);
            if (e->begins && i < instance_ears(q, m->v)) {
                formula_literal(f, -used);
                phases_between(e, s, m->t);
                formula_end(f);
            }
        }
}

static void contents_message(struct encoding *e, int mouth, int v, int j,
                             int *group)
{
    const struct instance *q = e->q;
    EACH_SLOT(e, t)
    {
        const struct making m = {mouth,    v,    j, t, var_z(e, mouth, j, 0, t),
                                 e->steps, group};
        contents_make(e, &m);
        only_if_sent(e, &m);
        if (q->intervals)
            interval(e, &m);
    }
}

static void messages(struct encoding *e, int *group)
{
    const struct instance *q = e->q;
    bool by_channel = !instance_one_mouth(q);
    for (int mouth = 0; mouth < instance_mouths(q); mouth++)
        for (int j = 0; j < q->blocks; j++)
            contents_message(e, mouth,
                             by_channel ? q->channel[mouth].from : mouth, j,
                             group);
}

/* 11. The content that leaves a send port over a channel arrives at its receive
 * port. */
static void contents_transfers(struct encoding *e)
{
    struct formula *f = &e->formula;
    const struct instance *q = e->q;
    for (int c = 0; c < q->channels; c++)
        for (int j = 0; j < q->blocks; j++)
            EACH_SLOT(e, t)
            {
                int carried = var_e(e, c, j, t);
                for (int k = 0; k < q->n; k++) {
                    int left = var_z(e, instance_mouth(q, c), j, k, t);
                    int came = var_p(e, instance_ear_of(q, c), j, k, t);
                    formula_3(f, -carried, -left, came);
                    formula_3(f, -carried, left, -came);
                }
                formula_literal(f, -carried);
                for (int k = 0; k < q->n; k++)
                    formula_literal(f, var_z(e, instance_mouth(q, c), j, k, t));
                formula_end(f);
                if (e->shouts)
                    formula_2(f, -carried, var_s(e, q->channel[c].from, j, t));
            }
}

/* A receive port that receives nothing has no content. */
static void silence(struct encoding *e)
{
    struct formula *f = &e->formula;
    const struct instance *q = e->q;
    for (int v = 0; v < q->n; v++)
        for (int i = 0; i < instance_ears(q, v); i++)
            for (int j = 0; j < q->blocks; j++)
                EACH_SLOT(e, t)
    for (int k = 0; k < q->n; k++) {
        int ear = instance_ear(q, v, i);
        formula_literal(f, -var_p(e, ear, j, k, t));
        some_carries(e, instance_one_ear(q), q->in, q->in_channel, v, ear, j,
                     t);
        formula_end(f);
    }
}

/* ---- the goal ---- */

static void contents_wanted(struct encoding *e, int *group)
{
    const struct instance *q = e->q;
    EACH_CELL(e, v, j)
    {
        if (!q->wants[instance_at(q, v, j)])
            continue;
        const struct making m = {
            .where = instance_mouths(q) + v,
            .v = v,
            .j = j,
            .t = e->steps + 1,
            .content = formula_variables(&e->formula, (size_t)q->n),
            .stride = 1,
            .group = group};
        contents_make(e, &m);
        for (int k = 0; k < q->n; k++)
            formula_1(&e->formula, instance_takes(q, v, j, k)
                                       ? m.content + k
                                       : -(m.content + k));
    }
}

void encode_contents(struct encoding *e)
{
    const struct instance *q = e->q;
    size_t most = (size_t)(q->ears + 1) * (size_t)(e->steps + 2);
    int *group = malloc((most + (size_t)q->n) * sizeof *group);
    if (!group) {
        e->formula.fault = FORMULA_NO_MEMORY;
        return;
    }
    contents_transfers(e);
    silence(e);
    messages(e, group);
    contents_wanted(e, group);
    free(group);
}
