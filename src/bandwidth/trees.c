/* From capacities to trees whose arcs are ways over switches. */
#include "trees.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"

static int trees_no_memory(struct weft_error *err)
{
    return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                          "no memory for the trees of a network");
}

/* Return the length of the next ways of all arcs of a tree in vertices, and set
 * *some to the weight that they can carry. */
static int trees_measure(struct band_dense *d, const struct pack_tree *tree,
                         int64_t *some)
{
    int length = 0;
    for (int i = 1; i < tree->count; i++) {
        int v = tree->order[i];
        const struct band_piece *piece = dense_next(d, tree->parent[v], v);
        *some = piece->amount < *some ? piece->amount : *some;
        length += d->ways.vertex[piece->way];
    }
    return length;
}

static void trees_copy_way(const int *way, bool reversed, int *to)
{
    for (int i = 0; i < *way; i++)
        to[i] = way[reversed ? *way - i : i + 1];
}

/* Fill in the next ways of all arcs, and take `tree->weight` from each. */
static void trees_fill(struct band_dense *d, const struct pack_tree *from,
                       bool reversed, struct weft_bandwidth_tree *tree)
{
    int used = 0;
    for (int i = 0; i < tree->arcs; i++) {
        int v = from->order[reversed ? tree->arcs - i : i + 1];
        int u = from->parent[v];
        const int *way = d->ways.vertex + dense_next(d, u, v)->way;
        tree->first[i] = used;
        trees_copy_way(way, reversed, tree->vertex + used);
        used += *way;
        dense_take(d, u, v, tree->weight);
        tree->height =
            from->depth[v] > tree->height ? from->depth[v] : tree->height;
    }
    tree->first[tree->arcs] = used;
}

/* Add the trees of one packed tree: as many as its arcs have different ways. */
static int trees_add(struct band_dense *d, const struct pack_tree *from,
                     bool reversed, struct weft_bandwidth *result,
                     size_t *capacity)
{
    for (int64_t left = from->weight; left;) {
        struct weft_bandwidth_tree tree = {
            .root = from->root, .weight = left, .arcs = from->count - 1};
        int length = trees_measure(d, from, &tree.weight);
        if (array_grow(&result->tree, capacity, result->trees + 1,
                       sizeof *result->tree))
            return -1;
        tree.first = malloc((size_t)from->count * sizeof *tree.first);
        tree.vertex = malloc(((size_t)length + 1) * sizeof *tree.vertex);
        if (tree.first && tree.vertex)
            trees_fill(d, from, reversed, &tree);
        result->tree[result->trees++] = tree;
        if (!tree.first || !tree.vertex)
            return -1;
        left -= tree.weight;
    }
    return 0;
}

static int trees_pack(struct band_dense *d, bool reversed,
                      struct weft_bandwidth *result, struct band_watch *watch,
                      struct weft_error *err)
{
    struct band_packing packing = {.dense = d, .watch = watch};
    size_t capacity = 0;
    struct weft_error own = {.kind = WEFT_ERROR_NONE};
    int status = band_pack(&packing, &own);
    if (status && own.kind)
        *err = own;
    else if (status && !watch->stopped)
        trees_no_memory(err);
    for (size_t i = 0; !status && i < packing.trees; i++)
        if (trees_add(d, &packing.tree[i], reversed, result, &capacity))
            status = trees_no_memory(err);
    packing_finish(&packing);
    return status;
}

void band_free_trees(struct weft_bandwidth *result)
{
    for (size_t i = 0; i < result->trees; i++) {
        free(result->tree[i].first);
        free(result->tree[i].vertex);
    }
    free(result->tree);
    result->tree = NULL;
    result->trees = 0;
}

bool band_is_route(const struct weft_network *network, const int *way,
                   int length)
{
    for (int i = 0; i + 1 < length; i++)
        if (weft_network_next(network, way[i], way[length - 1]) != way[i + 1])
            return false;
    return true;
}

int band_trees(const struct band_graph *graph, const int64_t *capacity,
               int64_t chunks, const bool *outside,
               struct weft_bandwidth *result, struct band_watch *watch,
               struct weft_error *err)
{
    struct band_dense dense;
    int status = dense_init(&dense, graph, capacity, chunks);
    if (!status)
        status = band_split(&dense, outside, watch);
    if (status < 0 && !watch->stopped)
        trees_no_memory(err);
    if (!status)
        status = trees_pack(&dense, graph->reversed, result, watch, err);
    dense_finish(&dense);
    return status;
}
