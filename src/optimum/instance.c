/* From goal, network and model to what a search needs. */
#include "instance.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"

/* ---- who has, who wants ---- */

static enum weft_receives receives_of(enum weft_sends sends)
{
    return sends == WEFT_SENDS_ALL ? WEFT_RECEIVES_ALL : WEFT_RECEIVES_ONE;
}

static enum weft_sends sends_of(enum weft_receives receives)
{
    return receives == WEFT_RECEIVES_ALL ? WEFT_SENDS_ALL : WEFT_SENDS_ONE;
}

/* The model of the search. To send one partial result to several is of no use
 * (it would count twice), so "same" becomes one reception. */
static struct weft_model turned(struct weft_model model)
{
    struct weft_model back = model;
    back.sends = sends_of(model.receives);
    back.send_ports = model.receive_ports;
    back.receives = receives_of(model.sends);
    back.receive_ports = model.sends == WEFT_SENDS_ONE ? model.send_ports : 0;
    return back;
}

/* Each processor the holder of one block, everybody wanting all in order. */
static int take_turns(struct instance *q, const struct weft_goal *goal,
                      struct weft_error *err)
{
    int sources = 0;
    bool *seen = calloc((size_t)q->n, sizeof *seen);
    for (int j = 0; seen && j < q->blocks; j++) {
        int holder = weft_goal_holder(goal, q->first + j);
        sources += holder >= 0 && !seen[holder];
        if (holder >= 0)
            seen[holder] = true;
    }
    free(seen);
    if (sources != q->n || q->blocks != q->n)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "a search for turns wants one message of each "
                              "processor, not %d messages of %d processors",
                              q->blocks, sources);
    q->turns = true;
    memset(q->wants, true, (size_t)q->n * (size_t)q->blocks);
    return 0;
}

/* Combined values: backwards, from the one that wants them. */
static int take_reversed(struct instance *q, const struct weft_goal *goal,
                         struct weft_error *err)
{
    q->reversed = true;
    q->model = turned(q->model);
    for (int j = 0; j < q->blocks; j++) {
        int wanters = 0, wanter = -1;
        for (int v = 0; v < q->n; v++)
            if (weft_goal_place(goal, v, q->first + j) >= 0) {
                wanter = v;
                wanters++;
            }
        if (wanters > 1)
            return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                                  "there is no search for values that are "
                                  "combined and that several processors want");
        for (int v = 0; wanters && v < q->n; v++) {
            q->has[instance_at(q, v, j)] = v == wanter;
            q->wants[instance_at(q, v, j)] =
                weft_goal_takes(goal, wanter, q->first + j, v);
        }
    }
    return 0;
}

static int take_goal(struct instance *q, const struct weft_goal *goal,
                     struct weft_error *err)
{
    size_t cells = (size_t)q->n * (size_t)q->blocks;
    q->has = calloc(cells + 1, sizeof *q->has);
    q->wants = calloc(cells + 1, sizeof *q->wants);
    if (!q->has || !q->wants)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    if (weft_goal_in_order(goal))
        return take_turns(q, goal, err);
    if (weft_goal_combines(goal) != WEFT_GOAL_MOVE)
        return take_reversed(q, goal, err);
    for (int v = 0; v < q->n; v++) {
        for (int j = 0; j < q->blocks; j++)
            q->has[instance_at(q, v, j)] = weft_goal_has(goal, v, q->first + j);
        for (int i = 0; i < weft_goal_wanted(goal, v); i++)
            q->wants[instance_at(q, v, weft_goal_want(goal, v, i) - q->first)] =
                true;
    }
    return 0;
}

/* ---- channels ---- */

static int add_channel(struct instance *q, size_t *room, struct channel channel)
{
    if (array_grow(&q->channel, room, (size_t)q->channels + 1,
                   sizeof *q->channel))
        return -1;
    q->channel[q->channels++] = channel;
    return 0;
}

/* The arcs of a route from u to v, added to q->arc. If only switches may lie
 * between them, a route with a processor in it gives 0; else their number. */
static int route(struct instance *q, int u, int v, bool any)
{
    const struct weft_network *network = q->network;
    size_t begin = q->arcs;
    for (int at = u; at != v;) {
        int next = weft_network_next(network, at, v);
        int port = weft_network_port(network, at, next);
        bool through =
            next == v || any || !weft_network_is_processor(network, next);
        if (port < 0 || !through) {
            q->arcs = begin;
            return 0;
        }
        if (array_grow(&q->arc, &q->arc_room, q->arcs + 1, sizeof *q->arc))
            return -1;
        q->arc[q->arcs++] = weft_network_arc(network, at, port);
        at = next;
    }
    return (int)(q->arcs - begin);
}

