/* A cluster whose hosts form a dragonfly: groups of chassis of blades, which
 * are routers with hosts. Green links join the blades of a chassis, black links
 * the same blades of the chassis of a group, and a blue link two groups: blade
 * g of chassis 0 has the link to group g.
 *
 * A message to another group goes to the blade of that group, to chassis 0, and
 * over the blue link; then to the blade of its host, and to its chassis. Within
 * a group it goes to the blade, after which SimGrid assumes that it is in
 * chassis 0, wherever it is: from there it goes to the chassis. So a green link
 * of another chassis ends in a vertex of its own, a port, from which free arcs
 * lead to the blade, for messages to other groups, and to that of chassis 0. */
#include "simgrid.h"

#include <stdlib.h>

struct fly_shape {
    int groups, chassis, blades, hosts; /* hosts of a blade */
    int blue, black, green;             /* links that are one */
    int router, port; /* first vertices; chassis 0 has no ports */
};

/* A blade. */
struct fly_blade {
    int group, chassis, blade;
};

static int fly_router(const struct fly_shape *fly, struct fly_blade at)
{
    return fly->router + (at.group * fly->chassis + at.chassis) * fly->blades +
           at.blade;
}

/* Return the vertex in which the green links to a blade end. */
static int fly_port(const struct fly_shape *fly, struct fly_blade at)
{
    if (!at.chassis)
        return fly_router(fly, at);
    return fly->port +
           (at.group * (fly->chassis - 1) + at.chassis - 1) * fly->blades +
           at.blade;
}

static struct fly_blade fly_blade_of(int number, int chassis, int blades)
{
    return (struct fly_blade){number / blades / chassis,
                              number / blades % chassis, number % blades};
}

/* Return the next vertex after a blade. */
static int fly_step_router(const struct fly_shape *fly, struct fly_blade at,
                           int to)
{
    const struct fly_blade goal =
        fly_blade_of(to / fly->hosts, fly->chassis, fly->blades);
    struct fly_blade next = at;
    bool away = at.group != goal.group;
    int blade = away ? goal.group : goal.blade;
    if (at.blade != blade) {
        next.blade = blade;
        return fly_port(fly, next);
    }
    next.chassis = away ? 0 : goal.chassis;
    if (at.chassis == next.chassis && !away)
        return to;
    if (at.chassis == next.chassis)
        next = (struct fly_blade){goal.group, 0, at.group};
    return fly_router(fly, next);
}

static int fly_step(const void *arg, int from, int to)
{
    const struct fly_shape *fly = arg;
    if (to >= fly->router)
        return -1;
    if (from < fly->router)
        return fly->router + from / fly->hosts;
    if (from < fly->port)
        return fly_step_router(
            fly, fly_blade_of(from - fly->router, fly->chassis, fly->blades),
            to);
    struct fly_blade at =
        fly_blade_of(from - fly->port, fly->chassis - 1, fly->blades);
    int group = to / fly->hosts / fly->blades / fly->chassis;
    at.chassis = group == at.group ? 0 : at.chassis + 1;
    return fly_router(fly, at);
}

/* ---- vertices and links ---- */

/* Join two vertices by several links, which form one link of their total
 * bandwidth. */
static int fly_join(struct cluster *cluster, int u, int v, int links)
{
    struct cluster_link link = cluster->link;
    link.bandwidth *= links;
    return cluster_join(cluster, u, v, &link);
}

static int fly_vertices(struct cluster *cluster, struct fly_shape *fly)
{
    int routers = fly->groups * fly->chassis * fly->blades;
    int ports = fly->blades > 1 ? routers - fly->groups * fly->blades : 0;
    fly->router = (int)cluster->hosts;
    fly->port = fly->router + routers;
    for (int i = 0; i < routers; i++)
        if (cluster_switch(cluster, "router", "router%d", i) < 0)
            return -1;
    for (int i = 0; i < ports; i++)
        if (cluster_switch(cluster, "port", "port%d", i) < 0)
            return -1;
    return 0;
}

