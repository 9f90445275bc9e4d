/* Undirected Kautz network: words of N + 1 letters 0..D without equal adjacent
 * letters, in lexicographic order; x0..xN has a link to x1..xN a.
 *
 * The number of a word consists of its first letter and, for each further
 * letter, its index among the D letters that may follow, to the base D. */
#include "graph.h"

/* Parameters for computing the number of the word x1..xN a. */
struct kautz {
    int d, n;
    int highest; /* D^N: weight of the first letter */
};

static int shifted(const struct kautz *kautz, int x, int a)
{
    int letter = x / kautz->highest, rest = x % kautz->highest;
    int number = 0;
    for (int i = 0, place = kautz->highest / kautz->d; i < kautz->n;
         i++, place /= kautz->d) {
        int choice = rest / place % kautz->d;
        letter = choice + (choice >= letter);
        number = i ? number * kautz->d + choice : letter;
    }
    return number * kautz->d + a;
}

static int kautz_init(struct weft_network *network, const char *text,
                      struct weft_error *err)
{
    static const struct network_form form = {2, 2, 0, GRAPH_VERTICES_MAX};
    struct graph_links links = {0};
    int number[2];
    if (network_numbers(network, text, &form, number, err) < 0)
        return -1;
    struct kautz kautz = {
        number[0], number[1],
        graph_power(number[0], number[1], GRAPH_VERTICES_MAX)};
    if (kautz.d < 1)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "expected D of 1 or more (kautz:DxN)");
    if (kautz.highest > GRAPH_VERTICES_MAX / (kautz.d + 1))
        return graph_too_large(network, err);
    int words = (kautz.d + 1) * kautz.highest, out = kautz.n ? kautz.d : words;
    if (graph_check_links(network, (int64_t)words * out, err))
        return -1;
    for (int x = 0; x < words; x++)
        for (int a = 0; a < out; a++)
            if (graph_link(&links, x, kautz.n ? shifted(&kautz, x, a) : a))
                return graph_no_memory(&links, err);
    return graph_init(network, words, &links, err);
}

const struct network_row network_kautz = {
    .info = {"kautz", "kautz:DxN",
             "Kautz graph: words of N + 1 letters 0..D without equal "
             "neighbours, linked to their shifts"},
    .init = kautz_init,
    .finish = graph_finish,
    WEFT_GRAPH_FUNCTIONS,
    .layout = WEFT_LAYOUT_CIRCLE,
};
