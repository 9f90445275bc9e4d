/* Hypercube: processors whose ranks differ in one bit have a link. Port =
 * dimension = bit. Arc = vertex * d + bit. */
#include "kind.h"

#include <stdio.h>

static int network_hypercube_init(struct weft_network *network,
                                  const char *text, struct weft_error *err)
{
    static const struct network_form form = {1, 1, 1, 20};
    int d;
    if (network_numbers(network, text, &form, &d, err) < 0)
        return -1;
    network->depth = network->dimensions = d;
    network->size = network->vertices = 1 << d;
    network->arcs = (int64_t)network->size * d;
    network->triangle_free = true;
    return 0;
}

static int network_hypercube_degree(const struct weft_network *network,
                                    int vertex)
{
    (void)vertex;
    return network->depth;
}

static int network_hypercube_neighbour(const struct weft_network *network,
                                       int vertex, int port)
{
    return port < network->depth ? vertex ^ 1 << port : -1;
}

static int network_hypercube_port(const struct weft_network *network, int from,
                                  int to)
{
    (void)network;
    int differ = from ^ to;
    bool one_bit = differ && !(differ & (differ - 1));
    return one_bit ? __builtin_ctz((unsigned)differ) : -1;
}

static int64_t network_hypercube_arc(const struct weft_network *network,
                                     int vertex, int port)
{
    return port < network->depth ? (int64_t)vertex * network->depth + port : -1;
}

static int network_hypercube_distance(const struct weft_network *network,
                                      int from, int to)
{
    (void)network;
    return __builtin_popcount((unsigned)(from ^ to));
}

static int network_hypercube_next(const struct weft_network *network, int from,
                                  int to)
{
    (void)network;
    unsigned differ = (unsigned)(from ^ to);
    return differ ? from ^ 1 << (31 - __builtin_clz(differ)) : from;
}

static int network_hypercube_eccentricity(const struct weft_network *network,
                                          int rank)
{
    (void)rank;
    return network->depth;
}

static int tour(const struct weft_network *network, int index)
{
    (void)network;
    return index ^ index >> 1;
}

static int network_hypercube_label(const struct weft_network *network,
                                   int vertex, char *text, size_t size)
{
    char bits[32] = "";
    for (int i = 0; i < network->depth; i++)
        bits[i] = vertex >> (network->depth - 1 - i) & 1 ? '1' : '0';
    return snprintf(text, size, "%s", bits);
}

const struct network_row network_hypercube = {
    .info = {"hypercube", "hypercube:D", "2^D processors, D >= 1",
             .exponent = true},
    .init = network_hypercube_init,
    .degree = network_hypercube_degree,
    .neighbour = network_hypercube_neighbour,
    .dimension = network_port_is_dimension,
    .port = network_hypercube_port,
    .arc = network_hypercube_arc,
    .distance = network_hypercube_distance,
    .next = network_hypercube_next,
    .eccentricity = network_hypercube_eccentricity,
    .tour = tour,
    .label = network_hypercube_label,
    .cube = true,
    .layout = WEFT_LAYOUT_CUBE,
};
