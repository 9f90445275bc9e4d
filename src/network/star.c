/* Star: processor 0 has links to all others. Port i - 1 of the centre leads to
 * processor i. Arcs: first those from the centre. */
#include "kind.h"

static int star_init(struct weft_network *network, const char *text,
                     struct weft_error *err)
{
    static const struct network_form form = {1, 1, 2, WEFT_NETWORK_SIZE_MAX};
    int p;
    if (network_numbers(network, text, &form, &p, err) < 0)
        return -1;
    network->size = network->vertices = p;
    network->dimensions = p - 1;
    network->arcs = 2 * (int64_t)(p - 1);
    network->triangle_free = true;
    return 0;
}

static int star_degree(const struct weft_network *network, int vertex)
{
    return vertex ? 1 : network->size - 1;
}

static int star_neighbour(const struct weft_network *network, int vertex,
                          int port)
{
    if (port >= star_degree(network, vertex))
        return -1;
    return vertex ? 0 : port + 1;
}

static int star_port(const struct weft_network *network, int from, int to)
{
    (void)network;
    if (!from == !to)
        return -1;
    return from ? 0 : to - 1;
}

static int64_t star_arc(const struct weft_network *network, int vertex,
                        int port)
{
    if (port >= star_degree(network, vertex))
        return -1;
    return vertex ? network->size - 1 + vertex - 1 : port;
}

static int star_distance(const struct weft_network *network, int from, int to)
{
    (void)network;
    if (from == to)
        return 0;
    return from && to ? 2 : 1;
}

static int star_next(const struct weft_network *network, int from, int to)
{
    (void)network;
    return from && from != to ? 0 : to;
}

static int star_eccentricity(const struct weft_network *network, int rank)
{
    return rank && network->size > 2 ? 2 : 1;
}

const struct network_row network_star = {
    .info = {"star", "star:P", "processor 0 linked to P - 1 others, P >= 2"},
    .init = star_init,
    .degree = star_degree,
    .neighbour = star_neighbour,
    .dimension = network_port_is_dimension,
    .port = star_port,
    .arc = star_arc,
    .distance = star_distance,
    .next = star_next,
    .eccentricity = star_eccentricity,
    .layout = WEFT_LAYOUT_HUB,
};