/* May messages go from u over more than one link, and over which? */
static int add_routes(struct instance *q, size_t *room, int u, bool any)
{
    for (int v = 0; v < q->n; v++) {
        if (v == u || weft_network_port(q->network, u, v) >= 0 ||
            weft_network_distance(q->network, u, v) < 0)
            continue;
        size_t begin = q->arcs;
        int arcs = route(q, u, v, any);
        struct channel channel = {u, v, -1, (int)begin, arcs};
        if (arcs < 0 || (arcs && add_channel(q, room, channel)))
            return -1;
        q->routed = q->routed || arcs;
    }
    return 0;
}

static int add_channels(struct instance *q, bool routed, bool routes)
{
    const struct weft_network *network = q->network;
    bool switches = weft_network_vertices(network) > q->n;
    size_t room = 0;
    for (int u = 0; u < q->n; u++) {
        for (int port = 0; port < weft_network_degree(network, u); port++) {
            int v = weft_network_neighbour(network, u, port);
            size_t begin = q->arcs;
            if (!weft_network_is_processor(network, v))
                continue;
            if (array_grow(&q->arc, &q->arc_room, q->arcs + 1, sizeof *q->arc))
                return -1;
            q->arc[q->arcs++] = weft_network_arc(network, u, port);
            if (add_channel(q, &room,
                            (struct channel){u, v, port, (int)begin, 1}))
                return -1;
        }
        if (routed && (routes || switches) && add_routes(q, &room, u, routes))
            return -1;
    }
    for (int c = 0; q->reversed && c < q->channels; c++) {
        struct channel *channel = &q->channel[c];
        int from = channel->from;
        channel->from = channel->to;
        channel->to = from;
    }
    return 0;
}

/* Lists by one end of the channels. */
static int index_channels(const struct instance *q, bool by_from, int **first,
                          int **list)
{
    *first = calloc((size_t)q->n + 2, sizeof **first);
    *list = malloc(((size_t)q->channels + 1) * sizeof **list);
    if (!*first || !*list)
        return -1;
    for (int c = 0; c < q->channels; c++)
        (*first)[(by_from ? q->channel[c].from : q->channel[c].to) + 2]++;
    for (int v = 0; v < q->n; v++)
        (*first)[v + 2] += (*first)[v + 1];
    for (int c = 0; c < q->channels; c++) {
        int end = by_from ? q->channel[c].from : q->channel[c].to;
        (*list)[(*first)[end + 1]++] = c;
    }
    return 0;
}

/* Breadth first from every processor. */
static int measure(struct instance *q)
{
    size_t n = (size_t)q->n;
    int *queue = malloc(n * sizeof *queue);
    q->distance = malloc(n * n * sizeof *q->distance);
    if (!queue || !q->distance) {
        free(queue);
        return -1;
    }
    for (int u = 0; u < q->n; u++) {
        int *distance = q->distance + (size_t)u * n, first = 0, last = 0;
        for (int v = 0; v < q->n; v++)
            distance[v] = -1;
        distance[u] = 0;
        queue[last++] = u;
        while (first < last) {
            int v = queue[first++];
            for (int i = q->out[v]; i < q->out[v + 1]; i++) {
                int w = q->channel[q->out_channel[i]].to;
                if (distance[w] < 0) {
                    distance[w] = distance[v] + 1;
                    queue[last++] = w;
                }
            }
        }
    }
    free(queue);
    return 0;
}

int instance_init(struct instance *q, const struct weft_network *network,
                  const struct weft_model *model, const struct weft_goal *goal,
                  enum weft_order order, bool routes, struct weft_error *err)
{
    *q = (struct instance){
        .network = network,
        .model = *model,
        .order = order,
        .n = weft_network_size(network),
        .blocks = weft_goal_blocks(goal),
        .first = weft_goal_first(goal),
    };
    bool routed = model->sends == WEFT_SENDS_ONE;
    if (take_goal(q, goal, err))
        return -1;
    if (add_channels(q, routed, routes))
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    if (index_channels(q, true, &q->out, &q->out_channel) ||
        index_channels(q, false, &q->in, &q->in_channel) || measure(q))
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    return 0;
}

void instance_finish(struct instance *q)
{
    free(q->has);
    free(q->wants);
    free(q->channel);
    free(q->arc);
    free(q->out);
    free(q->in);
    free(q->out_channel);
    free(q->in_channel);
    free(q->distance);
    *q = (struct instance){.n = 0};
}

double instance_estimate(const struct weft_network *network,
                         const struct weft_model *model,
                         const struct weft_goal *goal, bool routes, int steps)
{
    double n = weft_network_size(network), m = weft_goal_blocks(goal);
    double arcs = (double)weft_network_arcs(network);
    bool switches = weft_network_vertices(network) > weft_network_size(network);
    if (model->sends == WEFT_SENDS_ONE && (routes || switches))
        arcs = n * (n - 1);
    double links = model->sends == WEFT_SENDS_SAME ? n : arcs;
    return (double)steps * m * (10 * n + 5 * links) + n * n * n;
}
