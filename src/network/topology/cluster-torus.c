/* A cluster whose hosts form a torus. The number of a host has the coordinate
 * of the first dimension as its lowest digit. A message first travels along the
 * first dimension, then along the second, and so on, each time by the shorter
 * way. If both are equally short, it goes up, except from the middle to 0. */
#include "simgrid.h"

#include <stdlib.h>

struct torus_shape {
    int dimensions, hosts;
    int extent[CLUSTER_LEVELS_MAX];
};

static int torus_step(const void *arg, int from, int to)
{
    const struct torus_shape *torus = arg;
    int stride = 1;
    if (to >= torus->hosts || from >= torus->hosts)
        return -1;
    for (int d = 0; d < torus->dimensions; d++) {
        int extent = torus->extent[d];
        int at = from / stride % extent, goal = to / stride % extent;
        int ahead = (goal - at + extent) % extent;
        bool up = 2 * ahead < extent || (2 * ahead == extent && goal);
        int next = up ? (at + 1) % extent : (at + extent - 1) % extent;
        if (ahead)
            return from + (next - at) * stride;
        stride *= extent;
    }
    return to;
}

/* Join all hosts to the next ones along each dimension. */
static int torus_links(struct cluster *cluster, const struct torus_shape *torus)
{
    for (int host = 0; host < torus->hosts; host++)
        for (int d = 0, stride = 1; d < torus->dimensions;
             stride *= torus->extent[d++]) {
            int extent = torus->extent[d], at = host / stride % extent;
            int next = host + ((at + 1) % extent - at) * stride;
            bool twice = extent == 2 && at;
            if (next != host && !twice &&
                cluster_join(cluster, host, next, &cluster->link))
                return -1;
        }
    return 0;
}

int cluster_torus(struct cluster *cluster, const char *parameters)
{
    struct torus_shape torus = {.hosts = (int)cluster->hosts};
    int64_t hosts = 1;
    torus.dimensions = cluster_numbers(cluster->draft, &parameters,
                                       torus.extent, CLUSTER_LEVELS_MAX);
    if (torus.dimensions < 0)
        return -1;
    for (int d = 0; d < torus.dimensions && hosts <= torus.hosts; d++)
        hosts *= torus.extent[d];
    if (hosts != torus.hosts || *parameters)
        return draft_error(
            cluster->draft,
            "the product of the extents is not %d, the number of hosts",
            torus.hosts);
    cluster->draft->step = torus_step;
    cluster->draft->shape = malloc(sizeof torus);
    if (!cluster->draft->shape)
        return draft_no_memory(cluster->draft);
    memcpy(cluster->draft->shape, &torus, sizeof torus);
    return torus_links(cluster, &torus);
}
