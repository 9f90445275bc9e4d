/* The network of a zone of a SimGrid platform: a link is an arc between two
 * switches, one for each direction that has a bandwidth of its own, and arcs
 * that cost nothing join what follows each other on a route. A FATPIPE, which
 * its messages do not share, is a link of its own on each route.
 *
 * The next vertex of a route depends on the vertex and the destination only: a
 * platform whose routes to one host leave a link in different directions is an
 * error. */
#include "zone.h"

#include <stdlib.h>

#include "base/base.h"

/* limits the steps of all routes together */
#define ZONE_STEPS_MAX ((uint64_t)1 << 23)

#define HASH_NAME zone_steps
#define HASH_ENTRY struct zone_step
#define HASH_KEY uint64_t
#define HASH_MEMBER ends
#define HASH_FREE(entry) (!(entry)->ends)

/* from a vertex to a host: 1 + from << 14 | to */
struct zone_step {
    uint64_t ends;
    int next;
};

#include "base/hash.h"

/* The rule of the routes, sorted. */
struct zone_shape {
    size_t count;
    struct zone_step step[];
};

/* A point that has a route to the destination. */
struct zone_near {
    uint64_t links;
    int point;
};

#define HEAP_NAME zone_nears
#define HEAP_ITEM struct zone_near
#define HEAP_BEFORE(a, b)                                                      \
    ((a)->links < (b)->links ||                                                \
     ((a)->links == (b)->links && (a)->point < (b)->point))
#include "base/heap.h"

struct zone_build {
    struct zone *zone;
    struct zone_steps steps;
    struct zone_nears heap;
    size_t *first; /* [points + 1] the routes to each point in `into` */
    size_t *into;  /* [routes] */
    uint64_t *far; /* [points] links to the destination */
    int *next;     /* [points] the first route to take; -1: none */
    uint64_t moves;
    int source, goal; /* the hosts at the ends of the current route */
};

static uint64_t zone_ends(int from, int to)
{
    return 1 + ((uint64_t)from << 14 | (uint64_t)to);
}

static int zone_follow(const void *arg, int from, int to)
{
    const struct zone_shape *shape = arg;
    uint64_t ends = zone_ends(from, to);
    size_t low = 0, high = shape->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (shape->step[middle].ends < ends)
            low = middle + 1;
        else
            high = middle;
    }
    return low < shape->count && shape->step[low].ends == ends
               ? shape->step[low].next
               : -1;
}

/* ---- vertices and arcs ---- */

/* Create the two vertices of a link. Return the first, or -1 with err. */
static int zone_vertices(struct zone *zone, const char *name,
                         const struct cluster_link *cost)
{
    int vertex[2] = {-1, -1};
    for (int i = 0; i < 2 && name; i++) {
        char *end = format_text("%s:%s", name, i ? "out" : "in");
        vertex[i] = end ? draft_declare(zone->draft, end, KIND_SWITCH)
                        : draft_no_memory(zone->draft);
        free(end);
        if (vertex[i] < 0)
            return -1;
        zone->draft->vertex[vertex[i]].part = "link";
    }
    const struct graph_link arc = {
        .u = vertex[0],
        .v = vertex[1],
        .one_way = true,
        .cost = {.latency = cost->latency, .bandwidth = cost->bandwidth}};
    return draft_link(zone->draft, &arc, false) ? -1 : vertex[0];
}

/* Return the first vertex of a link on the current route, or -1 with err. */
static int zone_vertex(struct zone_build *b, struct zone_hop hop)
{
    struct zone *zone = b->zone;
    struct zone_link *link = &zone->link[hop.link];
    static const char *const directions[] = {"up", "down"};
    int *vertex = &link->vertex[hop.down];
    char *name = NULL;
    if (link->cost.sharing == CLUSTER_FATPIPE)
        *vertex = -1;
    if (*vertex >= 0)
        return *vertex;
    if (link->cost.sharing == CLUSTER_FATPIPE)
        name = format_text("%s:%s:%s", link->name, zone->point[b->source].name,
                           zone->point[b->goal].name);
    else if (link->cost.sharing == CLUSTER_DUPLEX)
        name = format_text("%s:%s", link->name, directions[hop.down]);
    else
        name = format_text("%s", link->name);
    *vertex = name ? zone_vertices(zone, name, &link->cost)
                   : draft_no_memory(zone->draft);
    free(name);
    return *vertex;
}

