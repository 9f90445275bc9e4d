/* The best throughput of a network: what the files of this folder share.
 *
 * capacities.c turns bandwidths into integers, best-ratio.c finds the cut with
 * the largest ratio, splitting.c removes the switches, packing.c packs the
 * trees, and tree-judge.c verifies them. */
#ifndef WEFT_SRC_BANDWIDTH_BAND_H
#define WEFT_SRC_BANDWIDTH_BAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/unstable/bandwidth.h>

#include "base/numbers/divisor.h"
#include "base/numbers/max-flow.h"
#include "base/text/decimal.h"

/* The product of the words and the sum of all capacities stays below it, so all
 * sums of scaled capacities fit into 64 bits and below the limit of
 * flow_run(). */
#define BAND_SUM_MAX ((int64_t)1 << 60)

/* The callback of a search, called between flows, and the count of flows. */
struct band_watch {
    bool (*go_on)(void *arg); /* may be NULL */
    void *arg;
    uint64_t flows;
    uint64_t edges, most; /* sum of the edges of all flows, and its limit; 0:
                             none */
    bool stopped;
};

/* How the capacity of a link is measured. By default, all members are zero. */
struct band_measure {
    bool plain;   /* count lanes and ignore bandwidths */
    bool by_lane; /* the unit divides the bandwidth of each single lane */
    int64_t tw;   /* time per word of links without a bandwidth; 0: 1 */
};

struct band_arc {
    int from, to;
    int port; /* the arc's port in the network, at the sender */
    int64_t capacity;
};

/* A network with integers as capacities. */
struct band_graph {
    const struct weft_network *network;
    int vertices, processors, arcs;
    bool reversed; /* arcs are reversed; ports are those of the network */
    struct band_arc *arc; /* [arcs] ordered by vertex and port of the network */
    int64_t *weight;      /* [processors] words that each one spreads */
    int64_t words;        /* sum of weight[] */
    struct weft_fraction unit; /* bandwidth of capacity 1 */
    struct band_measure measure;
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

/* Read the capacities of a network (measure NULL: the default measure), and
 * give every processor (root < 0) or the root one word. Return 0, or -1 with
 * err. */
int band_graph_init(struct band_graph *graph,
                    const struct weft_network *network,
                    const struct band_measure *measure, bool reversed, int root,
                    struct weft_error *err);
void band_graph_finish(struct band_graph *graph);

/* Compute a flow and count it. Return the flow, or -1 if the search was
 * stopped. */
int64_t band_flow(struct flow *flow, int from, int to, int64_t asked,
                  struct band_watch *watch);

/* A cut: the words of the processors inside must leave it. */
struct band_cut {
    bool *inside;   /* [vertices] */
    int64_t words;  /* of the processors inside */
    int64_t leaves; /* capacity of the outgoing arcs */
};

/* Find the cut with the largest words / leaves. Return 0; or -1 with err, or
 * with watch->stopped. The caller frees cut->inside. */
int band_best_ratio(const struct band_graph *graph, struct band_cut *cut,
                    struct band_watch *watch, struct weft_error *err);

/* Return the sums of the capacities of the arcs that enter and leave each
 * vertex, [2 * vertices]: first all that enter. NULL: no memory. */
int64_t *band_degrees(const struct band_graph *graph);

/* Return whether every switch can receive at least as much as it can send; -1:
 * no memory.
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

/* Return whether a way of a tree is the route of the network between its
 * ends. */
bool band_is_route(const struct weft_network *network, const int *way,
                   int length);

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

/* One round of trees. */
struct band_round {
    struct band_measure measure;
    bool reversed;
    int root; /* -1: each processor */
    int64_t chunks;
    uint64_t most; /* limit on the sum of the edges of all flows */
};

/* Find and verify the trees with the least time for a number of chunks of each
 * root: the graph of the network, and the trees, chunks and steps_bound of
 * `result`. Return 0, or -1 with err; finish the graph and the result's trees
 * in both cases. */
int band_round(const struct weft_network *network,
               const struct band_round *asked, struct band_graph *graph,
               struct weft_bandwidth *result, struct weft_error *err);

void band_free_trees(struct weft_bandwidth *result);

#endif
