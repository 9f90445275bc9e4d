/* What a kind of network is made of; private to src/network. One kind = one
 * file = one row of the table in networks.c. Nothing is stored per vertex:
 * every function computes, so that a network of 2^20 processors costs nothing.
 */
#ifndef WEFT_SRC_NETWORK_KIND_H
#define WEFT_SRC_NETWORK_KIND_H

#include <weft/network.h>

struct network_row {
    struct weft_network_kind info;
    int least_sizes, most_sizes; /* numbers after the colon, joined by 'x' */
    int low, high;               /* range of each of them */
    /* Set what is fixed per network from size[sizes], all in range. 0, or -1
     * with errno EINVAL and a text that follows "network 'SPEC': ". */
    int (*init)(struct weft_network *network, const int size[], int sizes,
                struct weft_error *err);
    /* As the functions of weft/network.h that have the same name. */
    int (*degree)(const struct weft_network *network, int vertex);
    int (*neighbour)(const struct weft_network *network, int vertex, int port);
    int (*dimension)(const struct weft_network *network, int vertex, int port);
    int (*port)(const struct weft_network *network, int from, int to);
    int64_t (*arc)(const struct weft_network *network, int vertex, int port);
    int (*distance)(const struct weft_network *network, int from, int to);
    int (*next)(const struct weft_network *network, int from, int to);
    int (*eccentricity)(const struct weft_network *network, int rank);
    int (*tour)(const struct weft_network *network, int index); /* NULL: by
                                                                   rank */
};

struct weft_network {
    const struct network_row *row;
    char name[48];
    int size;
    int vertices;
    int dimensions;
    int depth; /* hypercube: d; tree: links from the root to a leaf */
    int64_t arcs;
    bool triangle_free;
    int axes;
    int extent[WEFT_NETWORK_AXES_MAX];
    int stride[WEFT_NETWORK_AXES_MAX]; /* rank = sum of at[a] * stride[a] */
    bool wraps[WEFT_NETWORK_AXES_MAX]; /* the axis is a ring */
};

/* The dimension of a port where it is the port itself. */
int network_port_is_dimension(const struct weft_network *network, int vertex,
                              int port);

#endif