/* Join two vertices by an arc that costs nothing, once. */
static int zone_join(struct zone *zone, int from, int to)
{
    const struct graph_link arc = {.u = from,
                                   .v = to,
                                   .one_way = true,
                                   .cost = {.latency = 0, .bandwidth = 1e9}};
    struct draft_arc *known =
        draft_arcs_get(&zone->draft->arcs, zone_ends(from, to));
    if (!known)
        return draft_no_memory(zone->draft);
    if (known->line)
        return 0;
    known->line = 1;
    return draft_link(zone->draft, &arc, false);
}

/* Let the current route go from one vertex to the next. */
static int zone_move(struct zone_build *b, int from, int to, bool joins)
{
    struct zone *zone = b->zone;
    const struct zone_point *goal = &zone->point[b->goal];
    struct zone_step *step =
        zone_steps_get(&b->steps, zone_ends(from, goal->vertex));
    if (!step)
        return draft_no_memory(zone->draft);
    if (++b->moves > ZONE_STEPS_MAX)
        return weft_error_set(zone->draft->err, WEFT_ERROR_LIMIT, 0,
                              "the routes have more than %llu links in all",
                              (unsigned long long)ZONE_STEPS_MAX);
    if (step->next && step->next != to + 1)
        return draft_error(zone->draft,
                           "the route from '%.80s' to '%.80s' continues "
                           "behind '%.80s' otherwise than another route to "
                           "this host, which weft cannot represent",
                           zone->point[b->source].name, goal->name,
                           zone->draft->vertex[from].name);
    step->next = to + 1;
    return joins ? zone_join(zone, from, to) : 0;
}

/* Follow the links of one <route> from a vertex. Return the last vertex. */
static int zone_go(struct zone_build *b, int at, const struct zone_route *route)
{
    b->zone->draft->line = route->line;
    for (size_t i = 0; i < route->count; i++) {
        size_t number = route->reversed ? route->count - 1 - i : i;
        struct zone_hop hop = b->zone->hop[route->first + number];
        if (b->zone->link[hop.link].cost.sharing == CLUSTER_DUPLEX)
            hop.down = hop.down != route->reversed;
        int in = zone_vertex(b, hop);
        if (in < 0 || zone_move(b, at, in, true) ||
            zone_move(b, in, in + 1, false))
            return -1;
        at = in + 1;
    }
    return at;
}

/* ---- routes ---- */

/* Find the first route of every point to a host: the direct one or, if routes
 * are composed, the first of those with the fewest links. */
static int zone_search(struct zone_build *b, int goal)
{
    struct zone *zone = b->zone;
    for (size_t i = 0; i < zone->points; i++) {
        b->far[i] = UINT64_MAX;
        b->next[i] = -1;
    }
    b->far[goal] = 0;
    if (zone_nears_put(&b->heap, (struct zone_near){0, goal}))
        return draft_no_memory(zone->draft);
    while (b->heap.count) {
        struct zone_near near = zone_nears_take(&b->heap);
        if (near.links > b->far[near.point] ||
            (near.point != goal && !zone->composed))
            continue;
        for (size_t i = b->first[near.point]; i < b->first[near.point + 1];
             i++) {
            const struct zone_route *route = &zone->route[b->into[i]];
            uint64_t links = near.links + route->count;
            if (links >= b->far[route->from])
                continue;
            b->far[route->from] = links;
            b->next[route->from] = (int)b->into[i];
            if (zone_nears_put(&b->heap,
                               (struct zone_near){links, route->from}))
                return draft_no_memory(zone->draft);
        }
    }
    return 0;
}

