/* Networks kept as tables of links: the one code behind those that have no
 * formula for their routes. A route goes to the lowest-numbered neighbour that
 * is one link nearer. Ports are in the order of the neighbours' numbers.
 *
 * What is kept for each destination used is a table of distances, made when it
 * is first asked for: 2 bytes for each vertex. Where a file asks for it, those
 * beyond TABLES_MAX have 2 bits, which say less but the same next vertex, if
 * all links go both ways. */
#ifndef WEFT_SRC_NETWORK_GRAPH_H
#define WEFT_SRC_NETWORK_GRAPH_H

#include <pthread.h>
#include <stdatomic.h>

#include "network/kind.h"

#define GRAPH_VERTICES_MAX (1 << 14)
#define GRAPH_FAR UINT16_MAX         /* there is no way */
#define TABLES_MAX ((size_t)8 << 20) /* bytes of whole tables */
/* Of networks that a stranger's word names. */
#define GRAPH_LINKS_UNTRUSTED (1 << 16)

/* One link, both ways or from u to v only. */
struct graph_link {
    int u, v;
    bool one_way;
    int more; /* links beside it, which carry a message in a step each */
    struct weft_arc_cost cost;
};

/* Links as they are collected: any order, the same two vertices as often as
 * it happens (the first counts), loops (which are left out). */
struct graph_links {
    struct graph_link *link;
    size_t count, room;
};

/* Arcs by the vertex that they leave: those of v are first[v]..first[v+1]-1,
 * and `to` grows among them. */
struct graph_arcs {
    int *first; /* [vertices + 1] */
    int *to;    /* [arcs] */
};

/* The state of such a network, or its first member. */
struct graph {
    int vertices;
    struct graph_arcs out, in;  /* in: the same tables if all links go both
                                   ways */
    struct weft_arc_cost *cost; /* [arcs]; NULL: no arc has its own */
    int *lanes;                 /* [arcs]; NULL: each has one */
    bool alike;                 /* every vertex sees the same: each has the
                                   eccentricity of vertex 0 */
    _Atomic(uint16_t *) *table; /* [vertices]: the distances to a vertex */
    _Atomic(uint8_t *) *thirds; /* [vertices]: in their place, modulo 3 */
    size_t kept;                /* bytes of table[]; guarded by lock */
    bool sparing;               /* a file asks for it: few are whole */
    int lost; /* where graph_init() fails for it: a vertex that processor 0
                 does not reach, or that does not reach it */
    _Atomic int one_for_all; /* that eccentricity; 0: not yet known */
    pthread_mutex_t lock;    /* guards scratch and the making of tables */
    uint16_t *scratch;       /* [vertices], where there is no memory */
    int searched;            /* whose distances are there; -1: nobody's. The */
    int from, to;            /* pair asked for last. Guarded by lock, too, */
    uint64_t searches, answers; /* as how often that was, and was of use */
    int *queue;                 /* [vertices] */
};

/* Add a link that goes both ways. 0, or -1 without memory. */
int graph_link(struct graph_links *links, int u, int v);

/* Free them, and say that there is no memory. @returns -1 */
int graph_no_memory(struct graph_links *links, struct weft_error *err);

/* From links to tables: sets vertices, size if it is 0, dimensions, arcs and
 * triangle_free, and takes the links, which are freed in any case. The graph is
 * network->state, or made if that is NULL. 0, or -1 with err set as for init();
 * WEFT_ERROR_FORMAT if some processor cannot be reached. */
int graph_init(struct weft_network *network, int vertices,
               struct graph_links *links, struct weft_error *err);

/* The distances from a vertex along `arcs`, GRAPH_FAR where no way leads. The
 * lock is held, or nobody else knows the graph. */
void graph_search(struct graph *graph, const struct graph_arcs *arcs, int from,
                  uint16_t *far);

/* What graph_init() allocated, but for the graph itself. */
void graph_release(struct graph *graph);

/* The functions of a row. */
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

/* base^exponent, at most `most` + 1. */
int graph_power(int base, int exponent, int most);

/* 0, or -1 with WEFT_ERROR_LIMIT: more links than whoever named the network may
 * ask for. */
int graph_check_links(const struct weft_network *network, int64_t links,
                      struct weft_error *err);

/* WEFT_ERROR_MISUSE: more vertices than there may be. */
int graph_too_large(const struct weft_network *network, struct weft_error *err);

#endif
