/* Switch: P processors around one switch, vertex P. Arcs 0..P-1 lead to the
 * switch, arcs P..2P-1 from it, by processor. */
#include "kind.h"

#include <math.h>

static int switch_init(struct weft_network *network, const char *text,
                       struct weft_error *err)
{
    static const struct network_form form = {1, 1, 2, WEFT_NETWORK_SIZE_MAX};
    int p;
    if (network_numbers(network, text, &form, &p, err) < 0)
        return -1;
    network->size = network->dimensions = p;
    network->vertices = p + 1;
    network->arcs = 2 * (int64_t)p;
    network->triangle_free = true;
    return 0;
}

static int switch_degree(const struct weft_network *network, int vertex)
{
    return vertex < network->size ? 1 : network->size;
}

static int switch_neighbour(const struct weft_network *network, int vertex,
                            int port)
{
    if (port >= switch_degree(network, vertex))
        return -1;
    return vertex < network->size ? network->size : port;
}

static int switch_port(const struct weft_network *network, int from, int to)
{
    if ((from < network->size) == (to < network->size))
        return -1;
    return from < network->size ? 0 : to;
}

static int64_t switch_arc(const struct weft_network *network, int vertex,
                          int port)
{
    if (port >= switch_degree(network, vertex))
        return -1;
    return vertex < network->size ? vertex : network->size + port;
}

static int switch_distance(const struct weft_network *network, int from, int to)
{
    if (from == to)
        return 0;
    return from < network->size && to < network->size ? 2 : 1;
}

static int switch_next(const struct weft_network *network, int from, int to)
{
    return from == to || from == network->size ? to : network->size;
}

static int switch_eccentricity(const struct weft_network *network, int vertex)
{
    return vertex < network->size ? 2 : 1;
}

/* Draw the processors around the switch, counterclockwise from the lower left,
 * like all circles. */
static void switch_place(const struct weft_network *network, int vertex,
                         double at[2])
{
    double angle = M_PI * (1.25 + 2.0 * vertex / network->size);
    double radius = fmax(1, network->size / (2 * M_PI));
    bool middle = vertex == network->size;
    at[0] = middle ? 0 : radius * 1.25 * cos(angle);
    at[1] = middle ? 0 : -radius * sin(angle);
}

const struct network_row network_switch = {
    .info = {"switch", "switch:P", "P processors around one switch, P >= 2"},
    .init = switch_init,
    .degree = switch_degree,
    .neighbour = switch_neighbour,
    .dimension = network_port_is_dimension,
    .port = switch_port,
    .arc = switch_arc,
    .distance = switch_distance,
    .next = switch_next,
    .eccentricity = switch_eccentricity,
    .place = switch_place,
    .layout = WEFT_LAYOUT_PLACED,
};
