/* Networks that a plug-in defines vertex by vertex and link by link. */
#ifndef WEFT_SRC_NETWORK_WIRING_H
#define WEFT_SRC_NETWORK_WIRING_H

#include <weft/plugin.h>

#include "network/graph/named.h"

/* The state of a network defined by a plug-in. */
struct wired {
    struct named named; /* must be first, so that named.c can use this state */
    /* The next members are used if ports are in the order of the links, not of
     * the neighbours. */
    /* [arcs] index of each port's arc among the vertex's arcs sorted by
     * neighbour; NULL: same order */
    int *sorted;
    int *port; /* [arcs] inverse permutation of `sorted` */
    /* The next members are used if the network has its own routes: next vertex
     * and distance for each destination and vertex; `far` is 0 for a vertex on
     * no route. */
    /* [size * vertices] tables; NULL: shortest routes as in other networks */
    uint16_t *next, *far;
};

/* A network under construction. */
struct weft_wiring {
    struct weft_network *network;
    /* text behind the colon of the specification; NULL: no colon */
    const char *text;
    struct graph_links links;
    bool *placed; /* [vertices] whether the vertex has coordinates; owned */
    struct weft_error *err;
    bool failed; /* whether an error is set in *err */
};

/* Allocate the network's state. Return 0, or -1 with err set, like init(). */
int wiring_begin(struct weft_wiring *wiring);
int wiring_end(struct weft_wiring *wiring, bool ports_in_order);

/* Get all routes from the plug-in (own-routes.c). Return 0, or -1 with err set,
 * like the init() of a network. */
int routes_find(struct weft_network *network,
                const struct weft_own_network *own, const int number[],
                int count, struct weft_error *err);

/* Functions of plug-in networks for their row in the table of networks. */
int routed_next(const struct weft_network *network, int from, int to);
int routed_distance(const struct weft_network *network, int from, int to);
void wired_finish(struct weft_network *network);
int wired_neighbour(const struct weft_network *network, int vertex, int port);
int wired_port(const struct weft_network *network, int from, int to);
int64_t wired_arc(const struct weft_network *network, int vertex, int port);

#endif
