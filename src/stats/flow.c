/* Counts messages per pair of vertices, in a hash table: a pair without
 * messages needs no memory. */
#include <stdlib.h>

#include "base/base.h"
#include "stats.h"

int flows_add(struct flows *flows, int from, int to,
              const struct weft_event *send)
{
    const struct pair ends = {(uint32_t)from, (uint32_t)to};
    if (array_grow(&flows->flow, &flows->capacity, flows->count + 1,
                   sizeof *flows->flow))
        return -1;
    struct flow_place *place = flow_table_get(&flows->table, ends);
    if (!place)
        return -1;
    if (!place->index) {
        flows->flow[flows->count++] =
            (struct weft_stats_flow){.from = from, .to = to};
        place->index = (uint32_t)flows->count;
    }
    struct weft_stats_flow *flow = &flows->flow[place->index - 1];
    flow->messages++;
    sum_add(&flow->bytes, send->bytes);
    sum_add(&flow->time, send->duration);
    return 0;
}

void flows_arrive(struct flows *flows, int from, int to, uint64_t transit)
{
    const struct pair ends = {(uint32_t)from, (uint32_t)to};
    const struct flow_place *place = flow_table_find(&flows->table, ends);
    if (!place)
        return;
    flows->flow[place->index - 1].arrived++;
    sum_add(&flows->flow[place->index - 1].transit, transit);
}

static int stats_flow_compare(const void *one, const void *two)
{
    const struct weft_stats_flow *a = one, *b = two;
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    return (a->to > b->to) - (a->to < b->to);
}

void flows_sort(struct flows *flows)
{
    if (flows->count)
        qsort(flows->flow, flows->count, sizeof *flows->flow,
              stats_flow_compare);
    flow_table_finish(&flows->table);
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
    flow_table_finish(&flows->table);
    *flows = (struct flows){0};
}
