/* Kautz network, without directions: words of N + 1 letters 0..D of which no
 * two neighbours are equal, in lexicographic order; x0..xN is joined to
 * x1..xN a.
 *
 * The number of a word: its first letter, then for each letter which one it is
 * of the D that may follow, read to the base D. */
#include "graph.h"

/* The number of the word x1..xN a, and all that take part in it. */
struct kautz {
    int d, n;
    int highest; /* D^N: what the first letter counts */
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
