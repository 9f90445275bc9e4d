/* What a network of tables answers. */
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
    for (int head = 0; head < tail; head++) {
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
    free(graph->table);
    if (graph->in.first != graph->out.first)
        free(graph->in.first);
    if (graph->in.to != graph->out.to)
        free(graph->in.to);
    free(graph->out.first);
    free(graph->out.to);
    free(graph->cost);
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

/* The distances to a vertex. Without memory for a table they are found anew,
 * in the room that all share: then *locked, and the caller unlocks it. */
static const uint16_t *distances(struct graph *graph, int to, bool *locked)
{
    uint16_t *far =
        atomic_load_explicit(&graph->table[to], memory_order_acquire);
    *locked = false;
    if (far)
        return far;
    pthread_mutex_lock(&graph->lock);
    far = atomic_load_explicit(&graph->table[to], memory_order_relaxed);
    if (!far) {
        far = malloc((size_t)graph->vertices * sizeof *far);
        *locked = !far;
        graph_search(graph, &graph->in, to, far ? far : graph->scratch);
        atomic_store_explicit(&graph->table[to], far, memory_order_release);
    }
    if (*locked)
        return graph->scratch;
    pthread_mutex_unlock(&graph->lock);
    return far;
}

static void release(struct graph *graph, bool locked)
{
    if (locked)
        pthread_mutex_unlock(&graph->lock);
}

int graph_distance(const struct weft_network *network, int from, int to)
{
    struct graph *graph = network->state;
    bool locked;
    uint16_t far = distances(graph, to, &locked)[from];
    release(graph, locked);
    return far == GRAPH_FAR ? -1 : far;
}

int graph_next(const struct weft_network *network, int from, int to)
{
    struct graph *graph = network->state;
    bool locked;
    if (from == to)
        return to;
    const uint16_t *far = distances(graph, to, &locked);
    int next = -1;
    for (int i = graph->out.first[from];
         far[from] != GRAPH_FAR && i < graph->out.first[from + 1]; i++)
        if (far[graph->out.to[i]] == far[from] - 1) {
            next = graph->out.to[i];
            break;
        }
    release(graph, locked);
    return next;
}

static int search_farthest(const struct weft_network *network, int rank)
{
    struct graph *graph = network->state;
    int most = 0;
    pthread_mutex_lock(&graph->lock);
    graph_search(graph, &graph->out, rank, graph->scratch);
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
