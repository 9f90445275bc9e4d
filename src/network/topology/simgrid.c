/* Reads a platform file of SimGrid that consists of one <cluster>, alone or in
 * a zone. Hosts are processors. Elements that define other hosts, links or
 * routes are errors; others are counted and ignored. */
#include "simgrid.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/base.h"
#include "base/text/markup.h"

struct platform {
    struct cluster cluster;
    struct markup markup;
    int depth, zones; /* open elements; those that are zones */
    bool found;       /* whether there was a cluster */
    size_t passed;    /* number of elements ignored */
};

/* ---- the parts of a network ---- */

int cluster_switch(struct cluster *cluster, const char *part,
                   const char *format, ...)
{
    char name[CLUSTER_TEXT_MAX + 80], text[80];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    snprintf(name, sizeof name, "%s%s%s", cluster->id,
             cluster->id[0] ? "." : "", text);
    if (cluster->draft->count >= GRAPH_VERTICES_MAX)
        return weft_error_set(
            cluster->draft->err, WEFT_ERROR_LIMIT, cluster->draft->line,
            "more than %d hosts and switches", GRAPH_VERTICES_MAX);
    int vertex = draft_declare(cluster->draft, name, KIND_SWITCH);
    if (vertex >= 0)
        cluster->draft->vertex[vertex].part = part;
    return vertex;
}

static int cluster_link(struct cluster *cluster, int u, int v, bool one_way,
                        const struct cluster_link *link)
{
    static const struct cluster_link nothing = {0, 1e9, CLUSTER_DUPLEX};
    link = link ? link : &nothing;
    const struct graph_link joined = {
        .u = u,
        .v = v,
        .one_way = one_way,
        .cost = {.latency = link->latency, .bandwidth = link->bandwidth}};
    return draft_link(cluster->draft, &joined, false);
}

int cluster_join(struct cluster *cluster, int u, int v,
                 const struct cluster_link *link)
{
    return cluster_link(cluster, u, v, false, link);
}

int cluster_arc(struct cluster *cluster, int from, int to,
                const struct cluster_link *link)
{
    return cluster_link(cluster, from, to, true, link);
}

static int hosts_declare(struct cluster *cluster)
{
    for (size_t i = 0; i < cluster->hosts; i++) {
        char name[2 * CLUSTER_TEXT_MAX + 20];
        snprintf(name, sizeof name, "%s%d%s", cluster->prefix,
                 cluster->number[i], cluster->suffix);
        int vertex = draft_declare(cluster->draft, name, KIND_HOST);
        if (vertex < 0)
            return -1;
        cluster->draft->vertex[vertex].part = "host";
    }
    return 0;
}

/* ---- attributes ---- */

static int platform_sharing(struct platform *platform, const char *name,
                            enum cluster_sharing *sharing)
{
    static const struct {
        const char *name;
        enum cluster_sharing sharing;
    } policies[] = {
        {"SPLITDUPLEX", CLUSTER_DUPLEX},
        {"FULLDUPLEX", CLUSTER_DUPLEX},
        {"SHARED", CLUSTER_SHARED},
        {"FATPIPE", CLUSTER_FATPIPE},
    };
    char text[40];
    if (!markup_copy(&platform->markup, name, text, sizeof text))
        return 0;
    for (size_t i = 0; i < sizeof policies / sizeof *policies; i++)
        if (!strcmp(text, policies[i].name)) {
            *sharing = policies[i].sharing;
            return 0;
        }
    return markup_wrong(&platform->markup,
                        "%s is '%.30s'; expected SPLITDUPLEX, SHARED or "
                        "FATPIPE",
                        name, text);
}

/* Read the bandwidth and the latency of a link; `required`: it must have both.
 */
static int platform_link(struct platform *platform, const char *bandwidth,
                         const char *latency, bool required,
                         struct cluster_link *link)
{
    struct file_draft *draft = platform->cluster.draft;
    char text[60];
    bool speed = markup_copy(&platform->markup, bandwidth, text, sizeof text);
    if (speed && cluster_speed(draft, bandwidth, text, &link->bandwidth))
        return -1;
    bool time =
        latency && markup_copy(&platform->markup, latency, text, sizeof text);
    if (time && cluster_time(draft, latency, text, &link->latency))
        return -1;
    if (required && (!speed || !time))
        return markup_wrong(&platform->markup, "<cluster> needs %s",
                            speed ? latency : bandwidth);
    return 0;
}

/* Copy a required text. */
static int platform_text(struct platform *platform, const char *name,
                         char text[CLUSTER_TEXT_MAX])
{
    char *value = markup_attribute(&platform->markup, name);
    size_t length = value ? strlen(value) : 0;
    if (value && length < CLUSTER_TEXT_MAX)
        memcpy(text, value, length + 1);
    xmlFree(value);
    if (value && length < CLUSTER_TEXT_MAX)
        return 0;
    return markup_wrong(
        &platform->markup,
        value ? "%s of <cluster> is too long" : "<cluster> needs %s", name);
}

static int platform_hosts(struct platform *platform)
{
    char *radical = markup_attribute(&platform->markup, "radical");
    int status =
        radical ? cluster_radical(&platform->cluster, radical)
                : markup_wrong(&platform->markup, "<cluster> needs radical");
    xmlFree(radical);
    return status;
}

