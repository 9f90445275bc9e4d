/* The best throughput of a network: what the files of this folder share.
 *
 * capacities.c turns bandwidths into integers, best-ratio.c finds the cut with
 * the largest ratio, partition.c the bounds of an allreduce, splitting.c
 * removes the switches, packing.c packs the trees, tree-judge.c verifies
 * them, periods.c makes the schedule and bandwidth.c the result. */
#ifndef WEFT_SRC_OPTIMUM_BANDWIDTH_BAND_H
#define WEFT_SRC_OPTIMUM_BANDWIDTH_BAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/unstable/bandwidth.h>

#include "base/numbers/divisor.h"
#include "base/text/decimal.h"
#include "bound/cut/max-flow.h"

/* The product of the words and the sum of all capacities stays below it, so all
 * sums of scaled capacities fit into 64 bits and below the limit of
 * flow_run(). */
#define BAND_SUM_MAX ((int64_t)1 << 60)

/* Called between flows; counts them. */
struct band_watch {
    bool (*go_on)(void *arg); /* may be NULL */
    void *arg;
    uint64_t flows;
    bool stopped;
};

struct band_arc {
    int from, to;
    int port; /* of the arc in the network, at its sender there */
    int64_t capacity;
};

/* A network with integers as capacities. */
struct band_graph {
    const struct weft_network *network;
    int vertices, processors, arcs;
    bool reversed; /* arcs are turned round; ports are those of the network */
    struct band_arc *arc; /* [arcs] ordered by vertex and port of the network */
    int64_t *weight;      /* [processors] words that each one spreads */
    int64_t words;        /* sum of weight[] */
    struct weft_fraction unit; /* bandwidth of capacity 1 */
};

/* Return num / den in lowest terms, both > 0 and at most INT64_MAX. */
static inline struct weft_fraction band_fraction(int64_t num, int64_t den)
{
    int64_t common = common_divisor(num, den);
    return (struct weft_fraction){num / common, den / common};
}

/* Return < 0, 0 or > 0. */
static inline int band_compare(struct weft_fraction a, struct weft_fraction b)
{
    wide_int left = (wide_int)a.num * b.den, right = (wide_int)b.num * a.den;
    return (left > right) - (left < right);
}

/* Report numbers that do not fit. Return -1. */
int band_unlike(struct weft_error *err);

/* Compute num / den in lowest terms. Return 0, or -1 if it does not fit. */
int band_reduce(wide_int num, wide_int den, struct weft_fraction *out);

/* Read the capacities of a network, and give every processor (root < 0) or the
 * root one word. Return 0, or -1 with err. */
int band_graph_init(struct band_graph *graph,
                    const struct weft_network *network, bool reversed, int root,
                    struct weft_error *err);
void band_graph_finish(struct band_graph *graph);

/* Count a flow and return it; -1 if the search was stopped. */
int64_t band_flow(struct flow *flow, int from, int to, int64_t asked,
                  struct band_watch *watch);

/* A cut: what the processors inside spread must leave. */
struct band_cut {
    bool *inside;   /* [vertices] */
    int64_t words;  /* of the processors inside */
    int64_t leaves; /* capacity of the arcs that leave */
};

/* Find the cut with the largest words / leaves. Return 0; or -1 with err, or
 * with watch->stopped. The caller frees cut->inside. */
int band_best_ratio(const struct band_graph *graph, struct band_cut *cut,
                    struct band_watch *watch, struct weft_error *err);

/* Return the sums of the capacities of the arcs that enter and leave each
 * vertex, [2 * vertices]: first all that enter. NULL: no memory. */
int64_t *band_degrees(const struct band_graph *graph);

/* Return whether every switch takes in at least what it sends; -1: no memory.
 */
int band_balanced(const struct band_graph *graph);

/* Copy a graph, with a smaller unit, and slow down the outgoing arcs of
 * switches until the copy is balanced. Return 0, or -1 with err; free the copy
 * in both cases. */
int band_throttle(const struct band_graph *graph, struct band_graph *slower,
                  struct weft_error *err);

/* Return whether capacities [arcs] let every processor receive `chunks` for
 * each word; -1: no memory. May set watch->stopped. */
int band_suffices(const struct band_graph *graph, const int64_t *capacity,
                  int64_t chunks, struct band_watch *watch);

enum { BAND_STUCK = 1 };

/* Pack trees into capacities [arcs]: chunks for each word of a processor. Fills
 * the trees of `result`. `outside` [vertices]: a set for which the capacities
 * just suffice, or NULL. Return 0; BAND_STUCK if switches would have to copy
 * messages; or -1 with err, or with watch->stopped. */
int band_trees(const struct band_graph *graph, const int64_t *capacity,
               int64_t chunks, const bool *outside,
               struct weft_bandwidth *result, struct band_watch *watch,
               struct weft_error *err);

/* Find the trees with the least time for a number of chunks of each word, given
 * the best ratio. Fills the trees, chunks, steps_bound and copies of `result`.
 * Return like band_trees(). */
int band_chunks(const struct band_graph *graph, struct weft_fraction best,
                int64_t chunks, struct weft_bandwidth *result,
                struct band_watch *watch, struct weft_error *err);

/* Compute the largest known lower bound of an allreduce of a vector of one word
 * for each processor, as a multiple of 1 / unit. Return 0; or -1 with err, or
 * with watch->stopped. */
int band_allreduce_bound(const struct band_graph *graph,
                         struct weft_fraction *bound, const char **by,
                         struct band_watch *watch, struct weft_error *err);

#endif
