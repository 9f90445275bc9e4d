/* The time of a transfer whose route has links with costs of their own. */
#ifndef WEFT_SRC_SHARING_ROUTE_COST_H
#define WEFT_SRC_SHARING_ROUTE_COST_H

#include <stddef.h>
#include <weft/model.h>
#include <weft/network.h>

/* Sums over the links of a route. Zeroed: no links. */
struct route_cost {
    double latency;   /* sum over the links that have one */
    double word;      /* time of a word on the slowest link */
    int plain, known; /* number of links without and with a latency */
};

void route_cost_add(struct route_cost *route, const struct weft_arc_cost *arc,
                    uint64_t tw);
/* Return the time until the data have passed all links, without the time per
 * word. */
double route_cost_head(const struct route_cost *route,
                       const struct weft_cost *cost);
/* Return the time of a transfer, at most 2^62. */
uint64_t route_cost_time(const struct route_cost *route,
                         const struct weft_cost *cost, size_t bytes);

/* Convert a sum of costs to a time, rounded up except for rounding errors, and
 * at least 1. */
uint64_t whole_time(double time);

#endif
