/* Breadth-first trees of any network: every processor is reached over a
 * shortest route, and its parent is its first neighbour in the order of the
 * search. Switches forward messages, so the parent of a processor behind a
 * switch is the processor before the switch. */
#include <stdlib.h>
#include <weft/unstable/tree.h>

/* State of the breadth-first search. */
struct breadth_first_search {
    const struct weft_network *network;
    struct weft_tree *tree;
    /* [vertices]: parent processor of each vertex (a processor itself for
     * itself); -1: not yet visited */
    int *feeder;
    int *queue; /* [vertices] queue of the search */
    int tail;
};

static void breadth_first_look_around(struct breadth_first_search *s,
                                      int vertex)
{
    const struct weft_network *network = s->network;
    int feeder = s->feeder[vertex];
    int degree = weft_network_degree(network, vertex);
    for (int port = 0; port < degree; port++) {
        int v = weft_network_neighbour(network, vertex, port);
        if (s->feeder[v] >= 0)
            continue;
        if (v < s->tree->size) {
            s->feeder[v] = v;
            s->tree->parent[v] = feeder;
            s->tree->step[v] = s->tree->step[feeder] + 1;
        } else {
            s->feeder[v] = feeder;
        }
        s->queue[s->tail++] = v;
    }
}

int weft_tree_breadth_first(struct weft_tree *tree,
                            const struct weft_network *network, int root)
{
    int vertices = weft_network_vertices(network);
    int size = weft_network_size(network);
    if (root < 0 || root >= size || weft_tree_init(tree, size, root))
        return -1;
    int *room = malloc(2 * (size_t)vertices * sizeof *room);
    if (!room) {
        weft_tree_finish(tree);
        return -1;
    }
    struct breadth_first_search s = {network, tree, room, room + vertices, 0};
    for (int v = 0; v < vertices; v++)
        s.feeder[v] = -1;
    s.feeder[root] = root;
    s.queue[s.tail++] = root;
    for (int head = 0; head < s.tail; head++)
        breadth_first_look_around(&s, s.queue[head]);
    free(room);
    return 0;
}
