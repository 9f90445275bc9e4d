/* The interface of a kind of network; private to src/network. One kind = one
 * file = one row of the table in networks.c.
 *
 * A row may compute everything from the numbers in its specification, so that a
 * network of 2^20 processors needs no memory; or store tables in `state`, which
 * init() allocates and finish() frees.
 *
 * network.c calls the rows, networks.c finds the row of a specification, and
 * grid.c contains the code shared by grids. graph/ contains the kinds stored as
 * tables of links, file/ reads networks from files, own/ handles those of
 * plug-ins. */
#ifndef WEFT_SRC_NETWORK_KIND_H
#define WEFT_SRC_NETWORK_KIND_H

#include <stdatomic.h>
#include <weft/network.h>
#include <weft/unstable/topology.h>

/* What a switch can do with messages. */
enum switch_power { SWITCH_MULTICASTS = 1, SWITCH_COMBINES = 2 };

struct network_row {
    struct weft_network_kind info;

    /* Initialise the network from the text behind the colon (NULL: no colon);
     * all members are zero except `row`, `seed`, `untrusted` and `layout`. Sets
     * size, vertices, dimensions, arcs and every other member that is not 0.
     * Return 0, or -1 with err set to a text that follows "network 'SPEC': ";
     * finish() is called in either case. */
    int (*init)(struct weft_network *network, const char *text,
                struct weft_error *err);
    /* frees `state`; NULL: there is nothing to free */
    void (*finish)(struct weft_network *network);

    /* Like the functions of the same name in weft/network.h. A given vertex
     * always exists; for a port that does not, return -1. */
    int (*degree)(const struct weft_network *network, int vertex);
    int (*neighbour)(const struct weft_network *network, int vertex, int port);
    int (*dimension)(const struct weft_network *network, int vertex, int port);
    int (*port)(const struct weft_network *network, int from, int to);
    int64_t (*arc)(const struct weft_network *network, int vertex, int port);
    int (*distance)(const struct weft_network *network, int from, int to);
    int (*next)(const struct weft_network *network, int from, int to);
    int (*eccentricity)(const struct weft_network *network, int rank);

    /* The members below may be NULL, with the default given. */
    /* Return the i-th rank of a tour; NULL: the order of ranks. */
    int (*tour)(const struct weft_network *network, int index);
    /* Return a vertex's name; NULL: vertices have no names. */
    const char *(*name)(const struct weft_network *network, int vertex);
    /* Print a vertex's label; NULL: labels are numbers. */
    int (*label)(const struct weft_network *network, int vertex, char *text,
                 size_t size);
    /* Get the coordinates of a vertex, for WEFT_LAYOUT_PLACED only. */
    void (*place)(const struct weft_network *network, int vertex, double at[2]);
    /* Return the kind of a vertex, such as "GPU", or NULL; NULL: unknown for
     * all. */
    const char *(*part)(const struct weft_network *network, int vertex);
    /* Return what a switch can do with messages, as bits of enum switch_power;
     * NULL: nothing. */
    unsigned (*powers)(const struct weft_network *network, int vertex);
    /* Return a remark of the reader of a file, or NULL; NULL: no remarks. */
    const char *(*remark)(const struct weft_network *network, size_t index);
    /* Get the cost of an arc; NULL: no arc has a cost of its own. */
    bool (*arc_cost)(const struct weft_network *network, int vertex, int port,
                     struct weft_arc_cost *cost);
    /* Return the number of lanes of an arc; NULL: every arc has one lane. */
    int (*lanes)(const struct weft_network *network, int vertex, int port);
    /* Return the number of lanes to a vertex; NULL: one lane for each port. */
    int (*lanes_in)(const struct weft_network *network, int vertex);

    bool file; /* whether the text behind the colon is the name of a file */
    bool cube; /* whether it is a hypercube: `depth` dimensions, one for each
                  bit of the rank */
    enum weft_layout layout;
};

struct weft_network {
    const struct network_row *row;
    void *state; /* data of the row's functions */
    /* name of the network; NULL after init(): the specification */
    char *name;
    uint64_t seed;           /* seed of random networks */
    enum weft_layout layout; /* layout of the row, unless init() changes it */
    int size;
    int vertices;
    int dimensions;
    /* hypercube: number of dimensions; tree: links from the root to a leaf */
    int depth;
    int64_t arcs;
    bool triangle_free;
    /* whether untrusted input specifies it, so that init() rejects large
     * networks */
    bool untrusted;
    /* whether no arc has its own cost, although the row has arc_cost() */
    bool no_costs;
    bool has_lanes; /* whether some arc has more than one lane */
    /* number of switches that combine messages, and that multicast them */
    int combining, multicasting;
    /* lanes of bandwidth (lane.c): of each arc [arcs], and to each vertex
     * [vertices]; NULL: those of the row */
    int *lanes_of, *lanes_to;
    char *lane; /* bandwidth of a lane; NULL: lanes are those of the row */
    _Atomic int *users; /* number of networks that share `state` */
    /* result of weft_network_direct(): 1 yes, -1 no, 0 unknown */
    _Atomic int direct;
    /* number of axes; 0 after init(): one axis of all processors */
    int axes;
    int extent[WEFT_NETWORK_AXES_MAX];
    int stride[WEFT_NETWORK_AXES_MAX]; /* rank = sum of at[a] * stride[a] */
    enum weft_axis joined[WEFT_NETWORK_AXES_MAX];
};

/* Create a network from a row, which need not be in the table. */
struct weft_network *network_create(const struct network_row *row,
                                    const char *spec, uint64_t seed,
                                    struct weft_error *err);

/* Copy a network; the two share `state`. NULL: no memory. */
struct weft_network *network_copy(const struct weft_network *network);

/* The numbers that a specification consists of. */
struct network_form {
    int least, most; /* limits on the number of numbers */
    int low, high;   /* limits on each number */
    char joint;      /* separator between numbers; 0: 'x' */
};

/* Parse the numbers and set the network's name from them. @returns their
 * number, or -1 with err set as for init() */
int network_numbers(struct weft_network *network, const char *text,
                    const struct network_form *form, int number[],
                    struct weft_error *err);

/* Check that a network can have `size` processors. Return 0, or -1 with
 * WEFT_ERROR_MISUSE: too few or too many. */
int network_check_size(int64_t size, struct weft_error *err);

/* The `dimension` function of rows in which each port is a dimension. */
int network_port_is_dimension(const struct weft_network *network, int vertex,
                              int port);

#endif
