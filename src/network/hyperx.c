/* HyperX, the generalised hypercube: a grid in which all processors that differ
 * in only one coordinate have links to each other. Ports are numbered axis by
 * axis, on each axis by the neighbour's coordinate; dimension = axis. Arc =
 * vertex * degree + port. A route goes along the last axis first, as on a
 * torus. */
#include "grid.h"

static int hyperx_init(struct weft_network *network, const char *text,
                       struct weft_error *err)
{
    static const struct network_form form = {1, WEFT_NETWORK_AXES_MAX, 1,
                                             WEFT_NETWORK_SIZE_MAX};
    int size[WEFT_NETWORK_AXES_MAX];
    int axes = network_numbers(network, text, &form, size, err);
    if (axes < 0 || grid_init(network, size, axes, false, err))
        return -1;
    network->depth = 0;
    network->triangle_free = true;
    for (int a = 0; a < axes; a++) {
        network->joined[a] = WEFT_AXIS_ALL;
        network->depth += size[a] - 1;
        network->triangle_free &= size[a] <= 2;
    }
    network->arcs = (int64_t)network->size * network->depth;
    if (axes == 1 || axes > 3)
        network->layout = WEFT_LAYOUT_CIRCLE;
    return 0;
}

static int hyperx_at(const struct weft_network *n, int rank, int axis)
{
    return rank / n->stride[axis] % n->extent[axis];
}

static int hyperx_degree(const struct weft_network *network, int vertex)
{
    (void)vertex;
    return network->depth;
}

/* Return the axis of an existing port; *port becomes its index on that axis. */
static int axis_of(const struct weft_network *n, int *port)
{
    int axis = 0;
    for (; *port >= n->extent[axis] - 1; axis++)
        *port -= n->extent[axis] - 1;
    return axis;
}

static int hyperx_neighbour(const struct weft_network *n, int vertex, int port)
{
    if (port >= n->depth)
        return -1;
    int axis = axis_of(n, &port), here = hyperx_at(n, vertex, axis);
    int there = port + (port >= here);
    return vertex + (there - here) * n->stride[axis];
}

static int hyperx_dimension(const struct weft_network *n, int vertex, int port)
{
    (void)vertex;
    return port < n->depth ? axis_of(n, &port) : -1;
}

static int hyperx_port(const struct weft_network *n, int from, int to)
{
    int port = -1, before = 0;
    for (int a = 0; a < n->axes; a++) {
        int here = hyperx_at(n, from, a), there = hyperx_at(n, to, a);
        if (here != there && port >= 0)
            return -1;
        if (here != there)
            port = before + there - (there > here);
        before += n->extent[a] - 1;
    }
    return port;
}

static int64_t hyperx_arc(const struct weft_network *n, int vertex, int port)
{
    return port < n->depth ? (int64_t)vertex * n->depth + port : -1;
}

static int hyperx_distance(const struct weft_network *n, int from, int to)
{
    int links = 0;
    for (int a = 0; a < n->axes; a++)
        links += hyperx_at(n, from, a) != hyperx_at(n, to, a);
    return links;
}

static int hyperx_next(const struct weft_network *n, int from, int to)
{
    for (int a = n->axes - 1; a >= 0; a--) {
        int further = hyperx_at(n, to, a) - hyperx_at(n, from, a);
        if (further)
            return from + further * n->stride[a];
    }
    return from;
}

static int hyperx_eccentricity(const struct weft_network *n, int rank)
{
    int links = 0;
    (void)rank;
    for (int a = 0; a < n->axes; a++)
        links += n->extent[a] > 1;
    return links;
}

const struct network_row network_hyperx = {
    .info = {"hyperx", "hyperx:AxBx..",
             "a grid whose rows along each axis are complete networks"},
    .init = hyperx_init,
    .degree = hyperx_degree,
    .neighbour = hyperx_neighbour,
    .dimension = hyperx_dimension,
    .port = hyperx_port,
    .arc = hyperx_arc,
    .distance = hyperx_distance,
    .next = hyperx_next,
    .eccentricity = hyperx_eccentricity,
    .tour = grid_tour,
    .layout = WEFT_LAYOUT_GRID,
};
