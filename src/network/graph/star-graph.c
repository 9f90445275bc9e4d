/* Star graph (Akers, Harel and Krishnamurthy 1987): the permutations of N
 * letters in lexicographic order; two have a link if they differ by an exchange
 * of the first letter with another one. */
#include "graph.h"

#include <string.h>

#define N_MAX 7 /* a network of 8! vertices would be too large for tables */

static const int factorial[N_MAX + 1] = {1, 1, 2, 6, 24, 120, 720, 5040};

/* Decode a permutation: each digit in the factorial number system is the index
 * of the next letter among those left. */
static void star_graph_letters(int n, int number, int *letter)
{
    int left[N_MAX];
    for (int i = 0; i < n; i++)
        left[i] = i;
    for (int i = 0; i < n; i++) {
        int which = number / factorial[n - 1 - i] % (n - i);
        letter[i] = left[which];
        memmove(&left[which], &left[which + 1],
                (size_t)(n - i - 1 - which) * sizeof *left);
    }
}

static int star_graph_number_of(int n, const int *letter)
{
    int number = 0;
    for (int i = 0; i < n; i++) {
        int lower = 0;
        for (int k = i + 1; k < n; k++)
            lower += letter[k] < letter[i];
        number += lower * factorial[n - 1 - i];
    }
    return number;
}

static int star_graph_init(struct weft_network *network, const char *text,
                           struct weft_error *err)
{
    static const struct network_form form = {1, 1, 2, N_MAX};
    struct graph_links links = {0};
    int n;
    if (network_numbers(network, text, &form, &n, err) < 0)
        return -1;
    for (int x = 0; x < factorial[n]; x++)
        for (int i = 1; i < n; i++) {
            int letter[N_MAX];
            star_graph_letters(n, x, letter);
            int first = letter[0];
            letter[0] = letter[i];
            letter[i] = first;
            if (graph_link(&links, x, star_graph_number_of(n, letter)))
                return graph_no_memory(&links, err);
        }
    if (graph_init(network, factorial[n], &links, err))
        return -1;
    ((struct graph *)network->state)->alike = true;
    return 0;
}

const struct network_row network_star_graph = {
    .info = {"star-graph", "star-graph:N",
             "star graph: permutations of N letters, linked by exchanging the "
             "first",
             .exponent = true},
    .init = star_graph_init,
    .finish = graph_finish,
    WEFT_GRAPH_FUNCTIONS,
    .layout = WEFT_LAYOUT_CIRCLE,
};
