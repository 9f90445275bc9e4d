/* Converts a tree to transfers: counting sorts, then one pass up (the time that
 * each subtree takes) and one down (the slot in which each node receives). */
#include "shape.h"
#include "base/system/stable-sort.h"

#include <stdlib.h>
#include <string.h>

int shape_init(struct shape *shape, int size)
{
    size_t n = (size_t)size;
    *shape = (struct shape){.size = size};
    shape->order = malloc(n * sizeof *shape->order);
    shape->first_kid = malloc((n + 1) * sizeof *shape->first_kid);
    shape->kid = malloc(n * sizeof *shape->kid);
    shape->need = malloc(n * sizeof *shape->need);
    shape->got = malloc(n * sizeof *shape->got);
    shape->transfer = malloc(n * sizeof *shape->transfer);
    if (shape->order && shape->first_kid && shape->kid && shape->need &&
        shape->got && shape->transfer)
        return 0;
    return -1;
}

void shape_finish(struct shape *shape)
{
    free(shape->order);
    free(shape->first_kid);
    free(shape->kid);
    free(shape->need);
    free(shape->got);
    free(shape->transfer);
}

/* Group the children by parent; `need` temporarily holds the insertion
 * positions. */
static void shape_group(struct shape *s, const struct weft_tree *tree)
{
    memset(s->first_kid, 0, ((size_t)s->size + 1) * sizeof *s->first_kid);
    for (int v = 0; v < s->size; v++)
        if (tree->parent[v] >= 0)
            s->first_kid[tree->parent[v] + 1]++;
    for (int u = 0; u < s->size; u++) {
        s->first_kid[u + 1] += s->first_kid[u];
        s->need[u] = s->first_kid[u];
    }
    for (int v = 0; v < s->size; v++)
        if (tree->parent[v] >= 0)
            s->kid[s->need[tree->parent[v]]++] = v;
}

static void shape_order(struct shape *s, int root)
{
    int filled = 0;
    s->order[filled++] = root;
    for (int head = 0; head < filled; head++) {
        int u = s->order[head];
        for (int k = s->first_kid[u]; k < s->first_kid[u + 1]; k++)
            s->order[filled++] = s->kid[k];
    }
}

/* Order children by need, longest first, then by rank. */
static int by_need(const void *a, const void *b, void *need_of)
{
    const int *need = need_of;
    int u = *(const int *)a, v = *(const int *)b;
    if (need[u] != need[v])
        return need[u] < need[v] ? 1 : -1;
    return (u > v) - (u < v);
}

static void shape_take_turns(struct shape *s)
{
    for (int i = s->size - 1; i >= 0; i--) {
        int u = s->order[i], *kid = s->kid + s->first_kid[u];
        int count = shape_kids(s, u);
        stable_sort(kid, (size_t)count, sizeof *kid, by_need, s->need);
        s->need[u] = 0;
        for (int k = 0; k < count; k++)
            if (k + 1 + s->need[kid[k]] > s->need[u])
                s->need[u] = k + 1 + s->need[kid[k]];
    }
}

void shape_compute(struct shape *s, const struct weft_tree *tree, bool one)
{
    shape_group(s, tree);
    shape_order(s, tree->root);
    if (one)
        shape_take_turns(s);
    s->got[tree->root] = 0;
    int filled = 0;
    for (int i = 0; i < s->size; i++) {
        int u = s->order[i], *kid = s->kid + s->first_kid[u];
        for (int k = 0; k < shape_kids(s, u); k++) {
            s->got[kid[k]] = s->got[u] + (one ? (uint32_t)k + 1 : 1);
            s->transfer[filled++] =
                (struct timed_transfer){s->got[kid[k]], u, kid[k]};
        }
    }
}
