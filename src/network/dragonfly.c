/* Dragonfly (Kim, Dally, Scott and Abts 2008): AH + 1 groups of A routers,
 * fully connected within a group; each router has H global links and C
 * processors. Processor ((g A + a) C + i), router (g, a) is vertex G A C + g A
 * + a.
 *
 * Global port j = 0..AH-1 of group g is at router j div H and leads to group j
 * if j < g, else j + 1: each pair of groups has one link. Ports of a router:
 * its processors, the routers of its group by number, its global ports by j.
 *
 * A route uses one global link: it leads to the router with the link to the
 * destination's group, over the link, then to the router of the processor. A
 * path over two global links may be shorter; dragonfly_distance() is the length
 * of the route.
 *
 * Arcs: 0..GAC-1 from the processors, then C + A - 1 + H for each router. */
#include "kind.h"

#include <math.h>
#include <stdlib.h>

struct dragonfly {
    int a, h, c;
    int groups;
    int ports; /* number of ports of a router */
};

/* a router, or the router of a processor */
struct fly_place {
    int group, router; /* group number, and index of the router in the group */
    int below;         /* 1 for a processor, 0 for a router */
};

static int dragonfly_init(struct weft_network *network, const char *text,
                          struct weft_error *err)
{
    static const struct network_form form = {3, 3, 1, 1 << 14};
    int number[3];
    if (network_numbers(network, text, &form, number, err) < 0)
        return -1;
    int64_t groups = (int64_t)number[0] * number[1] + 1;
    int64_t routers = groups * number[0];
    if (network_check_size(
            routers > WEFT_NETWORK_SIZE_MAX ? routers : routers * number[2],
            err))
        return -1;
    struct dragonfly *fly = network->state = calloc(1, sizeof *fly);
    if (!fly)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    *fly = (struct dragonfly){number[0], number[1], number[2], (int)groups,
                              number[2] + number[0] - 1 + number[1]};
    network->size = (int)(routers * fly->c);
    network->vertices = network->size + (int)routers;
    network->dimensions = fly->ports;
    network->arcs = network->size + routers * fly->ports;
    network->triangle_free = true; /* processors only have links to routers */
    return 0;
}

static void dragonfly_finish(struct weft_network *network)
{
    free(network->state);
}

static struct fly_place dragonfly_place_of(const struct weft_network *network,
                                           int vertex)
{
    const struct dragonfly *fly = network->state;
    int below = vertex < network->size;
    int router = below ? vertex / fly->c : vertex - network->size;
    return (struct fly_place){router / fly->a, router % fly->a, below};
}

static int router_at(const struct weft_network *network, int group, int router)
{
    const struct dragonfly *fly = network->state;
    return network->size + group * fly->a + router;
}

/* Return the global port of a group that leads to another group. */
static int global_port(int group, int to)
{
    return to < group ? to : to - 1;
}

/* Return the router of group `to` where the link from `group` ends. */
static int gate(const struct weft_network *network, int group, int to)
{
    const struct dragonfly *fly = network->state;
    return router_at(network, to, global_port(to, group) / fly->h);
}

static int dragonfly_degree(const struct weft_network *network, int vertex)
{
    const struct dragonfly *fly = network->state;
    return vertex < network->size ? 1 : fly->ports;
}

static int dragonfly_neighbour(const struct weft_network *network, int vertex,
                               int port)
{
    const struct dragonfly *fly = network->state;
    if (port >= dragonfly_degree(network, vertex))
        return -1;
    struct fly_place here = dragonfly_place_of(network, vertex);
    if (here.below)
        return router_at(network, here.group, here.router);
    if (port < fly->c)
        return (vertex - network->size) * fly->c + port;
    port -= fly->c;
    if (port < fly->a - 1)
        return router_at(network, here.group, port + (port >= here.router));
    int j = here.router * fly->h + port - (fly->a - 1);
    return gate(network, here.group, j < here.group ? j : j + 1);
}

