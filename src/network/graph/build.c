/* Convert lists of links to tables of arcs. */
#include "graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"

int graph_link(struct graph_links *links, int u, int v)
{
    if (array_grow(&links->link, &links->room, links->count + 1,
                   sizeof *links->link))
        return -1;
    links->link[links->count++] =
        (struct graph_link){.u = u, .v = v, .cost = {-1, 0}};
    return 0;
}

int graph_no_memory(struct graph_links *links, struct weft_error *err)
{
    free(links->link);
    *links = (struct graph_links){0};
    return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
}

/* An arc, before sorting. If there are duplicates, the arc of the first link
 * counts. */
struct build_graph_arc {
    int from, to;
    size_t link;
};

static int build_compare(const void *a, const void *b)
{
    const struct build_graph_arc *x = a, *y = b;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    if (x->to != y->to)
        return x->to < y->to ? -1 : 1;
    return x->link < y->link ? -1 : x->link > y->link;
}

static int compare_backwards(const void *a, const void *b)
{
    const struct build_graph_arc *x = a, *y = b;
    if (x->to != y->to)
        return x->to < y->to ? -1 : 1;
    return x->from < y->from ? -1 : x->from > y->from;
}

/* List all arcs in order, without duplicates. @returns their number */
static size_t arcs_list(const struct graph_links *links,
                        struct build_graph_arc *arc)
{
    size_t count = 0, kept = 0;
    for (size_t i = 0; i < links->count; i++) {
        const struct graph_link *link = &links->link[i];
        if (link->u == link->v)
            continue;
        arc[count++] = (struct build_graph_arc){link->u, link->v, i};
        if (!link->one_way)
            arc[count++] = (struct build_graph_arc){link->v, link->u, i};
    }
    if (count)
        qsort(arc, count, sizeof *arc, build_compare);
    for (size_t i = 0; i < count; i++)
        if (!kept || arc[kept - 1].from != arc[i].from ||
            arc[kept - 1].to != arc[i].to)
            arc[kept++] = arc[i];
    return kept;
}

static int arcs_open(struct graph_arcs *arcs, int vertices, size_t count)
{
    arcs->first = calloc((size_t)vertices + 1, sizeof *arcs->first);
    arcs->to = malloc((count + 1) * sizeof *arcs->to);
    return arcs->first && arcs->to ? 0 : -1;
}

/* Convert counts (first[v + 1] has the number of arcs of v) to the index of
 * each vertex's first arc. */
static void build_sum_up(int *first, int vertices)
{
    for (int v = 0; v < vertices; v++)
        first[v + 1] += first[v];
}

static bool has_cost(const struct graph_links *links)
{
    for (size_t i = 0; i < links->count; i++)
        if (links->link[i].cost.latency >= 0 ||
            links->link[i].cost.bandwidth > 0)
            return true;
    return false;
}

static int take_costs(struct graph *graph, const struct graph_links *links,
                      const struct build_graph_arc *arc, size_t count)
{
    if (!has_cost(links))
        return 0;
    graph->cost = malloc((count + 1) * sizeof *graph->cost);
    if (!graph->cost)
        return -1;
    for (size_t i = 0; i < count; i++)
        graph->cost[i] = links->link[arc[i].link].cost;
    return 0;
}

static int build_take_lanes(struct graph *graph,
                            const struct graph_links *links,
                            const struct build_graph_arc *arc, size_t count)
{
    bool any = false;
    for (size_t i = 0; i < links->count; i++)
        any = any || links->link[i].more > 0;
    if (!any)
        return 0;
    graph->lanes = malloc((count + 1) * sizeof *graph->lanes);
    if (!graph->lanes)
        return -1;
    for (size_t i = 0; i < count; i++)
        graph->lanes[i] = 1 + links->link[arc[i].link].more;
    return 0;
}

/* Build the table of incoming arcs, if it differs from the outgoing ones. */
static int take_backwards(struct graph *graph, struct build_graph_arc *arc,
                          size_t count, bool one_way)
{
    if (!one_way) {
        graph->in = graph->out;
        return 0;
    }
    if (arcs_open(&graph->in, graph->vertices, count))
        return -1;
    qsort(arc, count, sizeof *arc, compare_backwards);
    for (size_t i = 0; i < count; i++) {
        graph->in.first[arc[i].to + 1]++;
        graph->in.to[i] = arc[i].from;
    }
    build_sum_up(graph->in.first, graph->vertices);
    return 0;
}

static int graph_build_build(struct graph *graph,
                             const struct graph_links *links,
                             struct build_graph_arc *arc, size_t *arcs)
{
    size_t count = *arcs = arcs_list(links, arc);
    if (arcs_open(&graph->out, graph->vertices, count) ||
        take_costs(graph, links, arc, count) ||
        build_take_lanes(graph, links, arc, count))
        return -1;
    bool one_way = false;
    for (size_t i = 0; i < links->count; i++)
        one_way |= links->link[i].one_way;
    for (size_t i = 0; i < count; i++) {
        graph->out.first[arc[i].from + 1]++;
        graph->out.to[i] = arc[i].to;
    }
    build_sum_up(graph->out.first, graph->vertices);
    return take_backwards(graph, arc, count, one_way);
}

static int rooms(struct graph *graph)
{
    size_t vertices = (size_t)graph->vertices;
    graph->table = calloc(vertices, sizeof *graph->table);
    graph->thirds = calloc(vertices, sizeof *graph->thirds);
    graph->scratch = malloc(vertices * sizeof *graph->scratch);
    graph->queue = malloc(vertices * sizeof *graph->queue);
    return graph->table && graph->thirds && graph->scratch && graph->queue ? 0
                                                                           : -1;
}

