/* Counts per pair of vertices, hashed: a pair that never speaks costs
 * nothing. */
#include <stdlib.h>

#include "base/base.h"
#include "stats.h"

static size_t place(const struct flows *flows, int from, int to)
{
    uint64_t key = (uint64_t)(uint32_t)from << 32 | (uint32_t)to;
    size_t mask = flows->places - 1;
    size_t i = (size_t)(key * UINT64_C(0x9E3779B97F4A7C15) >> 24) & mask;
    for (uint32_t index; (index = flows->place[i]); i = (i + 1) & mask)
        if (flows->flow[index - 1].from == from &&
            flows->flow[index - 1].to == to)
            break;
    return i;
}

static int grow(struct flows *flows)
{
    if (2 * (flows->count + 1) <= flows->places)
        return 0;
    size_t places = flows->places ? 2 * flows->places : 64;
    uint32_t *fresh = calloc(places, sizeof *fresh);
    if (!fresh)
        return -1;
    free(flows->place);
    flows->place = fresh;
    flows->places = places;
    for (size_t i = 0; i < flows->count; i++)
        fresh[place(flows, flows->flow[i].from, flows->flow[i].to)] =
            (uint32_t)i + 1;
    return 0;
}

int flows_add(struct flows *flows, int from, int to,
              const struct weft_event *send)
{
    if (grow(flows) || array_grow(&flows->flow, &flows->capacity,
                                  flows->count + 1, sizeof *flows->flow))
        return -1;
    size_t i = place(flows, from, to);
    if (!flows->place[i]) {
        flows->flow[flows->count++] =
            (struct weft_stats_flow){from, to, 0, 0, 0};
        flows->place[i] = (uint32_t)flows->count;
    }
    struct weft_stats_flow *flow = &flows->flow[flows->place[i] - 1];
    flow->messages++;
    flow->bytes += send->bytes;
    flow->time += send->duration;
    return 0;
}

static int compare(const void *one, const void *two)
{
    const struct weft_stats_flow *a = one, *b = two;
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    return (a->to > b->to) - (a->to < b->to);
}

void flows_sort(struct flows *flows)
{
    if (flows->count)
        qsort(flows->flow, flows->count, sizeof *flows->flow, compare);
    free(flows->place);
    flows->place = NULL;
    flows->places = 0;
}

const struct weft_stats_flow *flows_busiest(const struct flows *flows)
{
    const struct weft_stats_flow *busiest = NULL;
    for (size_t i = 0; i < flows->count; i++)
        if (!busiest || flows->flow[i].messages > busiest->messages)
            busiest = &flows->flow[i];
    return busiest;
}

void flows_finish(struct flows *flows)
{
    free(flows->flow);
    free(flows->place);
    *flows = (struct flows){0};
}
