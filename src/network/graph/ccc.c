/* Cube-connected cycles (Preparata and Vuillemin 1981): a hypercube of D
 * dimensions in which each corner x is a cycle of D processors x D + i;
 * processor i of a cycle has the link of dimension i. */
#include "graph.h"

#define CCC_D_MAX 10

static int ccc_init(struct weft_network *network, const char *text,
                    struct weft_error *err)
{
    static const struct network_form form = {1, 1, 3, CCC_D_MAX};
    struct graph_links links = {0};
    int d;
    if (network_numbers(network, text, &form, &d, err) < 0)
        return -1;
    for (int x = 0; x < 1 << d; x++)
        for (int i = 0; i < d; i++)
            if (graph_link(&links, x * d + i, x * d + (i + 1) % d) ||
                graph_link(&links, x * d + i, (x ^ 1 << i) * d + i))
                return graph_no_memory(&links, err);
    network->depth = d;
    if (graph_init(network, d << d, &links, err))
        return -1;
    ((struct graph *)network->state)->alike = true;
    return 0;
}

/* Place vertices in the picture: each cycle is a row. */
static void ccc_place(const struct weft_network *network, int vertex,
                      double at[2])
{
    at[0] = vertex % network->depth;
    at[1] = vertex / network->depth;
}

const struct network_row network_ccc = {
    .info = {"ccc", "ccc:D", "cube-connected cycles: D 2^D processors, D >= 3",
             .exponent = true},
    .init = ccc_init,
    .finish = graph_finish,
    WEFT_GRAPH_FUNCTIONS,
    .place = ccc_place,
    .layout = WEFT_LAYOUT_PLACED,
};
