/* Grids: products of lines and rings, the code shared by line, ring, mesh and
 * torus.
 *
 * Ports of a vertex: axis by axis, the increasing direction before the
 * decreasing one; directions without a neighbour have no port. Arcs are
 * numbered axis by axis: first the increasing arcs in the order of their lower
 * end, then the decreasing ones in the same order. An axis of 2 is never a
 * ring: its two ends would have two links. */
#include "grid.h"

#include <stdlib.h>

static int network_grid_at(const struct weft_network *n, int rank, int axis)
{
    return rank / n->stride[axis] % n->extent[axis];
}

static bool wraps(const struct weft_network *n, int axis)
{
    return n->joined[axis] == WEFT_AXIS_RING;
}

/* Return the number of increasing arcs of an axis; there are as many decreasing
 * ones. */
static int64_t axis_arcs(const struct weft_network *n, int axis)
{
    if (wraps(n, axis))
        return n->size;
    return n->size / n->extent[axis] * (n->extent[axis] - 1);
}

int grid_init(struct weft_network *n, const int extent[], int axes, bool rings,
              struct weft_error *err)
{
    int64_t size = 1;
    for (int a = 0; a < axes && size <= WEFT_NETWORK_SIZE_MAX; a++)
        size *= extent[a];
    if (network_check_size(size, err))
        return -1;
    n->size = n->vertices = (int)size;
    n->axes = n->dimensions = axes;
    n->triangle_free = true;
    int stride = n->size;
    for (int a = 0; a < axes; a++) {
        stride /= extent[a];
        n->extent[a] = extent[a];
        n->stride[a] = stride;
        n->joined[a] = rings && extent[a] > 2 ? WEFT_AXIS_RING : WEFT_AXIS_LINE;
        n->triangle_free &= !(wraps(n, a) && extent[a] == 3);
        n->arcs += 2 * axis_arcs(n, a);
    }
    return 0;
}

static bool has_up(const struct weft_network *n, int rank, int axis)
{
    return wraps(n, axis) ||
           network_grid_at(n, rank, axis) + 1 < n->extent[axis];
}

static bool has_down(const struct weft_network *n, int rank, int axis)
{
    return wraps(n, axis) || network_grid_at(n, rank, axis) > 0;
}

/* Return the rank one step along an axis, cyclically. */
static int network_grid_moved(const struct weft_network *n, int rank, int axis,
                              int by)
{
    int extent = n->extent[axis];
    int here = network_grid_at(n, rank, axis);
    int there = (here + by + extent) % extent;
    return rank + (there - here) * n->stride[axis];
}

int grid_degree(const struct weft_network *n, int vertex)
{
    int degree = 0;
    for (int a = 0; a < n->axes; a++)
        degree += has_up(n, vertex, a) + has_down(n, vertex, a);
    return degree;
}

/* Return the axis of a port, or -1; *by is its direction, 1 or -1. */
static int network_grid_resolve(const struct weft_network *n, int vertex,
                                int port, int *by)
{
    for (int axis = 0; axis < n->axes; axis++) {
        int up = has_up(n, vertex, axis);
        int ports = up + has_down(n, vertex, axis);
        if (port < ports) {
            *by = port < up ? 1 : -1;
            return axis;
        }
        port -= ports;
    }
    return -1;
}

int grid_axis(const struct weft_network *n, int vertex, int port)
{
    int by;
    return network_grid_resolve(n, vertex, port, &by);
}

int grid_neighbour(const struct weft_network *n, int vertex, int port)
{
    int by;
    int axis = network_grid_resolve(n, vertex, port, &by);
    return axis < 0 ? -1 : network_grid_moved(n, vertex, axis, by);
}

int grid_port(const struct weft_network *n, int from, int to)
{
    int degree = grid_degree(n, from);
    for (int port = 0; port < degree; port++)
        if (grid_neighbour(n, from, port) == to)
            return port;
    return -1;
}

int64_t grid_arc(const struct weft_network *n, int vertex, int port)
{
    int by;
    int axis = network_grid_resolve(n, vertex, port, &by);
    if (axis < 0)
        return -1;
    int64_t number = by < 0 ? axis_arcs(n, axis) : 0;
    for (int a = 0; a < axis; a++)
        number += 2 * axis_arcs(n, a);
    int lower = by < 0 ? network_grid_moved(n, vertex, axis, -1) : vertex;
    if (wraps(n, axis))
        return number + lower;
    /* index of the lower end among the vertices with an increasing arc */
    int stride = n->stride[axis], extent = n->extent[axis];
    int before = lower / stride / extent;
    return number +
           (before * (extent - 1) + network_grid_at(n, lower, axis)) * stride +
           lower % stride;
}

/* Return the signed number of links along one axis on the shortest way; ties go
 * in the increasing direction. */
static int network_grid_way(const struct weft_network *n, int from, int to,
                            int axis)
{
    int extent = n->extent[axis];
    int links = network_grid_at(n, to, axis) - network_grid_at(n, from, axis);
    if (!wraps(n, axis))
        return links;
    links = (links + extent) % extent;
    return 2 * links > extent ? links - extent : links;
}

int grid_distance(const struct weft_network *n, int from, int to)
{
    int links = 0;
    for (int a = 0; a < n->axes; a++)
        links += abs(network_grid_way(n, from, to, a));
    return links;
}

int grid_next(const struct weft_network *n, int from, int to)
{
    for (int a = n->axes - 1; a >= 0; a--) {
        int links = network_grid_way(n, from, to, a);
        if (links)
            return network_grid_moved(n, from, a, links > 0 ? 1 : -1);
    }
    return from;
}

int grid_eccentricity(const struct weft_network *n, int rank)
{
    int links = 0;
    for (int a = 0; a < n->axes; a++) {
        int below = network_grid_at(n, rank, a),
            above = n->extent[a] - 1 - below;
        if (wraps(n, a))
            links += n->extent[a] / 2;
        else
            links += below > above ? below : above;
    }
    return links;
}

/* Return the rank at an index of the tour, a reflected Gray code in mixed
 * radix: an axis runs backwards whenever the earlier axes, read as one number
 * of the tour, are odd. */
int grid_tour(const struct weft_network *n, int index)
{
    int rank = 0;
    for (int a = 0; a < n->axes; a++) {
        int digits = index / n->stride[a];
        int here = digits % n->extent[a];
        if (digits / n->extent[a] % 2)
            here = n->extent[a] - 1 - here;
        rank += here * n->stride[a];
    }
    return rank;
}
