/* Complete network: every two processors are joined. The ports of a processor
 * lead to the others by rank. Arc = vertex * (p - 1) + port. */
#include "kind.h"

static int init(struct weft_network *network, const char *text,
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

static int degree(const struct weft_network *network, int vertex)
{
    (void)vertex;
    return network->size - 1;
}

static int neighbour(const struct weft_network *network, int vertex, int port)
{
    return port < network->size - 1 ? port + (port >= vertex) : -1;
}

static int port(const struct weft_network *network, int from, int to)
{
    (void)network;
    return from == to ? -1 : to - (to > from);
}

static int64_t arc(const struct weft_network *network, int vertex, int port)
{
    int ports = network->size - 1;
    return port < ports ? (int64_t)vertex * ports + port : -1;
}

static int distance(const struct weft_network *network, int from, int to)
{
    (void)network;
    return from != to;
}

static int next(const struct weft_network *network, int from, int to)
{
    (void)network;
    (void)from;
    return to;
}

static int eccentricity(const struct weft_network *network, int rank)
{
    (void)network;
    (void)rank;
    return 1;
}

const struct network_row network_complete = {
    .info = {"complete", "complete:P",
             "complete graph of P processors, P >= 2"},
    .init = init,
    .degree = degree,
    .neighbour = neighbour,
    .dimension = network_port_is_dimension,
    .port = port,
    .arc = arc,
    .distance = distance,
    .next = next,
    .eccentricity = eccentricity,
    .layout = WEFT_LAYOUT_CIRCLE,
};
