/* Reads the hosts, routers, links and routes of a zone of a SimGrid platform.
 */
#include "zone.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/base.h"

/* limits the numbers of hosts and routers, and of links */
#define ZONE_PARTS_MAX (1 << 20)

/* ---- the zone ---- */

static const struct zone_routing {
    const char *name;
    bool composed;
} zone_routings[] = {
    {"Full", false},
    {"Floyd", true},
    {"Dijkstra", true},
    {"DijkstraCache", true},
};

int zone_open(struct zone *zone, struct markup *markup)
{
    char text[40] = "";
    markup_copy(markup, "routing", text, sizeof text);
    for (size_t i = 0; i < sizeof zone_routings / sizeof *zone_routings; i++)
        if (!strcmp(text, zone_routings[i].name)) {
            zone->routing = zone_routings[i].name;
            zone->composed = zone_routings[i].composed;
        }
    return 0;
}

/* Refuse parts of a zone whose routes weft does not know, and attributes that
 * change a part in the course of time. */
static int zone_allows(const struct zone *zone, const struct markup *markup)
{
    static const char *const changing[] = {"availability_file", "state_file",
                                           "bandwidth_file", "latency_file"};
    char text[8];
    if (!zone->routing)
        return markup_wrong(markup,
                            "the zone's routing must be Full, Floyd, Dijkstra "
                            "or DijkstraCache");
    if (zone->open)
        return markup_wrong(markup, "<route> contains <link_ctn> only");
    for (size_t i = 0; i < sizeof changing / sizeof *changing; i++)
        if (markup_copy(markup, changing[i], text, sizeof text))
            return markup_wrong(markup, "weft reads no %s", changing[i]);
    return 0;
}

/* ---- names ---- */

/* Return a copy of a required attribute, to be freed, or NULL with err. */
static char *zone_text(const struct zone *zone, const struct markup *markup,
                       const char *name)
{
    char *value = markup_attribute(markup, name), *copy = NULL;
    if (!value || !*value || strlen(value) >= WEFT_NETWORK_NAME_MAX / 4)
        markup_wrong(
            markup, value && *value ? "%s is too long" : "%s is missing", name);
    else if (!(copy = strdup(value)))
        draft_no_memory(zone->draft);
    xmlFree(value);
    return copy;
}

/* Enter a new name with its index. */
static int zone_enter(struct zone *zone, struct draft_names *names,
                      const char *name, size_t index)
{
    struct draft_name *entry;
    if (draft_names_find(names, name))
        return draft_error(zone->draft, "'%.80s' is already defined", name);
    if (index >= ZONE_PARTS_MAX)
        return weft_error_set(zone->draft->err, WEFT_ERROR_LIMIT,
                              zone->draft->line, "more than %d hosts or links",
                              ZONE_PARTS_MAX);
    entry = draft_names_get(names, name);
    if (!entry)
        return draft_no_memory(zone->draft);
    entry->vertex = (int)index;
    return 0;
}

/* Return the index of the part that an attribute names, or -1 with err. */
static int zone_find(struct zone *zone, const struct markup *markup,
                     const struct draft_names *names, const char *attribute)
{
    char *name = zone_text(zone, markup, attribute);
    const struct draft_name *found =
        name ? draft_names_find(names, name) : NULL;
    if (name && !found)
        markup_wrong(markup, "%s '%.80s' is not defined before", attribute,
                     name);
    free(name);
    return found ? found->vertex : -1;
}

/* ---- parts ---- */

static int zone_point(struct zone *zone, struct markup *markup, bool host)
{
    if (zone_allows(zone, markup))
        return -1;
    char *name = zone_text(zone, markup, "id");
    if (!name)
        return -1;
    if (array_grow(&zone->point, &zone->point_room, zone->points + 1,
                   sizeof *zone->point)) {
        free(name);
        return draft_no_memory(zone->draft);
    }
    struct zone_point *point = &zone->point[zone->points++];
    *point = (struct zone_point){name, -1};
    if (zone_enter(zone, &zone->point_names, name, zone->points - 1))
        return -1;
    if (host &&
        (point->vertex = draft_declare(zone->draft, name, KIND_HOST)) < 0)
        return -1;
    if (host)
        zone->draft->vertex[point->vertex].part = "host";
    return 0;
}

int zone_host(struct zone *zone, struct markup *markup)
{
    return zone_point(zone, markup, true);
}

int zone_router(struct zone *zone, struct markup *markup)
{
    return zone_point(zone, markup, false);
}

