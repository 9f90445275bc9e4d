/* Conversion of goal, network and model into the data that the search needs. */
#include "instance.h"

#include <limits.h>
#include <stdlib.h>

#include "base/base.h"

/* ---- channels ---- */

/* State while the channels are made. */
struct channels_making {
    struct instance *q;
    size_t room; /* capacity of q->channel */
    bool any;    /* whether routes may pass processors; false: switches only */
    size_t walked; /* arcs of all routes examined so far */
    size_t most;
};

static int add_channel(struct channels_making *m, struct channel channel)
{
    struct instance *q = m->q;
    if (array_grow(&q->channel, &m->room, (size_t)q->channels + 1,
                   sizeof *q->channel))
        return -1;
    q->channel[q->channels++] = channel;
    return 0;
}

/* Add the arcs of the route from u to v to q->arc. Returns their number, or 0
 * if the route passes a vertex that is not allowed. Returns -1 if memory is
 * short or too many arcs were examined. */
static int instance_route(struct channels_making *m, int u, int v)
{
    struct instance *q = m->q;
    const struct weft_network *network = q->network;
    size_t begin = q->arcs;
    for (int at = u; at != v; m->walked++) {
        int next = weft_network_next(network, at, v);
        int port = weft_network_port(network, at, next);
        bool through =
            next == v || m->any || !weft_network_is_processor(network, next);
        if (port < 0 || !through) {
            q->arcs = begin;
            return 0;
        }
        if ((m->most && m->walked >= m->most) ||
            array_grow(&q->arc, &q->arc_room, q->arcs + 1, sizeof *q->arc))
            return -1;
        q->arc[q->arcs++] = weft_network_arc(network, at, port);
        at = next;
    }
    return (int)(q->arcs - begin);
}

/* Add the channels from u that use more than one arc. */
static int add_routes(struct channels_making *m, int u)
{
    struct instance *q = m->q;
    for (int v = 0; v < q->n; v++) {
        if (v == u || weft_network_port(q->network, u, v) >= 0 ||
            weft_network_distance(q->network, u, v) < 0)
            continue;
        size_t begin = q->arcs;
        int arcs = instance_route(m, u, v);
        struct channel channel = {u, v, -1, begin, arcs};
        if (arcs < 0 || (arcs && add_channel(m, channel)))
            return -1;
        q->routed = q->routed || arcs;
    }
    return 0;
}

static int add_links(struct channels_making *m, int u)
{
    struct instance *q = m->q;
    const struct weft_network *network = q->network;
    for (int port = 0; port < weft_network_degree(network, u); port++) {
        int v = weft_network_neighbour(network, u, port);
        size_t begin = q->arcs;
        if (!weft_network_is_processor(network, v))
            continue;
        if (array_grow(&q->arc, &q->arc_room, q->arcs + 1, sizeof *q->arc))
            return -1;
        q->arc[q->arcs++] = weft_network_arc(network, u, port);
        /* one channel per lane */
        int lanes = weft_network_lanes(network, u, port);
        for (int lane = 0; lane < lanes; lane++)
            if (add_channel(m, (struct channel){u, v, port, begin, 1}))
                return -1;
    }
    return 0;
}

static int add_channels(struct channels_making *m, bool routed)
{
    struct instance *q = m->q;
    for (int u = 0; u < q->n; u++)
        if (add_links(m, u) || (routed && add_routes(m, u)))
            return -1;
    for (int c = 0; q->reversed && c < q->channels; c++) {
        struct channel *channel = &q->channel[c];
        int from = channel->from;
        channel->from = channel->to;
        channel->to = from;
    }
    return 0;
}

/* Group the channels by one of their ends. */
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

/* Breadth-first search from every processor. */
static int instance_measure(struct instance *q)
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

static int make_channels(struct instance *q, bool routes, size_t most,
                         struct weft_error *err)
{
    bool switches = weft_network_vertices(q->network) > q->n;
    struct channels_making making = {.q = q, .any = routes, .most = most};
    if (add_channels(&making, switches || routes) == 0)
        return 0;
    if (most && making.walked >= most)
        return weft_error_set(err, WEFT_ERROR_LIMIT, 0,
                              "%.300s is large for this search: its routes "
                              "pass more than %zu million arcs (--force tries)",
                              weft_network_name(q->network), most / 1000000);
    return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
}

