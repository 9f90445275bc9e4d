/* Builds the flow graph of a question and sets its capacities. */
#include "crossing.h"

#include <stdlib.h>

__extension__ typedef __int128 crossing_wide; /* wide enough for products */

#define UNITS_MAX ((int64_t)1 << 60) /* limit on the units of a flow */
/* number of the latest classes that are compared with an arc */
#define CLASSES_NEAR 64

/* ---- vertices: cores, sides, source, sink ---- */

static int crossing_vertices(const struct crossing *x)
{
    return weft_network_vertices(x->q->network);
}

/* Return the vertex to which incoming arcs lead. */
static int crossing_inner(const struct crossing *x, int vertex)
{
    return x->q->p + vertex;
}

/* Return the vertex from which outgoing arcs lead. */
static int crossing_outer(const struct crossing *x, int vertex)
{
    bool apart = !x->q->routed && vertex < x->q->p;
    return x->q->p + vertex + (apart ? crossing_vertices(x) : 0);
}

/* ---- edges: arcs, send ports, receive ports, source, sink ---- */

static int crossing_first_have(const struct crossing *x)
{
    return (int)x->q->arcs + 2 * x->q->p;
}

static int crossing_first_want(const struct crossing *x)
{
    return crossing_first_have(x) + x->q->p;
}

/* Return -1 if out of memory. */
static int crossing_edge(struct crossing *x, int from, int to)
{
    return x->back ? flow_add(&x->flow, to, from)
                   : flow_add(&x->flow, from, to);
}

static int crossing_edges(struct crossing *x)
{
    const struct bound_question *q = x->q;
    int status = 0;
    for (int64_t a = 0; a < q->arcs; a++)
        status |= crossing_edge(x, crossing_outer(x, q->arc[a].from),
                                crossing_inner(x, q->arc[a].to));
    for (int v = 0; v < q->p; v++)
        status |= crossing_edge(x, v, crossing_outer(x, v));
    for (int v = 0; v < q->p; v++)
        status |= crossing_edge(x, crossing_inner(x, v), v);
    for (int v = 0; v < q->p; v++)
        status |= flow_add(&x->flow, x->source, v);
    for (int v = 0; v < q->p; v++)
        status |= flow_add(&x->flow, v, x->sink);
    return status < 0 ? -1 : 0;
}

/* Return the class of an arc if it is among the most recent ones, else -1. */
static int crossing_find_class(const struct crossing *x,
                               const struct bound_arc *arc)
{
    for (int i = x->classes - 1; i >= 0 && i >= x->classes - CLASSES_NEAR; i--)
        if (!ratio_compare(x->class[i].start, arc->start) &&
            !ratio_compare(x->class[i].word, arc->word))
            return i;
    return -1;
}

static int crossing_classes(struct crossing *x)
{
    const struct bound_question *q = x->q;
    size_t room = q->alike ? 1 : (size_t)q->arcs;
    x->class_of = calloc((size_t)q->arcs + 1, sizeof *x->class_of);
    x->class = malloc((room + 1) * sizeof *x->class);
    if (!x->class_of || !x->class)
        return -1;
    if (q->alike) {
        x->class[x->classes++] =
            (struct crossing_class){q->start, q->word, RATIO_ZERO};
        return 0;
    }
    for (int64_t a = 0; a < q->arcs; a++) {
        const struct bound_arc *arc = &q->arc[a];
        int at = crossing_find_class(x, arc);
        if (at < 0) {
            at = x->classes++;
            x->class[at] =
                (struct crossing_class){arc->start, arc->word, RATIO_ZERO};
        }
        x->class_of[a] = at;
    }
    return 0;
}

int crossing_init(struct crossing *x, struct bound_question *q, bool back)
{
    *x = (struct crossing){.q = q, .back = back};
    if (bound_arcs(q) || crossing_classes(x))
        return -1;
    int sides = crossing_vertices(x) + (q->routed ? 0 : q->p);
    x->source = q->p + sides;
    x->sink = x->source + 1;
    x->flow.vertices = x->sink + 1;
    x->time = UINT64_MAX;
    x->have = calloc((size_t)q->p, sizeof *x->have);
    x->port = calloc(2 * (size_t)q->p, sizeof *x->port);
    x->want = calloc((size_t)q->p, sizeof *x->want);
    return x->have && x->port && x->want && !crossing_edges(x) ? 0 : -1;
}

int crossing_build(struct crossing *x, struct ratio unit, int64_t asked)
{
    x->unit = unit;
    x->asked = asked < UNITS_MAX ? asked : UNITS_MAX;
    return flow_build(&x->flow);
}

void crossing_finish(struct crossing *x)
{
    flow_finish(&x->flow);
    free(x->class_of);
    free(x->class);
    free(x->have);
    free(x->want);
    free(x->port);
}

