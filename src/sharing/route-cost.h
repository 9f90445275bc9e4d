/* The time of a transfer whose route has links with costs of their own. */
#ifndef WEFT_SRC_SHARING_ROUTE_COST_H
#define WEFT_SRC_SHARING_ROUTE_COST_H

#include <stddef.h>
#include <weft/model.h>
#include <weft/network.h>

/* Of the links of a route, so far; zeroed is none. */
struct route_cost {
    double latency;   /* of the links that have one */
    double word;      /* time of a word on the slowest link */
    int plain, known; /* links without and with a latency */
};

void route_cost_add(struct route_cost *route, const struct weft_arc_cost *arc,
                    uint64_t tw);
/* Until the data enter the last link and have passed it, but for the words. */
double route_cost_head(const struct route_cost *route,
                       const struct weft_cost *cost);
/* All of it; 2^62 at most. */
uint64_t route_cost_time(const struct route_cost *route,
                         const struct weft_cost *cost, size_t bytes);

/* A sum of costs as a time: those that should be whole numbers are, in spite of
 * rounding; and every transfer takes some. */
uint64_t whole_time(double time);

#endif
