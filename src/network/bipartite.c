/* Complete bipartite network: left 0..M-1, right M..M+N-1, all pairs joined.
 * Ports are ordered by the neighbour's number. A route between two processors
 * of one side uses the lowest number of the other side. Arcs: those of the left
 * side by vertex and port, then those of the right. */
#include "kind.h"

static int left(const struct weft_network *network)
{
    return network->depth;
}

static int right(const struct weft_network *network)
{
    return network->size - network->depth;
}

static int bipartite_init(struct weft_network *network, const char *text,
                          struct weft_error *err)
{
    static const struct network_form form = {2, 2, 1, WEFT_NETWORK_SIZE_MAX};
    int side[2];
    if (network_numbers(network, text, &form, side, err) < 0 ||
        network_check_size((int64_t)side[0] + side[1], err))
        return -1;
    network->size = network->vertices = side[0] + side[1];
    network->depth = side[0];
    network->dimensions = side[0] > side[1] ? side[0] : side[1];
    network->arcs = 2 * (int64_t)side[0] * side[1];
    network->triangle_free = true;
    return 0;
}

static bool is_left(const struct weft_network *network, int vertex)
{
    return vertex < left(network);
}

static int bipartite_degree(const struct weft_network *network, int vertex)
{
    return is_left(network, vertex) ? right(network) : left(network);
}

static int bipartite_neighbour(const struct weft_network *network, int vertex,
                               int port)
{
    if (port >= bipartite_degree(network, vertex))
        return -1;
    return is_left(network, vertex) ? left(network) + port : port;
}

static int bipartite_port(const struct weft_network *network, int from, int to)
{
    if (is_left(network, from) == is_left(network, to))
        return -1;
    return is_left(network, from) ? to - left(network) : to;
}

static int64_t bipartite_arc(const struct weft_network *network, int vertex,
                             int port)
{
    if (port >= bipartite_degree(network, vertex))
        return -1;
    if (is_left(network, vertex))
        return (int64_t)vertex * right(network) + port;
    return network->arcs / 2 +
           (int64_t)(vertex - left(network)) * left(network) + port;
}

static int bipartite_distance(const struct weft_network *network, int from,
                              int to)
{
    if (from == to)
        return 0;
    return is_left(network, from) == is_left(network, to) ? 2 : 1;
}

static int bipartite_next(const struct weft_network *network, int from, int to)
{
    if (from == to || is_left(network, from) != is_left(network, to))
        return to;
    return is_left(network, from) ? left(network) : 0;
}

static int bipartite_eccentricity(const struct weft_network *network,
                                  int vertex)
{
    int side = is_left(network, vertex) ? left(network) : right(network);
    return side > 1 ? 2 : 1;
}

const struct network_row network_bipartite = {
    .info = {"bipartite", "bipartite:MxN",
             "complete bipartite graph of M and N processors"},
    .init = bipartite_init,
    .degree = bipartite_degree,
    .neighbour = bipartite_neighbour,
    .dimension = network_port_is_dimension,
    .port = bipartite_port,
    .arc = bipartite_arc,
    .distance = bipartite_distance,
    .next = bipartite_next,
    .eccentricity = bipartite_eccentricity,
    .layout = WEFT_LAYOUT_CIRCLE,
};