/* ---- capacities ---- */

/* Refine the scale so that `units` also becomes an integer, unless the scale
 * gets too fine: then capacities are rounded up. */
static void crossing_refine(struct crossing *x, struct ratio units)
{
    if (ratio_is_infinite(units))
        return;
    crossing_wide scale =
        (crossing_wide)ratio_make(x->scale, units.den).num * units.den;
    if (scale * x->asked <= UNITS_MAX)
        x->scale = (int64_t)scale;
}

static struct ratio crossing_units(const struct crossing *x, struct ratio words)
{
    return ratio_divide(words, x->unit, RATIO_UP);
}

/* Convert to the flow's scale; capped at `asked`, since a larger capacity makes
 * no difference. */
static int64_t crossing_scaled(const struct crossing *x, struct ratio units)
{
    crossing_wide most = (crossing_wide)x->asked * x->scale;
    if (ratio_is_infinite(units))
        return (int64_t)most;
    crossing_wide exact =
        ((crossing_wide)units.num * x->scale + units.den - 1) / units.den;
    return (int64_t)(exact < most ? exact : most);
}

/* Return whether the port may carry less than the arcs behind it. */
static bool crossing_narrow(const struct crossing *x, int v, enum bound_way way)
{
    int ports = way == BOUND_OUT ? x->q->send_ports : x->q->receive_ports;
    return bound_ports(x->q, v, way) == ports;
}

/* Return the capacity of port edge i in words: send ports come first, then
 * receive ports. */
static struct ratio crossing_port(const struct crossing *x, int i)
{
    const struct bound_question *q = x->q;
    enum bound_way way = i < q->p ? BOUND_OUT : BOUND_IN;
    int v = i % q->p;
    if (!crossing_narrow(x, v, way))
        return RATIO_INFINITE;
    if (q->alike)
        return ratio_times(x->class[0].words, bound_ports(q, v, way), RATIO_UP);
    return bound_port(q, v, way, bound_until(q, x->time));
}

static void crossing_set_have(struct crossing *x, int v)
{
    struct ratio units =
        x->have[v] < 0 ? RATIO_INFINITE : ratio_whole(x->have[v]);
    flow_set(&x->flow, crossing_first_have(x) + v, crossing_scaled(x, units));
}

static void crossing_set_want(struct crossing *x, int v)
{
    flow_set(&x->flow, crossing_first_want(x) + v,
             x->want[v] ? crossing_scaled(x, RATIO_INFINITE) : 0);
}

void crossing_time(struct crossing *x, uint64_t time)
{
    struct bound_question *q = x->q;
    x->time = time;
    x->scale = 1;
    for (int i = 0; i < x->classes; i++) {
        struct bound_arc arc = {.start = x->class[i].start,
                                .word = x->class[i].word};
        x->class[i].words = bound_lane(q, &arc, bound_until(q, time));
        crossing_refine(x, crossing_units(x, x->class[i].words));
    }
    for (int i = 0; i < 2 * q->p; i++) {
        x->port[i] = crossing_units(x, crossing_port(x, i));
        crossing_refine(x, x->port[i]);
    }
    for (int64_t a = 0; a < q->arcs; a++) {
        struct ratio words = ratio_times(x->class[x->class_of[a]].words,
                                         q->arc[a].lanes, RATIO_UP);
        flow_set(&x->flow, (int)a,
                 crossing_scaled(x, crossing_units(x, words)));
    }
    for (int i = 0; i < 2 * q->p; i++)
        flow_set(&x->flow, (int)q->arcs + i, crossing_scaled(x, x->port[i]));
    for (int v = 0; v < q->p; v++) {
        crossing_set_have(x, v);
        crossing_set_want(x, v);
    }
}

void crossing_have(struct crossing *x, int v, int64_t units)
{
    x->have[v] = units;
    crossing_set_have(x, v);
}

void crossing_want(struct crossing *x, int v, bool wants)
{
    x->want[v] = wants;
    crossing_set_want(x, v);
}

int64_t crossing_run(struct crossing *x, int v, int64_t asked)
{
    return flow_run(&x->flow, x->source, v < 0 ? x->sink : v, asked * x->scale);
}

static bool crossing_sends(const struct crossing *x, int vertex)
{
    return flow_behind(&x->flow, vertex) == x->back;
}

void crossing_cut(const struct crossing *x, const struct cut *cut)
{
    int vertices = crossing_vertices(x);
    for (int v = 0; v < vertices; v++) {
        bool core = v < x->q->p;
        cut->from[v] = crossing_sends(x, core ? v : crossing_inner(x, v));
        if (!core)
            continue;
        cut->send[v] = cut->from[v] && !crossing_sends(x, crossing_outer(x, v));
        cut->receive[v] =
            !cut->from[v] && crossing_sends(x, crossing_inner(x, v));
    }
}
