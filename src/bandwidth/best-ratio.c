/* The cut with the largest ratio of words that must leave it to bandwidth that
 * leaves it, by Newton's iteration (Dinkelbach 1967). For a ratio p / q, a
 * source feeds each processor with q times its words, and each arc has p times
 * its capacity: if some processor receives less than q times all words, the
 * minimum cut has a larger ratio, which takes the place of p / q. A processor
 * that received everything still does so with a larger ratio, so the iteration
 * needs little more than one flow for each processor. */
#include <stdlib.h>

#include "band.h"

struct best_ratio {
    const struct band_graph *graph;
    struct band_watch *watch;
    struct band_cut *cut;
    struct flow flow;
    int source;
};

static int best_ratio_no_memory(struct weft_error *err)
{
    return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                          "no memory for the flows of a network");
}

/* Return whether the ratio of `a` is larger. */
static bool best_ratio_larger(int64_t words, int64_t leaves,
                              const struct band_cut *cut)
{
    return (wide_int)words * cut->leaves > (wide_int)cut->words * leaves;
}

/* Start with the best of the single processors and of all but one vertex. */
static int best_ratio_start(struct best_ratio *r, struct weft_error *err)
{
    const struct band_graph *g = r->graph;
    int64_t *sum = band_degrees(g);
    int best = -1;
    bool but_one = false;
    if (!sum)
        return best_ratio_no_memory(err);
    for (int v = 0; v < g->processors; v++) {
        int64_t left = g->words - g->weight[v];
        int64_t in = sum[v], out = sum[g->vertices + v];
        if (g->weight[v] &&
            (best < 0 || best_ratio_larger(g->weight[v], out, r->cut))) {
            *r->cut = (struct band_cut){r->cut->inside, g->weight[v], out};
            best = v;
            but_one = false;
        }
        if (left && (best < 0 || best_ratio_larger(left, in, r->cut))) {
            *r->cut = (struct band_cut){r->cut->inside, left, in};
            best = v;
            but_one = true;
        }
    }
    free(sum);
    for (int v = 0; v < g->vertices; v++)
        r->cut->inside[v] = but_one == (v != best);
    return 0;
}

static int best_ratio_build(struct best_ratio *r)
{
    const struct band_graph *g = r->graph;
    r->source = g->vertices;
    r->flow.vertices = g->vertices + 1;
    for (int a = 0; a < g->arcs; a++)
        if (flow_add(&r->flow, g->arc[a].from, g->arc[a].to) < 0)
            return -1;
    for (int v = 0; v < g->processors; v++)
        if (flow_add(&r->flow, r->source, v) < 0)
            return -1;
    return flow_build(&r->flow);
}

static struct weft_fraction best_ratio_set(struct best_ratio *r)
{
    const struct band_graph *g = r->graph;
    struct weft_fraction ratio = band_fraction(r->cut->words, r->cut->leaves);
    for (int a = 0; a < g->arcs; a++)
        flow_set(&r->flow, a, ratio.num * g->arc[a].capacity);
    for (int v = 0; v < g->processors; v++)
        flow_set(&r->flow, g->arcs + v, ratio.den * g->weight[v]);
    return ratio;
}

/* Take the minimum cut of the last flow. */
static void best_ratio_take(struct best_ratio *r)
{
    const struct band_graph *g = r->graph;
    struct band_cut *cut = r->cut;
    cut->words = cut->leaves = 0;
    for (int v = 0; v < g->vertices; v++) {
        cut->inside[v] = !flow_behind(&r->flow, v);
        if (v < g->processors && cut->inside[v])
            cut->words += g->weight[v];
    }
    for (int a = 0; a < g->arcs; a++)
        if (cut->inside[g->arc[a].from] && !cut->inside[g->arc[a].to])
            cut->leaves += g->arc[a].capacity;
}

static int best_ratio_unreached(const struct best_ratio *r,
                                struct weft_error *err)
{
    const struct band_graph *g = r->graph;
    int from = 0, to = 0;
    for (int v = g->processors - 1; v >= 0; v--)
        *(r->cut->inside[v] ? &from : &to) = v;
    return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                          "processor %d cannot be reached from %d",
                          g->reversed ? from : to, g->reversed ? to : from);
}

static int best_ratio_iterate(struct best_ratio *r, struct weft_error *err)
{
    const struct band_graph *g = r->graph;
    struct weft_fraction ratio;
    if (!r->cut->leaves)
        return best_ratio_unreached(r, err);
    ratio = best_ratio_set(r);
    for (int t = 0; t < g->processors;) {
        int64_t asked = ratio.den * g->words;
        int64_t sum = band_flow(&r->flow, r->source, t, asked, r->watch);
        if (r->watch->stopped)
            return weft_error_set(err, WEFT_ERROR_STOPPED, 0,
                                  "stopped before the cut was known");
        if (sum == asked) {
            t++;
            continue;
        }
        best_ratio_take(r);
        if (!r->cut->leaves)
            return best_ratio_unreached(r, err);
        ratio = best_ratio_set(r);
    }
    return 0;
}

int band_best_ratio(const struct band_graph *graph, struct band_cut *cut,
                    struct band_watch *watch, struct weft_error *err)
{
    struct best_ratio r = {.graph = graph, .watch = watch, .cut = cut};
    cut->inside = calloc((size_t)graph->vertices + 1, sizeof *cut->inside);
    if (!cut->inside)
        return best_ratio_no_memory(err);
    int status = best_ratio_start(&r, err);
    if (!status)
        status = best_ratio_build(&r) ? best_ratio_no_memory(err)
                                      : best_ratio_iterate(&r, err);
    flow_finish(&r.flow);
    return status;
}

int band_suffices(const struct band_graph *graph, const int64_t *capacity,
                  int64_t chunks, struct band_watch *watch)
{
    struct best_ratio r = {.graph = graph, .watch = watch};
    int64_t asked = chunks * graph->words;
    int enough = best_ratio_build(&r) ? -1 : 1;
    for (int a = 0; enough > 0 && a < graph->arcs; a++)
        flow_set(&r.flow, a, capacity[a]);
    for (int v = 0; enough > 0 && v < graph->processors; v++)
        flow_set(&r.flow, graph->arcs + v, chunks * graph->weight[v]);
    for (int v = 0; enough > 0 && v < graph->processors; v++)
        enough = band_flow(&r.flow, r.source, v, asked, watch) == asked;
    flow_finish(&r.flow);
    return enough;
}
