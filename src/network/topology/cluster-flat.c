/* A flat cluster: each host has a limiter, if there are limiters, and a link to
 * the hub. If there is a backbone, messages go up to one hub, over the backbone
 * and down from another one.
 *
 * A link that both directions share is one arc between two vertices, to which
 * arcs that cost nothing lead from either side. */
#include "simgrid.h"

#include "base/base.h"

/* Join a vertex to the hubs of its up and down direction by a shared link.
 * `name` is unique. */
static int flat_share(struct cluster *cluster, const char *name, size_t host,
                      const int ends[3], const struct cluster_link *link)
{
    int number = cluster->number[host];
    int in = cluster_switch(cluster, "link", "%s-in%d", name, number);
    int out =
        in < 0 ? -1 : cluster_switch(cluster, "link", "%s-out%d", name, number);
    if (out < 0)
        return -1;
    return cluster_arc(cluster, ends[0], in, NULL) ||
                   cluster_arc(cluster, ends[2], in, NULL) ||
                   cluster_arc(cluster, in, out, link) ||
                   cluster_arc(cluster, out, ends[0], NULL) ||
                   cluster_arc(cluster, out, ends[1], NULL)
               ? -1
               : 0;
}

/* Join a host to the hubs up and down. */
static int flat_host(struct cluster *cluster, size_t host, int up, int down)
{
    int at = (int)host;
    if (cluster->limiter.bandwidth > 0) {
        int behind =
            cluster_switch(cluster, "link", "limiter%d", cluster->number[host]);
        const int ends[] = {at, behind, behind};
        if (behind < 0 ||
            flat_share(cluster, "limiter", host, ends, &cluster->limiter))
            return -1;
        at = behind;
    }
    const int ends[] = {at, up, down};
    if (cluster->link.sharing == CLUSTER_SHARED)
        return flat_share(cluster, "link", host, ends, &cluster->link);
    if (up == down)
        return cluster_join(cluster, at, up, &cluster->link);
    return cluster_arc(cluster, at, up, &cluster->link) ||
                   cluster_arc(cluster, down, at, &cluster->link)
               ? -1
               : 0;
}

/* Add the backbone. A backbone that messages do not share never limits them if
 * it is faster than the link of a host. */
static int flat_backbone(struct cluster *cluster, int up, int *down)
{
    struct cluster_link backbone = cluster->backbone;
    *down = up;
    if (backbone.bandwidth <= 0)
        return 0;
    *down = cluster_switch(cluster, "hub", "down");
    if (*down < 0)
        return -1;
    if (backbone.sharing == CLUSTER_FATPIPE) {
        if (backbone.bandwidth < cluster->link.bandwidth)
            return draft_error(cluster->draft,
                               "a backbone FATPIPE that is slower than the "
                               "links of the hosts");
        backbone.bandwidth = 1e9;
    }
    if (backbone.sharing == CLUSTER_DUPLEX)
        return draft_error(cluster->draft,
                           "bb_sharing_policy must be SHARED or FATPIPE");
    return cluster_arc(cluster, up, *down, &backbone);
}

int cluster_flat(struct cluster *cluster, const char *parameters)
{
    int down,
        up = cluster_switch(cluster, "hub", "%s",
                            cluster->backbone.bandwidth > 0 ? "up" : "hub");
    (void)parameters;
    if (up < 0 || flat_backbone(cluster, up, &down))
        return -1;
    for (size_t i = 0; i < cluster->hosts; i++)
        if (flat_host(cluster, i, up, down))
            return -1;
    return 0;
}
