/* Complete network: each pair of processors has a link. The ports of a
 * processor lead to the others in order of rank. Arc = vertex * (p - 1) +
 * port. */
#include "kind.h"

static int complete_init(struct weft_network *network, const char *text,
                         struct weft_error *err)
{
    static const struct network_form form = {1, 1, 2, WEFT_NETWORK_SIZE_MAX};
    int p;
    if (network_numbers(network, text, &form, &p, err) < 0)
        return -1;
    network->size = network->vertices = p;
    network->dimensions = p - 1;
    network->arcs = (int64_t)p * (p - 1);
    network->triangle_free = p < 3;
    network->joined[0] = WEFT_AXIS_ALL;
    return 0;
}

static int complete_degree(const struct weft_network *network, int vertex)
{
    (void)vertex;
    return network->size - 1;
}

static int complete_neighbour(const struct weft_network *network, int vertex,
                              int port)
{
    return port < network->size - 1 ? port + (port >= vertex) : -1;
}

static int complete_port(const struct weft_network *network, int from, int to)
{
    (void)network;
    return from == to ? -1 : to - (to > from);
}

static int64_t complete_arc(const struct weft_network *network, int vertex,
                            int port)
{
    int ports = network->size - 1;
    return port < ports ? (int64_t)vertex * ports + port : -1;
}

static int complete_distance(const struct weft_network *network, int from,
                             int to)
{
    (void)network;
    return from != to;
}

static int complete_next(const struct weft_network *network, int from, int to)
{
    (void)network;
    (void)from;
    return to;
}

static int complete_eccentricity(const struct weft_network *network, int rank)
{
    (void)network;
    (void)rank;
    return 1;
}

const struct network_row network_complete = {
    .info = {"complete", "complete:P",
             "complete graph of P processors, P >= 2"},
    .init = complete_init,
    .degree = complete_degree,
    .neighbour = complete_neighbour,
    .dimension = network_port_is_dimension,
    .port = complete_port,
    .arc = complete_arc,
    .distance = complete_distance,
    .next = complete_next,
    .eccentricity = complete_eccentricity,
    .layout = WEFT_LAYOUT_CIRCLE,
};
