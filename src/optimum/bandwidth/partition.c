/* Lower bounds of an allreduce of a vector of N words.
 *
 * Cut: N words must cross each cut with processors on both sides, both ways.
 *
 * Partition: let each processor be in exactly one of f sets of vertices. If all
 * parties of a group must learn from all others, they need 2 f - 2 one-way
 * calls (Harary and Schwenk 1974), and each call enters a set. So a word takes
 * 2 (f - 1) / sum of B-(S_i), where B- is the bandwidth that enters a set; the
 * same holds for the bandwidths that leave. The best family of sets is found by
 * Newton's iteration: for a trial value mu = A / F, a Dilworth truncation of
 * B- - mu with one minimum cut for each processor finds a family with a smaller
 * sum of B- / (f - 1), if there is one. */
#include "partition.h"

#include <stdlib.h>
#include <string.h>

#define PARTITION_ENDLESS ((int64_t)1 << 61)

struct partition {
    const struct band_graph *graph;
    struct band_watch *watch;
    struct flow flow;
    int source, sink;
    int *part; /* [processors] lowest processor of each one's part */
    int parts;
    int64_t enters; /* sum of the capacities that enter the parts */
    int64_t *y;     /* [processors] values of the truncation */
};

/* Indices of the edges source -> v and v -> sink. */
static int partition_fed(const struct partition *p, int v)
{
    return p->graph->arcs + v;
}

static int partition_drained(const struct partition *p, int v)
{
    return p->graph->arcs + p->graph->processors + v;
}

static int partition_build(struct partition *p)
{
    const struct band_graph *g = p->graph;
    size_t n = (size_t)g->processors;
    p->source = g->vertices;
    p->sink = g->vertices + 1;
    p->flow.vertices = g->vertices + 2;
    p->part = malloc(n * sizeof *p->part);
    p->y = malloc(n * sizeof *p->y);
    if (!p->part || !p->y)
        return -1;
    for (int a = 0; a < g->arcs; a++)
        if (flow_add(&p->flow, g->arc[a].from, g->arc[a].to) < 0)
            return -1;
    for (int v = 0; v < g->processors; v++)
        if (flow_add(&p->flow, p->source, v) < 0)
            return -1;
    for (int v = 0; v < g->processors; v++)
        if (flow_add(&p->flow, v, p->sink) < 0)
            return -1;
    return flow_build(&p->flow);
}

static void partition_finish(struct partition *p)
{
    flow_finish(&p->flow);
    free(p->part);
    free(p->y);
}

/* Multiply all capacities, and cut off source and sink. */
static void partition_scale(struct partition *p, int64_t factor)
{
    const struct band_graph *g = p->graph;
    for (int a = 0; a < g->arcs; a++)
        flow_set(&p->flow, a, factor * g->arc[a].capacity);
    for (int v = 0; v < 2 * g->processors; v++)
        flow_set(&p->flow, g->arcs + v, 0);
}

static int64_t partition_flow(struct partition *p, int from, int to)
{
    return band_flow(&p->flow, from, to, PARTITION_ENDLESS, p->watch);
}

/* Compute the smallest capacity of a cut with processors on both sides. */
static int64_t partition_smallest_cut(struct partition *p)
{
    int64_t least = INT64_MAX;
    partition_scale(p, 1);
    for (int v = 1; v < p->graph->processors; v++)
        for (int side = 0; side < 2 && !p->watch->stopped; side++) {
            int64_t sum = partition_flow(p, side ? v : 0, side ? 0 : v);
            least = sum < least ? sum : least;
        }
    return least;
}

/* Connect a processor to the sink with this capacity or, if `capacity` is
 * negative, to the source with -capacity. */
static void partition_tie(struct partition *p, int v, int64_t capacity)
{
    flow_set(&p->flow, partition_fed(p, v), capacity < 0 ? -capacity : 0);
    flow_set(&p->flow, partition_drained(p, v), capacity > 0 ? capacity : 0);
}

/* Join the part of v with those of all processors on the sink's side. */
static void partition_join(struct partition *p, int v)
{
    p->part[v] = v;
    for (int j = 0; j < v; j++) {
        int joined = p->part[j];
        if (!flow_behind(&p->flow, j) || joined == p->part[v])
            continue;
        int into = joined < p->part[v] ? joined : p->part[v];
        int gone = joined < p->part[v] ? p->part[v] : joined;
        for (int k = 0; k <= v; k++)
            if (p->part[k] == gone)
                p->part[k] = into;
    }
}

/* Truncate B- - amount / factor. Return the sum of y. */
static int64_t partition_truncate(struct partition *p, int64_t factor,
                                  int64_t amount)
{
    int n = p->graph->processors;
    int64_t above = 0, sum = 0;
    partition_scale(p, factor);
    for (int v = 0; v < n; v++)
        partition_tie(p, v, -PARTITION_ENDLESS);
    for (int v = 0; v < n && !p->watch->stopped; v++) {
        partition_tie(p, v, PARTITION_ENDLESS);
        p->y[v] = partition_flow(p, p->source, p->sink) - above - amount;
        partition_join(p, v);
        partition_tie(p, v, p->y[v]);
        above += p->y[v] > 0 ? p->y[v] : 0;
        sum += p->y[v];
    }
    return sum;
}

/* Count the parts and what enters them, with the switches that make it least in
 * each. */
static void partition_measure(struct partition *p)
{
    int n = p->graph->processors;
    partition_scale(p, 1);
    p->parts = 0;
    p->enters = 0;
    for (int i = 0; i < n && !p->watch->stopped; i++) {
        if (p->part[i] != i)
            continue;
        for (int v = 0; v < n; v++)
            partition_tie(
                p, v, p->part[v] == i ? PARTITION_ENDLESS : -PARTITION_ENDLESS);
        p->enters += partition_flow(p, p->source, p->sink);
        p->parts++;
    }
}

/* Set num / den to 2 (f - 1) / (sum of B-) of the best family. */
static void partition_best(struct partition *p, struct weft_fraction *best)
{
    for (int v = 0; v < p->graph->processors; v++)
        p->part[v] = v;
    partition_measure(p);
    while (!p->watch->stopped) {
        int64_t enters = p->enters;
        int others = p->parts - 1;
        *best = band_fraction(2 * (int64_t)others, enters);
        if (partition_truncate(p, others, enters) >= -enters)
            break;
        partition_measure(p);
        /* without progress, which no input should cause, stop */
        if ((wide_int)p->enters * others >= (wide_int)enters * (p->parts - 1))
            break;
    }
}

int band_allreduce_bound(const struct band_graph *graph,
                         struct weft_fraction *bound, const char **by,
                         struct band_watch *watch, struct weft_error *err)
{
    struct partition p = {.graph = graph, .watch = watch};
    struct weft_fraction best = {0, 1};
    if (partition_build(&p)) {
        partition_finish(&p);
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for the flows of a network");
    }
    int64_t least = partition_smallest_cut(&p);
    if (!watch->stopped)
        partition_best(&p, &best);
    partition_finish(&p);
    if (watch->stopped)
        return weft_error_set(err, WEFT_ERROR_STOPPED, 0,
                              "stopped before the bounds were known");
    struct weft_fraction cut = {1, least};
    *by = band_compare(best, cut) > 0 ? "partition" : "cut";
    *bound = band_compare(best, cut) > 0 ? best : cut;
    bound->num *= graph->processors;
    *bound = band_fraction(bound->num, bound->den);
    return 0;
}
