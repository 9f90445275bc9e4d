/* Circulant network: i has a link to i + S for each step S, modulo P. */
#include "base/numbers/divisor.h"
#include "graph.h"

#define GRAPH_CIRCULANT_STEPS_MAX 62

static int graph_circulant_check(const int *number, int count,
                                 struct weft_error *err)
{
    int p = number[0], common = p;
    if (p < 2)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "expected P of 2 or more (circulant:P/S1/S2..)");
    for (int i = 1; i < count; i++) {
        if (number[i] >= p)
            return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                                  "step %d; expected 1 to P - 1 = %d",
                                  number[i], p - 1);
        common = (int)common_divisor(common, number[i]);
    }
    if (common > 1)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "not connected: P and all steps are multiples "
                              "of %d",
                              common);
    return 0;
}

static int graph_circulant_init(struct weft_network *network, const char *text,
                                struct weft_error *err)
{
    static const struct network_form form = {2, GRAPH_CIRCULANT_STEPS_MAX, 1,
                                             WEFT_NETWORK_SIZE_MAX, '/'};
    struct graph_links links = {0};
    int number[GRAPH_CIRCULANT_STEPS_MAX];
    int count = network_numbers(network, text, &form, number, err);
    if (count < 0 || graph_circulant_check(number, count, err))
        return -1;
    int p = number[0];
    if (p > GRAPH_VERTICES_MAX)
        return graph_too_large(network, err);
    if (graph_check_links(network, (int64_t)p * (count - 1), err))
        return -1;
    for (int i = 0; i < p; i++)
        for (int s = 1; s < count; s++)
            if (graph_link(&links, i, (i + number[s]) % p))
                return graph_no_memory(&links, err);
    if (graph_init(network, p, &links, err))
        return -1;
    ((struct graph *)network->state)->alike = true;
    return 0;
}

const struct network_row network_circulant = {
    .info =
        {"circulant", "circulant:P/S1/S2..",
         "circulant graph: P processors, each linked to those at distances S"},
    .init = graph_circulant_init,
    .finish = graph_finish,
    WEFT_GRAPH_FUNCTIONS,
    .layout = WEFT_LAYOUT_CIRCLE,
};