/* Take the route of the current hosts. */
static int zone_walk(struct zone_build *b)
{
    struct zone *zone = b->zone;
    int at = zone->point[b->source].vertex;
    for (int point = b->source; point != b->goal;) {
        if (b->next[point] < 0) {
            zone->draft->line = 0;
            return draft_error(zone->draft, "no route from '%.80s' to '%.80s'",
                               zone->point[b->source].name,
                               zone->point[b->goal].name);
        }
        const struct zone_route *route = &zone->route[b->next[point]];
        at = zone_go(b, at, route);
        if (at < 0)
            return -1;
        point = route->to;
    }
    return zone_move(b, at, zone->point[b->goal].vertex, true);
}

static int zone_take_routes(struct zone_build *b)
{
    struct zone *zone = b->zone;
    int points = (int)zone->points;
    for (b->goal = 0; b->goal < points; b->goal++) {
        if (zone->point[b->goal].vertex < 0)
            continue;
        if (zone_search(b, b->goal))
            return -1;
        for (b->source = 0; b->source < points; b->source++)
            if (b->source != b->goal && zone->point[b->source].vertex >= 0 &&
                zone_walk(b))
                return -1;
    }
    return 0;
}

/* ---- the network ---- */

/* Group the routes by the point to which they lead. */
static void zone_group(struct zone_build *b)
{
    const struct zone *zone = b->zone;
    for (size_t i = 0; i < zone->routes; i++)
        b->first[zone->route[i].to + 1]++;
    for (size_t i = 0; i < zone->points; i++)
        b->first[i + 1] += b->first[i];
    for (size_t i = zone->routes; i-- > 0;)
        b->into[--b->first[zone->route[i].to + 1]] = i;
    /* first[v + 1] is now where the routes to v begin */
    for (size_t i = 0; i < zone->points; i++)
        b->first[i] = b->first[i + 1];
    b->first[zone->points] = zone->routes;
}

static int zone_compare(const void *a, const void *b)
{
    uint64_t x = ((const struct zone_step *)a)->ends;
    uint64_t y = ((const struct zone_step *)b)->ends;
    return (x > y) - (x < y);
}

/* Hand the rule of the routes to the draft. */
static int zone_keep(struct zone_build *b)
{
    size_t count = 0, steps = b->steps.used;
    struct file_draft *draft = b->zone->draft;
    struct zone_shape *shape =
        malloc(sizeof *shape + (steps + 1) * sizeof *shape->step);
    if (!shape)
        return draft_no_memory(draft);
    for (size_t i = 0; i < zone_steps_room(&b->steps); i++)
        if (b->steps.place[i].ends) {
            shape->step[count] = b->steps.place[i];
            shape->step[count++].next--;
        }
    shape->count = count;
    qsort(shape->step, count, sizeof *shape->step, zone_compare);
    draft->shape = shape;
    draft->step = zone_follow;
    return 0;
}

int zone_build(struct zone *zone)
{
    struct zone_build b = {
        .zone = zone,
        .first = calloc(zone->points + 2, sizeof *b.first),
        .into = calloc(zone->routes + 1, sizeof *b.into),
        .far = calloc(zone->points + 1, sizeof *b.far),
        .next = calloc(zone->points + 1, sizeof *b.next),
    };
    int status = -1;
    if (!b.first || !b.into || !b.far || !b.next) {
        draft_no_memory(zone->draft);
    } else {
        zone_group(&b);
        status = zone_take_routes(&b) || zone_keep(&b) ? -1 : 0;
    }
    free(b.first);
    free(b.into);
    free(b.far);
    free(b.next);
    zone_steps_finish(&b.steps);
    zone_nears_finish(&b.heap);
    return status;
}
