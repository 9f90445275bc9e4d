/* Maximum matching of the bipartite double cover: left v and right w are joined
 * if v and w are neighbours, whatever the direction of the link. Hopcroft and
 * Karp 1973: each phase finds shortest augmenting paths. */
#include "pairing.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct pairing {
    const struct bound_question *q;
    int *left, *right; /* [p] partner of each vertex; -1: none */
    int *level;        /* [p] level of each left vertex in the search */
    int *queue;        /* [p] queue of the search */
    int64_t *next;     /* [p] the next arc to try from each left vertex */
    int *above;        /* [p] left vertices on the current path */
};

static int64_t pairing_arcs(const struct bound_question *q, int v)
{
    return q->first[v + 1] - q->first[v] + q->in_first[v + 1] - q->in_first[v];
}

static int pairing_neighbour(const struct bound_question *q, int v, int64_t i)
{
    int64_t out = q->first[v + 1] - q->first[v];
    return i < out ? q->arc[q->first[v] + i].to
                   : q->arc[q->into[q->in_first[v] + i - out]].from;
}

/* Compute the levels of left vertices from the free ones; return false if no
 * augmenting path is left. */
static bool pairing_levels(struct pairing *m)
{
    int count = 0;
    bool found = false;
    for (int v = 0; v < m->q->p; v++) {
        m->level[v] = m->left[v] < 0 ? 0 : INT_MAX;
        m->next[v] = 0;
        if (m->left[v] < 0)
            m->queue[count++] = v;
    }
    for (int at = 0; at < count; at++) {
        int v = m->queue[at];
        for (int64_t i = 0; i < pairing_arcs(m->q, v); i++) {
            int after = m->right[pairing_neighbour(m->q, v, i)];
            found = found || after < 0;
            if (after < 0 || m->level[after] != INT_MAX)
                continue;
            m->level[after] = m->level[v] + 1;
            m->queue[count++] = after;
        }
    }
    return found;
}

/* Augment along a shortest path from a free left vertex to a free right one. */
static bool pairing_augment(struct pairing *m, int start)
{
    int depth = 0;
    m->above[0] = start;
    while (depth >= 0) {
        int v = m->above[depth];
        if (m->next[v] == pairing_arcs(m->q, v)) {
            m->level[v] = INT_MAX;
            if (--depth >= 0)
                m->next[m->above[depth]]++;
            continue;
        }
        int w = pairing_neighbour(m->q, v, m->next[v]), after = m->right[w];
        if (after < 0) {
            for (; depth >= 0; depth--) {
                int u = m->above[depth], before = m->left[u];
                m->left[u] = pairing_neighbour(m->q, u, m->next[u]);
                m->right[m->left[u]] = u;
                (void)before;
            }
            return true;
        }
        if (m->level[after] == m->level[v] + 1)
            m->above[++depth] = after;
        else
            m->next[v]++;
    }
    return false;
}

int64_t pairing_twice(const struct bound_question *q)
{
    size_t p = (size_t)q->p;
    struct pairing m = {q,
                        malloc(p * sizeof(int)),
                        malloc(p * sizeof(int)),
                        malloc(p * sizeof(int)),
                        malloc(p * sizeof(int)),
                        malloc(p * sizeof(int64_t)),
                        malloc(p * sizeof(int))};
    int64_t count = -1;
    if (m.left && m.right && m.level && m.queue && m.next && m.above) {
        memset(m.left, -1, p * sizeof *m.left);
        memset(m.right, -1, p * sizeof *m.right);
        count = 0;
        while (pairing_levels(&m))
            for (int v = 0; v < q->p; v++)
                count += m.left[v] < 0 && pairing_augment(&m, v);
    }
    free(m.left);
    free(m.right);
    free(m.level);
    free(m.queue);
    free(m.next);
    free(m.above);
    return count;
}
