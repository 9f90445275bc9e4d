/* The channels that use each arc. They are sorted by arc once: with long
 * routes, a search for each arc would take time proportional to the product of
 * the arcs of the network and those of all routes. */
#include "passing.h"

#include <stdlib.h>

#include "base/base.h"

/* Sort the channels by arc: channel[first[a] .. first[a + 1]) are then the
 * channels of arc a. */
static int *passing_sort(struct passing *passing, const struct instance *q)
{
    size_t arcs = (size_t)weft_network_arcs(q->network), all = 0;
    int *first = calloc(arcs + 2, sizeof *first);
    if (!first)
        return NULL;
    for (int c = 0; c < q->channels; c++)
        for (int i = 0; i < q->channel[c].arcs; i++, all++)
            first[q->arc[q->channel[c].arc + (size_t)i] + 2]++;
    for (size_t a = 0; a < arcs; a++)
        first[a + 2] += first[a + 1];
    passing->channel = malloc((all + 1) * sizeof *passing->channel);
    for (int c = 0; passing->channel && c < q->channels; c++)
        for (int i = 0; i < q->channel[c].arcs; i++)
            passing
                ->channel[first[q->arc[q->channel[c].arc + (size_t)i] + 1]++] =
                c;
    return first;
}

/* Return whether the arc needs a rule. It needs none if it has a lane for every
 * message, except if several channels start at one processor: a message to
 * several receivers uses the arc only once, which takes clauses of its own. */
static bool passing_is_crowded(const struct passing *passing,
                               const struct instance *q,
                               const struct crowded *arc)
{
    const int *channel = passing->channel;
    int count = arc->last - arc->first;
    bool several = false;
    for (int i = arc->first + 1; q->fans && !several && i < arc->last; i++)
        several =
            passing_sender(q, channel[i - 1]) == passing_sender(q, channel[i]);
    return several || (int64_t)count * q->blocks > arc->lanes;
}

static int passing_list(struct passing *passing, const struct instance *q,
                        const int *first)
{
    const struct weft_network *network = q->network;
    for (int u = 0; u < weft_network_vertices(network); u++)
        for (int port = 0; port < weft_network_degree(network, u); port++) {
            int64_t a = weft_network_arc(network, u, port);
            struct crowded arc = {first[a], first[a + 1],
                                  weft_network_lanes(network, u, port)};
            if (!passing_is_crowded(passing, q, &arc))
                continue;
            if (array_grow(&passing->arc, &passing->room, passing->arcs + 1,
                           sizeof *passing->arc))
                return -1;
            passing->arc[passing->arcs++] = arc;
        }
    return 0;
}

int passing_init(struct passing *passing, const struct instance *q)
{
    *passing = (struct passing){.arcs = 0};
    int *first = passing_sort(passing, q);
    int status =
        first && passing->channel ? passing_list(passing, q, first) : -1;
    free(first);
    return status;
}

void passing_finish(struct passing *passing)
{
    free(passing->arc);
    free(passing->channel);
}
