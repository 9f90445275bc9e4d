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
        one >= size || other >= size || from < 0 || from >= network->vertices)
        return false;
    while (at != one && at != other) {
        if (weft_network_multicasts(network, at))
            return true;
        int next = weft_network_next(network, at, one);
        if (next != weft_network_next(network, at, other))
            return false;
        at = next;
    }
    return false;
}

/* Return the last switch on a route that combines messages; -1: none. Routes to
 * one processor never part once they have met, so a switch combines two
 * messages exactly if this switch is the same for both. */
static int network_combined_at(const struct weft_network *network, int from,
                               int to)
{
    int size = network->size, last = -1;
    if (!network->combining || from < 0 || to < 0 || from >= size || to >= size)
        return -1;
    for (int at = from; at != to; at = weft_network_next(network, at, to))
        if (weft_network_combines(network, at))
            last = at;
    return last;
}

bool weft_network_merges(const struct weft_network *network, int one, int other,
                         int to)
{
    int last = network_combined_at(network, one, to);
    return last >= 0 && one != other &&
           last == network_combined_at(network, other, to);
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
