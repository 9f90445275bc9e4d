/* Random regular network: P processors with D links each, D P even. The
 * construction starts with a circulant network and exchanges the ends of random
 * pairs of links: 10 draws per link, then more until it is connected. The
 * random numbers are those of splitmix64 (Steele, Lea and Flood 2014), so the
 * same seed gives the same network everywhere. */
#include "graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "base/numbers/splitmix.h"

#define GRAPH_RANDOM_LINKS_MAX (1 << 21)

struct shuffle {
    uint64_t state;
    int p, links;
    struct graph_link *link; /* [links] */
    /* bit set: bit a * p + b is set if a and b have a link */
    uint64_t *joined;
    int *group; /* [p] scratch memory of connected() */
};

static bool joined(const struct shuffle *s, int a, int b)
{
    size_t bit = (size_t)a * (size_t)s->p + (size_t)b;
    return s->joined[bit / 64] >> bit % 64 & 1;
}

/* Add or remove a link: toggles both bits. */
static void flip(struct shuffle *s, int a, int b)
{
    size_t one = (size_t)a * (size_t)s->p + (size_t)b;
    size_t two = (size_t)b * (size_t)s->p + (size_t)a;
    s->joined[one / 64] ^= (uint64_t)1 << one % 64;
    s->joined[two / 64] ^= (uint64_t)1 << two % 64;
}

/* Exchange the ends of two random links, unless that makes a loop or a
 * duplicate. */
static void graph_random_exchange(struct shuffle *s)
{
    struct graph_link *one =
        &s->link[splitmix_draw(&s->state) % (uint64_t)s->links];
    struct graph_link *two =
        &s->link[splitmix_draw(&s->state) % (uint64_t)s->links];
    bool turned = splitmix_draw(&s->state) % 2;
    int a = one->u, b = one->v;
    int c = turned ? two->v : two->u, d = turned ? two->u : two->v;
    if (one == two || a == d || c == b || joined(s, a, d) || joined(s, c, b))
        return;
    flip(s, a, b);
    flip(s, c, d);
    flip(s, a, d);
    flip(s, c, b);
    one->v = d;
    two->u = c;
    two->v = b;
}

static int graph_random_root_of(int *group, int v)
{
    while (group[v] != v)
        v = group[v] = group[group[v]];
    return v;
}

static bool connected(struct shuffle *s)
{
    int groups = s->p;
    for (int v = 0; v < s->p; v++)
        s->group[v] = v;
    for (int i = 0; i < s->links && groups > 1; i++) {
        int a = graph_random_root_of(s->group, s->link[i].u);
        int b = graph_random_root_of(s->group, s->link[i].v);
        groups -= a != b;
        s->group[a] = b;
    }
    return groups == 1;
}

/* Create the initial network. Return 0, or -1 if out of memory. */
static int graph_random_begin(struct shuffle *s, struct graph_links *links,
                              int d)
{
    size_t bits = (size_t)s->p * (size_t)s->p;
    s->joined = calloc(bits / 64 + 1, sizeof *s->joined);
    s->group = malloc((size_t)s->p * sizeof *s->group);
    if (!s->joined || !s->group)
        return -1;
    for (int step = 1; step <= d / 2; step++)
        for (int i = 0; i < s->p; i++)
            if (graph_link(links, i, (i + step) % s->p))
                return -1;
    for (int i = 0; d % 2 && i < s->p / 2; i++)
        if (graph_link(links, i, i + s->p / 2))
            return -1;
    s->link = links->link;
    s->links = (int)links->count;
    for (int i = 0; i < s->links; i++)
        flip(s, s->link[i].u, s->link[i].v);
    return 0;
}

static int graph_random_make(struct weft_network *network, int p, int d,
                             struct weft_error *err)
{
    struct shuffle s = {.state = network->seed, .p = p};
    struct graph_links links = {0};
    int status = graph_random_begin(&s, &links, d);
    if (!status) {
        for (int i = 0; i < 10 * s.links; i++)
            graph_random_exchange(&s);
        while (!connected(&s))
            graph_random_exchange(&s);
    }
    free(s.joined);
    free(s.group);
    return status ? graph_no_memory(&links, err)
                  : graph_init(network, p, &links, err);
}

static int graph_random_check(int p, int d, struct weft_error *err)
{
    if (p < 3)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "expected P of 3 or more (random:PxD[/SEED])");
    if (d < 2 || d >= p)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "degree %d; expected 2 to P - 1 = %d", d, p - 1);
    if (p % 2 && d % 2)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "%d processors of %d links each; expected one of "
                              "the two numbers to be even",
                              p, d);
    if ((int64_t)p * d / 2 > GRAPH_RANDOM_LINKS_MAX)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "%lld links; at most %d are possible",
                              (long long)p * d / 2, GRAPH_RANDOM_LINKS_MAX);
    return 0;
}

/* Parse "16x3" or "16x3/7": the name contains the seed, so that a trace
 * identifies the network. */
static int graph_random_init(struct weft_network *network, const char *text,
                             struct weft_error *err)
{
    static const struct network_form form = {2, 2, 1, GRAPH_VERTICES_MAX};
    const char *slash = text ? strchr(text, '/') : NULL;
    char sizes[32];
    int number[2];
    int64_t seed;
    if (slash && (size_t)(slash - text) >= sizeof sizes)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "'%.20s...' is too long (%s)", text,
                              network->row->info.usage);
    if (slash) {
        snprintf(sizes, sizeof sizes, "%.*s", (int)(slash - text), text);
        if (parse_number(slash + 1, NULL, 0, INT64_MAX, &seed))
            return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                                  "the seed is a whole number (%s)",
                                  network->row->info.usage);
        network->seed = (uint64_t)seed;
    }
    if (network_numbers(network, slash ? sizes : text, &form, number, err) <
            0 ||
        graph_random_check(number[0], number[1], err) ||
        graph_check_links(network, (int64_t)number[0] * number[1] / 2, err))
        return -1;
    if (network->seed != WEFT_NETWORK_SEED) {
        free(network->name);
        network->name = format_text("random:%dx%d/%llu", number[0], number[1],
                                    (unsigned long long)network->seed);
        if (!network->name)
            return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    }
    return graph_random_make(network, number[0], number[1], err);
}

const struct network_row network_random = {
    .info = {"random", "random:PxD[/SEED]",
             "random regular graph: P processors of D links each (--seed)"},
    .init = graph_random_init,
    .finish = graph_finish,
    WEFT_GRAPH_FUNCTIONS,
    .layout = WEFT_LAYOUT_CIRCLE,
};
