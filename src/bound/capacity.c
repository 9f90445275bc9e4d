/* The capacities of arcs and ports by a time. */
#include <limits.h>
#include <stdlib.h>

#include "question.h"

/* Set the costs of an arc that has its own. */
static void capacity_costs(const struct bound_question *q,
                           struct bound_arc *arc)
{
    struct weft_arc_cost cost;
    if (!weft_network_arc_cost(q->network, arc->from, arc->port, &cost))
        return;
    if (cost.latency >= 0)
        arc->start = ratio_add(arc->start, ratio_of(cost.latency, RATIO_DOWN),
                               RATIO_DOWN);
    if (cost.bandwidth > 0)
        arc->word = ratio_divide(
            ratio_whole(1), ratio_of(cost.bandwidth, RATIO_UP), RATIO_DOWN);
}

struct bound_arc bound_arc(const struct bound_question *q, int vertex, int port)
{
    struct bound_arc arc = {
        .from = vertex,
        .to = weft_network_neighbour(q->network, vertex, port),
        .port = port,
        .lanes = weft_network_lanes(q->network, vertex, port),
        .start = ratio_whole((int64_t)q->cost.ts),
        .word = ratio_whole((int64_t)q->cost.tw),
    };
    if (weft_network_has_costs(q->network) && !q->unit && !q->loggp)
        capacity_costs(q, &arc);
    return arc;
}

static void capacity_fill(struct bound_question *q)
{
    int vertices = weft_network_vertices(q->network);
    int64_t next = 0;
    for (int v = 0; v < vertices; v++) {
        q->first[v] = next;
        for (int i = 0; i < weft_network_degree(q->network, v); i++) {
            q->arc[next] = bound_arc(q, v, i);
            q->in_first[q->arc[next++].to + 1]++;
        }
    }
    q->first[vertices] = q->arcs = next;
    for (int v = 0; v < vertices; v++)
        q->in_first[v + 1] += q->in_first[v];
    for (int64_t a = 0; a < next; a++)
        q->into[q->in_first[q->arc[a].to]++] = a;
    for (int v = vertices; v > 0; v--)
        q->in_first[v] = q->in_first[v - 1];
    q->in_first[0] = 0;
}

int bound_arcs(struct bound_question *q)
{
    size_t vertices = (size_t)weft_network_vertices(q->network);
    size_t arcs = (size_t)weft_network_arcs(q->network);
    if (q->arc)
        return 0;
    q->arc = malloc((arcs + 1) * sizeof *q->arc);
    q->into = malloc((arcs + 1) * sizeof *q->into);
    q->first = calloc(vertices + 1, sizeof *q->first);
    q->in_first = calloc(vertices + 1, sizeof *q->in_first);
    if (!q->arc || !q->into || !q->first || !q->in_first)
        return -1;
    capacity_fill(q);
    return 0;
}

/* Return how many words fit into consecutive messages, each with a start-up
 * time and a time per word. */
static struct ratio capacity_words(const struct bound_question *q,
                                   struct ratio start, struct ratio word,
                                   struct ratio time)
{
    if (ratio_compare(time, start) < 0)
        return RATIO_ZERO;
    if (ratio_is_infinite(q->most))
        return word.num ? ratio_divide(ratio_subtract(time, start, RATIO_UP),
                                       word, RATIO_UP)
                        : RATIO_INFINITE;
    struct ratio whole =
        ratio_add(start, ratio_multiply(q->most, word, RATIO_DOWN), RATIO_DOWN);
    if (!whole.num)
        return RATIO_INFINITE;
    int64_t full = ratio_floor(ratio_divide(time, whole, RATIO_UP));
    struct ratio words = ratio_times(q->most, full, RATIO_UP);
    struct ratio left = ratio_subtract(
        time, ratio_times(start, full + 1, RATIO_DOWN), RATIO_UP);
    if (left.num <= 0 || !word.num)
        return words;
    struct ratio more = ratio_least(ratio_times(q->most, full + 1, RATIO_UP),
                                    ratio_divide(left, word, RATIO_UP));
    return ratio_most(words, more);
}

/* Return the number of words that a shared arc can carry by a time: all
 * messages at once, from the time when the first one has started; in unit time
 * each takes one time unit. */
