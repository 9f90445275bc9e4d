/* Switches that send more than they receive would have to copy messages, so the
 * best cut need not be attained. If their outgoing arcs are slowed down until
 * each receives what it sends, the cut of that network is attained, and trees
 * for it are trees for the network. */
#include <stdlib.h>
#include <string.h>

#include "band.h"

/* Capacities are first multiplied by this number, which many numbers divide, so
 * that rounding down costs little. */
#define THROTTLE_FINE 2520

int band_balanced(const struct band_graph *graph)
{
    int64_t *sum = band_degrees(graph);
    if (!sum)
        return -1;
    bool balanced = true;
    for (int v = graph->processors; v < graph->vertices; v++)
        balanced = balanced && sum[v] >= sum[graph->vertices + v];
    free(sum);
    return balanced;
}

static int throttle_copy(const struct band_graph *graph,
                         struct band_graph *slower)
{
    size_t arcs = (size_t)graph->arcs, n = (size_t)graph->processors;
    *slower = *graph;
    slower->arc = malloc((arcs + 1) * sizeof *slower->arc);
    slower->weight = malloc(n * sizeof *slower->weight);
    if (!slower->arc || !slower->weight)
        return -1;
    memcpy(slower->arc, graph->arc, arcs * sizeof *slower->arc);
    memcpy(slower->weight, graph->weight, n * sizeof *slower->weight);
    return 0;
}

/* Slow down all switches once. Return 1 if any was, 0 if not, -1: no memory. */
static int throttle_once(struct band_graph *g)
{
    int64_t *sum = band_degrees(g);
    int changed = 0;
    if (!sum)
        return -1;
    for (int a = 0; a < g->arcs; a++) {
        struct band_arc *arc = &g->arc[a];
        int64_t in = sum[arc->from], out = sum[g->vertices + arc->from];
        if (arc->from < g->processors || in >= out)
            continue;
        arc->capacity = (int64_t)((wide_int)arc->capacity * in / out);
        changed = 1;
    }
    free(sum);
    return changed;
}

static int throttle_scale(struct band_graph *g, struct weft_error *err)
{
    wide_int sum = 0;
    for (int a = 0; a < g->arcs; a++)
        sum += g->arc[a].capacity;
    bool fits = sum <= BAND_SUM_MAX / THROTTLE_FINE / g->words &&
                !band_reduce(g->unit.num, (wide_int)g->unit.den * THROTTLE_FINE,
                             &g->unit);
    for (int a = 0; fits && a < g->arcs; a++)
        g->arc[a].capacity *= THROTTLE_FINE;
    if (fits)
        return 0;
    return band_unlike(err);
}

/* Divide all capacities by their greatest common divisor. */
static int throttle_normalise(struct band_graph *g, struct weft_error *err)
{
    int64_t common = 0;
    for (int a = 0; a < g->arcs; a++)
        common = common_divisor(common, g->arc[a].capacity);
    for (int a = 0; common && a < g->arcs; a++)
        g->arc[a].capacity /= common;
    return common && band_reduce((wide_int)g->unit.num * common, g->unit.den,
                                 &g->unit)
               ? band_unlike(err)
               : 0;
}

int band_throttle(const struct band_graph *graph, struct band_graph *slower,
                  struct weft_error *err)
{
    int status = throttle_copy(graph, slower);
    if (!status && throttle_scale(slower, err))
        return -1;
    while (!status && (status = throttle_once(slower)) > 0)
        status = 0;
    return status ? weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                                   "no memory for the capacities of the links")
                  : throttle_normalise(slower, err);
}
