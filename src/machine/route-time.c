/* The time of a transfer over the links of its route, if links have their own
 * costs. */
#include <weft/machine.h>
#include <weft/model.h>
#include <weft/network.h>

#include "processor.h"
#include "run.h"
#include "sharing/route-cost.h"

uint64_t weft_route_time(const struct weft_network *network,
                         const struct weft_cost *cost, int from, int to,
                         size_t bytes)
{
    if (!weft_network_has_costs(network) || cost->loggp ||
        weft_cost_is_unit(cost))
        return weft_cost_time(cost, bytes,
                              weft_network_distance(network, from, to));
    struct route_cost route = {0};
    for (int at = from, next; at != to; at = next) {
        struct weft_arc_cost arc;
        next = weft_network_next(network, at, to);
        weft_network_arc_cost(network, at, weft_network_port(network, at, next),
                              &arc);
        route_cost_add(&route, &arc, cost->tw);
    }
    return route_cost_time(&route, cost, bytes);
}

const struct weft_cost *weft_costs(const struct weft_processor *self)
{
    return &self->run->units;
}
