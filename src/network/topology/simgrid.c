/* Reads a platform file of SimGrid that consists of one <cluster>, alone or in
 * a zone, or of the hosts, links and routes of one zone (zone.c). Hosts are
 * processors. Elements that define other hosts, links or routes are errors;
 * others are counted and ignored. */
#include "simgrid.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/base.h"
#include "base/text/markup.h"
#include "zone.h"

struct platform {
    struct cluster cluster;
    struct zone zone;
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

int simgrid_sharing(const struct markup *markup, const char *name,
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
    if (!markup_copy(markup, name, text, sizeof text))
        return 0;
    for (size_t i = 0; i < sizeof policies / sizeof *policies; i++)
        if (!strcmp(text, policies[i].name)) {
            *sharing = policies[i].sharing;
            return 0;
        }
    return markup_wrong(markup,
                        "%s is '%.30s'; expected SPLITDUPLEX, SHARED or "
                        "FATPIPE",
                        name, text);
}

int simgrid_speed(struct file_draft *draft, const struct markup *markup,
                  const char *name, double *speed)
{
    char text[60];
    return markup_copy(markup, name, text, sizeof text)
               ? cluster_speed(draft, name, text, speed)
               : 0;
}

int simgrid_latency(struct file_draft *draft, const struct markup *markup,
                    const char *name, double *latency)
{
    char text[60];
    return markup_copy(markup, name, text, sizeof text)
               ? cluster_time(draft, name, text, latency)
               : 0;
}

/* Read the bandwidth and the latency of the links of the hosts. */
static int platform_link(struct platform *platform, struct cluster_link *link)
{
    struct file_draft *draft = platform->cluster.draft;
    link->bandwidth = 0;
    link->latency = -1;
    if (simgrid_speed(draft, &platform->markup, "bw", &link->bandwidth) ||
        simgrid_latency(draft, &platform->markup, "lat", &link->latency))
        return -1;
    if (link->bandwidth <= 0 || link->latency < 0)
        return markup_wrong(&platform->markup, "<cluster> needs %s",
                            link->bandwidth > 0 ? "lat" : "bw");
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
    if (platform->found || platform->zone.points || platform->zone.links)
        return markup_wrong(&platform->markup,
                            "a <cluster> beside another one or hosts; weft "
                            "reads platforms of one");
    platform->found = true;
    cluster->backbone.sharing = CLUSTER_SHARED;
    struct file_draft *draft = cluster->draft;
    const struct markup *markup = &platform->markup;
    return platform_text(platform, "id", cluster->id) ||
                   platform_text(platform, "prefix", cluster->prefix) ||
                   platform_text(platform, "suffix", cluster->suffix) ||
                   platform_hosts(platform) ||
                   platform_link(platform, &cluster->link) ||
                   simgrid_speed(draft, markup, "bb_bw",
                                 &cluster->backbone.bandwidth) ||
                   simgrid_latency(draft, markup, "bb_lat",
                                   &cluster->backbone.latency) ||
                   simgrid_speed(draft, markup, "limiter_link",
                                 &cluster->limiter.bandwidth) ||
                   simgrid_sharing(markup, "sharing_policy",
                                   &cluster->link.sharing) ||
                   simgrid_sharing(markup, "bb_sharing_policy",
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

static int platform_zone(struct platform *platform)
{
    if (++platform->zones > 1)
        return markup_wrong(&platform->markup,
                            "a second zone; weft reads platforms of one zone");
    return zone_open(&platform->zone, &platform->markup);
}

/* `begin` reads a <cluster>, `part` a part of a zone; neither: an error. */
static const struct platform_element {
    const char *name;
    int (*begin)(struct platform *platform);
    int (*part)(struct zone *zone, struct markup *markup);
} platform_elements[] = {
    {"platform", platform_begin, NULL},
    {"zone", platform_zone, NULL},
    {"AS", platform_zone, NULL},
    {"cluster", cluster_begin, NULL},
    {"host", NULL, zone_host},
    {"router", NULL, zone_router},
    {"link", NULL, zone_link},
    {"route", NULL, zone_route},
    {"link_ctn", NULL, zone_route_link},
    {"zoneRoute", NULL, NULL},
    {"ASroute", NULL, NULL},
    {"bypassRoute", NULL, NULL},
    {"peer", NULL, NULL},
    {"bypassZoneRoute", NULL, NULL},
    {"bypassASroute", NULL, NULL},
    {"cabinet", NULL, NULL},
    {"trace", NULL, NULL},
    {"trace_connect", NULL, NULL},
    {"backbone", NULL, NULL},
    {"host_link", NULL, NULL},
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
        if (first == (i == 0) && element->begin)
            return element->begin(platform);
        if (!first && element->part && !platform->found)
            return element->part(&platform->zone, &platform->markup);
        return markup_wrong(&platform->markup,
                            "<%s>; weft reads platforms of one <cluster>, or "
                            "of the hosts, links and routes of one zone",
                            name);
    }
    platform->passed++;
    return 0;
}

static int platform_element_end(void *arg, const char *name)
{
    struct platform *platform = arg;
    platform->depth--;
    return platform->zone.open && !strcmp(name, "route")
               ? zone_route_end(&platform->zone)
               : 0;
}

int simgrid_read(struct file_draft *draft, const char *text, size_t size)
{
    struct platform platform = {.cluster = {.draft = draft},
                                .zone = {.draft = draft},
                                .markup = {.err = draft->err,
                                           .line = &draft->line,
                                           .begin = platform_element_begin,
                                           .end = platform_element_end,
                                           .arg = &platform,
                                           .doctype = true}};
    int status = markup_read(&platform.markup, text, size);
    draft->line = 0;
    if (!status && !platform.found)
        status = platform.zone.points
                     ? zone_build(&platform.zone)
                     : draft_error(draft, "it contains no <cluster> or <host>");
    if (!status && platform.passed)
        status =
            draft_remark(draft, "%zu other elements ignored", platform.passed);
    free(platform.cluster.number);
    zone_finish(&platform.zone);
    return status;
}
