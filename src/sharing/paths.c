/* Routes, and the times of transfers without others. Arcs get places when they
 * are first used, because the numbers of a network may be sparse. A route is
 * computed once as long as a transfer uses it, and stays until another route
 * needs its slot. */
#include "kernel.h"

#include <math.h>
#include <string.h>
#include <weft/unstable/ways.h>

#define PATHS_SLOTS_MAX ((size_t)1 << 18)
#define PATHS_A_SENDER 7
/* Networks with at most this many arcs have a table of all arcs. */
#define PATHS_TABLE_MAX ((int64_t)1 << 24)
/* Limit on the arcs of all routes, with an allowance for each transfer: a short
 * file may send over long routes. */
#define PATHS_ARCS_MAX ((uint64_t)1 << 24)
#define PATHS_ARCS_A_TRANSFER 64

static bool paths_have_bandwidths(const struct weft_network *network)
{
    struct weft_arc_cost cost;
    for (int v = 0; v < weft_network_vertices(network); v++)
        for (int p = 0; p < weft_network_degree(network, v); p++)
            if (weft_network_arc_cost(network, v, p, &cost) &&
                cost.bandwidth > 0)
                return true;
    return false;
}

int paths_begin(struct sharing *s)
{
    struct paths *paths = &s->paths;
    int64_t arcs = weft_network_arcs(s->network);
    paths->unit = weft_cost_is_unit(&s->cost);
    paths->costs =
        !paths->unit && !s->cost.loggp && weft_network_has_costs(s->network);
    paths->bandwidths = paths->costs && paths_have_bandwidths(s->network);
    paths->scale = s->cost.tw ? (double)s->cost.tw : 1;
    paths->slots = 64;
    while (paths->slots < PATHS_SLOTS_MAX &&
           paths->slots < (size_t)s->size * PATHS_A_SENDER)
        paths->slots *= 2;
    paths->slot = calloc(paths->slots, sizeof *paths->slot);
    if (arcs <= PATHS_TABLE_MAX)
        paths->known = calloc((size_t)arcs + 1, sizeof *paths->known);
    mix_begin();
    return paths->slot ? 0 : -1;
}

void paths_finish(struct sharing *s)
{
    for (size_t i = 0; i < s->arcs; i++)
        if (s->arc[i].room)
            free(s->arc[i].passing.many);
    for (size_t i = 0; s->queue && i < s->arcs; i++) {
        if (s->arc[i].lanes > 1)
            free(s->queue[i].lane.many);
        leaving_heap_finish(&s->queue[i].leaving);
    }
    free(s->arc);
    free(s->arc_cost);
    free(s->queue);
    free(s->paths.slot);
    free(s->paths.known);
    arcs_known_finish(&s->paths.table);
    free(s->paths.path.element);
    free(s->route.word);
}

/* ---- arcs -----------------------------------------------------------------
 */

/* Return the pace that a lane allows. */
static double paths_lane_pace(const struct paths *paths, double bandwidth,
                              uint64_t tw)
{
    if (paths->bandwidths && bandwidth > 0)
        return bandwidth * paths->scale;
    return paths->bandwidths && !tw ? INFINITY : 1;
}

/* Store the costs of a new arc, if they affect times, and create its queue. */
static int paths_furnish(struct sharing *s, int at, int port, int lanes,
                         struct weft_arc_cost *cost)
{
    if (s->paths.costs) {
        if (array_grow(&s->arc_cost, &s->cost_room, s->arcs + 1,
                       sizeof *s->arc_cost))
            return -1;
        weft_network_arc_cost(s->network, at, port, cost);
        s->arc_cost[s->arcs] = *cost;
    }
    if (s->kind != WEFT_SHARING_FIFO)
        return 0;
    if (array_grow(&s->queue, &s->queue_room, s->arcs + 1, sizeof *s->queue))
        return -1;
    struct sharing_queue *queue = &s->queue[s->arcs];
    *queue = (struct sharing_queue){0};
    if (lanes == 1)
        return 0;
    queue->lane.many = calloc((size_t)lanes, sizeof *queue->lane.many);
    return queue->lane.many ? 0 : -1;
}

static uint32_t paths_add_arc(struct sharing *s, int at, int port)
{
    struct weft_arc_cost cost = {-1, 0};
    int lanes = weft_network_lanes(s->network, at, port);
    if (s->arcs >= NOTHING - 1 ||
        array_grow(&s->arc, &s->arc_room, s->arcs + 1, sizeof *s->arc) ||
        paths_furnish(s, at, port, lanes, &cost))
        return NOTHING;
    s->arc[s->arcs] = (struct sharing_arc){
        .capacity =
            lanes * paths_lane_pace(&s->paths, cost.bandwidth, s->cost.tw),
        .tail = at,
        .head = weft_network_neighbour(s->network, at, port),
        .lanes = lanes,
    };
    return (uint32_t)s->arcs++;
}

