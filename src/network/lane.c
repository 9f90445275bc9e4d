/* Lanes of bandwidth: copies of networks whose links count as several lanes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/unstable/ways.h>

#include "base/text/decimal.h"
#include "kind.h"

struct lane_fraction {
    int64_t num, den;
};

static int lane_parse(const char *text, struct lane_fraction *lane,
                      struct weft_error *err)
{
    if (!decimal_fraction(text, &lane->num, &lane->den))
        return 0;
    return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                          "lane '%.40s' is not a bandwidth, such as 25, 0.1 or "
                          "1/3",
                          text);
}

int weft_lane_check(const char *bandwidth, struct weft_error *err)
{
    struct lane_fraction lane;
    return lane_parse(bandwidth, &lane, err);
}

/* Return the number of lanes of an arc; 0: none, or too many. */
static int lane_count(const struct weft_network *network, int vertex, int port,
                      const struct lane_fraction *lane)
{
    struct weft_arc_cost cost;
    struct decimal own = {1, 0};
    if (weft_network_arc_cost(network, vertex, port, &cost) &&
        cost.bandwidth > 0)
        own = decimal_shortest(cost.bandwidth);
    wide_int above = own.digits, below = lane->num;
    if (decimal_shift(&above, own.exponent) ||
        decimal_shift(&below, -own.exponent) ||
        __builtin_mul_overflow(above,
                               (wide_int)lane->den *
                                   weft_network_lanes(network, vertex, port),
                               &above))
        return 0;
    bool whole = above % below == 0 && above / below <= WEFT_LANES_MAX;
    return whole ? (int)(above / below) : 0;
}

static void lane_name(const struct weft_network *network, int vertex,
                      char *text, size_t size)
{
    const char *name = weft_network_vertex_name(network, vertex);
    if (name)
        snprintf(text, size, "%s", name);
    else
        weft_network_label(network, vertex, text, size);
}

static int lane_refuse(const struct weft_network *network, int from, int to,
                       const char *bandwidth, struct weft_error *err)
{
    char one[60], other[60];
    lane_name(network, from, one, sizeof one);
    lane_name(network, to, other, sizeof other);
    return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                          "the link from %s to %s is not a whole number of "
                          "lanes of bandwidth %.40s, from 1 to %d",
                          one, other, bandwidth, WEFT_LANES_MAX);
}

/* Fill the tables of a copy. */
static int lane_fill(struct weft_network *copy,
                     const struct weft_network *network, const char *bandwidth,
                     struct weft_error *err)
{
    struct lane_fraction lane;
    if (lane_parse(bandwidth, &lane, err))
        return -1;
    for (int v = 0; v < network->vertices; v++)
        for (int i = 0; i < weft_network_degree(network, v); i++) {
            int to = weft_network_neighbour(network, v, i);
            int lanes = lane_count(network, v, i, &lane);
            if (!lanes)
                return lane_refuse(network, v, to, bandwidth, err);
            copy->lanes_of[weft_network_arc(network, v, i)] = lanes;
            copy->lanes_to[to] += lanes;
            copy->has_lanes |= lanes > 1;
        }
    return 0;
}

struct weft_network *weft_network_with_lane(const struct weft_network *network,
                                            const char *bandwidth,
                                            struct weft_error *err)
{
    struct weft_network *copy = network_copy(network);
    if (copy) {
        copy->has_lanes = false;
        copy->lanes_of =
            calloc((size_t)network->arcs + 1, sizeof *copy->lanes_of);
        copy->lanes_to =
            calloc((size_t)network->vertices + 1, sizeof *copy->lanes_to);
        copy->lane = strdup(bandwidth);
    }
    if (!copy || !copy->lanes_of || !copy->lanes_to || !copy->lane)
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory for a network");
    else if (!lane_fill(copy, network, bandwidth, err))
        return copy;
    weft_network_destroy(copy);
    return NULL;
}

const char *weft_network_lane(const struct weft_network *network)
{
    return network->lane;
}

int weft_network_set_lane(struct weft_network **network, const char *bandwidth,
                          struct weft_error *err)
{
    struct weft_network *copy =
        bandwidth ? weft_network_with_lane(*network, bandwidth, err) : NULL;
    if (!copy)
        return bandwidth ? -1 : 0;
    weft_network_destroy(*network);
    *network = copy;
    return 0;
}