/* Join a blade to those of its chassis with higher numbers. */
static int fly_join_blades(struct cluster *cluster, const struct fly_shape *fly,
                           struct fly_blade at)
{
    struct cluster_link link = cluster->link;
    struct fly_blade other = at;
    link.bandwidth *= fly->green;
    for (other.blade = at.blade + 1; other.blade < fly->blades; other.blade++) {
        if (!at.chassis && cluster_join(cluster, fly_router(fly, at),
                                        fly_router(fly, other), &link))
            return -1;
        if (at.chassis && (cluster_arc(cluster, fly_router(fly, at),
                                       fly_port(fly, other), &link) ||
                           cluster_arc(cluster, fly_router(fly, other),
                                       fly_port(fly, at), &link)))
            return -1;
    }
    return 0;
}

/* Add the links of a blade: to its hosts, to blades with higher numbers, and
 * from its port. */
static int fly_links(struct cluster *cluster, const struct fly_shape *fly,
                     struct fly_blade at)
{
    int router = fly_router(fly, at), number = router - fly->router;
    struct fly_blade other = at;
    for (int i = 0; i < fly->hosts; i++)
        if (fly_join(cluster, number * fly->hosts + i, router, 1))
            return -1;
    if (fly_join_blades(cluster, fly, at))
        return -1;
    for (other.chassis = at.chassis + 1; other.chassis < fly->chassis;
         other.chassis++)
        if (fly_join(cluster, router, fly_router(fly, other), fly->black))
            return -1;
    other = (struct fly_blade){at.blade, 0, at.group};
    if (!at.chassis && at.group < at.blade && at.blade < fly->groups &&
        fly_join(cluster, router, fly_router(fly, other), fly->blue))
        return -1;
    if (!at.chassis || fly->blades == 1)
        return 0;
    other = (struct fly_blade){at.group, 0, at.blade};
    return cluster_arc(cluster, fly_port(fly, at), router, NULL) ||
                   cluster_arc(cluster, fly_port(fly, at),
                               fly_router(fly, other), NULL)
               ? -1
               : 0;
}

/* Read "groups,blue;chassis,black;blades,green;hosts". */
static int fly_parse(struct cluster *cluster, const char *text,
                     struct fly_shape *fly)
{
    int number[4][2], *const into[] = {
                          &fly->groups, &fly->blue,  &fly->chassis, &fly->black,
                          &fly->blades, &fly->green, &fly->hosts};
    const char *at = text;
    for (int i = 0; i < 4; i++) {
        int wanted = i < 3 ? 2 : 1;
        if (i && *at++ != ';')
            break;
        int count = cluster_numbers(cluster->draft, &at, number[i], wanted);
        if (count < 0)
            return -1;
        if (count != wanted)
            break;
        for (int k = 0; k < count; k++)
            *into[2 * i + k] = number[i][k];
    }
    if (fly->hosts && !*at)
        return 0;
    return draft_error(cluster->draft,
                       "topo_parameters '%.60s'; expected groups, chassis and "
                       "blades, each with a number of links, and hosts: "
                       "3,4;4,3;5,1;2",
                       text);
}

/* Compare the product of all numbers with that of the hosts. */
static int fly_measure(struct cluster *cluster, const struct fly_shape *fly)
{
    const int factors[] = {fly->groups, fly->chassis, fly->blades, fly->hosts};
    int64_t hosts = 1;
    for (int i = 0; i < 4 && hosts <= (int64_t)cluster->hosts; i++)
        hosts *= factors[i];
    if (hosts != (int64_t)cluster->hosts)
        return draft_error(cluster->draft,
                           "the product of groups, chassis, blades and hosts "
                           "is not %zu, the number of hosts",
                           cluster->hosts);
    if (fly->groups > 1 && fly->groups > fly->blades)
        return draft_error(cluster->draft,
                           "%d groups, but only %d blades that join them: "
                           "SimGrid has no routes for more groups than blades",
                           fly->groups, fly->blades);
    return 0;
}

int cluster_dragonfly(struct cluster *cluster, const char *parameters)
{
    struct fly_shape *fly = calloc(1, sizeof *fly);
    if (!fly)
        return draft_no_memory(cluster->draft);
    cluster->draft->shape = fly;
    cluster->draft->step = fly_step;
    if (fly_parse(cluster, parameters, fly) || fly_measure(cluster, fly) ||
        fly_vertices(cluster, fly))
        return -1;
    for (int i = 0; i < fly->port - fly->router; i++)
        if (fly_links(cluster, fly, fly_blade_of(i, fly->chassis, fly->blades)))
            return -1;
    return 0;
}
