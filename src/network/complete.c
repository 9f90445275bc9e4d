/* Complete network: every two processors are joined. The ports of a processor
 * lead to the others by rank. Arc = vertex * (p - 1) + port. */
#include "kind.h"

static int init(struct weft_network *network, const int size[], int sizes,
                struct weft_error *err)
{
    (void)sizes;
    (void)err;
    int p = size[0];
    network->size = network->vertices = p;
    network->dimensions = p - 1;
    network->arcs = (int64_t)p * (p - 1);
    network->triangle_free = p < 3;
    return 0;
}

static int degree(const struct weft_network *network, int vertex)
{
    (void)vertex;
    return network->size - 1;
}

static int neighbour(const struct weft_network *network, int vertex, int port)
{
    (void)network;
    return port + (port >= vertex);
}

static int port(const struct weft_network *network, int from, int to)
{
    (void)network;
    return from == to ? -1 : to - (to > from);
}

static int64_t arc(const struct weft_network *network, int vertex, int port)
{
    return (int64_t)vertex * (network->size - 1) + port;
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
    .info = {"complete", "complete:P", "P processors, all joined, P >= 2"},
    .least_sizes = 1,
    .most_sizes = 1,
    .low = 2,
    .high = WEFT_NETWORK_SIZE_MAX,
    .init = init,
    .degree = degree,
    .neighbour = neighbour,
    .dimension = network_port_is_dimension,
    .port = port,
    .arc = arc,
    .distance = distance,
    .next = next,
    .eccentricity = eccentricity,
};
