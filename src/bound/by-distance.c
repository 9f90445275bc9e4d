/* Distance: data is forwarded only after it has arrived completely. So data
 * that v wants from u takes at least the time of the fastest chain of transfers
 * from u to v. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reach.h"

/* maximum number of arcs in a table */
#define DISTANCE_ARCS_MAX ((int64_t)1 << 21)
/* limit on the arcs visited by all searches */
#define DISTANCE_STEPS_MAX ((int64_t)1 << 27)

/* the most distant pair so far */
struct farthest {
    uint64_t time;
    int from, to;
    int *path;
    int count;
};

static void distance_found(struct farthest *best, const struct reach *reach,
                           int origin, int v)
{
    best->time = reach_time(reach, v);
    best->from = reach->back ? v : origin;
    best->to = reach->back ? origin : v;
    best->count = reach_path(reach, v, best->path);
}

/* Return whether v wants data from u, for shapes that determine this. */
static bool distance_wants(const struct bound_question *q, int v, int u)
{
    if (q->shape == BOUND_SCAN || q->shape == BOUND_EXSCAN)
        return u < v;
    return u != v;
}

static int distance_of(const struct bound_question *q, struct reach *reach,
                       int origin, struct farthest *best)
{
    if (reach_from(reach, origin))
        return -1;
    for (int v = 0; v < q->p; v++)
        if (distance_wants(q, v, origin) && !reach_is_far(reach, v) &&
            reach_time(reach, v) > best->time)
            distance_found(best, reach, origin, v);
    return 0;
}

static bool distance_rooted(const struct bound_question *q)
{
    return q->shape == BOUND_BROADCAST || q->shape == BOUND_REDUCE ||
           q->shape == BOUND_SCATTER || q->shape == BOUND_GATHER;
}

/* Search from all origins, or as many as there is time for. */
static int distance_all(const struct bound_question *q, struct reach *reach,
                        struct farthest *best)
{
    int64_t origins = DISTANCE_STEPS_MAX / (q->arcs + q->p);
    bool one = bound_transitive(q) && q->shape != BOUND_SCAN &&
               q->shape != BOUND_EXSCAN && q->shape != BOUND_SOURCES;
    if (distance_rooted(q))
        return distance_of(q, reach, q->root, best);
    if (one)
        return distance_of(q, reach, 0, best);
    if (q->shape != BOUND_SOURCES) {
        for (int u = 0; u < q->p && u < origins; u++)
            if (distance_of(q, reach, u, best))
                return -1;
        return 0;
    }
    int first = weft_goal_first(q->goal);
    for (int i = 0; i < weft_goal_blocks(q->goal) && i < origins; i++)
        if (distance_of(q, reach, weft_goal_holder(q->goal, first + i), best))
            return -1;
    return 0;
}

/* ---- a user-defined goal ---- */

/* Compute the time for each block to reach v: from its nearest holder or, if
 * combined, from the farthest contributor. REACH_FAR: unreachable. */
static int distance_goal(const struct bound_question *q, struct reach *reach,
                         struct farthest *best, struct weft_error *err)
{
    int first = weft_goal_first(q->goal), blocks = weft_goal_blocks(q->goal);
    for (int v = 0; v < q->p; v++) {
        if (!weft_goal_wanted(q->goal, v))
            continue;
        if (reach_from(reach, v))
            return -1;
        for (int j = first; j < first + blocks; j++) {
            int source = -1;
            if (weft_goal_place(q->goal, v, j) < 0)
                continue;
            for (int u = 0; u < q->p; u++) {
                bool holds =
                    weft_goal_has(q->goal, u, j) &&
                    (!q->combined || weft_goal_takes(q->goal, v, j, u));
                if (holds && (source < 0 ||
                              (reach->time[2 * u] > reach->time[2 * source]) ==
                                  q->combined))
                    source = u;
            }
            if (source < 0 || reach_is_far(reach, source))
                return weft_error_set(err, WEFT_ERROR_WRONG, 0,
                                      "processor %d cannot get block %d", v, j);
            if (reach_time(reach, source) > best->time)
                distance_found(best, reach, v, source);
        }
    }
    return 0;
}

/* ---- without tables ---- */