static int dragonfly_port(const struct weft_network *network, int from, int to)
{
    const struct dragonfly *fly = network->state;
    struct fly_place a = dragonfly_place_of(network, from),
                     b = dragonfly_place_of(network, to);
    if (from == to)
        return -1;
    if (a.below || b.below) {
        bool joined = a.below + b.below == 1 && a.group == b.group &&
                      a.router == b.router;
        if (!joined)
            return -1;
        return a.below ? 0 : to % fly->c;
    }
    if (a.group == b.group)
        return fly->c + b.router - (b.router > a.router);
    int j = global_port(a.group, b.group);
    if (j / fly->h != a.router || gate(network, a.group, b.group) != to)
        return -1;
    return fly->c + fly->a - 1 + j % fly->h;
}

static int64_t dragonfly_arc(const struct weft_network *network, int vertex,
                             int port)
{
    const struct dragonfly *fly = network->state;
    if (port >= dragonfly_degree(network, vertex))
        return -1;
    if (vertex < network->size)
        return vertex;
    return network->size + (int64_t)(vertex - network->size) * fly->ports +
           port;
}

static int dragonfly_next(const struct weft_network *network, int from, int to)
{
    const struct dragonfly *fly = network->state;
    struct fly_place here = dragonfly_place_of(network, from),
                     there = dragonfly_place_of(network, to);
    if (from == to)
        return to;
    if (here.below)
        return router_at(network, here.group, here.router);
    if (here.group == there.group)
        return here.router == there.router
                   ? to
                   : router_at(network, there.group, there.router);
    int out = global_port(here.group, there.group) / fly->h;
    return out == here.router ? gate(network, here.group, there.group)
                              : router_at(network, here.group, out);
}

static int dragonfly_distance(const struct weft_network *network, int from,
                              int to)
{
    int links = 0;
    for (; from != to; links++)
        from = dragonfly_next(network, from, to);
    return links;
}

/* Return the distance of the farthest processor. It is in another group, at a
 * router other than the end of the global link: up, local, global, local,
 * down. */
static int dragonfly_eccentricity(const struct weft_network *network,
                                  int vertex)
{
    const struct dragonfly *fly = network->state;
    return (vertex < network->size) + (fly->a > 1 ? 4 : 2);
}

/* Draw the groups on a circle, the routers of a group on a smaller circle, and
 * processors outside their router, seen from the group's centre. */
static void dragonfly_place(const struct weft_network *network, int vertex,
                            double at[2])
{
    const struct dragonfly *fly = network->state;
    struct fly_place here = dragonfly_place_of(network, vertex);
    double around = 2 * M_PI * here.group / fly->groups + M_PI / 2;
    double turn = around + 2 * M_PI * here.router / fly->a;
    double inner = fmax(0.6, fly->a * (fly->c + 1) / (2.2 * M_PI) - 0.8);
    if (fly->a == 1)
        inner = 0;
    double outer = inner + 0.8, apart = 0.7;
    double big = fmax(2 * outer, fly->groups * (2 * outer + 0.8) / (2 * M_PI));
    double side = 0, far = inner;
    if (here.below) {
        far = outer;
        side = (vertex % fly->c - (fly->c - 1) / 2.0) * apart;
    }
    at[0] = big * cos(around) + far * cos(turn) - side * sin(turn);
    at[1] = big * sin(around) + far * sin(turn) + side * cos(turn);
}

const struct network_row network_dragonfly = {
    .info = {"dragonfly", "dragonfly:AxHxC",
             "groups of A routers, H global links and C processors each"},
    .init = dragonfly_init,
    .finish = dragonfly_finish,
    .degree = dragonfly_degree,
    .neighbour = dragonfly_neighbour,
    .dimension = network_port_is_dimension,
    .port = dragonfly_port,
    .arc = dragonfly_arc,
    .distance = dragonfly_distance,
    .next = dragonfly_next,
    .eccentricity = dragonfly_eccentricity,
    .place = dragonfly_place,
    .layout = WEFT_LAYOUT_PLACED,
};
