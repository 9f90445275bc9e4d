/* Fat tree, the K-ary N-tree (Petrini and Vanneschi 1997): K^N processors below
 * N levels of K^(N-1) switches. Switch (l, w), l = 0..N-1, is vertex K^N + l
 * K^(N-1) + w; w is a number of N - 1 digits to the base K.
 *
 * Links: processor h - (0, h div K); (l, w) - (l+1, w') if w and w' agree in
 * all digits but digit l. Ports of a switch: down, then up, each in order of
 * number, so that the port is the new value of the digit, plus K if it leads
 * up.
 *
 * Routes are d-mod-k: up while a digit i >= l of w is not digit i+1 of the
 * destination; on the way up from level l digit l becomes that of the
 * destination, on the way down to level l - 1 digit l - 1 becomes its digit l.
 * Towards a switch, which is never the destination of a message, a route
 * continues at the lowest-numbered nearer neighbour.
 *
 * Arcs: 0..K^N-1 from the processors, then 2K for each switch, by port; those
 * of the highest level, which are last, have K. */
#include "kind.h"

#include <stdlib.h>

struct fat_tree {
    int k, n;
    int width;     /* number of switches per level: K^(N-1) */
    int power[21]; /* K^i */
};

/* a switch, or the switch of a processor */
struct fat_node {
    int level, word;
    /* 1 for a processor, which is one link below its switch; else 0 */
    int below;
};

static int fat_tree_init(struct weft_network *network, const char *text,
                         struct weft_error *err)
{
    static const struct network_form form = {2, 2, 1, WEFT_NETWORK_SIZE_MAX};
    int number[2];
    if (network_numbers(network, text, &form, number, err) < 0)
        return -1;
    if (number[0] < 2)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "expected K of 2 or more (fat-tree:KxN)");
    int64_t size = 1;
    for (int i = 0; i < number[1] && size <= WEFT_NETWORK_SIZE_MAX; i++)
        size *= number[0];
    if (network_check_size(size, err))
        return -1;
    struct fat_tree *tree = network->state = calloc(1, sizeof *tree);
    if (!tree)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    tree->k = number[0];
    tree->n = number[1];
    tree->power[0] = 1;
    for (int i = 1; i <= tree->n; i++)
        tree->power[i] = tree->power[i - 1] * tree->k;
    tree->width = tree->power[tree->n - 1];
    network->size = (int)size;
    network->vertices = network->size + tree->n * tree->width;
    network->dimensions = tree->n > 1 ? 2 * tree->k : tree->k;
    network->arcs = 2 * (int64_t)tree->n * network->size;
    network->triangle_free = true;
    return 0;
}

static void fat_tree_finish(struct weft_network *network)
{
    free(network->state);
}

static struct fat_node fat_tree_node_of(const struct weft_network *network,
                                        int vertex)
{
    const struct fat_tree *tree = network->state;
    if (vertex < network->size)
        return (struct fat_node){0, vertex / tree->k, 1};
    vertex -= network->size;
    return (struct fat_node){vertex / tree->width, vertex % tree->width, 0};
}

static int fat_tree_vertex_of(const struct weft_network *network, int level,
                              int word)
{
    const struct fat_tree *tree = network->state;
    return network->size + level * tree->width + word;
}

static int fat_tree_digit(const struct fat_tree *tree, int word, int i)
{
    return word / tree->power[i] % tree->k;
}

/* Return the word with digit i replaced by `value`. */
static int with(const struct fat_tree *tree, int word, int i, int value)
{
    return word + (value - fat_tree_digit(tree, word, i)) * tree->power[i];
}

static int fat_tree_degree(const struct weft_network *network, int vertex)
{
    const struct fat_tree *tree = network->state;
    if (vertex < network->size)
        return 1;
    return fat_tree_node_of(network, vertex).level < tree->n - 1 ? 2 * tree->k
                                                                 : tree->k;
}

static int fat_tree_neighbour(const struct weft_network *network, int vertex,
                              int port)
{
    const struct fat_tree *tree = network->state;
    if (port >= fat_tree_degree(network, vertex))
        return -1;
    struct fat_node node = fat_tree_node_of(network, vertex);
    if (vertex < network->size)
        return fat_tree_vertex_of(network, 0, node.word);
    if (port >= tree->k)
        return fat_tree_vertex_of(
            network, node.level + 1,
            with(tree, node.word, node.level, port - tree->k));
    if (node.level == 0)
        return node.word * tree->k + port;
    return fat_tree_vertex_of(network, node.level - 1,
                              with(tree, node.word, node.level - 1, port));
}