static uint32_t paths_arc(struct sharing *s, int at, int port)
{
    int64_t number = weft_network_arc(s->network, at, port);
    if (s->paths.known) {
        uint32_t *known = &s->paths.known[number];
        uint32_t place = *known ? *known - 1 : paths_add_arc(s, at, port);
        *known = place + 1;
        return place;
    }
    size_t used = s->paths.table.used;
    struct arc_known *entry = arcs_known_get(&s->paths.table, number + 1);
    if (entry && s->paths.table.used != used &&
        (entry->place = paths_add_arc(s, at, port)) == NOTHING)
        arcs_known_remove(&s->paths.table, entry), entry = NULL;
    return entry ? entry->place : NOTHING;
}

/* ---- routes ---------------------------------------------------------------
 */

/* Return the slot of a route. Processors with neighbouring ranks, which often
 * act one after the other, have neighbouring slots. */
static uint32_t *paths_slot(struct sharing *s, int from, int to)
{
    size_t slot = (size_t)from * PATHS_A_SENDER + (size_t)to % PATHS_A_SENDER;
    return &s->paths.slot[slot & (s->paths.slots - 1)];
}

static void paths_free(struct sharing *s, uint32_t place)
{
    struct sharing_path *path = path_at(s, place);
    blocks_give(&s->route, path->arcs, path->hops);
    pool_give(&s->paths.path, sizeof *path, place);
}

/* Find the arcs of a route, and the pace that they allow. */
static int paths_walk(struct sharing *s, struct sharing_path *path)
{
    uint32_t hop = 0;
    const char *way = path->way;
    for (int at = path->from, next; at != path->to; at = next) {
        next = weft_network_onward(s->network, at, path->to, &way);
        uint32_t place =
            paths_arc(s, at, weft_network_port(s->network, at, next));
        if (place == NOTHING)
            return -1;
        const struct sharing_arc *arc = &s->arc[place];
        s->route.word[path->arcs + hop++] = place;
        path->own = fmin(path->own, arc->capacity / arc->lanes);
    }
    return 0;
}

static uint32_t paths_make(struct sharing *s, int from, int to, const char *way)
{
    int hops = weft_network_links(s->network, from, to, way);
    uint32_t arcs = blocks_take(&s->route, (size_t)hops);
    uint32_t place = pool_take(&s->paths.path, sizeof(struct sharing_path));
    if (arcs == NOTHING || place == NOTHING)
        return NOTHING;
    struct sharing_path path = {.from = from,
                                .to = to,
                                .way = way,
                                .arcs = arcs,
                                .hops = (uint32_t)hops,
                                .own = INFINITY};
    if (paths_walk(s, &path))
        return NOTHING;
    *path_at(s, place) = path;
    return place;
}

static bool paths_same_way(const char *one, const char *other)
{
    return one && other ? !strcmp(one, other) : one == other;
}

uint32_t paths_get(struct sharing *s, int from, int to, const char *way)
{
    uint32_t *slot = paths_slot(s, from, to);
    uint32_t place = *slot ? *slot - 1 : NOTHING;
    const struct sharing_path *old = *slot ? path_at(s, place) : NULL;
    if (!old || old->from != from || old->to != to ||
        !paths_same_way(old->way, way)) {
        bool keeps = !old || !old->users;
        if (old && keeps)
            paths_free(s, place);
        place = paths_make(s, from, to, way);
        if (place == NOTHING)
            return sharing_no_memory(s), NOTHING;
        path_at(s, place)->cached = keeps;
        if (keeps)
            *slot = place + 1;
    }
    struct sharing_path *path = path_at(s, place);
    path->users++;
    s->passed += path->hops;
    if (!s->unlimited && s->passed > PATHS_ARCS_MAX + s->totals.transfers *
                                                          PATHS_ARCS_A_TRANSFER)
        return sharing_fail(
                   s, WEFT_ERROR_LIMIT,
                   "routes of more than %llu links in all" SAY_NO_LIMIT,
                   (unsigned long long)s->passed - 1),
               NOTHING;
    return place;
}

void paths_leave(struct sharing *s, uint32_t place)
{
    struct sharing_path *path = path_at(s, place);
    if (!--path->users && !path->cached)
        paths_free(s, place);
}

/* ---- times ----------------------------------------------------------------
 */

static uint64_t paths_words(uint64_t bytes)
{
    return steps_of(bytes, WEFT_WORD);
}

double paths_load(const struct sharing *s, uint64_t bytes)
{
    return s->paths.unit ? 1 : (double)paths_words(bytes);
}

static uint64_t paths_loggp_data(const struct weft_cost *cost, uint64_t bytes)
{
    return bytes ? cost->per_byte * (bytes - 1) : 0;
}

/* Convert to ticks; `round` 0.5 rounds to the nearest. */
static uint64_t paths_ticks(double time, double round)
{
    double ticks = time * SHARING_TICKS;
    return ticks < (double)SHARING_TICK_MAX ? (uint64_t)(ticks + round)
                                            : SHARING_TICK_MAX;
}

