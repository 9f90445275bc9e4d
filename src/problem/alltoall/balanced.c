/* balanced: every block crosses the bits in which its source and destination
 * differ, in an order in which every arc carries one block in every step: max(p
 * / 2, d) steps, which is the minimum. For model all-port on a hypercube.
 *
 * The step in which blocks of distance v cross bit b is the colour of the edge
 * v - b of a bipartite graph: a proper colouring exists with as many colours as
 * the highest degree (Koenig); it is constructed edge by edge, exchanging two
 * colours along a path if needed. The bound is from Johnsson, Ho 1989. */
#include "alltoall.h"
#include <stdlib.h>

#define BALANCED_DIMENSIONS_MAX 12

struct colouring {
    int d, colours;
    int *distance; /* [2^d][colours] bit that a distance crosses; -1: none */
    int *bit;      /* [d][colours] distance that crosses a bit; 0: none */
};

static int *at_distance(const struct colouring *k, int v)
{
    return k->distance + (size_t)v * (size_t)k->colours;
}

static int *at_bit(const struct colouring *k, int b)
{
    return k->bit + (size_t)b * (size_t)k->colours;
}

static void paint(const struct colouring *k, int v, int b, int colour)
{
    at_distance(k, v)[colour] = b;
    at_bit(k, b)[colour] = v;
}

/* Exchange two colours along a path: from bit b the edge of colour c, from its
 * other end the edge of colour f, and so on. */
static void balanced_exchange(const struct colouring *k, int b, int c, int f)
{
    struct balanced_edge {
        int v, b, colour;
    } path[2 * BALANCED_DIMENSIONS_MAX];
    int edges = 0, v;
    while (b >= 0 && (v = at_bit(k, b)[c])) {
        path[edges++] = (struct balanced_edge){v, b, f};
        b = at_distance(k, v)[f];
        if (b >= 0)
            path[edges++] = (struct balanced_edge){v, b, c};
    }
    for (int i = 0; i < edges; i++) {
        int old = path[i].colour == c ? f : c;
        at_distance(k, path[i].v)[old] = -1;
        at_bit(k, path[i].b)[old] = 0;
    }
    for (int i = 0; i < edges; i++)
        paint(k, path[i].v, path[i].b, path[i].colour);
}

static void add_edge(const struct colouring *k, int v, int b)
{
    const int *distance = at_distance(k, v), *bit = at_bit(k, b);
    int c = 0, f = 0, g = 0;
    while (distance[c] >= 0)
        c++;
    while (bit[f])
        f++;
    while (g < k->colours && (distance[g] >= 0 || bit[g]))
        g++;
    if ((c > f ? c : f) < g) {
        balanced_exchange(k, b, c, f);
        g = c;
    }
    paint(k, v, b, g);
}

/* Return [d][steps]: the distance that crosses a bit in a step; 0: none. */
static int *colour_all(int d, int steps)
{
    struct colouring k = {d, steps, NULL, NULL};
    size_t cells = (size_t)steps << d;
    k.distance = malloc(cells * sizeof *k.distance);
    k.bit = calloc((size_t)(d * steps) + 1, sizeof *k.bit);
    for (size_t i = 0; k.distance && i < cells; i++)
        k.distance[i] = -1;
    for (int v = 1; k.distance && k.bit && v < 1 << d; v++)
        for (int b = 0; b < d; b++)
            if (v >> b & 1)
                add_edge(&k, v, b);
    if (!k.distance) {
        free(k.bit);
        k.bit = NULL;
    }
    free(k.distance);
    return k.bit;
}

/* Return the distance that crosses a bit in a round. */
static int crossing(const struct timetable *t, int bit, int round)
{
    return t->table[bit * t->rounds + round - 1];
}

static void balanced_meet(const struct timetable *t, int round, int rank,
                          struct meeting *m)
{
    for (int bit = 0; bit < t->log; bit++)
        if (crossing(t, bit, round))
            meet_exchange(m, rank ^ 1 << bit);
}

static void balanced_carry(const struct timetable *t, int round, int from,
                           int to, struct cargo *c)
{
    int v = crossing(t, __builtin_ctz((unsigned)(from ^ to)), round);
    int crossed = 0;
    for (int bit = 0; bit < t->log; bit++)
        for (int i = 1; i < round; i++)
            if (crossing(t, bit, i) == v)
                crossed |= 1 << bit;
    int origin = from ^ crossed;
    cargo_put(c, alltoall_block(t, origin, origin ^ v));
}

int alltoall_balanced_timetable(struct timetable *t)
{
    if (timetable_need_power(t))
        return -1;
    if (t->log > BALANCED_DIMENSIONS_MAX)
        return timetable_refuse(t, "handles at most %d dimensions",
                                BALANCED_DIMENSIONS_MAX);
    alltoall_blocks(t);
    t->rounds = t->p / 2 > t->log ? t->p / 2 : t->log;
    t->table = colour_all(t->log, t->rounds);
    if (!t->table)
        return timetable_no_memory(t);
    t->ports = t->log + 1;
    t->even = true;
    t->place = alltoall_place_xor;
    t->meet = balanced_meet;
    t->carry = balanced_carry;
    return 0;
}

int weft_alltoall_balanced(struct weft_processor *self, void *data,
                           size_t bytes)
{
    const struct terms terms = {0};
    return alltoall_call(self, alltoall_balanced_timetable, &terms, data,
                         bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy alltoall_balanced = {
    .info =
        {
            .name = "balanced",
            .summary = "uses every link in every step; optimal",
            .source = "own; bound of Johnsson, Ho",
            .model = "all-port",
            .needs = "all-port",
        },
    .timetable = alltoall_balanced_timetable,
    .program = alltoall_program,
};
