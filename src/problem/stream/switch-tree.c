/* Collectives in switches: one processor multicasts each block to all others in
 * one round; the reversed timetable combines. Every vertex at which routes meet
 * must be a switch that can do so. */
#include "switch-tree.h"

#include <stdlib.h>
#include <weft/unstable/ways.h>

/* Where the routes between the processors and the root meet. */
struct switch_tree {
    const struct weft_network *network;
    bool (*can)(const struct weft_network *network, int vertex);
    int *beyond; /* [vertices] next vertex away from the root; -1: none yet */
    int wrong;   /* first vertex found that cannot; -1: none */
};

/* Record that a route passes from `vertex` to `next`, away from the root. */
static void switch_tree_pass(struct switch_tree *tree, int vertex, int next)
{
    int *beyond = &tree->beyond[vertex];
    bool meets = *beyond >= 0 && *beyond != next;
    if (tree->wrong < 0 && meets && !tree->can(tree->network, vertex))
        tree->wrong = vertex;
    *beyond = next;
}

static void switch_tree_route(struct switch_tree *tree, int from, int to,
                              bool down)
{
    int size = weft_network_size(tree->network);
    for (int at = from, next; at != to; at = next) {
        next = weft_network_next(tree->network, at, to);
        if (next < size && next != to && tree->wrong < 0)
            tree->wrong = next; /* a processor forwards whole messages */
        switch_tree_pass(tree, down ? at : next, down ? next : at);
    }
}

static int switch_tree_refuse(struct timetable *t, int root, int vertex,
                              bool down)
{
    const char *verb = down ? "multicast" : "combine";
    const char *name = weft_network_vertex_name(t->terms.network, vertex);
    return timetable_refuse(
        t,
        "needs switches that %s messages: routes %s processor %d meet at %d%s%s"
        "%s (in a network file, '%s NAME' declares such switches)",
        verb, down ? "from" : "to", root, vertex, name ? " (" : "",
        name ? name : "", name ? ")" : "", verb);
}

int switch_tree_check(struct timetable *t, int root, bool down)
{
    struct switch_tree tree = {
        .network = t->terms.network,
        .can = down ? weft_network_multicasts : weft_network_combines,
        .wrong = -1,
    };
    if (!tree.network)
        return 0;
    size_t vertices = (size_t)weft_network_vertices(tree.network);
    tree.beyond = malloc(vertices * sizeof *tree.beyond);
    if (!tree.beyond)
        return timetable_no_memory(t);
    for (size_t v = 0; v < vertices; v++)
        tree.beyond[v] = -1;
    for (int v = 0; v < t->p; v++)
        if (v != root)
            switch_tree_route(&tree, down ? root : v, down ? v : root, down);
    free(tree.beyond);
    return tree.wrong < 0 ? 0 : switch_tree_refuse(t, root, tree.wrong, down);
}

static void switch_tree_meet(const struct timetable *t, int round, int rank,
                             struct meeting *m)
{
    int root = t->terms.root;
    (void)round;
    if (rank != root)
        meet_receive(m, root);
    for (int v = 0; rank == root && v < t->p; v++)
        if (v != root)
            meet_send(m, v);
}

static void switch_tree_carry(const struct timetable *t, int round, int from,
                              int to, struct cargo *c)
{
    (void)t, (void)from, (void)to;
    cargo_put(c, round - 1);
}

int switch_tree_down(struct timetable *t)
{
    t->blocks = t->rounds = t->terms.packets ? t->terms.packets : 1;
    t->ports = t->p;
    t->meet = switch_tree_meet;
    t->carry = switch_tree_carry;
    return 0;
}

int switch_tree_multicast(struct timetable *t)
{
    return switch_tree_check(t, t->terms.root, true) ? -1 : switch_tree_down(t);
}
