/* The time of a transfer over the links of its route, if links have their own
 * costs. */
#include <weft/machine.h>
#include <weft/model.h>
#include <weft/network.h>
#include <weft/unstable/ways.h>

#include "processor.h"
#include "run.h"
#include "sharing/route-cost.h"

uint64_t weft_route_time(const struct weft_network *network,
                         const struct weft_cost *cost, int from, int to,
                         size_t bytes)
{
    return weft_way_time(network, cost, from, to, NULL, bytes);
}

uint64_t weft_way_time(const struct weft_network *network,
                       const struct weft_cost *cost, int from, int to,
                       const char *way, size_t bytes)
{
    if (!weft_network_has_costs(network) || cost->loggp ||
        weft_cost_is_unit(cost))
        return weft_cost_time(cost, bytes,
                              weft_network_links(network, from, to, way));
    struct route_cost route = {0};
    for (int at = from, next; at != to; at = next) {
        struct weft_arc_cost arc;
        next = weft_network_onward(network, at, to, &way);
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
