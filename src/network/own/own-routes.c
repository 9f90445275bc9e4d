/* Routes defined by a plug-in's function. It is called once, when the network
 * is created, so that errors are reported then; queries use tables. */
#include <stdlib.h>

#include "base/plugin-code.h"
#include "wiring.h"

/* State of reading the routes of a plug-in. */
struct asking {
    struct weft_network *network;
    const struct weft_own_network *own;
    const int *number;
    int count;
    int *way; /* [vertices] vertices of the current route */
    struct weft_error *err;
};

static size_t own_routes_place(const struct weft_network *network, int from,
                               int to)
{
    return (size_t)to * (size_t)network->vertices + (size_t)from;
}

/* Return the next vertex of a route, or -1 with err. Neighbours use their
 * link. */
static int own_routes_ask(const struct asking *asking, int from, int to)
{
    const struct weft_network *network = asking->network;
    if (graph_port(network, from, to) >= 0)
        return to;
    plugin_code_enters();
    int next = asking->own->next(asking->number, asking->count, from, to);
    plugin_code_leaves();
    if (next >= 0 && next < network->vertices &&
        graph_port(network, from, next) >= 0)
        return next;
    return weft_error_set(asking->err, WEFT_ERROR_MISUSE, 0,
                          "the route from %d to %d goes to %d, to which no "
                          "link leads",
                          from, to, next);
}

/* Follow a route to the destination or to a vertex whose route is known; then
 * fill in the lengths backwards. */
static int follow(const struct asking *asking, int from, int to)
{
    const struct weft_network *network = asking->network;
    struct wired *wired = network->state;
    int length = 0, at = from;
    while (at != to && !wired->far[own_routes_place(network, at, to)]) {
        if (length == network->vertices)
            return weft_error_set(asking->err, WEFT_ERROR_MISUSE, 0,
                                  "the route from %d to %d does not end", from,
                                  to);
        int next = own_routes_ask(asking, at, to);
        if (next < 0)
            return -1;
        wired->next[own_routes_place(network, at, to)] = (uint16_t)next;
        asking->way[length++] = at;
        at = next;
    }
    unsigned far = at == to ? 0 : wired->far[own_routes_place(network, at, to)];
    while (length--)
        wired->far[own_routes_place(network, asking->way[length], to)] =
            (uint16_t)++far;
    return 0;
}

int routes_find(struct weft_network *network,
                const struct weft_own_network *own, const int number[],
                int count, struct weft_error *err)
{
    struct wired *wired = network->state;
    struct asking asking = {network, own, number, count, NULL, err};
    if (network->vertices > WEFT_OWN_ROUTES_MAX)
        return weft_error_set(
            err, WEFT_ERROR_MISUSE, 0,
            "%d vertices; a network with its own routes has at most %d",
            network->vertices, WEFT_OWN_ROUTES_MAX);
    size_t places = (size_t)network->size * (size_t)network->vertices;
    wired->next = calloc(places, sizeof *wired->next);
    wired->far = calloc(places, sizeof *wired->far);
    asking.way = malloc((size_t)network->vertices * sizeof *asking.way);
    int status = wired->next && wired->far && asking.way
                     ? 0
                     : weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    for (int to = 0; !status && to < network->size; to++)
        for (int from = 0; !status && from < network->size; from++)
            status = follow(&asking, from, to);
    free(asking.way);
    return status;
}

/* ---- answers ---- */

/* Return whether the plug-in's route is known. Routes to switches are computed
 * as usual. */
static bool own_routes_is_known(const struct weft_network *network, int from,
                                int to)
{
    const struct wired *wired = network->state;
    return wired->far && to < network->size && from != to &&
           wired->far[own_routes_place(network, from, to)];
}

int routed_next(const struct weft_network *network, int from, int to)
{
    const struct wired *wired = network->state;
    return own_routes_is_known(network, from, to)
               ? wired->next[own_routes_place(network, from, to)]
               : graph_next(network, from, to);
}

int routed_distance(const struct weft_network *network, int from, int to)
{
    const struct wired *wired = network->state;
    return own_routes_is_known(network, from, to)
               ? wired->far[own_routes_place(network, from, to)]
               : graph_distance(network, from, to);
}
