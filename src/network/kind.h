/* What a kind of network is made of; private to src/network. One kind = one
 * file = one row of the table in networks.c.
 *
 * A row may compute everything from the numbers in its written form, so that a
 * network of 2^20 processors costs nothing; or keep tables in `state`, made by
 * init() and freed by finish().
 *
 * network.c asks the rows, networks.c finds the one for a written form; grid.c
 * is what grids share. graph/ has the kinds that are kept as tables of links,
 * file/ reads networks, own/ takes those of plug-ins. */
#ifndef WEFT_SRC_NETWORK_KIND_H
#define WEFT_SRC_NETWORK_KIND_H

#include <stdatomic.h>
#include <weft/network.h>

struct network_row {
    struct weft_network_kind info;

    /* Make the network from the text behind the colon (NULL: there is none);
     * it is zeroed but for `row`, `seed`, `untrusted` and `layout`. Sets size,
     * vertices, dimensions, arcs, and whatever else is not 0. 0, or -1 with err
     * set to a text that follows "network 'SPEC': "; then, too, finish() is
     * called. */
    int (*init)(struct weft_network *network, const char *text,
                struct weft_error *err);
    void (*finish)(struct weft_network *network); /* frees state; NULL: none */

    /* As the functions of weft/network.h that have the same name. A vertex
     * that is given exists; a port need not: then the answer is -1. */
    int (*degree)(const struct weft_network *network, int vertex);
    int (*neighbour)(const struct weft_network *network, int vertex, int port);
    int (*dimension)(const struct weft_network *network, int vertex, int port);
    int (*port)(const struct weft_network *network, int from, int to);
    int64_t (*arc)(const struct weft_network *network, int vertex, int port);
    int (*distance)(const struct weft_network *network, int from, int to);
    int (*next)(const struct weft_network *network, int from, int to);
    int (*eccentricity)(const struct weft_network *network, int rank);

    /* The rest may be NULL. */
    int (*tour)(const struct weft_network *network, int index); /* by rank */
    const char *(*name)(const struct weft_network *network,
                        int vertex); /* they have none but their numbers */
    int (*label)(const struct weft_network *network, int vertex, char *text,
                 size_t size); /* the number */
    void (*place)(const struct weft_network *network, int vertex,
                  double at[2]); /* for WEFT_LAYOUT_PLACED only */
    bool (*arc_cost)(const struct weft_network *network, int vertex, int port,
                     struct weft_arc_cost *cost); /* none has its own */
    int (*lanes)(const struct weft_network *network, int vertex,
                 int port); /* 1 */
    int (*lanes_in)(const struct weft_network *network,
                    int vertex); /* as many as ports */

    bool cube; /* depth dimensions, one for each bit of the number */
    enum weft_layout layout;
};

struct weft_network {
    const struct network_row *row;
    void *state;   /* the row's own */
    char *name;    /* init() may set it; NULL then: as it was written */
    uint64_t seed; /* for what is random */
    enum weft_layout layout; /* the row's; init() may change it */
    int size;
    int vertices;
    int dimensions;
    int depth; /* hypercube: d; tree: links from the root to a leaf */
    int64_t arcs;
    bool triangle_free;
    bool untrusted; /* a stranger's file names it: init() refuses what costs
                       much */
    bool no_costs;  /* although the row has arc_cost(), no arc has one */
    bool has_lanes; /* some arc has more than one */
    _Atomic int
        direct; /* as weft_network_direct(): 1 or -1; 0: not yet known */
    int axes;   /* init() may leave 0: one of all processors */
    int extent[WEFT_NETWORK_AXES_MAX];
    int stride[WEFT_NETWORK_AXES_MAX]; /* rank = sum of at[a] * stride[a] */
    enum weft_axis joined[WEFT_NETWORK_AXES_MAX];
};

/* Make a network of a row, which need not be in the table. */
struct weft_network *network_create(const struct network_row *row,
                                    const char *spec, uint64_t seed,
                                    struct weft_error *err);

/* How a written form of numbers looks. */
struct network_form {
    int least, most; /* how many */
    int low, high;   /* range of each */
    char joint;      /* between two of them; 0: 'x' */
};

/* Read the numbers and name the network by them.
 * @returns how many, or -1 with err set as for init() */
int network_numbers(struct weft_network *network, const char *text,
                    const struct network_form *form, int number[],
                    struct weft_error *err);

/* WEFT_ERROR_MISUSE: it would have `size` processors, too few or too many; 0 if
 * that many are possible. */
int network_check_size(int64_t size, struct weft_error *err);

/* The dimension of a port where it is the port itself. */
int network_port_is_dimension(const struct weft_network *network, int vertex,
                              int port);

#endif