static const struct cluster_topology {
    const char *name;
    int (*build)(struct cluster *cluster, const char *parameters);
    bool flat; /* whether limiters, backbones and shared links are allowed */
} cluster_topologies[] = {
    {"FLAT", cluster_flat, true},
    {"TORUS", cluster_torus, false},
    {"FAT_TREE", cluster_fat_tree, false},
    {"DRAGONFLY", cluster_dragonfly, false},
};

static int platform_build(struct platform *platform)
{
    struct cluster *cluster = &platform->cluster;
    char topology[40] = "FLAT", parameters[CLUSTER_TEXT_MAX] = "";
    const struct cluster_topology *found = NULL;
    markup_copy(&platform->markup, "topology", topology, sizeof topology);
    markup_copy(&platform->markup, "topo_parameters", parameters,
                sizeof parameters);
    for (size_t i = 0;
         i < sizeof cluster_topologies / sizeof *cluster_topologies; i++)
        if (!strcmp(topology, cluster_topologies[i].name))
            found = &cluster_topologies[i];
    if (!found)
        return markup_wrong(&platform->markup,
                            "topology is '%.30s'; expected FLAT, TORUS, "
                            "FAT_TREE or DRAGONFLY",
                            topology);
    bool more = cluster->backbone.bandwidth > 0 ||
                cluster->limiter.bandwidth > 0 ||
                cluster->link.sharing != CLUSTER_DUPLEX;
    if (cluster->link.sharing == CLUSTER_FATPIPE || (more && !found->flat))
        return markup_wrong(
            &platform->markup,
            "weft cannot represent FATPIPE links or, in a topology other than "
            "FLAT, SHARED links, limiters or backbones");
    return found->build(cluster, parameters);
}

static int cluster_begin(struct platform *platform)
{
    struct cluster *cluster = &platform->cluster;
    if (platform->found)
        return markup_wrong(&platform->markup,
                            "a second <cluster>; weft reads platforms of one");
    platform->found = true;
    cluster->backbone.sharing = CLUSTER_SHARED;
    return platform_text(platform, "id", cluster->id) ||
                   platform_text(platform, "prefix", cluster->prefix) ||
                   platform_text(platform, "suffix", cluster->suffix) ||
                   platform_hosts(platform) ||
                   platform_link(platform, "bw", "lat", true, &cluster->link) ||
                   platform_link(platform, "bb_bw", "bb_lat", false,
                                 &cluster->backbone) ||
                   platform_link(platform, "limiter_link", NULL, false,
                                 &cluster->limiter) ||
                   platform_sharing(platform, "sharing_policy",
                                    &cluster->link.sharing) ||
                   platform_sharing(platform, "bb_sharing_policy",
                                    &cluster->backbone.sharing) ||
                   hosts_declare(cluster) || platform_build(platform)
               ? -1
               : 0;
}

/* ---- elements ---- */

static int platform_begin(struct platform *platform)
{
    (void)platform;
    return 0;
}

static int zone_begin(struct platform *platform)
{
    if (++platform->zones > 1)
        return markup_wrong(&platform->markup,
                            "a second zone; weft reads platforms of one "
                            "<cluster>");
    return 0;
}

static const struct platform_element {
    const char *name;
    int (*begin)(struct platform *platform); /* NULL: an error */
} platform_elements[] = {
    {"platform", platform_begin},
    {"zone", zone_begin},
    {"AS", zone_begin},
    {"cluster", cluster_begin},
    {"host", NULL},
    {"router", NULL},
    {"link", NULL},
    {"route", NULL},
    {"zoneRoute", NULL},
    {"ASroute", NULL},
    {"bypassRoute", NULL},
    {"peer", NULL},
    {"bypassZoneRoute", NULL},
    {"bypassASroute", NULL},
    {"cabinet", NULL},
    {"trace", NULL},
    {"trace_connect", NULL},
    {"backbone", NULL},
    {"host_link", NULL},
};

static int platform_element_begin(void *arg, const char *name)
{
    struct platform *platform = arg;
    bool first = platform->depth++ == 0;
    for (size_t i = 0; i < sizeof platform_elements / sizeof *platform_elements;
         i++) {
        const struct platform_element *element = &platform_elements[i];
        if (strcmp(name, element->name) != 0)
            continue;
        if (first != (i == 0) || !element->begin)
            return markup_wrong(&platform->markup,
                                "<%s>; weft reads platforms of one <cluster>",
                                name);
        return element->begin(platform);
    }
    platform->passed++;
    return 0;
}

static int platform_element_end(void *arg, const char *name)
{
    struct platform *platform = arg;
    (void)name;
    platform->depth--;
    return 0;
}

int simgrid_read(struct file_draft *draft, const char *text, size_t size)
{
    struct platform platform = {.cluster = {.draft = draft},
                                .markup = {.err = draft->err,
                                           .line = &draft->line,
                                           .begin = platform_element_begin,
                                           .end = platform_element_end,
                                           .arg = &platform,
                                           .doctype = true}};
    int status = markup_read(&platform.markup, text, size);
    draft->line = 0;
    if (!status && !platform.found)
        status = draft_error(draft, "it contains no <cluster>");
    if (!status && platform.passed)
        status =
            draft_remark(draft, "%zu other elements ignored", platform.passed);
    free(platform.cluster.number);
    return status;
}