static struct ratio capacity_shared(const struct bound_question *q,
                                    const struct bound_arc *arc,
                                    struct ratio time)
{
    struct bound_question any = *q;
    any.most = RATIO_INFINITE;
    if (!q->unit || ratio_is_infinite(q->most))
        return capacity_words(&any, arc->start, arc->word, time);
    return ratio_compare(time, arc->start) < 0
               ? RATIO_ZERO
               : ratio_multiply(q->most, time, RATIO_UP);
}

struct ratio bound_lane(const struct bound_question *q,
                        const struct bound_arc *arc, struct ratio time)
{
    if (q->shared)
        return capacity_shared(q, arc, time);
    return capacity_words(q, arc->start, arc->word, time);
}

int bound_ports(const struct bound_question *q, int v, enum bound_way way)
{
    int lanes = way == BOUND_OUT ? weft_network_lanes_out(q->network, v)
                                 : weft_network_lanes_in(q->network, v);
    int ports = way == BOUND_OUT ? q->send_ports : q->receive_ports;
    if (q->shared && ports > lanes)
        return lanes ? PORTS_MANY : 0;
    return ports < lanes ? ports : lanes;
}

int bound_receivers(const struct bound_question *q, int v)
{
    bool links = !q->routed && weft_network_vertices(q->network) == q->p;
    int ports = links ? bound_ports(q, v, BOUND_OUT) : q->send_ports;
    int most = q->shared ? PORTS_MANY : q->p - 1;
    return ports < most ? ports : most;
}

int bound_most_receivers(const struct bound_question *q)
{
    int most = 0;
    for (int v = 0; v < q->p; v++) {
        int receivers = bound_receivers(q, v);
        most = receivers > most ? receivers : most;
    }
    return most;
}

int bound_most_ports(const struct bound_question *q, enum bound_way way)
{
    int most = 0;
    for (int v = 0; v < q->p; v++) {
        int ports = bound_ports(q, v, way);
        most = ports > most ? ports : most;
    }
    return most;
}

/* Return the i-th arc of a processor, outgoing or incoming. */
static const struct bound_arc *capacity_arc(const struct bound_question *q,
                                            int v, enum bound_way way,
                                            int64_t i)
{
    return way == BOUND_OUT ? &q->arc[q->first[v] + i]
                            : &q->arc[q->into[q->in_first[v] + i]];
}

static int64_t capacity_degree(const struct bound_question *q, int v,
                               enum bound_way way)
{
    const int64_t *first = way == BOUND_OUT ? q->first : q->in_first;
    return first[v + 1] - first[v];
}

/* Return the highest capacity of a lane below `limit` (NULL: of all), and count
 * the lanes that have it. */
static struct ratio capacity_highest(const struct bound_question *q, int v,
                                     enum bound_way way, struct ratio time,
                                     const struct ratio *limit, int64_t *count)
{
    struct ratio best = RATIO_ZERO;
    *count = 0;
    for (int64_t i = 0; i < capacity_degree(q, v, way); i++) {
        const struct bound_arc *arc = capacity_arc(q, v, way, i);
        struct ratio words = bound_lane(q, arc, time);
        if (limit && ratio_compare(words, *limit) >= 0)
            continue;
        int higher = *count ? ratio_compare(words, best) : 1;
        if (higher >= 0) {
            *count = (higher ? 0 : *count) + arc->lanes;
            best = words;
        }
    }
    return best;
}

/* Return the total capacity of the best `ports` lanes. */
static struct ratio capacity_best(const struct bound_question *q, int v,
                                  enum bound_way way, struct ratio time,
                                  int ports)
{
    struct ratio sum = RATIO_ZERO, words, limit;
    int64_t count;
    words = capacity_highest(q, v, way, time, NULL, &count);
    while (ports > 0 && count && words.num) {
        int64_t taken = count < ports ? count : ports;
        sum = ratio_add(sum, ratio_times(words, taken, RATIO_UP), RATIO_UP);
        ports -= (int)taken;
        limit = words;
        words = capacity_highest(q, v, way, time, &limit, &count);
    }
    return sum;
}

/* Return the capacity of `ports` ports that combine the best start-up with the
 * best time per word: a port that alternates between unlike lanes can carry
 * more short messages than on any single lane. */
static struct ratio capacity_changing(const struct bound_question *q, int v,
                                      enum bound_way way, struct ratio time,
                                      int ports)
{
    struct ratio start = RATIO_INFINITE, word = RATIO_INFINITE;
    for (int64_t i = 0; i < capacity_degree(q, v, way); i++) {
        const struct bound_arc *arc = capacity_arc(q, v, way, i);
        start = ratio_least(start, arc->start);
        word = ratio_least(word, arc->word);
    }
    return ratio_times(capacity_words(q, start, word, time), ports, RATIO_UP);
}

