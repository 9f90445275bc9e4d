/* Bandwidths as integers: each is read as the shortest decimal that represents
 * the same double, and all are divided by their greatest common divisor. */
#include <limits.h>
#include <stdlib.h>

#include "band.h"

int band_unlike(struct weft_error *err)
{
    return weft_error_set(
        err, WEFT_ERROR_LIMIT, 0,
        "the bandwidths differ too much for exact computation");
}

static int capacities_no_memory(struct weft_error *err)
{
    return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                          "no memory for the capacities of the links");
}

int band_reduce(wide_int num, wide_int den, struct weft_fraction *out)
{
    return decimal_reduce(num, den, &out->num, &out->den);
}

/* Return the bandwidth of one lane of an arc; 1 if it has none of its own.
 * With a time per word, all bandwidths are multiplied by it. */
static struct decimal capacities_of_lane(const struct band_graph *g, int vertex,
                                         int port)
{
    struct weft_arc_cost cost;
    struct decimal lane = {1, 0};
    if (g->measure.plain || !weft_network_has_costs(g->network) ||
        !weft_network_arc_cost(g->network, vertex, port, &cost) ||
        cost.bandwidth <= 0)
        return lane;
    lane = decimal_shortest(cost.bandwidth);
    if (g->measure.tw)
        lane.digits *= g->measure.tw;
    return lane;
}

static int capacities_read(struct band_graph *g, struct decimal *value)
{
    int lowest = INT_MAX;
    for (int v = 0; v < g->vertices; v++)
        for (int i = 0; i < weft_network_degree(g->network, v); i++) {
            int to = weft_network_neighbour(g->network, v, i);
            struct decimal *lane = &value[g->arcs];
            *lane = capacities_of_lane(g, v, i);
            if (!g->measure.by_lane)
                lane->digits *= weft_network_lanes(g->network, v, i);
            lowest = lane->exponent < lowest ? lane->exponent : lowest;
            g->arc[g->arcs++] = (struct band_arc){g->reversed ? to : v,
                                                  g->reversed ? v : to, i, 0};
        }
    return lowest;
}

/* Set the unit to common * 10^exponent. Return 0, or -1 if it does not fit. */
static int capacities_unit(struct band_graph *g, wide_int common, int exponent)
{
    wide_int num = common, den = 1;
    if (decimal_shift(&num, exponent) || decimal_shift(&den, -exponent))
        return -1;
    return band_reduce(num, den, &g->unit);
}

/* Set all capacities. Return 0, or -1 if they do not fit. */
static int capacities_scale(struct band_graph *g, struct decimal *value,
                            int lowest)
{
    wide_int common = 0, sum = 0;
    for (int a = 0; a < g->arcs; a++) {
        if (decimal_shift(&value[a].digits, value[a].exponent - lowest))
            return -1;
        common = common_divisor(common, value[a].digits);
    }
    for (int a = 0; a < g->arcs; a++) {
        const struct band_arc *arc = &g->arc[a];
        wide_int capacity = value[a].digits / common;
        if (capacity > BAND_SUM_MAX)
            return -1;
        if (g->measure.by_lane)
            capacity *= weft_network_lanes(
                g->network, g->reversed ? arc->to : arc->from, arc->port);
        sum += capacity;
        if (sum > BAND_SUM_MAX / g->words)
            return -1;
        g->arc[a].capacity = (int64_t)capacity;
    }
    return capacities_unit(g, common, lowest);
}

int band_graph_init(struct band_graph *graph,
                    const struct weft_network *network,
                    const struct band_measure *measure, bool reversed, int root,
                    struct weft_error *err)
{
    int n = weft_network_size(network);
    size_t arcs = (size_t)weft_network_arcs(network);
    *graph = (struct band_graph){.network = network,
                                 .vertices = weft_network_vertices(network),
                                 .processors = n,
                                 .reversed = reversed,
                                 .measure = measure ? *measure
                                                    : (struct band_measure){0},
                                 .words = root < 0 ? n : 1,
                                 .arc = malloc((arcs + 1) * sizeof *graph->arc),
                                 .weight = calloc((size_t)n, sizeof(int64_t))};
    struct decimal *value = malloc((arcs + 1) * sizeof *value);
    if (!graph->arc || !graph->weight || !value) {
        free(value);
        return capacities_no_memory(err);
    }
    for (int v = 0; v < n; v++)
        graph->weight[v] = root < 0 || v == root;
    int lowest = capacities_read(graph, value);
    int status = capacities_scale(graph, value, lowest);
    free(value);
    return status ? band_unlike(err) : 0;
}

void band_graph_finish(struct band_graph *graph)
{
    free(graph->arc);
    free(graph->weight);
    *graph = (struct band_graph){.arc = NULL};
}

int64_t *band_degrees(const struct band_graph *graph)
{
    int64_t *sum = calloc(2 * (size_t)graph->vertices, sizeof *sum);
    for (int a = 0; sum && a < graph->arcs; a++) {
        const struct band_arc *arc = &graph->arc[a];
        sum[arc->to] += arc->capacity;
        sum[graph->vertices + arc->from] += arc->capacity;
    }
    return sum;
}

int64_t band_flow(struct flow *flow, int from, int to, int64_t asked,
                  struct band_watch *watch)
{
    if (watch->go_on && !watch->go_on(watch->arg)) {
        watch->stopped = true;
        return -1;
    }
    watch->flows++;
    watch->edges += (uint64_t)flow->edges;
    if (watch->most && watch->edges > watch->most) {
        watch->stopped = true;
        return -1;
    }
    return flow_run(flow, from, to, asked);
}
