/* The packing of trees: what splitting.c, ways.c and packing.c share. */
#ifndef WEFT_SRC_BANDWIDTH_TREES_H
#define WEFT_SRC_BANDWIDTH_TREES_H

#include "band.h"

/* A number of units of an arc that take the same way. */
struct band_piece {
    size_t way; /* index of the way in struct band_ways */
    int64_t amount;
};

struct band_pieces {
    struct band_piece *piece;
    size_t first, count, capacity; /* those before `first` have been taken */
};

/* Ways: sequences of vertices. */
struct band_ways {
    int *vertex; /* at the index of a way: its length, then its vertices */
    size_t count, capacity;
};

/* The graph from which switches are removed, as matrices. */
struct band_dense {
    int vertices, processors;
    int64_t *capacity;          /* [vertices][vertices] */
    struct band_pieces *pieces; /* [vertices][vertices] the ways of each arc;
                                   the sum of their amounts is its capacity */
    struct band_ways ways;
    const int64_t *weight; /* [processors] words of each one */
    int64_t chunks;        /* trees of each word */
    int64_t total;         /* chunks times all words */
};

static inline size_t dense_at(const struct band_dense *d, int u, int v)
{
    return (size_t)u * (size_t)d->vertices + (size_t)v;
}

/* Fill from a graph with the capacities [arcs] that trees may use. Return 0, or
 * -1 if out of memory; finish in both cases. */
int dense_init(struct band_dense *d, const struct band_graph *graph,
               const int64_t *capacity, int64_t chunks);
void dense_finish(struct band_dense *d);

/* Replace `amount` units of u->w and of w->t by u->t, and join their routes
 * over switches. The caller has already updated the capacities. Return 0, or -1
 * if out of memory. */
int dense_join(struct band_dense *d, int u, int w, int t, int64_t amount);

/* Return the next piece of an arc, which has one. */
struct band_piece *dense_next(struct band_dense *d, int u, int v);
/* Take units from the next piece of an arc. */
void dense_take(struct band_dense *d, int u, int v, int64_t amount);

/* Remove all switches. `outside`: a tight set, or NULL. Return 0; BAND_STUCK;
 * or -1: no memory, or watch->stopped. */
int band_split(struct band_dense *d, const bool *outside,
               struct band_watch *watch);

/* One or more equal trees while they grow. */
struct pack_tree {
    int root, count; /* number of vertices reached */
    int64_t weight;
    int *order;  /* [count] vertices in the order in which they were reached */
    int *parent; /* [processors] -1: not reached */
    int *depth;  /* [processors] */
};

struct band_packing {
    struct band_dense *dense;
    struct band_watch *watch;
    struct pack_tree *tree;
    size_t trees, capacity;
    int (*arc)[2]; /* [arcs] arcs with a capacity at the start */
    int arcs;
    struct flow flow; /* of the last test, whose memory the next one uses */
};

/* Pack trees into the capacities between processors. Return 0, or -1: no
 * memory, watch->stopped, or err. */
int band_pack(struct band_packing *p, struct weft_error *err);
void packing_finish(struct band_packing *p);

#endif
