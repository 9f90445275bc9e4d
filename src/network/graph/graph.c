/* Queries on networks stored as tables. */
#include "graph.h"

#include <stdlib.h>
#include <string.h>

void graph_search(struct graph *graph, const struct graph_arcs *arcs, int from,
                  uint16_t *far)
{
    int tail = 0;
    memset(far, 0xff, (size_t)graph->vertices * sizeof *far);
    far[from] = 0;
    graph->queue[tail++] = from;
    for (int head = 0; head < tail && tail < graph->vertices; head++) {
        int u = graph->queue[head];
        for (int i = arcs->first[u]; i < arcs->first[u + 1]; i++)
            if (far[arcs->to[i]] == GRAPH_FAR) {
                far[arcs->to[i]] = (uint16_t)(far[u] + 1);
                graph->queue[tail++] = arcs->to[i];
            }
    }
}

void graph_release(struct graph *graph)
{
    for (int v = 0; graph->table && v < graph->vertices; v++)
        free(atomic_load_explicit(&graph->table[v], memory_order_relaxed));
    for (int v = 0; graph->thirds && v < graph->vertices; v++)
        free(atomic_load_explicit(&graph->thirds[v], memory_order_relaxed));
    free(graph->table);
    free(graph->thirds);
    if (graph->in.first != graph->out.first)
        free(graph->in.first);
    if (graph->in.to != graph->out.to)
        free(graph->in.to);
    free(graph->out.first);
    free(graph->out.to);
    free(graph->cost);
    free(graph->shape);
    free(graph->lanes);
    free(graph->scratch);
    free(graph->queue);
    if (graph->vertices)
        pthread_mutex_destroy(&graph->lock);
}

void graph_finish(struct weft_network *network)
{
    if (network->state)
        graph_release(network->state);
    free(network->state);
}

/* ---- links -------------------------------------------------------------- */

int graph_degree(const struct weft_network *network, int vertex)
{
    const struct graph *graph = network->state;
    return graph->out.first[vertex + 1] - graph->out.first[vertex];
}

int graph_neighbour(const struct weft_network *network, int vertex, int port)
{
    const struct graph *graph = network->state;
    return port < graph_degree(network, vertex)
               ? graph->out.to[graph->out.first[vertex] + port]
               : -1;
}

int graph_port(const struct weft_network *network, int from, int to)
{
    const struct graph *graph = network->state;
    int low = graph->out.first[from], high = graph->out.first[from + 1];
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (graph->out.to[middle] < to)
            low = middle + 1;
        else
            high = middle;
    }
    return low < graph->out.first[from + 1] && graph->out.to[low] == to
               ? low - graph->out.first[from]
               : -1;
}

int64_t graph_arc(const struct weft_network *network, int vertex, int port)
{
    const struct graph *graph = network->state;
    return port < graph_degree(network, vertex)
               ? graph->out.first[vertex] + port
               : -1;
}

int graph_lanes_in(const struct weft_network *network, int vertex)
{
    const struct graph *graph = network->state;
    const struct graph_arcs *in = &graph->in;
    int lanes = 0;
    for (int i = in->first[vertex]; i < in->first[vertex + 1]; i++) {
        int from = in->to[i];
        int arc = graph->out.first[from] + graph_port(network, from, vertex);
        lanes += graph->lanes ? graph->lanes[arc] : 1;
    }
    return lanes;
}

/* ---- routes ------------------------------------------------------------- */

/* The distances to one vertex: either full or modulo 3; the other pointer is
 * NULL. */
struct far_table {
    const uint16_t *far;
    const uint8_t *thirds;
    /* `far` points to graph->scratch: release the lock after use */
    bool locked;
};

/* Return the distance modulo 3, or 3 if unreachable; a byte holds four
 * vertices. */
static unsigned third_at(const uint8_t *thirds, int vertex)
{
    return thirds[vertex / 4] >> vertex % 4 * 2 & 3;
}

static uint8_t *pack_thirds(const uint16_t *far, int vertices)
{
    uint8_t *thirds = calloc(((size_t)vertices + 3) / 4, 1);
    for (int v = 0; thirds && v < vertices; v++) {
        unsigned third = far[v] == GRAPH_FAR ? 3 : far[v] % 3u;
        thirds[v / 4] |= (uint8_t)(third << v % 4 * 2);
    }
    return thirds;
}

/* Return whether all links go both ways: then the distances of neighbours
 * differ by at most 1, so distances modulo 3 show which one is nearer. */
static bool is_symmetric(const struct graph *graph)
{
    return graph->in.first == graph->out.first;
}

/* Return whether distances may be stored modulo 3. */
static bool spares(const struct graph *graph)
{
    return graph->sparing && is_symmetric(graph);
}

static void search_here(struct graph *graph, const struct graph_arcs *arcs,
                        int from)
{
    graph_search(graph, arcs, from, graph->scratch);
    graph->searched = from;
}

/* Compute the table for `to` and keep it. If out of memory, the distances are
 * in graph->scratch and the lock stays held. */
static void make_table(struct graph *graph, int to, struct far_table *table)
{
    size_t bytes = (size_t)graph->vertices * sizeof *table->far;
    bool whole = !spares(graph) || graph->kept + bytes <= TABLES_MAX;
    uint16_t *far = whole ? malloc(bytes) : NULL;
    if (far)
        graph_search(graph, &graph->in, to, far);
    else
        search_here(graph, &graph->in, to);
    uint8_t *thirds =
        whole ? NULL : pack_thirds(graph->scratch, graph->vertices);
    graph->kept += far ? bytes : 0;
    atomic_store_explicit(&graph->table[to], far, memory_order_release);
    atomic_store_explicit(&graph->thirds[to], thirds, memory_order_release);
    table->locked = !far && !thirds;
    table->far = table->locked ? graph->scratch : far;
    table->thirds = thirds;
}

