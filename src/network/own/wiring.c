/* Build a network from the vertices and links that a function adds. It is
 * stored as tables of links, like networks from files. */
#include "wiring.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"

#define BESIDE_MAX 63

/* ---- vertices and links ---- */

int weft_wire_fail(struct weft_wiring *wiring, const char *format, ...)
{
    char text[300];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (!wiring->failed)
        weft_error_set(wiring->err, WEFT_ERROR_MISUSE, 0, "%s", text);
    wiring->failed = true;
    return -1;
}

static int wiring_no_memory(struct weft_wiring *wiring)
{
    if (!wiring->failed)
        weft_error_set(wiring->err, WEFT_ERROR_MEMORY, 0, "no memory");
    wiring->failed = true;
    return -1;
}

const char *weft_wire_text(const struct weft_wiring *wiring)
{
    return wiring->text;
}

uint64_t weft_wire_seed(const struct weft_wiring *wiring)
{
    return wiring->network->seed;
}

/* Make room for more vertices, without names and coordinates. */
static int wiring_grow(struct weft_wiring *wiring, int count)
{
    struct weft_network *network = wiring->network;
    struct named *named = network->state;
    if (count < 0 || count > GRAPH_VERTICES_MAX - network->vertices)
        return weft_wire_fail(
            wiring,
            "%d and %d vertices; a network from a plug-in has at most %d",
            network->vertices, count, GRAPH_VERTICES_MAX);
    size_t old = (size_t)network->vertices, all = old + (size_t)count;
    void *label = realloc(named->label, (all + 1) * sizeof *named->label);
    named->label = label ? label : named->label;
    void *place = realloc(named->place, (all + 1) * sizeof *named->place);
    named->place = place ? place : named->place;
    void *placed = realloc(wiring->placed, (all + 1) * sizeof *wiring->placed);
    wiring->placed = placed ? placed : wiring->placed;
    if (!label || !place || !placed)
        return wiring_no_memory(wiring);
    memset(named->label + old, 0, (all - old) * sizeof *named->label);
    memset(named->place + old, 0, (all - old) * sizeof *named->place);
    memset(wiring->placed + old, 0, (all - old) * sizeof *wiring->placed);
    network->vertices = (int)all;
    return 0;
}

int weft_wire_processors(struct weft_wiring *wiring, int count)
{
    struct weft_network *network = wiring->network;
    if (network->vertices > network->size)
        return weft_wire_fail(
            wiring, "switches before processors: add all processors first");
    if (wiring_grow(wiring, count))
        return -1;
    network->size = network->vertices;
    return 0;
}

int weft_wire_switches(struct weft_wiring *wiring, int count)
{
    return wiring_grow(wiring, count);
}

static bool wiring_is_vertex(const struct weft_wiring *wiring, int vertex)
{
    return vertex >= 0 && vertex < wiring->network->vertices;
}

static int no_vertex(struct weft_wiring *wiring, int vertex)
{
    return weft_wire_fail(wiring, "vertex %d does not exist: there are %d",
                          vertex, wiring->network->vertices);
}

static int wiring_link(struct weft_wiring *wiring, int u, int v, bool one_way)
{
    if (!wiring_is_vertex(wiring, u) || !wiring_is_vertex(wiring, v))
        return no_vertex(wiring, wiring_is_vertex(wiring, u) ? v : u);
    if (u == v)
        return weft_wire_fail(wiring, "a link from %d to itself", u);
    if (graph_link(&wiring->links, u, v))
        return wiring_no_memory(wiring);
    wiring->links.link[wiring->links.count - 1].one_way = one_way;
    return 0;
}

int weft_wire_link(struct weft_wiring *wiring, int u, int v)
{
    return wiring_link(wiring, u, v, false);
}

int weft_wire_arc(struct weft_wiring *wiring, int from, int to)
{
    return wiring_link(wiring, from, to, true);
}

int weft_wire_cost(struct weft_wiring *wiring, double latency, double bandwidth)
{
    if (!wiring->links.count)
        return weft_wire_fail(wiring, "a cost before the first link");
    if (!(latency >= 0 && latency <= 1e9) ||
        !(bandwidth >= 1e-9 && bandwidth <= 1e9))
        return weft_wire_fail(
            wiring,
            "latency %g, bandwidth %g; expected 0 to 1e9 and 1e-9 to 1e9",
            latency, bandwidth);
    wiring->links.link[wiring->links.count - 1].cost =
        (struct weft_arc_cost){latency, bandwidth};
    return 0;
}

int weft_wire_beside(struct weft_wiring *wiring, int more)
{
    if (!wiring->links.count)
        return weft_wire_fail(wiring, "parallel links before the first link");
    if (more < 0 || more > BESIDE_MAX)
        return weft_wire_fail(wiring,
                              "%d more parallel links; expected 0 to %d", more,
                              BESIDE_MAX);
    wiring->links.link[wiring->links.count - 1].more = more;
    return 0;
}

int weft_wire_name(struct weft_wiring *wiring, int vertex, const char *name)
{
    struct named *named = wiring->network->state;
    if (!wiring_is_vertex(wiring, vertex))
        return no_vertex(wiring, vertex);
    char *copy = strdup(name ? name : "");
    if (!copy)
        return wiring_no_memory(wiring);
    text_make_plain(copy);
    free(named->label[vertex]);
    named->label[vertex] = copy;
    return 0;
}

