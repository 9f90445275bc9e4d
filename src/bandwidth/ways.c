/* The ways of arcs: an arc between processors that has replaced arcs over
 * switches knows the switches that each of its units passes. */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "trees.h"

static int ways_add_piece(struct band_pieces *pieces, size_t way,
                          int64_t amount)
{
    if (pieces->count > pieces->first &&
        pieces->piece[pieces->count - 1].way == way) {
        pieces->piece[pieces->count - 1].amount += amount;
        return 0;
    }
    if (array_grow(&pieces->piece, &pieces->capacity, pieces->count + 1,
                   sizeof *pieces->piece))
        return -1;
    pieces->piece[pieces->count++] = (struct band_piece){way, amount};
    return 0;
}

/* Add a way of no vertices with room for `length`. Return 0, or -1 if out of
 * memory. */
static int ways_begin(struct band_ways *ways, int length)
{
    if (array_grow(&ways->vertex, &ways->capacity,
                   ways->count + (size_t)length + 1, sizeof *ways->vertex))
        return -1;
    ways->vertex[ways->count] = 0;
    return 0;
}

/* Append a vertex to the last way; cut out the loop if it is there already. */
static void ways_append(struct band_ways *ways, int vertex)
{
    int *way = ways->vertex + ways->count;
    for (int i = 1; i <= *way; i++)
        if (way[i] == vertex)
            *way = i - 1;
    way[++*way] = vertex;
}

static size_t ways_end(struct band_ways *ways)
{
    size_t way = ways->count;
    ways->count += (size_t)ways->vertex[way] + 1;
    return way;
}

int dense_init(struct band_dense *d, const struct band_graph *graph,
               const int64_t *capacity, int64_t chunks)
{
    size_t v = (size_t)graph->vertices;
    *d = (struct band_dense){.vertices = graph->vertices,
                             .processors = graph->processors,
                             .capacity = calloc(v * v, sizeof *d->capacity),
                             .pieces = calloc(v * v, sizeof *d->pieces),
                             .weight = graph->weight,
                             .chunks = chunks,
                             .total = chunks * graph->words};
    if (!d->capacity || !d->pieces)
        return -1;
    for (int a = 0; a < graph->arcs; a++) {
        int from = graph->arc[a].from, to = graph->arc[a].to;
        if (!capacity[a])
            continue;
        if (ways_begin(&d->ways, 2))
            return -1;
        ways_append(&d->ways, from);
        ways_append(&d->ways, to);
        d->capacity[dense_at(d, from, to)] = capacity[a];
        if (ways_add_piece(&d->pieces[dense_at(d, from, to)],
                           ways_end(&d->ways), capacity[a]))
            return -1;
    }
    return 0;
}

void dense_finish(struct band_dense *d)
{
    size_t cells = (size_t)d->vertices * (size_t)d->vertices;
    for (size_t i = 0; d->pieces && i < cells; i++)
        free(d->pieces[i].piece);
    free(d->pieces);
    free(d->capacity);
    free(d->ways.vertex);
    *d = (struct band_dense){.vertices = 0};
}

struct band_piece *dense_next(struct band_dense *d, int u, int v)
{
    struct band_pieces *pieces = &d->pieces[dense_at(d, u, v)];
    return &pieces->piece[pieces->first];
}

void dense_take(struct band_dense *d, int u, int v, int64_t amount)
{
    struct band_pieces *pieces = &d->pieces[dense_at(d, u, v)];
    struct band_piece *piece = &pieces->piece[pieces->first];
    piece->amount -= amount;
    pieces->first += !piece->amount;
}

/* Add the way of two pieces, one behind the other. Return 0, or -1 if out of
 * memory. */
static int ways_join(struct band_dense *d, size_t first, size_t second,
                     size_t *joined)
{
    int lengths = d->ways.vertex[first] + d->ways.vertex[second];
    if (ways_begin(&d->ways, lengths))
        return -1;
    for (int i = 1; i <= d->ways.vertex[first]; i++)
        ways_append(&d->ways, d->ways.vertex[first + (size_t)i]);
    for (int i = 2; i <= d->ways.vertex[second]; i++)
        ways_append(&d->ways, d->ways.vertex[second + (size_t)i]);
    *joined = ways_end(&d->ways);
    return 0;
}

int dense_join(struct band_dense *d, int u, int w, int t, int64_t amount)
{
    while (amount) {
        struct band_piece *in = dense_next(d, u, w), *out = dense_next(d, w, t);
        int64_t some = in->amount < out->amount ? in->amount : out->amount;
        size_t way;
        some = some < amount ? some : amount;
        if (ways_join(d, in->way, out->way, &way) ||
            ways_add_piece(&d->pieces[dense_at(d, u, t)], way, some))
            return -1;
        dense_take(d, u, w, some);
        dense_take(d, w, t, some);
        amount -= some;
    }
    return 0;
}
