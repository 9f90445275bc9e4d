/* Ways of messages over switches that they name. */
#include <stdlib.h>
#include <string.h>
#include <weft/unstable/ways.h>

#include "kind.h"

static const char ways_word[] = " via ";

const char *weft_event_way(const struct weft_trace_info *info,
                           const struct weft_event *event)
{
    const char *text = event->items ? weft_event_items(info, event) : NULL;
    const char *way = text ? strstr(text, ways_word) : NULL;
    return way ? way + sizeof ways_word - 1 : NULL;
}

int weft_way_next(const char **way, int to)
{
    char *end;
    if (!**way)
        return to;
    int vertex = (int)strtol(*way, &end, 10);
    if (*end && *end != ',') {
        *way = "";
        return -1;
    }
    *way = *end ? end + 1 : end;
    return vertex;
}

bool weft_network_has_way(const struct weft_network *network, int from,
                          const char *way, int to, int arc[2])
{
    for (int at = from, next; at != to; at = next) {
        bool last = !*way;
        next = weft_way_next(&way, to);
        if (weft_network_port(network, at, next) < 0 ||
            (!last && weft_network_is_processor(network, next))) {
            arc[0] = at;
            arc[1] = next;
            return false;
        }
    }
    return true;
}

const char *weft_network_way(const struct weft_network *network,
                             const struct weft_trace_info *info,
                             const struct weft_event *event)
{
    int arc[2];
    const char *way = weft_event_way(info, event);
    return way && weft_network_has_way(network, event->rank, way, event->peer,
                                       arc)
               ? way
               : NULL;
}

int weft_network_onward(const struct weft_network *network, int at, int to,
                        const char **way)
{
    return *way ? weft_way_next(way, to) : weft_network_next(network, at, to);
}

static bool network_can(const struct weft_network *network, int vertex,
                        enum switch_power power)
{
    return network->row->powers && vertex >= network->size &&
           vertex < network->vertices &&
           network->row->powers(network, vertex) & power;
}

bool weft_network_combines(const struct weft_network *network, int vertex)
{
    return network_can(network, vertex, SWITCH_COMBINES);
}

int weft_network_combining(const struct weft_network *network)
{
    return network->combining;
}

bool weft_network_multicasts(const struct weft_network *network, int vertex)
{
    return network_can(network, vertex, SWITCH_MULTICASTS);
}

int weft_network_multicasting(const struct weft_network *network)
{
    return network->multicasting;
}

bool weft_network_splits(const struct weft_network *network, int from, int one,
                         int other)
{
    int size = network->size, at = from;
    if (!network->multicasting || one == other || one < 0 || other < 0 ||
        one >= size || other >= size || from < 0 || from >= size)
        return false;
    while (at != one && at != other) {
        int next = weft_network_next(network, at, one);
        if (next != weft_network_next(network, at, other))
            return weft_network_multicasts(network, at);
        at = next;
    }
    return false;
}

bool weft_network_merges(const struct weft_network *network, int one, int other,
                         int to)
{
    if (!network->combining || one == other || to < 0 || one < 0 || other < 0 ||
        to >= network->size || one >= network->size || other >= network->size)
        return false;
    /* routes to one vertex have their last links in common */
    int more = weft_network_distance(network, one, to) -
               weft_network_distance(network, other, to);
    for (; more > 0; more--)
        one = weft_network_next(network, one, to);
    for (; more < 0; more++)
        other = weft_network_next(network, other, to);
    while (one != other) {
        one = weft_network_next(network, one, to);
        other = weft_network_next(network, other, to);
    }
    return weft_network_combines(network, one);
}

int weft_network_links(const struct weft_network *network, int from, int to,
                       const char *way)
{
    int links = 1;
    if (!way)
        return weft_network_distance(network, from, to);
    for (; *way; links++)
        weft_way_next(&way, to);
    return links;
}