/* Bound the time by the distance that the network's formula gives; for networks
 * whose links are alike and go both ways. */
static uint64_t distance_formula(const struct bound_question *q, int origin,
                                 struct weft_bound_argument *found)
{
    int64_t links = weft_network_eccentricity(q->network, origin);
    struct ratio further = ratio_whole((int64_t)q->cost.th);
    if (!q->routed)
        further = q->stage;
    if (q->loggp && q->routed)
        further = RATIO_ZERO;
    struct ratio time = ratio_add(
        q->stage,
        ratio_times(ratio_least(further, q->stage), links - 1, RATIO_DOWN),
        RATIO_DOWN);
    snprintf(found->text, sizeof found->text, "over %lld link%s",
             (long long)links, links == 1 ? "" : "s");
    return bound_time(q, time);
}

static void distance_text(const struct bound_question *q,
                          struct weft_bound_argument *found,
                          const struct farthest *best)
{
    char from[32], to[32];
    snprintf(found->text, sizeof found->text, "from %s to %s",
             bound_label(q, best->from, from), bound_label(q, best->to, to));
    found->list_name = "path";
    found->list = best->path;
    found->count = (size_t)best->count;
}

static int distance_search(struct bound_question *q,
                           struct weft_bound_argument *found,
                           struct weft_error *err)
{
    struct reach reach;
    struct farthest best = {0};
    int vertices = weft_network_vertices(q->network);
    bool general = q->shape == BOUND_GENERAL;
    bool back = general || q->shape == BOUND_REDUCE || q->shape == BOUND_GATHER;
    best.path = malloc(((size_t)vertices + 1) * sizeof *best.path);
    int status = reach_init(&reach, q, back) || !best.path ? -1 : 0;
    struct weft_error why = {.kind = WEFT_ERROR_NONE};
    if (!status)
        status = general ? distance_goal(q, &reach, &best, &why)
                         : distance_all(q, &reach, &best);
    reach_finish(&reach);
    found->bound = best.time;
    if (!status && best.time)
        distance_text(q, found, &best);
    else
        free(best.path);
    if (!status)
        return 0;
    return why.kind == WEFT_ERROR_WRONG
               ? weft_error_set(err, why.kind, 0, "%s", why.text)
               : weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                                "no memory for distances");
}

/* Is each chain one transfer, and all transfers alike? */
static bool distance_is_one(const struct bound_question *q)
{
    return q->alike && q->shape != BOUND_GENERAL &&
           !strcmp(weft_network_kind(q->network), "complete");
}

/* Name the first transfer, as a search would: the tables of a search grow with
 * the square of the processors. */
static int distance_one(const struct bound_question *q,
                        struct weft_bound_argument *found,
                        struct weft_error *err)
{
    bool back = q->shape == BOUND_REDUCE || q->shape == BOUND_GATHER;
    int origin = distance_rooted(q) ? q->root : 0;
    if (q->shape == BOUND_SOURCES)
        origin = weft_goal_holder(q->goal, weft_goal_first(q->goal));
    int other = origin == 0, from = back ? other : origin;
    struct farthest best = {.from = from, .to = origin + other - from};
    best.path = malloc(2 * sizeof *best.path);
    if (!best.path)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for distances");
    best.path[best.count++] = best.from;
    best.path[best.count++] = best.to;
    found->bound = bound_time(q, q->stage);
    distance_text(q, found, &best);
    return 0;
}

int bound_by_distance(struct bound_question *q,
                      struct weft_bound_argument *found, struct weft_error *err)
{
    int64_t arcs = weft_network_arcs(q->network);
    bool rooted = distance_rooted(q);
    if (q->p < 2 || q->shape == BOUND_COMPUTES)
        return 0;
    if (q->shape == BOUND_GENERAL &&
        (int64_t)q->p * q->p * weft_goal_blocks(q->goal) > DISTANCE_STEPS_MAX)
        return 0;
    if (distance_is_one(q))
        return distance_one(q, found, err);
    if (arcs <= DISTANCE_ARCS_MAX)
        return distance_search(q, found, err);
    if (q->alike && q->shape != BOUND_GENERAL &&
        weft_network_vertices(q->network) == q->p)
        found->bound = distance_formula(q, rooted ? q->root : 0, found);
    return 0;
}
