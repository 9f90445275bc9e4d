/* double-tree: two binary trees such that no processor is an inner node of
 * both; packets use them alternately. About m + 2 log2 p rounds. Source:
 * Sanders, Speck, Traeff 2009. */
#include "stream.h"
#include <limits.h>
#include <stdlib.h>

/* A node of one of the two trees. Small, since a trace may request a million
 * processors. */
struct tree_node {
    int parent;
    int child[2];  /* numbers of the children; 0: none, since 0 is the root */
    int8_t colour; /* colour of the edge to the parent; -1: not assigned yet */
    /* slot of the tree's first packet; levels take about two slots each */
    uint8_t first;
};

/* Return a node; t->table contains [2][p] nodes, followed by the common
 * delay. */
static struct tree_node *double_tree_node_of(const struct timetable *t,
                                             int tree, int v)
{
    struct tree_node *nodes = (struct tree_node *)(void *)t->table;
    return &nodes[(size_t)tree * (size_t)t->p + (size_t)v];
}

/* Return the parent in the first tree; the lowest set bit determines the
 * level. */
static int double_tree_parent_of(int n, int v)
{
    int l = v & -v, u = (v - l) | 2 * l;
    return u <= n ? u : v - l;
}

/* Return the node of the second tree that corresponds to v; 0 is the root. */
static int image(int n, int v)
{
    if (!v)
        return 0;
    return n % 2 ? v % n + 1 : n + 1 - v;
}

static void link_trees(const struct timetable *t)
{
    int n = t->p - 1;
    for (int tree = 0; tree < 2; tree++)
        for (int v = 0; v < t->p; v++)
            *double_tree_node_of(t, tree, v) =
                (struct tree_node){.parent = -1, .colour = -1};
    for (int v = 1; v <= n; v++) {
        double_tree_node_of(t, 0, v)->parent = double_tree_parent_of(n, v);
        double_tree_node_of(t, 1, image(n, v))->parent =
            image(n, double_tree_parent_of(n, v));
    }
    for (int tree = 0; tree < 2; tree++)
        for (int v = 1; v <= n; v++) {
            struct tree_node *above = double_tree_node_of(
                t, tree, double_tree_node_of(t, tree, v)->parent);
            above->child[above->child[0] > 0] = v;
        }
}

/* Move to the other edge out of the same node; for the root, that of the other
 * tree. */
static bool sibling(const struct timetable *t, int *tree, int *v)
{
    int parent = double_tree_node_of(t, *tree, *v)->parent;
    if (!parent) {
        *tree = !*tree;
        *v = double_tree_node_of(t, *tree, 0)->child[0];
        return true;
    }
    const struct tree_node *above = double_tree_node_of(t, *tree, parent);
    if (!above->child[1])
        return false;
    *v = above->child[above->child[0] == *v];
    return true;
}

/* Edges into one node get different colours, and so do edges out of one node:
 * colour a chain in both directions from an edge. */
static void colour_chain(const struct timetable *t, int tree, int v)
{
    double_tree_node_of(t, tree, v)->colour = 0;
    for (int way = 0; way < 2; way++) {
        int at_tree = tree, at = v;
        bool out = way, more = true;
        while (more) {
            int colour = double_tree_node_of(t, at_tree, at)->colour;
            if (out)
                more = sibling(t, &at_tree, &at);
            else
                at_tree = !at_tree;
            more = more && double_tree_node_of(t, at_tree, at)->colour < 0;
            if (more)
                double_tree_node_of(t, at_tree, at)->colour = (int8_t)!colour;
            out = !out;
        }
    }
}

static int first_of(const struct timetable *t, int tree, int v)
{
    struct tree_node *node = double_tree_node_of(t, tree, v);
    if (!v || node->first)
        return node->first;
    int first = first_of(t, tree, node->parent) + 1;
    first += (first - 1) % 2 != node->colour;
    node->first = (uint8_t)first;
    return first;
}

static int *delay_of(const struct timetable *t)
{
    return (int *)(void *)double_tree_node_of(t, 2, 0);
}

/* Compute the earliest arrival of a first packet, and the arrival of the last
 * packet. */
static void time_trees(struct timetable *t)
{
    int m = t->terms.packets, least = INT_MAX, last = 0;
    for (int tree = 0; tree < 2 && tree < m; tree++)
        for (int v = 1; v < t->p; v++) {
            int first = first_of(t, tree, v);
            int end = first + 2 * ((m - 1 - tree) / 2);
            least = first < least ? first : least;
            last = end > last ? end : last;
        }
    *delay_of(t) = last ? least - 1 : 0;
    t->rounds = last - *delay_of(t);
}

/* Return the packet that v receives on a tree in a round, or -1. */
static int double_tree_packet(const struct timetable *t, int round, int tree,
                              int v)
{
    int late = round + *delay_of(t) - double_tree_node_of(t, tree, v)->first;
    if (late < 0 || late % 2 || late + tree >= t->terms.packets)
        return -1;
    return late + tree;
}

static void double_tree_meet(const struct timetable *t, int round, int rank,
                             struct meeting *m)
{
    for (int tree = 0; tree < 2; tree++) {
        const struct tree_node *node = double_tree_node_of(t, tree, rank);
        for (int i = 0; i < 2 && node->child[i]; i++)
            if (double_tree_packet(t, round, tree, node->child[i]) >= 0)
                meet_send(m, node->child[i]);
        if (rank && double_tree_packet(t, round, tree, rank) >= 0)
            meet_receive(m, node->parent);
    }
}

static void double_tree_carry(const struct timetable *t, int round, int from,
                              int to, struct cargo *c)
{
    for (int tree = 0; tree < 2; tree++)
        if (double_tree_node_of(t, tree, to)->parent == from &&
            double_tree_packet(t, round, tree, to) >= 0)
            cargo_put(c, double_tree_packet(t, round, tree, to));
}

static int double_tree_inner(struct timetable *t)
{
    size_t nodes = 2 * (size_t)t->p * sizeof(struct tree_node);
    t->table = calloc(1, nodes + sizeof(int));
    if (!t->table)
        return timetable_no_memory(t);
    link_trees(t);
    for (int tree = 0; tree < 2; tree++)
        for (int v = 1; v < t->p; v++)
            if (double_tree_node_of(t, tree, v)->colour < 0)
                colour_chain(t, tree, v);
    time_trees(t);
    t->blocks = t->terms.packets;
    t->ports = 2;
    t->meet = double_tree_meet;
    t->carry = double_tree_carry;
    return 0;
}

int stream_double_tree_timetable(struct timetable *t)
{
    return timetable_rooted(t, double_tree_inner, false);
}

int weft_stream_double_tree(struct weft_processor *self, int root, int packets,
                            void *data, size_t bytes)
{
    const struct terms terms = {.root = root, .packets = packets};
    return timetable_call(self, stream_double_tree_timetable, &terms, NULL,
                          data, bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy stream_double_tree = {
    .info =
        {
            .name = "double-tree",
            .summary = "packets alternate over two binary trees",
            .source = "Sanders, Speck, Traeff",
            .needs = "one-port-duplex",
        },
    .timetable = stream_double_tree_timetable,
    .program = stream_blocks_program,
};
