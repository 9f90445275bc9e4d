/* The Petersen graph: a pentagon 0..4, a pentagram 5..9 inside, and a spoke
 * from each corner to its point. */
#include "graph.h"

#include <math.h>

static int petersen_init(struct weft_network *network, const char *text,
                         struct weft_error *err)
{
    struct graph_links links = {0};
    if (text)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0, "the form is %s",
                              network->row->info.usage);
    for (int i = 0; i < 5; i++)
        if (graph_link(&links, i, (i + 1) % 5) ||
            graph_link(&links, i, i + 5) ||
            graph_link(&links, 5 + i, 5 + (i + 2) % 5))
            return graph_no_memory(&links, err);
    if (graph_init(network, 10, &links, err))
        return -1;
    ((struct graph *)network->state)->alike = true;
    return 0;
}

static void petersen_place(const struct weft_network *network, int vertex,
                           double at[2])
{
    double angle = 2 * M_PI * (vertex % 5) / 5 - M_PI / 2;
    double radius = vertex < 5 ? 2.4 : 1.2;
    (void)network;
    at[0] = radius * cos(angle);
    at[1] = radius * sin(angle);
}

const struct network_row network_petersen = {
    .info = {"petersen", "petersen", "the Petersen graph, 10 processors"},
    .init = petersen_init,
    .finish = graph_finish,
    WEFT_GRAPH_FUNCTIONS,
    .place = petersen_place,
    .layout = WEFT_LAYOUT_PLACED,
};
