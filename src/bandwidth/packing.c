/* Packs out-trees into the capacities between processors (Edmonds 1973; Berczi
 * and Frank 2010). Trees with the same root grow together as one tree with a
 * weight. An arc x->y may be added to as many of them as leaves enough capacity
 * for all other trees; the rest becomes a tree of its own. Their number is the
 * surplus of a maximum flow from x to y over the weights of all other
 * unfinished trees, each of which is a node that x feeds with its weight and
 * that leads to the vertices of the tree.
 *
 * All trees grow level by level, which keeps them low; in large networks, one
 * tree is completed after the other, which is faster. */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "trees.h"

#define PACKING_LEVELS_MAX                                                     \
    128 /* maximum number of processors for which all trees grow together */
#define PACKING_ENDLESS ((int64_t)1 << 61)

static int packing_allocate(const struct band_packing *p,
                            struct pack_tree *tree)
{
    size_t n = (size_t)p->dense->processors;
    tree->order = malloc(n * sizeof *tree->order);
    tree->parent = malloc(n * sizeof *tree->parent);
    tree->depth = malloc(n * sizeof *tree->depth);
    return tree->order && tree->parent && tree->depth ? 0 : -1;
}

/* Add an empty tree. Return NULL if out of memory. */
static struct pack_tree *packing_add(struct band_packing *p)
{
    if (array_grow(&p->tree, &p->capacity, p->trees + 1, sizeof *p->tree))
        return NULL;
    struct pack_tree *tree = &p->tree[p->trees++];
    *tree = (struct pack_tree){.root = -1};
    return packing_allocate(p, tree) ? NULL : tree;
}

static int packing_start(struct band_packing *p)
{
    const struct band_dense *d = p->dense;
    int n = d->processors;
    p->arc = malloc(((size_t)n * (size_t)n + 1) * sizeof *p->arc);
    if (!p->arc)
        return -1;
    for (int v = 0; v < n; v++) {
        for (int u = 0; u < n; u++)
            if (d->capacity[dense_at(d, v, u)]) {
                p->arc[p->arcs][0] = v;
                p->arc[p->arcs++][1] = u;
            }
        if (!d->weight[v])
            continue;
        struct pack_tree *tree = packing_add(p);
        if (!tree)
            return -1;
        for (int u = 0; u < n; u++)
            tree->parent[u] = -1;
        tree->root = tree->order[0] = tree->parent[v] = v;
        tree->depth[v] = 0;
        tree->count = 1;
        tree->weight = d->chunks * d->weight[v];
    }
    return 0;
}

void packing_finish(struct band_packing *p)
{
    for (size_t i = 0; i < p->trees; i++) {
        free(p->tree[i].order);
        free(p->tree[i].parent);
        free(p->tree[i].depth);
    }
    free(p->tree);
    free(p->arc);
    flow_finish(&p->flow);
}

/* Add the edges of an unfinished tree to a flow from x. Return the index of the
 * edge that x feeds, -1 (no edge, since it leads back to x), or -2 if out of
 * memory. */
static int packing_edges(struct flow *flow, const struct pack_tree *tree, int x)
{
    if (tree->count == 1 && tree->root == x)
        return -1;
    int node = tree->count == 1 ? tree->root : flow->vertices++;
    int fed = flow_add(flow, x, node);
    for (int i = 0; i < tree->count && tree->count > 1; i++)
        if (tree->order[i] != x && flow_add(flow, node, tree->order[i]) < 0)
            return -2;
    return fed < 0 ? -2 : fed;
}

struct packing_test {
    int *fed;       /* index of the edge of each tree in the flow, or -1 */
    int64_t others; /* sum of the weights of the trees in the flow */
};

static bool packing_counts(const struct band_packing *p, size_t j, size_t i,
                           int y)
{
    const struct pack_tree *tree = &p->tree[j];
    return j != i && tree->count < p->dense->processors && tree->parent[y] < 0;
}

/* Return the capacity that is left of an arc. */
static int64_t packing_left(const struct band_packing *p, int a)
{
    return p->dense->capacity[dense_at(p->dense, p->arc[a][0], p->arc[a][1])];
}

/* Build the flow network for an arc x->y of tree i. Trees with y are left out:
 * their nodes lead to y. */
static int packing_build(struct band_packing *p, struct packing_test *test,
                         size_t i, int x, int y)
{
    flow_clear(&p->flow);
    p->flow.vertices = p->dense->processors;
    for (int a = 0; a < p->arcs; a++)
        if (packing_left(p, a) &&
            flow_add(&p->flow, p->arc[a][0], p->arc[a][1]) < 0)
            return -1;
    for (size_t j = 0; j < p->trees; j++)
        if (packing_counts(p, j, i, y)) {
            test->fed[j] = packing_edges(&p->flow, &p->tree[j], x);
            if (test->fed[j] < -1)
                return -1;
            test->others += p->tree[j].weight;
        }
    if (flow_build(&p->flow))
        return -1;
    for (int a = 0; a < p->flow.edges; a++)
        flow_set(&p->flow, a, PACKING_ENDLESS);
    for (int a = 0, edge = 0; a < p->arcs; a++)
        if (packing_left(p, a))
            flow_set(&p->flow, edge++, packing_left(p, a));
    for (size_t j = 0; j < p->trees; j++)
        if (packing_counts(p, j, i, y) && test->fed[j] >= 0)
            flow_set(&p->flow, test->fed[j], p->tree[j].weight);
    return 0;
}

