/* Computes from a cut's certificate alone how much can cross it. */
#include <stdlib.h>
#include <string.h>

#include "crossing.h"

int cut_init(struct cut *cut, const struct bound_question *q)
{
    size_t p = (size_t)q->p;
    size_t vertices = (size_t)weft_network_vertices(q->network);
    cut->from = calloc(vertices, sizeof *cut->from);
    cut->send = calloc(p, sizeof *cut->send);
    cut->receive = calloc(p, sizeof *cut->receive);
    return cut->from && cut->send && cut->receive ? 0 : -1;
}

void cut_copy(const struct bound_question *q, const struct cut *to,
              const struct cut *from)
{
    size_t p = (size_t)q->p;
    size_t vertices = (size_t)weft_network_vertices(q->network);
    memcpy(to->from, from->from, vertices * sizeof *to->from);
    memcpy(to->send, from->send, p * sizeof *to->send);
    memcpy(to->receive, from->receive, p * sizeof *to->receive);
}

void cut_finish(struct cut *cut)
{
    free(cut->from);
    free(cut->send);
    free(cut->receive);
}

int cut_sum_init(struct cut_sum *sum, const struct bound_question *q)
{
    size_t classes = q->alike ? 1 : (size_t)q->arcs + 1;
    *sum = (struct cut_sum){.lanes = calloc(classes, sizeof *sum->lanes)};
    return sum->lanes ? 0 : -1;
}

void cut_sum_finish(struct cut_sum *sum)
{
    free(sum->lanes);
}

/* Return whether the arcs that leave a vertex begin on the sending side. */
static bool cut_is_open(const struct bound_question *q, const struct cut *cut,
                        int v)
{
    if (v >= q->p)
        return cut->from[v];
    return (cut->from[v] && !cut->send[v]) || (q->routed && cut->receive[v]);
}

/* Return whether the arcs that lead to a vertex end on the receiving side. */
static bool cut_is_behind(const struct bound_question *q, const struct cut *cut,
                          int v)
{
    if (v >= q->p)
        return !cut->from[v];
    return (!cut->from[v] && !cut->receive[v]) || (q->routed && cut->send[v]);
}

void cut_add_up(struct cut_sum *sum, const struct crossing *x,
                const struct cut *cut)
{
    const struct bound_question *q = x->q;
    memset(sum->lanes, 0, (size_t)x->classes * sizeof *sum->lanes);
    sum->arcs = sum->ports = 0;
    for (int64_t a = 0; a < q->arcs; a++) {
        const struct bound_arc *arc = &q->arc[a];
        if (!cut_is_open(q, cut, arc->from) || !cut_is_behind(q, cut, arc->to))
            continue;
        sum->lanes[x->class_of[a]] += arc->lanes;
        sum->arcs++;
    }
    for (int v = 0; v < q->p; v++) {
        if (cut->send[v])
            sum->ports += bound_ports(q, v, BOUND_OUT);
        if (cut->receive[v])
            sum->ports += bound_ports(q, v, BOUND_IN);
    }
}

struct ratio cut_words(const struct crossing *x, const struct cut *cut,
                       const struct cut_sum *sum, struct ratio time)
{
    const struct bound_question *q = x->q;
    struct ratio words = RATIO_ZERO;
    for (int i = 0; i < x->classes; i++) {
        struct bound_arc arc = {.start = x->class[i].start,
                                .word = x->class[i].word};
        int64_t lanes = sum->lanes[i] + (q->alike ? sum->ports : 0);
        if (lanes)
            words = ratio_add(
                words, ratio_times(bound_lane(q, &arc, time), lanes, RATIO_UP),
                RATIO_UP);
    }
    for (int v = 0; v < q->p && !q->alike; v++) {
        if (cut->send[v])
            words =
                ratio_add(words, bound_port(q, v, BOUND_OUT, time), RATIO_UP);
        if (cut->receive[v])
            words =
                ratio_add(words, bound_port(q, v, BOUND_IN, time), RATIO_UP);
    }
    return words;
}

struct cut_carrier {
    const struct crossing *x;
    const struct cut *cut;
    const struct cut_sum *sum;
};

static struct ratio cut_carried(const void *arg, struct ratio until)
{
    const struct cut_carrier *carrier = arg;
    return cut_words(carrier->x, carrier->cut, carrier->sum, until);
}

uint64_t cut_time(const struct crossing *x, const struct cut *cut,
                  struct cut_sum *sum, struct ratio need, uint64_t above)
{
    struct cut_carrier carrier = {x, cut, sum};
    cut_add_up(sum, x, cut);
    return bound_first_time(x->q, above, need, cut_carried, &carrier);
}
