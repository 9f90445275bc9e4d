/* Networks stored as tables, whose vertices have names and coordinates. */
#include "named.h"

#include <stdio.h>
#include <stdlib.h>

void named_finish(struct weft_network *network)
{
    struct named *named = network->state;
    for (int v = 0; named && named->label && v < network->vertices; v++)
        free(named->label[v]);
    for (size_t i = 0; named && i < named->remarks; i++)
        free(named->remark[i]);
    if (named) {
        free(named->remark);
        free(named->powers);
        free(named->part);
        free(named->label);
        free(named->place);
    }
    graph_finish(network);
}

const char *named_name(const struct weft_network *network, int vertex)
{
    const struct named *named = network->state;
    return named->label ? named->label[vertex] : NULL;
}

int named_label(const struct weft_network *network, int vertex, char *text,
                size_t size)
{
    const char *name = named_name(network, vertex);
    return name ? snprintf(text, size, "%s", name)
                : snprintf(text, size, "%d", vertex);
}

void named_place(const struct weft_network *network, int vertex, double at[2])
{
    const struct named *named = network->state;
    at[0] = named->place ? named->place[vertex][0] : 0;
    at[1] = named->place ? named->place[vertex][1] : 0;
}

const char *named_part(const struct weft_network *network, int vertex)
{
    const struct named *named = network->state;
    return named->part ? named->part[vertex] : NULL;
}

unsigned named_powers(const struct weft_network *network, int vertex)
{
    const struct named *named = network->state;
    return named->powers ? named->powers[vertex] : 0;
}

void named_count_powers(struct weft_network *network, int count)
{
    const struct named *named = network->state;
    for (int v = 0; v < count; v++) {
        unsigned powers = named->powers[v];
        network->combining += (powers & SWITCH_COMBINES) != 0;
        network->multicasting += (powers & SWITCH_MULTICASTS) != 0;
    }
}

const char *named_remark(const struct weft_network *network, size_t index)
{
    const struct named *named = network->state;
    return index < named->remarks ? named->remark[index] : NULL;
}

bool named_arc_cost(const struct weft_network *network, int vertex, int port,
                    struct weft_arc_cost *cost)
{
    const struct graph *graph = network->state;
    int64_t arc = network->row->arc(network, vertex, port);
    if (!graph->cost || arc < 0)
        return false;
    *cost = graph->cost[arc];
    return cost->latency >= 0 || cost->bandwidth > 0;
}

int named_lanes(const struct weft_network *network, int vertex, int port)
{
    const struct graph *graph = network->state;
    int64_t arc = network->row->arc(network, vertex, port);
    return graph->lanes && arc >= 0 ? graph->lanes[arc] : 1;
}
