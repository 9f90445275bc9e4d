/* Balanced binary tree: its leaves 0..p-1 are the processors, from left to
 * right; the inner vertices p..2p-2 are switches, numbered from the root p
 * level by level from left to right. Grama et al., 4.1.4.
 *
 * All functions compute with heap numbers: the root is 1, the children of h are
 * 2h and 2h + 1, the leaves are p..2p-1. Ports of a switch: left, right, up; a
 * leaf has only `up`. The link above heap number h has the arcs 2(h - 2)
 * upwards and 2(h - 2) + 1 downwards. */
#include "kind.h"

static int network_tree_init(struct weft_network *network, const char *text,
                             struct weft_error *err)
{
    static const struct network_form form = {1, 1, 2, WEFT_NETWORK_SIZE_MAX};
    int p;
    if (network_numbers(network, text, &form, &p, err) < 0)
        return -1;
    if (p & (p - 1))
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "%d leaves; a balanced binary tree has a power "
                              "of two",
                              p);
    network->size = p;
    network->vertices = 2 * p - 1;
    network->dimensions = 3;
    network->depth = __builtin_ctz((unsigned)p);
    network->arcs = 2 * (2 * (int64_t)p - 2);
    network->triangle_free = true;
    return 0;
}

static int heap(const struct weft_network *network, int vertex)
{
    int p = network->size;
    return vertex < p ? p + vertex : vertex - p + 1;
}

static int network_tree_vertex_of(const struct weft_network *network, int heap)
{
    int p = network->size;
    return heap < p ? p + heap - 1 : heap - p;
}

static int network_tree_level(int heap)
{
    return 31 - __builtin_clz((unsigned)heap);
}

static int network_tree_degree(const struct weft_network *network, int vertex)
{
    if (vertex < network->size)
        return 1;
    return vertex == network->size ? 2 : 3;
}

static bool upwards(const struct weft_network *network, int vertex, int port)
{
    return vertex < network->size || port == 2;
}

static int network_tree_neighbour(const struct weft_network *network,
                                  int vertex, int port)
{
    if (port >= network_tree_degree(network, vertex))
        return -1;
    int h = heap(network, vertex);
    bool up = upwards(network, vertex, port);
    return network_tree_vertex_of(network, up ? h / 2 : 2 * h + port);
}

static int network_tree_port(const struct weft_network *network, int from,
                             int to)
{
    int h = heap(network, from), other = heap(network, to);
    if (other == h / 2)
        return from < network->size ? 0 : 2;
    return other / 2 == h ? other % 2 : -1;
}

static int64_t network_tree_arc(const struct weft_network *network, int vertex,
                                int port)
{
    if (port >= network_tree_degree(network, vertex))
        return -1;
    int h = heap(network, vertex);
    if (upwards(network, vertex, port))
        return 2 * (int64_t)(h - 2);
    return 2 * (int64_t)(2 * h + port - 2) + 1;
}

static int network_tree_distance(const struct weft_network *network, int from,
                                 int to)
{
    int a = heap(network, from), b = heap(network, to);
    int links = 0;
    for (; a != b; links++)
        if (a > b)
            a /= 2;
        else
            b /= 2;
    return links;
}

/* Go down if `to` is below `from`, else up. */
static int network_tree_next(const struct weft_network *network, int from,
                             int to)
{
    int a = heap(network, from), b = heap(network, to);
    if (a == b)
        return from;
    int deeper = network_tree_level(b) - network_tree_level(a);
    if (deeper > 0 && b >> deeper == a)
        return network_tree_vertex_of(network, b >> (deeper - 1));
    return network_tree_vertex_of(network, a / 2);
}

static int network_tree_eccentricity(const struct weft_network *network,
                                     int rank)
{
    if (rank < network->size)
        return 2 * network->depth;
    return network->depth + network_tree_level(heap(network, rank));
}

const struct network_row network_tree = {
    .info = {"tree", "tree:P",
             "balanced binary tree of switches; its P leaves (2, 4, 8, ...) "
             "are processors"},
    .init = network_tree_init,
    .degree = network_tree_degree,
    .neighbour = network_tree_neighbour,
    .dimension = network_port_is_dimension,
    .port = network_tree_port,
    .arc = network_tree_arc,
    .distance = network_tree_distance,
    .next = network_tree_next,
    .eccentricity = network_tree_eccentricity,
    .layout = WEFT_LAYOUT_LEAVES,
};