/* Return the capacity of ports whose links are all alike; if links are shared,
 * at most the capacity of the links. */
static struct ratio capacity_alike(const struct bound_question *q, int v,
                                   enum bound_way way, struct ratio time,
                                   int ports)
{
    struct ratio words = ratio_times(capacity_words(q, q->start, q->word, time),
                                     ports, RATIO_UP);
    if (!q->shared)
        return words;
    const struct bound_arc alike = {.start = q->start, .word = q->word};
    int lanes = way == BOUND_OUT ? weft_network_lanes_out(q->network, v)
                                 : weft_network_lanes_in(q->network, v);
    return ratio_least(
        words, ratio_times(bound_lane(q, &alike, time), lanes, RATIO_UP));
}

struct ratio bound_port(const struct bound_question *q, int v,
                        enum bound_way way, struct ratio time)
{
    int ports = bound_ports(q, v, way);
    if (q->loggp)
        return RATIO_INFINITE;
    if (!ports)
        return RATIO_ZERO;
    if (q->alike)
        return capacity_alike(q, v, way, time, ports);
    struct bound_question any = *q;
    any.most = RATIO_INFINITE;
    struct ratio words = capacity_best(&any, v, way, time, ports);
    if (ratio_is_infinite(q->most))
        return words;
    words = ratio_least(words, capacity_best(q, v, way, time, INT_MAX));
    return ratio_least(words, capacity_changing(q, v, way, time, ports));
}

uint64_t bound_first_time(const struct bound_question *q, uint64_t above,
                          struct ratio words, bound_carried *carried,
                          const void *arg)
{
    uint64_t low = above, high = above + 1;
    while (high < (uint64_t)RATIO_MAX &&
           ratio_compare(carried(arg, bound_until(q, high)), words) < 0) {
        low = high;
        high *= 2;
    }
    while (low + 1 < high) {
        uint64_t middle = low + (high - low) / 2;
        if (ratio_compare(carried(arg, bound_until(q, middle)), words) < 0)
            low = middle;
        else
            high = middle;
    }
    return high;
}

uint64_t bound_proved(const struct bound_question *q, uint64_t time,
                      struct ratio words, bound_carried *carried,
                      const void *arg)
{
    return q->shared && ratio_compare(carried(arg, bound_before(q, time)),
                                      words) >= 0
               ? time - 1
               : time;
}

struct capacity_port {
    const struct bound_question *q;
    int v;
    enum bound_way way;
};

static struct ratio capacity_carried(const void *arg, struct ratio until)
{
    const struct capacity_port *port = arg;
    return bound_port(port->q, port->v, port->way, until);
}

uint64_t bound_port_time(const struct bound_question *q, int v,
                         enum bound_way way, struct ratio words)
{
    struct capacity_port port = {q, v, way};
    if (!words.num || q->loggp || !bound_ports(q, v, way))
        return 0;
    return bound_proved(q,
                        bound_first_time(q, 0, words, capacity_carried, &port),
                        words, capacity_carried, &port);
}

struct ratio bound_until(const struct bound_question *q, uint64_t time)
{
    const int64_t part = 1024, fine = (int64_t)1 << 50;
    int64_t t = time < (uint64_t)RATIO_MAX ? (int64_t)time : RATIO_MAX;
    if (!q->inexact)
        return ratio_whole(t);
    if (t >= fine)
        return ratio_whole(t + (t >> 38) + 1);
    return ratio_make(t * part + 1 + (t >> 28), part);
}

/* Return the time minus 2^-20; where numbers are too inexact for this, the time
 * or a little more. */
struct ratio bound_before(const struct bound_question *q, uint64_t time)
{
    const int64_t part = 1 << 20;
    return q->inexact || time >> 40
               ? bound_until(q, time)
               : ratio_make((int64_t)time * part - 1, part);
}

uint64_t bound_time(const struct bound_question *q, struct ratio time)
{
    uint64_t whole =
        (uint64_t)(q->shared ? ratio_floor(time) : ratio_ceil(time));
    if (whole && q->inexact &&
        ratio_compare(bound_until(q, whole - 1), time) >= 0)
        whole--;
    return whole;
}
