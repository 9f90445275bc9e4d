/* Search for the symmetries of a small network by backtracking. */
#include "automorphism.h"

#include <stdlib.h>

#define AUTOMORPHISM_TRIES_MAX 20000 /* maximum steps for one pair */
#define TRIES_ALL 2000000

int automorphism_init(struct automorphism *g, const struct instance *q,
                      const atomic_bool *stop)
{
    size_t n = (size_t)q->n;
    *g = (struct automorphism){.n = q->n,
                               .each = AUTOMORPHISM_TRIES_MAX,
                               .all = TRIES_ALL,
                               .stop = stop};
    g->distance = q->distance;
    g->links = calloc(n, n);
    g->image = malloc(n * sizeof *g->image);
    g->taken = malloc(n * sizeof *g->taken);
    g->prefix = malloc(n * sizeof *g->prefix);
    g->least = malloc(n * n * sizeof *g->least);
    if (!g->links || !g->image || !g->taken || !g->prefix || !g->least)
        return -1;
    for (int c = 0; c < q->channels; c++) {
        size_t at = (size_t)q->channel[c].from * n + (size_t)q->channel[c].to;
        if (g->links[at] < 255)
            g->links[at]++;
    }
    return 0;
}

void automorphism_finish(struct automorphism *g)
{
    free(g->links);
    free(g->image);
    free(g->taken);
    free(g->prefix);
    free(g->least);
}

/* Return whether (u, v) and (x, w) have the same links and the same distance,
 * which prunes early. */
static bool automorphism_alike(const struct automorphism *g, int u, int v,
                               int x, int w)
{
    size_t from = (size_t)u * (size_t)g->n + (size_t)v;
    size_t to = (size_t)x * (size_t)g->n + (size_t)w;
    return g->links[from] == g->links[to] &&
           g->distance[from] == g->distance[to];
}

/* Return whether `v` can be mapped to `w`, given the partial mapping. */
static bool automorphism_fits(const struct automorphism *g, int v, int w)
{
    for (int u = 0; u < g->n; u++) {
        int x = u == v ? w : g->image[u];
        if (x >= 0 && (!automorphism_alike(g, u, v, x, w) ||
                       !automorphism_alike(g, v, u, w, x)))
            return false;
    }
    return true;
}

static bool map(struct automorphism *g, int v, int w)
{
    if (g->taken[w] || !automorphism_fits(g, v, w))
        return false;
    g->image[v] = w;
    g->taken[w] = true;
    return true;
}

static void unmap(struct automorphism *g, int v)
{
    g->taken[g->image[v]] = false;
    g->image[v] = -1;
}

/* Return an unmapped processor, preferably next to a mapped one, which has the
 * fewest possible images. Returns -1 if all are mapped. */
static int automorphism_next(const struct automorphism *g)
{
    int any = -1;
    for (int v = 0; v < g->n; v++) {
        if (g->image[v] >= 0)
            continue;
        any = v;
        for (int u = 0; u < g->n; u++)
            if (g->image[u] >= 0 &&
                (g->links[(size_t)u * (size_t)g->n + (size_t)v] ||
                 g->links[(size_t)v * (size_t)g->n + (size_t)u]))
                return v;
    }
    return any;
}

static bool automorphism_goes_on(const struct automorphism *g)
{
    return g->left > 0 && g->all > 0 && !(g->stop && atomic_load(g->stop));
}

static bool automorphism_complete(struct automorphism *g)
{
    int v = automorphism_next(g);
    if (v < 0)
        return true;
    for (int w = 0; w < g->n && automorphism_goes_on(g); w++) {
        g->left--;
        g->all--;
        if (!map(g, v, w))
            continue;
        if (automorphism_complete(g))
            return true;
        unmap(g, v);
    }
    return false;
}

bool automorphism_exchanges(struct automorphism *g, const int *fixed, int count,
                            int v, int w)
{
    for (int u = 0; u < g->n; u++) {
        g->image[u] = -1;
        g->taken[u] = false;
    }
    g->left = g->each;
    if (!automorphism_goes_on(g))
        return false;
    for (int i = 0; i < count; i++)
        if (!map(g, fixed[i], fixed[i]))
            return false;
    return map(g, v, w) && automorphism_complete(g);
}

void automorphism_orbits(struct automorphism *g, const int *fixed, int count,
                         int least[])
{
    for (int v = 0; v < g->n; v++) {
        bool stays = false;
        for (int i = 0; i < count; i++)
            stays = stays || fixed[i] == v;
        least[v] = v;
        for (int w = 0; !stays && w < v && least[v] == v; w++)
            if (least[w] == w && automorphism_exchanges(g, fixed, count, v, w))
                least[v] = w;
    }
}
