/* Wrapped butterfly: D levels of 2^D rows. Processor i 2^D + x at level i and
 * row x has links to the next level (cyclically) in its own row and in row x
 * xor 2^i. */
#include "graph.h"

#define BUTTERFLY_D_MAX 10

static int butterfly_init(struct weft_network *network, const char *text,
                          struct weft_error *err)
{
    static const struct network_form form = {1, 1, 3, BUTTERFLY_D_MAX};
    struct graph_links links = {0};
    int d;
    if (network_numbers(network, text, &form, &d, err) < 0)
        return -1;
    for (int i = 0; i < d; i++)
        for (int x = 0; x < 1 << d; x++) {
            int here = (i << d) + x, level = (i + 1) % d << d;
            if (graph_link(&links, here, level + x) ||
                graph_link(&links, here, level + (x ^ 1 << i)))
                return graph_no_memory(&links, err);
        }
    network->depth = d;
    if (graph_init(network, d << d, &links, err))
        return -1;
    ((struct graph *)network->state)->alike = true;
    return 0;
}

/* Place vertices in the picture: rows of the network are rows of the
 * picture. */
static void butterfly_place(const struct weft_network *network, int vertex,
                            double at[2])
{
    at[0] = vertex >> network->depth;
    at[1] = vertex & ((1 << network->depth) - 1);
}

const struct network_row network_butterfly = {
    .info = {"butterfly", "butterfly:D",
             "wrapped butterfly: D levels of 2^D rows, D >= 3",
             .exponent = true},
    .init = butterfly_init,
    .finish = graph_finish,
    WEFT_GRAPH_FUNCTIONS,
    .place = butterfly_place,
    .layout = WEFT_LAYOUT_PLACED,
};
