/* Undirected De Bruijn network: words of N letters to the base K, first letter
 * most significant; x1..xN has a link to x2..xN a for every letter a. Loops and
 * duplicates are left out. */
#include "graph.h"

static int debruijn_init(struct weft_network *network, const char *text,
                         struct weft_error *err)
{
    static const struct network_form form = {2, 2, 1, GRAPH_VERTICES_MAX};
    struct graph_links links = {0};
    int number[2];
    if (network_numbers(network, text, &form, number, err) < 0)
        return -1;
    int k = number[0], words = graph_power(k, number[1], GRAPH_VERTICES_MAX);
    if (words > GRAPH_VERTICES_MAX)
        return graph_too_large(network, err);
    if (k < 2)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "expected K of 2 or more (debruijn:KxN)");
    if (graph_check_links(network, (int64_t)words * k, err))
        return -1;
    for (int x = 0; x < words; x++)
        for (int a = 0; a < k; a++)
            if (graph_link(&links, x, (int)((int64_t)x * k % words) + a))
                return graph_no_memory(&links, err);
    return graph_init(network, words, &links, err);
}

const struct network_row network_debruijn = {
    .info = {"debruijn", "debruijn:KxN",
             "de Bruijn graph: words of N letters in base K, linked to their "
             "shifts"},
    .init = debruijn_init,
    .finish = graph_finish,
    WEFT_GRAPH_FUNCTIONS,
    .layout = WEFT_LAYOUT_CIRCLE,
};