static struct route_cost paths_cost(const struct sharing *s,
                                    const struct sharing_path *path)
{
    struct route_cost cost = {0};
    for (uint32_t i = 0; i < path->hops; i++)
        route_cost_add(&cost, &s->arc_cost[s->route.word[path->arcs + i]],
                       s->cost.tw);
    return cost;
}

bool paths_plain(const struct sharing *s, const struct sharing_path *path)
{
    return !s->paths.costs || !paths_cost(s, path).known;
}

static int paths_limit(struct sharing *s, uint64_t time, uint64_t bytes)
{
    if (time < SHARING_TICK_MAX / SHARING_TICKS)
        return 0;
    return sharing_fail(s, WEFT_ERROR_LIMIT,
                        "a transfer of %llu bytes ends beyond the end of time",
                        (unsigned long long)bytes);
}

/* Compute the times of a flow without link costs, in time units first. */
static int paths_even(struct sharing *s, const struct sharing_path *path,
                      uint64_t bytes, struct sharing_flow *flow)
{
    const struct weft_cost *cost = &s->cost;
    flow->alone = weft_cost_time(cost, bytes, (int)path->hops);
    if (paths_limit(s, flow->alone, bytes))
        return -1;
    if (s->paths.unit) {
        flow->data = 1;
    } else if (cost->loggp) {
        flow->data = paths_loggp_data(cost, bytes);
        flow->alone -= cost->overhead;
        flow->tail = flow->data ? cost->latency : 0;
    } else {
        flow->data = cost->tw * paths_words(bytes);
    }
    flow->head = flow->alone - flow->data - flow->tail;
    flow->alone *= SHARING_TICKS;
    flow->head *= SHARING_TICKS;
    flow->data *= SHARING_TICKS;
    flow->tail *= SHARING_TICKS;
    return 0;
}

/* Compute the times of a flow over links with costs; the data include the part
 * by which the time was rounded up. */
static int paths_costly(struct sharing *s, const struct sharing_path *path,
                        uint64_t bytes, struct sharing_flow *flow)
{
    struct route_cost cost = paths_cost(s, path);
    flow->alone = route_cost_time(&cost, &s->cost, bytes);
    if (paths_limit(s, flow->alone, bytes))
        return -1;
    uint64_t head = paths_ticks(route_cost_head(&cost, &s->cost), 0.5);
    bool words = paths_words(bytes) && cost.word > 0;
    flow->alone *= SHARING_TICKS;
    flow->data = words && head < flow->alone ? flow->alone - head : 0;
    flow->head = flow->alone - flow->data;
    return 0;
}

uint64_t paths_arc_data(const struct sharing *s, uint32_t arc, uint64_t bytes)
{
    if (s->paths.unit)
        return SHARING_TICKS;
    if (s->cost.loggp)
        return paths_loggp_data(&s->cost, bytes) * SHARING_TICKS;
    uint64_t words = paths_words(bytes);
    double bandwidth = s->paths.costs ? s->arc_cost[arc].bandwidth : 0;
    if (bandwidth <= 0)
        return s->cost.tw * words * SHARING_TICKS;
    double ticks = (double)words / bandwidth * SHARING_TICKS;
    uint64_t whole = (uint64_t)ticks;
    return whole + (ticks - (double)whole > 0x1p-10 + ticks * 0x1p-44);
}

uint64_t paths_arc_latency(const struct sharing *s, uint32_t arc, bool last)
{
    if (s->paths.unit || s->cost.loggp)
        return 0;
    if (s->paths.costs && s->arc_cost[arc].latency >= 0)
        return paths_ticks(s->arc_cost[arc].latency, 0.5);
    return last ? 0 : s->cost.th * SHARING_TICKS;
}

/* fifo: compute how much longer than the data each arc is occupied, so that a
 * transfer without others takes its normal time, although its head goes from
 * arc to arc. */
static void paths_hops(const struct sharing *s, const struct sharing_path *path,
                       uint64_t bytes, struct sharing_flow *flow)
{
    uint64_t most = 0, latency = 0;
    flow->plain = paths_plain(s, path);
    for (uint32_t i = 0; i < path->hops; i++) {
        uint32_t arc = s->route.word[path->arcs + i];
        uint64_t data = paths_arc_data(s, arc, bytes);
        most = data > most ? data : most;
        latency +=
            paths_arc_latency(s, arc, flow->plain && i + 1 == path->hops);
    }
    if (!s->paths.unit && !s->cost.loggp)
        flow->head = s->cost.ts * SHARING_TICKS;
    flow->slack = (int64_t)(flow->alone - flow->head - flow->tail - latency) -
                  (int64_t)most;
    flow->held = 0;
    flow->hop = 0;
    flow->twin = NOTHING;
}

int paths_times(struct sharing *s, struct sharing_flow *flow, uint64_t bytes)
{
    const struct sharing_path *path = path_at(s, flow->path);
    flow->tail = 0;
    flow->own = path->own;
    if (s->paths.costs ? paths_costly(s, path, bytes, flow)
                       : paths_even(s, path, bytes, flow))
        return -1;
    if (s->kind == WEFT_SHARING_FIFO)
        paths_hops(s, path, bytes, flow);
    return 0;
}
