/* Sorts the children of a node: the largest subtree first; of two equally large
 * ones, the one that is larger where they first differ. So trees of the same
 * shape are drawn alike, whatever the names and steps of their nodes are. */
#include "tree.h"

#include <stdlib.h>

bool tree_is_root(const struct drawing *d, int rank)
{
    return d->root ? d->root[rank] : rank == d->tree.root;
}

/* Compare the shapes of two subtrees whose children are in order. */
static int shape_compare(const struct drawing *d, int a, int b)
{
    if (d->below[a] != d->below[b])
        return d->below[a] > d->below[b] ? -1 : 1;
    int i = d->first[a], j = d->first[b];
    int more = (d->first[a + 1] - i) - (d->first[b + 1] - j);
    if (more)
        return more > 0 ? -1 : 1;
    for (; i < d->first[a + 1]; i++, j++) {
        int order = shape_compare(d, d->child[i], d->child[j]);
        if (order)
            return order;
    }
    return 0;
}

static bool children_comes_before(const struct drawing *d, int a, int b)
{
    int order = shape_compare(d, a, b);
    if (order)
        return order < 0;
    if (d->tree.step[a] != d->tree.step[b])
        return d->tree.step[a] < d->tree.step[b];
    return a < b;
}

/* Sort by merging, which is stable and never compares a node with itself.
 * `room` has the length of the list. */
static void children_sort(const struct drawing *d, int *list, int count,
                          int *room)
{
    if (count < 2)
        return;
    int half = count / 2;
    children_sort(d, list, half, room);
    children_sort(d, list + half, count - half, room);
    for (int i = 0; i < count; i++)
        room[i] = list[i];
    for (int i = 0, a = 0, b = half; i < count; i++) {
        bool right = a == half ||
                     (b < count && children_comes_before(d, room[b], room[a]));
        list[i] = right ? room[b++] : room[a++];
    }
}

/* Store the nodes in `order`, sorted by depth, the deepest last. */
static void by_depth(const struct drawing *d, int *order, int *begin)
{
    for (int i = 0; i < d->members; i++)
        begin[d->depth[d->member[i]] + 1]++;
    for (int depth = 0; depth < d->tree.size; depth++)
        begin[depth + 1] += begin[depth];
    for (int i = 0; i < d->members; i++)
        order[begin[d->depth[d->member[i]]]++] = d->member[i];
}

/* Group the children by parent in d->child. `next`, an array [size], is
 * overwritten. */
static void children_gather(struct drawing *d, int *next)
{
    const struct weft_tree *tree = &d->tree;
    for (int i = 0; i < d->members; i++)
        if (d->depth[d->member[i]] > 0)
            d->first[tree->parent[d->member[i]] + 1]++;
    for (int u = 0; u < tree->size; u++)
        d->first[u + 1] += d->first[u];
    for (int u = 0; u < tree->size; u++)
        next[u] = d->first[u];
    for (int i = 0; i < d->members; i++)
        if (d->depth[d->member[i]] > 0)
            d->child[next[tree->parent[d->member[i]]]++] = d->member[i];
}

int tree_order(struct drawing *d)
{
    size_t size = (size_t)d->tree.size + 2;
    int *order = calloc(size, sizeof *order);
    int *room = calloc(size, sizeof *room);
    int status = order && room ? 0 : -1;
    if (!status) {
        by_depth(d, order, room);
        children_gather(d, room);
    }
    for (int i = d->members - 1; i >= 0 && !status; i--) {
        int u = order[i];
        d->below[u] = 1;
        for (int j = d->first[u]; j < d->first[u + 1]; j++)
            d->below[u] += d->below[d->child[j]];
        children_sort(d, d->child + d->first[u], d->first[u + 1] - d->first[u],
                      room);
    }
    free(order);
    free(room);
    return status;
}
