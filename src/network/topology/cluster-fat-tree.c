/* A cluster whose hosts are the leaves of a fat tree. A vertex of level l has
 * the number u + U x: x is the quotient of its hosts' numbers by D, and u
 * identifies the parents taken on the way up to it. U and D are the products of
 * the numbers of parents and of children up to level l.
 *
 * On its way to host j, a message goes up to the parent (j div U) mod (parents
 * times links to each), of which the quotient by the number of parents is the
 * link; it goes down over the first link. Several links to one parent are
 * vertices of their own, called ports. */
#include "simgrid.h"

#include <stdlib.h>

struct fat_shape {
    int levels, hosts;
    int down[CLUSTER_LEVELS_MAX], up[CLUSTER_LEVELS_MAX],
        count[CLUSTER_LEVELS_MAX];
    /* U and D of each level */
    int parents[CLUSTER_LEVELS_MAX + 1], below[CLUSTER_LEVELS_MAX + 1];
    int first[CLUSTER_LEVELS_MAX + 2]; /* first vertex of each level */
    int port[CLUSTER_LEVELS_MAX + 1];  /* first port above each level */
};

/* Return the number of the parent of a vertex of a level. */
static int fat_parent(const struct fat_shape *fat, int level, int number,
                      int parent)
{
    int u = number % fat->parents[level], x = number / fat->parents[level];
    return u + fat->parents[level] * parent +
           fat->parents[level + 1] * (x / fat->down[level]);
}

/* Return the port of a link above a vertex, or `otherwise` if there is one
 * link. */
static int fat_port(const struct fat_shape *fat, int level, int number,
                    int parent, int link, int otherwise)
{
    int count = fat->count[level];
    return count == 1 ? otherwise
                      : fat->port[level] +
                            (number * fat->up[level] + parent) * count + link;
}

/* Return whether a host is at or below a vertex of a level. */
static bool fat_covers(const struct fat_shape *fat, int level, int number,
                       int host)
{
    return number / fat->parents[level] == host / fat->below[level];
}

static int fat_step_up(const struct fat_shape *fat, int level, int number,
                       int host)
{
    int up = fat->up[level];
    int choice = host / fat->parents[level] % (up * fat->count[level]);
    int parent =
        fat->first[level + 1] + fat_parent(fat, level, number, choice % up);
    return fat_port(fat, level, number, choice % up, choice / up, parent);
}

static int fat_step_down(const struct fat_shape *fat, int level, int number,
                         int host)
{
    int u = number % fat->parents[level], within = fat->parents[level - 1];
    int child = u % within + within * (host / fat->below[level - 1]);
    return fat_port(fat, level - 1, child, u / within, 0,
                    fat->first[level - 1] + child);
}

static int fat_step_port(const struct fat_shape *fat, int port, int host)
{
    int level = 0;
    while (level + 1 < fat->levels && port >= fat->port[level + 1])
        level++;
    int link = (port - fat->port[level]) / fat->count[level];
    int number = link / fat->up[level], parent = link % fat->up[level];
    return fat_covers(fat, level, number, host)
               ? fat->first[level] + number
               : fat->first[level + 1] + fat_parent(fat, level, number, parent);
}

static int fat_step(const void *arg, int from, int to)
{
    const struct fat_shape *fat = arg;
    int level = 0;
    if (to >= fat->hosts)
        return -1;
    if (from >= fat->first[fat->levels + 1])
        return fat_step_port(fat, from, to);
    while (from >= fat->first[level + 1])
        level++;
    int number = from - fat->first[level];
    return fat_covers(fat, level, number, to)
               ? fat_step_down(fat, level, number, to)
               : fat_step_up(fat, level, number, to);
}

/* Declare the switches and number them. */
static int fat_switches(struct cluster *cluster, struct fat_shape *fat)
{
    fat->first[1] = fat->hosts;
    for (int level = 1; level <= fat->levels; level++) {
        int count = fat->parents[level] * (fat->hosts / fat->below[level]);
        for (int i = 0; i < count; i++)
            if (cluster_switch(cluster, "switch", "switch%d.%d", level, i) < 0)
                return -1;
        fat->first[level + 1] = fat->first[level] + count;
    }
    return 0;
}

