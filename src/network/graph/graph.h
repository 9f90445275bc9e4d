/* Networks stored as tables of links, shared by all kinds without a formula for
 * routes. A route continues at the lowest-numbered neighbour that is one link
 * nearer to the destination. Ports are in the order of the neighbours' numbers.
 *
 * For each destination used, a table of distances with 2 bytes per vertex is
 * computed on first use. For networks from files whose links all go both ways,
 * tables beyond TABLES_MAX store only the distances modulo 3, in 2 bits per
 * vertex, which yield the same next vertex. */
#ifndef WEFT_SRC_NETWORK_GRAPH_H
#define WEFT_SRC_NETWORK_GRAPH_H

#include <pthread.h>
#include <stdatomic.h>

#include "network/kind.h"

#define GRAPH_VERTICES_MAX (1 << 14)
#define GRAPH_FAR UINT16_MAX /* distance of unreachable vertices */
/* limit on the total size of full tables, in bytes */
#define TABLES_MAX ((size_t)8 << 20)
/* Limit on the links of networks that untrusted input names. */
#define GRAPH_LINKS_UNTRUSTED (1 << 16)

/* a link between u and v, or from u to v if one_way */
struct graph_link {
    int u, v;
    bool one_way;
    int more; /* number of lanes beyond the first */
    struct weft_arc_cost cost;
};

/* Links in any order. If there are duplicates, the first one counts; loops are
 * ignored. */
struct graph_links {
    struct graph_link *link;
    size_t count, room;
};

/* Arcs grouped by the vertex that they leave: those of v have the indices
 * first[v]..first[v+1]-1, sorted by `to`. */
struct graph_arcs {
    int *first; /* [vertices + 1] index of each vertex's first arc */
    int *to;    /* [arcs] vertices at the ends of the arcs */
};

/* The state of a network stored as tables, or its first member. */
struct graph {
    int vertices;
    /* `in` shares the tables of `out` if all links go both ways */
    struct graph_arcs out, in;
    /* [arcs] costs of the arcs; NULL: no arc has its own */
    struct weft_arc_cost *cost;
    int *lanes; /* [arcs] numbers of lanes; NULL: one lane each */
    /* Return the next vertex on a shortest route, if it is not the one of the
     * rule; -1: that of the rule. NULL: the rule; `shape` is owned. */
    int (*step)(const void *shape, int from, int to);
    void *shape;
    /* whether the network is vertex-transitive, so that all eccentricities are
     * equal */
    bool alike;
    /* [vertices] full table of distances to each vertex, or NULL */
    _Atomic(uint16_t *) *table;
    /* [vertices] table of distances modulo 3 to each vertex, or NULL */
    _Atomic(uint8_t *) *thirds;
    /* total size of table[] in bytes; guarded by lock */
    size_t kept;
    /* whether to limit the number of full tables, for networks from files */
    bool sparing;
    /* if graph_init() fails: a vertex that processor 0 cannot reach or that
     * cannot reach it */
    int lost;
    /* the eccentricity of all vertices if `alike`; 0: unknown */
    _Atomic int one_for_all;
    pthread_mutex_t lock; /* guards scratch and the creation of tables */
    /* [vertices] distances, if no table can be allocated */
    uint16_t *scratch;
    int searched; /* vertex whose distances are in scratch, or -1 */
    int from, to; /* vertices of the previous query */
    /* number of searches and of reuses; guarded by lock, like the members
     * above */
    uint64_t searches, answers;
    int *queue; /* [vertices] queue of the breadth-first search */
};

/* Add a link that goes both ways. Return 0, or -1 if out of memory. */
int graph_link(struct graph_links *links, int u, int v);

/* Free the links and set WEFT_ERROR_MEMORY. @returns -1 */
int graph_no_memory(struct graph_links *links, struct weft_error *err);

/* Convert links to tables: sets vertices, size if it is 0, dimensions, arcs and
 * triangle_free; frees the links even on failure. The graph is network->state,
 * allocated if that is NULL. Return 0, or -1 with err set as for init();
 * WEFT_ERROR_FORMAT if some processor cannot be reached. */
int graph_init(struct weft_network *network, int vertices,
               struct graph_links *links, struct weft_error *err);

/* Compute the distances from a vertex along `arcs`, GRAPH_FAR for unreachable
 * vertices. The caller holds the lock or is the only user of the graph. */
void graph_search(struct graph *graph, const struct graph_arcs *arcs, int from,
                  uint16_t *far);

/* Free what graph_init() allocated, except for the graph itself. */
void graph_release(struct graph *graph);

/* Functions of a row of the table of networks. */
void graph_finish(struct weft_network *network);
int graph_degree(const struct weft_network *network, int vertex);
int graph_neighbour(const struct weft_network *network, int vertex, int port);
int graph_port(const struct weft_network *network, int from, int to);
int64_t graph_arc(const struct weft_network *network, int vertex, int port);
int graph_distance(const struct weft_network *network, int from, int to);
int graph_next(const struct weft_network *network, int from, int to);
int graph_eccentricity(const struct weft_network *network, int rank);
int graph_lanes_in(const struct weft_network *network, int vertex);

#define WEFT_GRAPH_FUNCTIONS                                                   \
    .degree = graph_degree, .neighbour = graph_neighbour,                      \
    .dimension = network_port_is_dimension, .port = graph_port,                \
    .arc = graph_arc, .distance = graph_distance, .next = graph_next,          \
    .eccentricity = graph_eccentricity, .lanes_in = graph_lanes_in

/* Return base^exponent, or `most` + 1 if it is larger. */
int graph_power(int base, int exponent, int most);

/* Check the number of links of a network. Return 0, or -1 with WEFT_ERROR_LIMIT
 * if untrusted input names a network with this many. */
int graph_check_links(const struct weft_network *network, int64_t links,
                      struct weft_error *err);

/* Set WEFT_ERROR_MISUSE: the network would have too many vertices. */
int graph_too_large(const struct weft_network *network, struct weft_error *err);

#endif