static bool find_table(struct graph *graph, int to, struct far_table *table)
{
    table->far = atomic_load_explicit(&graph->table[to], memory_order_acquire);
    table->thirds = table->far ? NULL
                               : atomic_load_explicit(&graph->thirds[to],
                                                      memory_order_acquire);
    table->locked = false;
    return table->far || table->thirds;
}

/* Return the distances to a vertex; release them with
 * network_graph_release(). */
static struct far_table graph_distances(struct graph *graph, int to)
{
    struct far_table table;
    if (find_table(graph, to, &table))
        return table;
    pthread_mutex_lock(&graph->lock);
    if (!find_table(graph, to, &table))
        make_table(graph, to, &table);
    if (!table.locked)
        pthread_mutex_unlock(&graph->lock);
    return table;
}

static void network_graph_release(struct graph *graph,
                                  const struct far_table *table)
{
    if (table->locked)
        pthread_mutex_unlock(&graph->lock);
}

/* Return the lowest neighbour that is one link nearer; -1: unreachable. */
static int graph_step(const struct graph *graph, const struct far_table *table,
                      int from)
{
    unsigned here =
        table->far ? table->far[from] : third_at(table->thirds, from);
    if (here == (table->far ? GRAPH_FAR : 3))
        return -1;
    unsigned nearer = table->far ? here - 1 : (here + 2) % 3;
    for (int i = graph->out.first[from]; i < graph->out.first[from + 1]; i++) {
        int to = graph->out.to[i];
        if ((table->far ? table->far[to] : third_at(table->thirds, to)) ==
            nearer)
            return to;
    }
    return -1;
}

/* Return whether there are too many vertices for full tables of all. */
static bool has_thirds(const struct graph *graph)
{
    size_t vertices = (size_t)graph->vertices;
    return spares(graph) && vertices * vertices * sizeof(uint16_t) > TABLES_MAX;
}

/* number of searches allowed without any reuse of results */
#define SEARCHES 256
#define ANSWERS 16 /* number of reuses needed for each further search */

/* Return whether another search is worthwhile: it is not if queries come in an
 * order that never reuses results. */
static bool may_search(struct graph *graph)
{
    if (graph->searches >= SEARCHES + graph->answers / ANSWERS)
        return false;
    graph->searches++;
    return true;
}

/* For networks of which few full tables fit: return the distance if the last
 * search started at one of the two ends, else -1; GRAPH_FAR: unreachable.
 * Starts a search when an end occurs in two successive queries, as in loops
 * over all pairs. */
static int recall(struct graph *graph, int from, int to)
{
    int links = -1;
    pthread_mutex_lock(&graph->lock);
    bool known = graph->searched == from || graph->searched == to;
    graph->answers += known;
    if (!known && (graph->from == from || graph->to == to) && may_search(graph))
        search_here(graph, &graph->in, graph->from == from ? from : to);
    if (graph->searched == from || graph->searched == to)
        links = graph->scratch[graph->searched == from ? to : from];
    graph->from = from;
    graph->to = to;
    pthread_mutex_unlock(&graph->lock);
    return links;
}

/* Return whether two vertices are neighbours, which needs no search. */
static bool is_next(const struct weft_network *network, int from, int to)
{
    return from != to && graph_port(network, from, to) >= 0;
}

/* Return the number of links on the route, step by step. */
static int graph_count_steps(const struct weft_network *network, int from,
                             int to)
{
    int links = 0;
    for (int at = from; at != to; links++)
        at = graph_next(network, at, to);
    return links;
}

int graph_distance(const struct weft_network *network, int from, int to)
{
    struct graph *graph = network->state;
    if (is_next(network, from, to))
        return 1;
    if (graph->step && from != to && graph->step(graph->shape, from, to) >= 0)
        return graph_count_steps(network, from, to);
    int links = has_thirds(graph) ? recall(graph, from, to) : -1;
    if (links >= 0)
        return links == GRAPH_FAR ? -1 : links;
    struct far_table table = graph_distances(graph, to);
    links = 0;
    if (table.far)
        links = table.far[from] == GRAPH_FAR ? -1 : table.far[from];
    for (int at = from; !table.far && links >= 0 && at != to;) {
        at = graph_step(graph, &table, at);
        links = at < 0 ? -1 : links + 1;
    }
    network_graph_release(graph, &table);
    return links;
}

int graph_next(const struct weft_network *network, int from, int to)
{
    struct graph *graph = network->state;
    if (from == to || is_next(network, from, to))
        return to;
    int given = graph->step ? graph->step(graph->shape, from, to) : -1;
    if (given >= 0)
        return given;
    struct far_table table = graph_distances(graph, to);
    int next = graph_step(graph, &table, from);
    network_graph_release(graph, &table);
    return next;
}

static int search_farthest(const struct weft_network *network, int rank)
{
    struct graph *graph = network->state;
    int most = 0;
    pthread_mutex_lock(&graph->lock);
    search_here(graph, &graph->out, rank);
    for (int v = 0; v < network->size; v++)
        if (graph->scratch[v] != GRAPH_FAR && graph->scratch[v] > most)
            most = graph->scratch[v];
    pthread_mutex_unlock(&graph->lock);
    return most;
}

int graph_eccentricity(const struct weft_network *network, int rank)
{
    struct graph *graph = network->state;
    if (!graph->alike)
        return search_farthest(network, rank);
    int most = atomic_load_explicit(&graph->one_for_all, memory_order_relaxed);
    if (!most) {
        most = search_farthest(network, 0);
        atomic_store_explicit(&graph->one_for_all, most, memory_order_relaxed);
    }
    return most;
}