/* Return for how many of the trees i the arc x->y is possible; -1: no memory,
 * or stopped. */
static int64_t packing_room(struct band_packing *p, size_t i, int x, int y)
{
    const struct band_dense *d = p->dense;
    struct packing_test test = {.others = 0};
    int64_t most = d->capacity[dense_at(d, x, y)], room = -1;
    if (p->tree[i].weight < most)
        most = p->tree[i].weight;
    test.fed = malloc((p->trees + 1) * sizeof *test.fed);
    if (test.fed && !packing_build(p, &test, i, x, y)) {
        int64_t sum = band_flow(&p->flow, x, y, test.others + most, p->watch);
        if (!p->watch->stopped)
            room = sum > test.others ? sum - test.others : 0;
    }
    free(test.fed);
    return room;
}

/* Leave all but `weight` of the trees i as a tree of its own. */
static int packing_divide(struct band_packing *p, size_t i, int64_t weight)
{
    struct pack_tree *rest = packing_add(p);
    if (!rest)
        return -1;
    struct pack_tree *tree = &p->tree[i];
    size_t n = (size_t)p->dense->processors;
    memcpy(rest->order, tree->order, (size_t)tree->count * sizeof *rest->order);
    memcpy(rest->parent, tree->parent, n * sizeof *rest->parent);
    memcpy(rest->depth, tree->depth, n * sizeof *rest->depth);
    rest->root = tree->root;
    rest->count = tree->count;
    rest->weight = tree->weight - weight;
    tree->weight = weight;
    return 0;
}

/* Add as many arcs as possible from vertex x to the trees i. Return the number
 * of arcs, or -1. */
static int packing_extend(struct band_packing *p, size_t i, int x)
{
    struct band_dense *d = p->dense;
    int added = 0;
    for (int y = 0; y < d->processors; y++) {
        int64_t *left = &d->capacity[dense_at(d, x, y)];
        if (!*left || p->tree[i].parent[y] >= 0)
            continue;
        int64_t room = packing_room(p, i, x, y);
        if (room < 0 ||
            (room && room < p->tree[i].weight && packing_divide(p, i, room)))
            return -1;
        if (!room)
            continue;
        struct pack_tree *tree = &p->tree[i];
        *left -= tree->weight;
        tree->parent[y] = x;
        tree->depth[y] = tree->depth[x] + 1;
        tree->order[tree->count++] = y;
        added++;
    }
    return added;
}

/* Add all possible arcs from the vertices of the trees i at a depth (-1: at any
 * depth). Return the number of arcs, or -1. */
static int packing_grow(struct band_packing *p, size_t i, int depth)
{
    int added = 0;
    for (int k = 0; k < p->tree[i].count; k++) {
        int x = p->tree[i].order[k];
        if (depth >= 0 && p->tree[i].depth[x] != depth)
            continue;
        int more = packing_extend(p, i, x);
        if (more < 0)
            return -1;
        added += more;
    }
    return added;
}

/* Add all possible arcs once, to all trees. Return the number of arcs, or -1.
 */
static int packing_sweep(struct band_packing *p)
{
    bool levels = p->dense->processors <= PACKING_LEVELS_MAX;
    int added = 0, depths = levels ? p->dense->processors : 1;
    for (int depth = 0; depth < depths; depth++)
        for (size_t i = 0; i < p->trees; i++) {
            int more = packing_grow(p, i, levels ? depth : -1);
            if (more < 0)
                return -1;
            added = added || more;
        }
    return added;
}

/* Return the first unfinished tree, or NULL. */
static const struct pack_tree *packing_unfinished(const struct band_packing *p)
{
    for (size_t i = 0; i < p->trees; i++)
        if (p->tree[i].count < p->dense->processors)
            return &p->tree[i];
    return NULL;
}

int band_pack(struct band_packing *p, struct weft_error *err)
{
    if (packing_start(p))
        return -1;
    for (const struct pack_tree *open; (open = packing_unfinished(p));) {
        int added = packing_sweep(p);
        if (added < 0)
            return -1;
        if (!added)
            return weft_error_set(err, WEFT_ERROR_WRONG, 0,
                                  "a tree of processor %d has %d vertices and "
                                  "cannot grow: please report it",
                                  open->root, open->count);
    }
    return 0;
}
