/* What a transfer costs over the links of its route, where those have costs of
 * their own. */
#include <math.h>
#include <weft/machine.h>
#include <weft/model.h>
#include <weft/network.h>

#include "processor.h"
#include "run.h"

uint64_t whole_time(double time)
{
    double whole = ceil(time * (1 - 1e-12));
    if (whole >= (double)TIME_MAX) /* which no transfer may take */
        return TIME_MAX;
    return whole > 1 ? (uint64_t)whole : 1;
}

/* Of a route, so far. */
struct route_time_route {
    double latency;   /* of the links that have one */
    double word;      /* time of a word on the slowest link */
    int plain, known; /* links without and with a latency */
};

static void add_link(struct route_time_route *route,
                     const struct weft_network *network, int at, int next,
                     uint64_t tw)
{
    struct weft_arc_cost cost;
    int port = weft_network_port(network, at, next);
    weft_network_arc_cost(network, at, port, &cost);
    double word = cost.bandwidth > 0 ? 1 / cost.bandwidth : (double)tw;
    route->word = fmax(route->word, word);
    route->plain += cost.latency < 0;
    route->known += cost.latency >= 0;
    route->latency += fmax(cost.latency, 0);
}

uint64_t weft_route_time(const struct weft_network *network,
                         const struct weft_cost *cost, int from, int to,
                         size_t bytes)
{
    if (!weft_network_has_costs(network) || cost->loggp ||
        weft_cost_is_unit(cost))
        return weft_cost_time(cost, bytes,
                              weft_network_distance(network, from, to));
    struct route_time_route route = {0};
    for (int at = from, next; at != to; at = next) {
        next = weft_network_next(network, at, to);
        add_link(&route, network, at, next, cost->tw);
    }
    /* th is for each link after the first: one with a latency is a first */
    int further = route.plain - (route.plain && !route.known);
    size_t words = bytes / WEFT_WORD + (bytes % WEFT_WORD != 0);
    double time = (double)cost->ts + (double)cost->th * further +
                  route.latency + route.word * (double)words;
    return whole_time(time);
}

const struct weft_cost *weft_costs(const struct weft_processor *self)
{
    return &self->run->cost;
}
