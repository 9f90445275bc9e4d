/* Queries on networks. Invalid vertices, ranks and axes are handled here,
 * invalid ports by the rows. */
#include "kind.h"

#include <stdio.h>

const char *weft_network_kind(const struct weft_network *network)
{
    return network->row->info.name;
}

const char *weft_network_name(const struct weft_network *network)
{
    return network->name;
}

int weft_network_size(const struct weft_network *network)
{
    return network->size;
}

int weft_network_vertices(const struct weft_network *network)
{
    return network->vertices;
}

int weft_network_dimensions(const struct weft_network *network)
{
    return network->dimensions;
}

int64_t weft_network_arcs(const struct weft_network *network)
{
    return network->arcs;
}

static bool network_is_vertex(const struct weft_network *network, int vertex)
{
    return (unsigned)vertex < (unsigned)network->vertices;
}

bool weft_network_is_processor(const struct weft_network *network, int vertex)
{
    return (unsigned)vertex < (unsigned)network->size;
}

int weft_network_degree(const struct weft_network *network, int vertex)
{
    return network_is_vertex(network, vertex)
               ? network->row->degree(network, vertex)
               : 0;
}

int weft_network_neighbour(const struct weft_network *network, int vertex,
                           int port)
{
    return network_is_vertex(network, vertex) && port >= 0
               ? network->row->neighbour(network, vertex, port)
               : -1;
}

int weft_network_dimension(const struct weft_network *network, int vertex,
                           int port)
{
    return network_is_vertex(network, vertex) && port >= 0
               ? network->row->dimension(network, vertex, port)
               : -1;
}

int network_port_is_dimension(const struct weft_network *network, int vertex,
                              int port)
{
    return port < network->row->degree(network, vertex) ? port : -1;
}

int weft_network_port(const struct weft_network *network, int from, int to)
{
    return network_is_vertex(network, from) && network_is_vertex(network, to)
               ? network->row->port(network, from, to)
               : -1;
}

int weft_network_dimension_to(const struct weft_network *network, int from,
                              int to)
{
    if (network->row->dimension == network_port_is_dimension)
        return weft_network_port(network, from, to);
    int port = weft_network_port(network, from, to);
    return port < 0 ? -1 : network->row->dimension(network, from, port);
}

int64_t weft_network_arc(const struct weft_network *network, int vertex,
                         int port)
{
    return network_is_vertex(network, vertex) && port >= 0
               ? network->row->arc(network, vertex, port)
               : -1;
}

bool weft_network_arc_cost(const struct weft_network *network, int vertex,
                           int port, struct weft_arc_cost *cost)
{
    *cost = (struct weft_arc_cost){-1, 0};
    return network->row->arc_cost && network_is_vertex(network, vertex) &&
           port >= 0 && network->row->arc_cost(network, vertex, port, cost);
}

bool weft_network_has_costs(const struct weft_network *network)
{
    return network->row->arc_cost && !network->no_costs;
}

bool weft_network_has_lanes(const struct weft_network *network)
{
    return network->has_lanes;
}

int weft_network_lanes(const struct weft_network *network, int vertex, int port)
{
    if (port < 0 || port >= weft_network_degree(network, vertex))
        return 0;
    if (network->lanes_of)
        return network->lanes_of[weft_network_arc(network, vertex, port)];
    return network->has_lanes ? network->row->lanes(network, vertex, port) : 1;
}

int weft_network_lanes_out(const struct weft_network *network, int vertex)
{
    int degree = weft_network_degree(network, vertex), lanes = 0;
    if (!network->has_lanes)
        return degree;
    for (int port = 0; port < degree; port++)
        lanes += weft_network_lanes(network, vertex, port);
    return lanes;
}

int weft_network_lanes_in(const struct weft_network *network, int vertex)
{
    if (network->lanes_to && network_is_vertex(network, vertex))
        return network->lanes_to[vertex];
    return network_is_vertex(network, vertex) && network->row->lanes_in
               ? network->row->lanes_in(network, vertex)
               : weft_network_degree(network, vertex);
}

int weft_network_distance(const struct weft_network *network, int from, int to)
{
    return network_is_vertex(network, from) && network_is_vertex(network, to)
               ? network->row->distance(network, from, to)
               : -1;
}

