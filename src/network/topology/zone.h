/* A zone of a SimGrid platform with hosts, routers, links and routes; private
 * to this folder. Times are in ns, bandwidths in words of 8 bytes per ns. */
#ifndef WEFT_SRC_NETWORK_ZONE_H
#define WEFT_SRC_NETWORK_ZONE_H

#include "base/text/markup.h"
#include "simgrid.h"

struct zone_link {
    char *name; /* owned */
    struct cluster_link cost;
    /* the vertex at the beginning of the link, upwards and downwards, before
     * the one at its end; -1: not created */
    int vertex[2];
};

/* A host or a router, between which routes lead. */
struct zone_point {
    char *name; /* owned */
    int vertex; /* -1: a router, which is no vertex */
};

struct zone_hop {
    int link;
    bool down;
};

struct zone_route {
    int from, to;        /* points */
    size_t first, count; /* its part of hop[] */
    bool reversed;       /* whether the hops are in the opposite order */
    unsigned line;
};

struct zone {
    struct file_draft *draft;
    const char *routing; /* a row of the table in zone.c, static */
    bool composed; /* whether routes are composed of routes between neighbours
                    */
    struct zone_point *point;
    struct zone_link *link;
    struct zone_hop *hop;
    struct zone_route *route;
    size_t points, links, hops, routes;
    size_t point_room, link_room, hop_room, route_room;
    struct draft_names point_names, link_names;
    struct draft_arcs pairs; /* the points that routes join, with their lines */
    bool open, symmetrical;  /* whether a <route> is open, and how it goes */
    size_t direct;           /* hops before the open route */
    int from, to;            /* its points */
};

/* All return 0, or -1 with err set. */

/* Take the attributes of the current element: zone.c. */
int zone_open(struct zone *zone, struct markup *markup);
int zone_host(struct zone *zone, struct markup *markup);
int zone_router(struct zone *zone, struct markup *markup);
int zone_link(struct zone *zone, struct markup *markup);
int zone_route(struct zone *zone, struct markup *markup);
int zone_route_link(struct zone *zone, struct markup *markup);
int zone_route_end(struct zone *zone);
void zone_finish(struct zone *zone);

/* Create the vertices, the arcs and the rule of the routes: zone-routes.c. */
int zone_build(struct zone *zone);

/* Read a bandwidth, a latency and a sharing policy of the current element;
 * missing attributes change nothing (simgrid.c). */
int simgrid_speed(struct file_draft *draft, const struct markup *markup,
                  const char *name, double *speed);
int simgrid_latency(struct file_draft *draft, const struct markup *markup,
                    const char *name, double *latency);
int simgrid_sharing(const struct markup *markup, const char *name,
                    enum cluster_sharing *sharing);

#endif