static int build_allocate(struct graph *graph, const struct graph_links *links,
                          size_t *arcs)
{
    struct build_graph_arc *arc = malloc((2 * links->count + 1) * sizeof *arc);
    int status =
        arc && !rooms(graph) ? graph_build_build(graph, links, arc, arcs) : -1;
    free(arc);
    return status;
}

/* Return whether all links are between two classes of vertices. */
static bool bipartite(struct graph *graph)
{
    uint16_t *side = graph->scratch;
    int tail = 0;
    memset(side, 0, (size_t)graph->vertices * sizeof *side);
    for (int root = 0; root < graph->vertices; root++) {
        if (side[root])
            continue;
        side[root] = 1;
        graph->queue[tail++] = root;
        for (int head = tail - 1; head < tail; head++) {
            int u = graph->queue[head];
            const struct graph_arcs *arcs[] = {&graph->out, &graph->in};
            for (int way = 0; way < 2; way++)
                for (int i = arcs[way]->first[u]; i < arcs[way]->first[u + 1];
                     i++) {
                    int v = arcs[way]->to[i];
                    if (side[v] == side[u])
                        return false;
                    if (!side[v])
                        graph->queue[tail++] = v;
                    side[v] = 3 - side[u];
                }
        }
    }
    return true;
}

/* Return whether some processor has two neighbours that are neighbours of each
 * other. The direction of links does not matter. */
static bool triangle_at(struct graph *graph, int size, int u)
{
    uint16_t *near = graph->scratch;
    const struct graph_arcs *out = &graph->out;
    memset(near, 0, (size_t)graph->vertices * sizeof *near);
    for (int i = out->first[u]; i < out->first[u + 1]; i++)
        near[out->to[i]] = out->to[i] < size;
    for (int i = graph->in.first[u]; i < graph->in.first[u + 1]; i++)
        near[graph->in.to[i]] = graph->in.to[i] < size;
    for (int v = 0; v < size; v++)
        for (int i = out->first[v]; near[v] && i < out->first[v + 1]; i++)
            if (near[out->to[i]])
                return true;
    return false;
}

static bool triangle_free(struct graph *graph, int size)
{
    if (bipartite(graph))
        return true;
    for (int u = 0; u < size; u++)
        if (triangle_at(graph, size, u))
            return false;
    return true;
}

static int most_ports(const struct graph *graph)
{
    int most = 0;
    for (int v = 0; v < graph->vertices; v++) {
        int degree = graph->out.first[v + 1] - graph->out.first[v];
        most = degree > most ? degree : most;
    }
    return most;
}

/* Return whether every processor reaches every other: whether all reach
 * processor 0 and are reached from it. */
static int check_reach(const struct weft_network *network,
                       struct weft_error *err)
{
    struct graph *graph = network->state;
    const struct graph_arcs *ways[] = {&graph->out, &graph->in};
    for (int way = 0; way < 2; way++) {
        graph_search(graph, ways[way], 0, graph->scratch);
        for (int v = 0; v < network->size; v++) {
            char name[2][40];
            if (graph->scratch[v] != GRAPH_FAR)
                continue;
            graph->lost = v;
            for (int i = 0; i < 2; i++)
                if (network->row->label)
                    network->row->label(network, i == way ? 0 : v, name[i],
                                        sizeof name[i]);
                else
                    snprintf(name[i], sizeof name[i], "%d", i == way ? 0 : v);
            return weft_error_set(err, WEFT_ERROR_FORMAT, 0,
                                  "not connected: no path from %s to %s",
                                  name[0], name[1]);
        }
    }
    return 0;
}

int graph_init(struct weft_network *network, int vertices,
               struct graph_links *links, struct weft_error *err)
{
    size_t arcs = 0;
    if (!network->state)
        network->state = calloc(1, sizeof(struct graph));
    struct graph *graph = network->state;
    int status = -1;
    if (graph) {
        pthread_mutex_init(&graph->lock, NULL);
        graph->vertices = vertices;
        graph->searched = graph->from = graph->to = -1;
        graph->sparing = graph->sparing || network->untrusted;
        status = build_allocate(graph, links, &arcs);
    }
    free(links->link);
    *links = (struct graph_links){0};
    if (status)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    network->vertices = vertices;
    if (!network->size)
        network->size = vertices;
    network->arcs = (int64_t)arcs;
    network->dimensions = most_ports(graph);
    network->triangle_free = triangle_free(graph, network->size);
    return check_reach(network, err);
}

int graph_power(int base, int exponent, int most)
{
    int64_t power = 1;
    for (; exponent > 0 && power <= most; exponent--)
        power *= base;
    return power > most ? most + 1 : (int)power;
}

int graph_check_links(const struct weft_network *network, int64_t links,
                      struct weft_error *err)
{
    if (!network->untrusted || links <= GRAPH_LINKS_UNTRUSTED)
        return 0;
    return weft_error_set(err, WEFT_ERROR_LIMIT, 0,
                          "more than %d links, the limit for a network that a "
                          "file names; name it with -n",
                          GRAPH_LINKS_UNTRUSTED);
}

int graph_too_large(const struct weft_network *network, struct weft_error *err)
{
    return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                          "more than %d vertices: routes of this kind need "
                          "tables (%s)",
                          GRAPH_VERTICES_MAX, network->row->info.usage);
}