int weft_network_next(const struct weft_network *network, int from, int to)
{
    return network_is_vertex(network, from) && network_is_vertex(network, to)
               ? network->row->next(network, from, to)
               : -1;
}

bool weft_network_near(const struct weft_network *network, int from, int to)
{
    int at = weft_network_next(network, from, to);
    while (at >= network->size && at != to)
        at = network->row->next(network, at, to);
    return at == to && from != to;
}

/* Return whether every processor has links to and from one switch and no
 * others. */
static bool all_are_leaves(const struct weft_network *network)
{
    const struct network_row *row = network->row;
    for (int v = 0; v < network->vertices; v++) {
        int degree = row->degree(network, v);
        if (v < network->size && degree != 1)
            return false;
        for (int port = 0; port < degree; port++) {
            int w = row->neighbour(network, v, port);
            if (w < network->size && row->neighbour(network, w, 0) != v)
                return false;
        }
    }
    return true;
}

static bool find_direct(const struct weft_network *network)
{
    int64_t size = network->size;
    if (network->vertices == size)
        return network->arcs == size * (size - 1);
    if (all_are_leaves(network))
        return true;
    for (int to = 0; to < size; to++)
        for (int from = 0; from < size; from++)
            if (from != to && !weft_network_near(network, from, to))
                return false;
    return true;
}

bool weft_network_direct(const struct weft_network *network)
{
    /* computed on demand; concurrent threads compute the same value */
    _Atomic int *direct = (_Atomic int *)&network->direct;
    int known = atomic_load_explicit(direct, memory_order_relaxed);
    if (!known) {
        known = find_direct(network) ? 1 : -1;
        atomic_store_explicit(direct, known, memory_order_relaxed);
    }
    return known > 0;
}

int weft_network_eccentricity(const struct weft_network *network, int rank)
{
    return network_is_vertex(network, rank)
               ? network->row->eccentricity(network, rank)
               : -1;
}

bool weft_network_triangle_free(const struct weft_network *network)
{
    return network->triangle_free;
}

int weft_network_axes(const struct weft_network *network,
                      int extents[WEFT_NETWORK_AXES_MAX])
{
    for (int a = 0; a < network->axes; a++)
        extents[a] = network->extent[a];
    return network->axes;
}

enum weft_axis weft_network_axis(const struct weft_network *network, int axis)
{
    return axis >= 0 && axis < network->axes ? network->joined[axis]
                                             : WEFT_AXIS_NONE;
}

int weft_network_cube(const struct weft_network *network)
{
    return network->row->cube ? network->depth : 0;
}

void weft_network_coordinates(const struct weft_network *network, int rank,
                              int at[WEFT_NETWORK_AXES_MAX])
{
    bool exists = weft_network_is_processor(network, rank);
    for (int a = 0; a < network->axes; a++)
        at[a] = exists ? rank / network->stride[a] % network->extent[a] : -1;
}

int weft_network_tour(const struct weft_network *network, int index)
{
    if (!weft_network_is_processor(network, index))
        return -1;
    return network->row->tour ? network->row->tour(network, index) : index;
}

enum weft_layout weft_network_layout(const struct weft_network *network)
{
    return network->layout;
}

bool weft_network_place(const struct weft_network *network, int vertex,
                        double at[2])
{
    at[0] = at[1] = 0;
    if (!network->row->place || !network_is_vertex(network, vertex))
        return false;
    network->row->place(network, vertex, at);
    return true;
}

const char *weft_network_vertex_name(const struct weft_network *network,
                                     int vertex)
{
    return network->row->name && network_is_vertex(network, vertex)
               ? network->row->name(network, vertex)
               : NULL;
}

const char *weft_network_part(const struct weft_network *network, int vertex)
{
    return network->row->part && network_is_vertex(network, vertex)
               ? network->row->part(network, vertex)
               : NULL;
}

const char *weft_network_remark(const struct weft_network *network,
                                size_t index)
{
    return network->row->remark ? network->row->remark(network, index) : NULL;
}

int weft_network_label(const struct weft_network *network, int vertex,
                       char *text, size_t size)
{
    if (!network->row->label || !network_is_vertex(network, vertex))
        return snprintf(text, size, "%d", vertex);
    return network->row->label(network, vertex, text, size);
}