int weft_wire_place(struct weft_wiring *wiring, int vertex, double right,
                    double down)
{
    struct named *named = wiring->network->state;
    if (!wiring_is_vertex(wiring, vertex))
        return no_vertex(wiring, vertex);
    if (!(right > -1e6 && right < 1e6 && down > -1e6 && down < 1e6))
        return weft_wire_fail(wiring, "vertex %d at %g, %g: too far", vertex,
                              right, down);
    named->place[vertex][0] = right;
    named->place[vertex][1] = down;
    wiring->placed[vertex] = true;
    return 0;
}

/* ---- from the added vertices and links to a network ---- */

/* Use coordinates only if every vertex has them, and shift them so that the
 * minimum of each is 0. */
static void settle_places(struct weft_wiring *wiring)
{
    struct weft_network *network = wiring->network;
    struct named *named = network->state;
    double low[2] = {0, 0};
    bool all = network->vertices > 0;
    for (int v = 0; v < network->vertices; v++) {
        all = all && wiring->placed[v];
        for (int k = 0; k < 2; k++)
            if (!v || named->place[v][k] < low[k])
                low[k] = named->place[v][k];
    }
    if (!all) {
        free(named->place);
        named->place = NULL;
        return;
    }
    for (int v = 0; v < network->vertices; v++)
        for (int k = 0; k < 2; k++)
            named->place[v][k] -= low[k];
    network->layout = WEFT_LAYOUT_PLACED;
}

/* Return the entry of an arc in a table ordered by vertex and neighbour. */
static int *arc_at(const struct graph *graph, int *table, int from, int index)
{
    return &table[graph->out.first[from] + index];
}

/* Assign the next free port to the arc to a neighbour, unless it has one. */
static void give_port(const struct weft_network *network, int *used, int from,
                      int to)
{
    struct wired *wired = network->state;
    const struct graph *graph = &wired->named.graph;
    int index = graph_port(network, from, to);
    if (*arc_at(graph, wired->port, from, index) >= 0)
        return;
    *arc_at(graph, wired->port, from, index) = used[from];
    *arc_at(graph, wired->sorted, from, used[from]++) = index;
}

static int number_ports(struct weft_network *network,
                        const struct graph_link *link, size_t links)
{
    struct wired *wired = network->state;
    size_t arcs = (size_t)network->arcs;
    int *used = calloc((size_t)network->vertices, sizeof *used);
    wired->sorted = calloc(arcs + 1, sizeof *wired->sorted);
    wired->port = malloc((arcs + 1) * sizeof *wired->port);
    if (used && wired->sorted && wired->port) {
        memset(wired->port, 0xff, arcs * sizeof *wired->port);
        for (size_t i = 0; i < links; i++) {
            give_port(network, used, link[i].u, link[i].v);
            if (!link[i].one_way)
                give_port(network, used, link[i].v, link[i].u);
        }
    }
    bool done = used && wired->sorted && wired->port;
    free(used);
    return done ? 0 : -1;
}

static int wiring_build(struct weft_wiring *wiring, bool in_order)
{
    struct weft_network *network = wiring->network;
    size_t links = wiring->links.count;
    if (network->size < 2)
        return weft_wire_fail(wiring, "%d processors; a network has 2 or more",
                              network->size);
    settle_places(wiring);
    struct graph_link *kept = malloc((links + 1) * sizeof *kept);
    if (!kept)
        return wiring_no_memory(wiring);
    if (links)
        memcpy(kept, wiring->links.link, links * sizeof *kept);
    int status =
        graph_init(network, network->vertices, &wiring->links, wiring->err);
    if (!status && in_order && number_ports(network, kept, links))
        status = wiring_no_memory(wiring);
    free(kept);
    struct graph *graph = network->state;
    network->no_costs = !graph->cost;
    network->has_lanes = graph->lanes;
    return status;
}

int wiring_begin(struct weft_wiring *wiring)
{
    wiring->network->state = calloc(1, sizeof(struct wired));
    return wiring->network->state ? 0 : wiring_no_memory(wiring);
}

int wiring_end(struct weft_wiring *wiring, bool ports_in_order)
{
    int status = wiring->failed ? -1 : wiring_build(wiring, ports_in_order);
    free(wiring->links.link);
    free(wiring->placed);
    return status;
}

void wired_finish(struct weft_network *network)
{
    struct wired *wired = network->state;
    if (wired) {
        free(wired->sorted);
        free(wired->port);
        free(wired->next);
        free(wired->far);
    }
    named_finish(network);
}

/* ---- ports in the order of the links ---- */

int wired_neighbour(const struct weft_network *network, int vertex, int port)
{
    struct wired *wired = network->state;
    const struct graph *graph = &wired->named.graph;
    if (!wired->sorted || port >= graph_degree(network, vertex))
        return graph_neighbour(network, vertex, port);
    return graph_neighbour(network, vertex,
                           *arc_at(graph, wired->sorted, vertex, port));
}

int wired_port(const struct weft_network *network, int from, int to)
{
    struct wired *wired = network->state;
    int index = graph_port(network, from, to);
    return wired->port && index >= 0
               ? *arc_at(&wired->named.graph, wired->port, from, index)
               : index;
}

int64_t wired_arc(const struct weft_network *network, int vertex, int port)
{
    struct wired *wired = network->state;
    const struct graph *graph = &wired->named.graph;
    if (!wired->sorted || port >= graph_degree(network, vertex))
        return graph_arc(network, vertex, port);
    return graph_arc(network, vertex,
                     *arc_at(graph, wired->sorted, vertex, port));
}