/* Join a vertex to one of its parents. */
static int fat_links(struct cluster *cluster, const struct fat_shape *fat,
                     int level, int number, int parent)
{
    int from = fat->first[level] + number;
    int to = fat->first[level + 1] + fat_parent(fat, level, number, parent);
    if (fat->count[level] == 1)
        return cluster_join(cluster, from, to, &cluster->link);
    for (int link = 0; link < fat->count[level]; link++) {
        int port = cluster_switch(cluster, "port", "port%d.%d.%d.%d", level,
                                  number, parent, link);
        if (port < 0 || cluster_join(cluster, from, port, &cluster->link) ||
            cluster_join(cluster, port, to, NULL))
            return -1;
    }
    return 0;
}

static int fat_build(struct cluster *cluster, struct fat_shape *fat)
{
    if (fat_switches(cluster, fat))
        return -1;
    int port = fat->first[fat->levels + 1];
    for (int level = 0; level < fat->levels; level++) {
        int count = fat->first[level + 1] - fat->first[level];
        fat->port[level] = port;
        for (int number = 0; number < count; number++)
            for (int parent = 0; parent < fat->up[level]; parent++)
                if (fat_links(cluster, fat, level, number, parent))
                    return -1;
        if (fat->count[level] > 1)
            port += count * fat->up[level] * fat->count[level];
    }
    return 0;
}

/* Compute the products of all levels, and check the number of vertices. */
static int fat_measure(struct cluster *cluster, struct fat_shape *fat)
{
    int64_t parents = 1, below = 1, vertices = fat->hosts;
    fat->parents[0] = fat->below[0] = 1;
    for (int level = 0; level < fat->levels; level++) {
        int64_t links = fat->hosts / below * parents * fat->up[level];
        vertices += fat->count[level] > 1 ? links * fat->count[level] : 0;
        parents *= fat->up[level];
        below *= fat->down[level];
        if (below > fat->hosts || fat->hosts % below)
            break;
        vertices += fat->hosts / below * parents;
        if (vertices > GRAPH_VERTICES_MAX)
            return draft_error(cluster->draft,
                               "a fat tree of more than %d vertices",
                               GRAPH_VERTICES_MAX);
        fat->parents[level + 1] = (int)parents;
        fat->below[level + 1] = (int)below;
    }
    if (below == fat->hosts)
        return 0;
    return draft_error(
        cluster->draft,
        "the product of the numbers of children is not %d, the number of hosts",
        fat->hosts);
}

/* Read "levels;down,..;up,..;count,..". */
static int fat_parse(struct cluster *cluster, const char *text,
                     struct fat_shape *fat)
{
    int *const lists[] = {fat->down, fat->up, fat->count};
    const char *at = text;
    if (cluster_numbers(cluster->draft, &at, &fat->levels, 1) < 0)
        return -1;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        bool more = *at == ';' && fat->levels <= CLUSTER_LEVELS_MAX;
        at += more;
        int count =
            more ? cluster_numbers(cluster->draft, &at, lists[i], fat->levels)
                 : 0;
        if (count < 0)
            return -1;
        if (count != fat->levels)
            return draft_error(
                cluster->draft,
                "topo_parameters '%.60s'; expected a number of levels up to "
                "%d, and three lists of that many numbers: 2;4,3;1,2;1,2",
                text, CLUSTER_LEVELS_MAX);
    }
    return *at ? draft_error(cluster->draft, "topo_parameters end in '%.40s'",
                             at)
               : 0;
}

int cluster_fat_tree(struct cluster *cluster, const char *parameters)
{
    struct fat_shape *fat = calloc(1, sizeof *fat);
    if (!fat)
        return draft_no_memory(cluster->draft);
    cluster->draft->shape = fat;
    cluster->draft->step = fat_step;
    fat->hosts = (int)cluster->hosts;
    return fat_parse(cluster, parameters, fat) || fat_measure(cluster, fat) ||
                   fat_build(cluster, fat)
               ? -1
               : 0;
}