int zone_link(struct zone *zone, struct markup *markup)
{
    struct cluster_link cost = {.sharing = CLUSTER_SHARED};
    if (zone_allows(zone, markup) ||
        simgrid_speed(zone->draft, markup, "bandwidth", &cost.bandwidth) ||
        simgrid_latency(zone->draft, markup, "latency", &cost.latency) ||
        simgrid_sharing(markup, "sharing_policy", &cost.sharing))
        return -1;
    if (cost.bandwidth <= 0)
        return markup_wrong(markup, "<link> needs bandwidth");
    char *name = zone_text(zone, markup, "id");
    if (!name)
        return -1;
    if (array_grow(&zone->link, &zone->link_room, zone->links + 1,
                   sizeof *zone->link)) {
        free(name);
        return draft_no_memory(zone->draft);
    }
    zone->link[zone->links++] = (struct zone_link){name, cost, {-1, -1}};
    return zone_enter(zone, &zone->link_names, name, zone->links - 1);
}

/* ---- routes ---- */

int zone_route(struct zone *zone, struct markup *markup)
{
    char text[8] = "YES";
    if (zone_allows(zone, markup))
        return -1;
    markup_copy(markup, "symmetrical", text, sizeof text);
    zone->symmetrical = !strcmp(text, "YES") || !strcmp(text, "yes");
    if (!zone->symmetrical && strcmp(text, "NO") != 0 &&
        strcmp(text, "no") != 0)
        return markup_wrong(markup, "symmetrical is '%s'; expected YES or NO",
                            text);
    zone->from = zone_find(zone, markup, &zone->point_names, "src");
    zone->to = zone->from < 0
                   ? -1
                   : zone_find(zone, markup, &zone->point_names, "dst");
    zone->direct = zone->hops;
    zone->open = true;
    return zone->to < 0 ? -1 : 0;
}

int zone_route_link(struct zone *zone, struct markup *markup)
{
    char text[8] = "NONE";
    if (!zone->open)
        return markup_wrong(markup, "<link_ctn> outside of a <route>");
    int link = zone_find(zone, markup, &zone->link_names, "id");
    if (link < 0)
        return -1;
    markup_copy(markup, "direction", text, sizeof text);
    bool up = !strcmp(text, "UP"), down = !strcmp(text, "DOWN");
    bool duplex = zone->link[link].cost.sharing == CLUSTER_DUPLEX;
    if ((!up && !down && strcmp(text, "NONE") != 0) || (duplex && !up && !down))
        return markup_wrong(markup, "direction is '%s'; expected %s", text,
                            duplex ? "UP or DOWN" : "NONE, UP or DOWN");
    if (array_grow(&zone->hop, &zone->hop_room, zone->hops + 1,
                   sizeof *zone->hop))
        return draft_no_memory(zone->draft);
    zone->hop[zone->hops++] = (struct zone_hop){link, duplex && down};
    return 0;
}

static int zone_add_route(struct zone *zone, bool reversed)
{
    struct zone_route route = {.from = reversed ? zone->to : zone->from,
                               .to = reversed ? zone->from : zone->to,
                               .first = zone->direct,
                               .count = zone->hops - zone->direct,
                               .reversed = reversed,
                               .line = zone->draft->line};
    struct draft_arc *pair = draft_arcs_get(
        &zone->pairs, 1 + ((uint64_t)route.from << 20 | (uint64_t)route.to));
    if (!pair || array_grow(&zone->route, &zone->route_room, zone->routes + 1,
                            sizeof *zone->route))
        return draft_no_memory(zone->draft);
    if (pair->line)
        return draft_error(zone->draft,
                           "the route from '%.80s' to '%.80s' repeats that of "
                           "line %u",
                           zone->point[route.from].name,
                           zone->point[route.to].name, pair->line);
    pair->line = route.line;
    zone->route[zone->routes++] = route;
    return 0;
}

/* Loops are dropped. */
int zone_route_end(struct zone *zone)
{
    zone->open = false;
    if (zone->from == zone->to)
        return 0;
    if (zone->hops == zone->direct)
        return draft_error(zone->draft, "a <route> without <link_ctn>");
    return zone_add_route(zone, false) ||
                   (zone->symmetrical && zone_add_route(zone, true))
               ? -1
               : 0;
}

void zone_finish(struct zone *zone)
{
    for (size_t i = 0; i < zone->points; i++)
        free(zone->point[i].name);
    for (size_t i = 0; i < zone->links; i++)
        free(zone->link[i].name);
    free(zone->point);
    free(zone->link);
    free(zone->hop);
    free(zone->route);
    draft_names_finish(&zone->point_names);
    draft_names_finish(&zone->link_names);
    draft_arcs_finish(&zone->pairs);
}