static int fat_tree_port(const struct weft_network *network, int from, int to)
{
    const struct fat_tree *tree = network->state;
    struct fat_node a = fat_tree_node_of(network, from),
                    b = fat_tree_node_of(network, to);
    if (a.below || b.below) {
        bool joined =
            a.below + b.below == 1 && !a.level && !b.level && a.word == b.word;
        if (!joined)
            return -1;
        return a.below ? 0 : to % tree->k;
    }
    int low = a.level < b.level ? a.level : b.level;
    if (abs(a.level - b.level) != 1 ||
        with(tree, a.word, low, 0) != with(tree, b.word, low, 0))
        return -1;
    return fat_tree_digit(tree, b.word, low) +
           (b.level > a.level ? tree->k : 0);
}

static int64_t fat_tree_arc(const struct weft_network *network, int vertex,
                            int port)
{
    const struct fat_tree *tree = network->state;
    if (port >= fat_tree_degree(network, vertex))
        return -1;
    if (vertex < network->size)
        return vertex;
    return network->size + (int64_t)(vertex - network->size) * 2 * tree->k +
           port -
           /* the switches of the highest level have half as many arcs */
           (fat_tree_node_of(network, vertex).level == tree->n - 1
                ? (int64_t)fat_tree_node_of(network, vertex).word * tree->k
                : 0);
}

/* Return the distance of two vertices. A path between two switches must cross
 * every level at which their digits differ. */
static int fat_tree_distance(const struct weft_network *network, int from,
                             int to)
{
    const struct fat_tree *tree = network->state;
    if (from == to)
        return 0;
    struct fat_node a = fat_tree_node_of(network, from),
                    b = fat_tree_node_of(network, to);
    int low = a.level < b.level ? a.level : b.level;
    int high = a.level + b.level - low;
    int rise = high - low;
    for (int i = 0; i < tree->n - 1; i++)
        if (fat_tree_digit(tree, a.word, i) !=
            fat_tree_digit(tree, b.word, i)) {
            low = i < low ? i : low;
            high = i + 1 > high ? i + 1 : high;
        }
    return 2 * (high - low) - rise + a.below + b.below;
}

static int towards_switch(const struct weft_network *network, int from, int to)
{
    int links = fat_tree_distance(network, from, to), best = -1;
    for (int i = 0; i < fat_tree_degree(network, from); i++) {
        int v = fat_tree_neighbour(network, from, i);
        if (fat_tree_distance(network, v, to) == links - 1 &&
            (best < 0 || v < best))
            best = v;
    }
    return best;
}

static int fat_tree_next(const struct weft_network *network, int from, int to)
{
    const struct fat_tree *tree = network->state;
    struct fat_node here = fat_tree_node_of(network, from);
    /* digits of the destination from digit 1 on */
    int l = here.level, over = to / tree->k;
    if (from == to)
        return to;
    if (here.below)
        return fat_tree_vertex_of(network, 0, here.word);
    if (to >= network->size)
        return towards_switch(network, from, to);
    if (here.word / tree->power[l] != over / tree->power[l])
        return fat_tree_vertex_of(
            network, l + 1,
            with(tree, here.word, l, fat_tree_digit(tree, to, l)));
    if (l == 0)
        return to;
    return fat_tree_vertex_of(
        network, l - 1,
        with(tree, here.word, l - 1, fat_tree_digit(tree, to, l)));
}

static int fat_tree_eccentricity(const struct weft_network *network, int vertex)
{
    const struct fat_tree *tree = network->state;
    if (vertex < network->size)
        return 2 * tree->n;
    return 2 * tree->n - 1 - fat_tree_node_of(network, vertex).level;
}

/* Draw one row per level, with the processors below; a switch of the highest
 * level is above the middle of its K places. */
static void fat_tree_place(const struct weft_network *network, int vertex,
                           double at[2])
{
    const struct fat_tree *tree = network->state;
    struct fat_node node = fat_tree_node_of(network, vertex);
    double span = tree->k > 2 ? 0.8 : 1;
    at[0] = node.below ? vertex * span
                       : (node.word * tree->k + (tree->k - 1) / 2.0) * span;
    at[1] = node.below ? 0 : -1 - node.level * (1 + 0.1 * tree->k);
}

const struct network_row network_fat_tree = {
    .info = {"fat-tree", "fat-tree:KxN",
             "K-ary N-tree: K^N processors below N levels of switches"},
    .init = fat_tree_init,
    .finish = fat_tree_finish,
    .degree = fat_tree_degree,
    .neighbour = fat_tree_neighbour,
    .dimension = network_port_is_dimension,
    .port = fat_tree_port,
    .arc = fat_tree_arc,
    .distance = fat_tree_distance,
    .next = fat_tree_next,
    .eccentricity = fat_tree_eccentricity,
    .place = fat_tree_place,
    .layout = WEFT_LAYOUT_PLACED,
};
