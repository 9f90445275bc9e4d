/* Networks that a function names vertex by vertex and link by link. */
#ifndef WEFT_SRC_NETWORK_WIRING_H
#define WEFT_SRC_NETWORK_WIRING_H

#include <weft/plugin.h>

#include "network/graph/named.h"

/* The state of such a network. */
struct wired {
    struct named named; /* first: what named.c takes it for */
    /* Where ports are in the order of the links, not of the neighbours: */
    int *sorted; /* [arcs] by vertex and port: which of the vertex's arcs in the
                    order of neighbours; NULL: the same order */
    int *port;   /* [arcs] the reverse */
    /* Where routes are its own, by processor and vertex; 0 in `far`, but for
     * the processor itself: no route to it leads there. */
    uint16_t *next, *far; /* [size * vertices]; NULL: as in all such networks */
};

/* A network that is being made. */
struct weft_wiring {
    struct weft_network *network;
    const char *text; /* behind the colon; NULL: there is no colon */
    struct graph_links links;
    bool *placed; /* [vertices] owned */
    struct weft_error *err;
    bool failed; /* err is set */
};

/* 0, or -1 with err set, as init() of a row. */
int wiring_begin(struct weft_wiring *wiring);
int wiring_end(struct weft_wiring *wiring, bool ports_in_order);

/* Ask for all routes (own-routes.c). 0, or -1 with err set, as init() of a
 * row. */
int routes_find(struct weft_network *network,
                const struct weft_own_network *own, const int number[],
                int count, struct weft_error *err);

/* The functions of a row. */
int routed_next(const struct weft_network *network, int from, int to);
int routed_distance(const struct weft_network *network, int from, int to);
void wired_finish(struct weft_network *network);
int wired_neighbour(const struct weft_network *network, int vertex, int port);
int wired_port(const struct weft_network *network, int from, int to);
int64_t wired_arc(const struct weft_network *network, int vertex, int port);

#endif
