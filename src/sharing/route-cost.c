/* The cost of a transfer over the links of its route, if links have costs of
 * their own. */
#include "route-cost.h"

#include <math.h>

#include "base/base.h"

/* limit on the time of a transfer, exclusive */
#define ROUTE_COST_MAX ((uint64_t)1 << 62)

uint64_t whole_time(double time)
{
    double whole = ceil(time * (1 - 1e-12));
    if (whole >= (double)ROUTE_COST_MAX)
        return ROUTE_COST_MAX;
    return whole > 1 ? (uint64_t)whole : 1;
}

void route_cost_add(struct route_cost *route, const struct weft_arc_cost *arc,
                    uint64_t tw)
{
    double word = arc->bandwidth > 0 ? 1 / arc->bandwidth : (double)tw;
    route->word = fmax(route->word, word);
    route->plain += arc->latency < 0;
    route->known += arc->latency >= 0;
    route->latency += fmax(arc->latency, 0);
}

double route_cost_head(const struct route_cost *route,
                       const struct weft_cost *cost)
{
    /* th applies to each link without a latency, except one if no link has a
     * latency */
    int further = route->plain - (route->plain && !route->known);
    return (double)cost->ts + (double)cost->th * further + route->latency;
}

uint64_t route_cost_time(const struct route_cost *route,
                         const struct weft_cost *cost, size_t bytes)
{
    uint64_t words = steps_of(bytes, WEFT_WORD);
    return whole_time(route_cost_head(route, cost) +
                      route->word * (double)words);
}
