/* The trees of one round: a given number of chunks of each root. */
#include <stdlib.h>

#include "band.h"
#include "tree-judge.h"

/* Find the trees; if the search ended, there are none. */
static int round_search(const struct band_graph *graph,
                        const struct band_round *asked,
                        struct weft_bandwidth *result, struct band_watch *watch,
                        struct weft_error *err)
{
    struct band_cut cut;
    int status = band_best_ratio(graph, &cut, watch, err);
    if (!status)
        status = band_chunks(graph, band_fraction(cut.words, cut.leaves),
                             asked->chunks, result, watch, err);
    free(cut.inside);
    if (watch->stopped)
        return weft_error_set(err, WEFT_ERROR_LIMIT, 0,
                              "they take too long to find");
    return status == BAND_STUCK
               ? weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                                "switches that send more than they receive "
                                "would have to copy messages")
               : status;
}

/* Verify the trees with the capacities of the network. */
static int round_judge(const struct band_graph *graph,
                       const struct weft_bandwidth *result, int root,
                       struct weft_error *err)
{
    int64_t *capacity = malloc(((size_t)graph->arcs + 1) * sizeof *capacity);
    if (!capacity)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    for (int a = 0; a < graph->arcs; a++)
        capacity[a] = graph->arc[a].capacity;
    int status = band_judge(result, graph->network, graph->reversed, root,
                            capacity, err);
    free(capacity);
    return status;
}

int band_round(const struct weft_network *network,
               const struct band_round *asked, struct band_graph *graph,
               struct weft_bandwidth *result, struct weft_error *err)
{
    struct band_watch watch = {.most = asked->most};
    *result = (struct weft_bandwidth){.processors = weft_network_size(network),
                                      .root = asked->root};
    return band_graph_init(graph, network, &asked->measure, asked->reversed,
                           asked->root, err) ||
                   round_search(graph, asked, result, &watch, err) ||
                   round_judge(graph, result, asked->root, err)
               ? -1
               : 0;
}