int instance_init(struct instance *q, const struct weft_network *network,
                  const struct weft_model *model, const struct weft_goal *goal,
                  const struct instance_options *options,
                  struct weft_error *err)
{
    *q = (struct instance){
        .network = network,
        .model = *model,
        .order = options->order,
        .phases = options->phases,
        .n = weft_network_size(network),
        .blocks = weft_goal_blocks(goal),
        .first = weft_goal_first(goal),
    };
    bool one = model->sends == WEFT_SENDS_ONE;
    q->fans = !one || weft_model_ports(model, WEFT_USE_SEND) > 1;
    if (instance_take(q, goal, err) ||
        make_channels(q, one && options->routes, options->most, err))
        return -1;
    /* a multicast uses an arc once, but no variable represents it */
    if (q->routed && q->fans && q->combined && !instance_one_mouth(q))
        return weft_error_set(
            err, WEFT_ERROR_MISUSE, 0,
            "over switches and routes there is no search for combined values "
            "if a processor sends several messages at a time");
    if (index_channels(q, true, &q->out, &q->out_channel) ||
        index_channels(q, false, &q->in, &q->in_channel) ||
        (!options->outline && instance_measure(q)))
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    for (int v = 0; v < q->n; v++)
        if (instance_ears(q, v) > q->ears)
            q->ears = instance_ears(q, v);
    return 0;
}

void instance_finish(struct instance *q)
{
    free(q->has);
    free(q->wants);
    free(q->takes);
    free(q->channel);
    free(q->arc);
    free(q->out);
    free(q->in);
    free(q->out_channel);
    free(q->in_channel);
    free(q->distance);
    *q = (struct instance){.n = 0};
}

double instance_least(const struct weft_network *network,
                      const struct weft_model *model,
                      const struct weft_goal *goal, double steps, double most)
{
    double n = weft_network_size(network), m = weft_goal_blocks(goal);
    double lanes = 0, channels, links, clauses;
    for (int v = 0; v < weft_network_size(network); v++)
        lanes += weft_network_lanes_out(network, v);
    /* with switches, some lanes do not lead to processors */
    channels = weft_network_vertices(network) > n ? 0 : lanes;
    links = model->sends == WEFT_SENDS_SAME ? n : channels;
    clauses = lanes + steps * m * (4 * n + links);
    if (clauses <= most && weft_goal_combines(goal) != WEFT_GOAL_MOVE &&
        !instance_backwards(goal))
        clauses += m * n * n + 2 * steps * m * channels * n;
    return clauses;
}

bool instance_joins(const struct instance *q, int from, int to)
{
    bool joins = false;
    /* the shorter list: all links of a star have one end in common */
    if (q->out[from + 1] - q->out[from] <= q->in[to + 1] - q->in[to])
        for (int i = q->out[from]; i < q->out[from + 1] && !joins; i++)
            joins = q->channel[q->out_channel[i]].to == to;
    else
        for (int i = q->in[to]; i < q->in[to + 1] && !joins; i++)
            joins = q->channel[q->in_channel[i]].from == from;
    return joins;
}

/* Return whether messages can get from u to v. A phase takes them over one
 * link. */
static bool instance_way(const struct instance *q, int u, int v)
{
    int links = q->distance[(size_t)u * (size_t)q->n + (size_t)v];
    return links >= 0 && (!q->phases || links <= q->phases);
}

/* Return whether a block can reach a processor from a holder or, for a combined
 * value, whether all its contributions can. */
static bool instance_comes(const struct instance *q, int rank, int block)
{
    for (int u = 0; u < q->n; u++) {
        bool way = instance_way(q, u, rank);
        if (q->combined && !way && instance_takes(q, rank, block, u))
            return false;
        if (!q->combined && way && q->has[instance_at(q, u, block)])
            return true;
    }
    return q->combined;
}

bool instance_unreachable(const struct instance *q, int *block, int *rank)
{
    for (*rank = 0; *rank < q->n; ++*rank) {
        for (int u = 0; q->turns && u < q->n; u++)
            if (!instance_way(q, u, *rank)) {
                *block = -1;
                return true;
            }
        for (*block = 0; !q->turns && *block < q->blocks; ++*block)
            if (q->wants[instance_at(q, *rank, *block)] &&
                !instance_comes(q, *rank, *block))
                return true;
    }
    return false;
}
