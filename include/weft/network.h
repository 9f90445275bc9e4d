/**
 * Networks: processors joined by links.
 *
 * Vertices 0..size-1 are processors; a network with switches (`tree`) has
 * further vertices size..vertices-1, the switches, which only forward messages.
 * A link consists of a directed arc in each direction, or in one direction
 * only. The arcs that leave a vertex are its ports 0..degree-1; a port has a
 * dimension, the label used in traces and in drawings. There is at most one arc
 * from one vertex to another; parallel links are its lanes, each of which
 * carries one message per step.
 *
 * A vertex, port or rank that does not exist is not an error: functions return
 * -1 for it (or false, and degree 0). The network itself may not be NULL.
 *
 * Threads: any; a network is read-only once it is created.
 */
#ifndef WEFT_NETWORK_H
#define WEFT_NETWORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/error.h>

#pragma GCC visibility push(default) /* exported by the library */

#ifdef __cplusplus
extern "C" {
#endif

#define WEFT_NETWORK_SIZE_MAX (1 << 20) /**< maximum number of processors */
#define WEFT_NETWORK_AXES_MAX 20
#define WEFT_NETWORK_SEED 1 /**< seed that is used if none is given */
#define WEFT_NETWORK_NAME_MAX                                                  \
    1024 /**< size of a name in bytes, with the final zero @since 0.2 */

struct weft_network;

/** One kind of network, a row of the table that `weft list networks` shows. */
struct weft_network_kind {
    const char *name;    /**< name of the kind, the word before the colon */
    const char *usage;   /**< written form, such as "hypercube:D" */
    const char *summary; /**< description of the kind in one line */
    /** whether the number in the name is an exponent: ranges increase it by 1
     * where other kinds double it */
    bool exponent;
    /** whether a plug-in defines the routes, which may then be longer than
     * necessary. @since 0.2 */
    bool own_routes;
};

/** Return the kind of network at an index, static; NULL past the end. Threads:
 * any.
 * @since 0.2 */
const struct weft_network_kind *weft_network_known(size_t index);

/**
 * Create a network from its written form, such as `hypercube:4` (dimension) or
 * `mesh:4x4`; weft_network_known() has the form of each kind. There is at most
 * one link between two processors, unless a file or a program defines more: a
 * ring has 3 or more processors, and a torus axis of 2 has no wraparound link.
 * Sides of 1 are allowed; every network has 2 to WEFT_NETWORK_SIZE_MAX
 * processors, and a name of less than WEFT_NETWORK_NAME_MAX bytes.
 *
 * @returns the network, which the caller must destroy; or NULL with
 *          WEFT_ERROR_UNKNOWN (unknown kind; the text names the most similar
 *          one), WEFT_ERROR_MISUSE (impossible size, or @p spec is NULL) or
 *          WEFT_ERROR_MEMORY
 * @since 0.1
 */
struct weft_network *weft_network_create(const char *spec,
                                         struct weft_error *err);
/**
 * Create a network with a seed, for random networks (`random:16x3`);
 * weft_network_create() uses WEFT_NETWORK_SEED. A seed in the written form
 * (`random:16x3/7`) takes precedence. The name includes any seed other than
 * WEFT_NETWORK_SEED, so that the same network can be created from its name.
 * @since 0.2
 */
struct weft_network *weft_network_create_seeded(const char *spec, uint64_t seed,
                                                struct weft_error *err);
/**
 * Create a network from an untrusted written form, such as one in a trace. A
 * form that reads a file, runs a plug-in, or requires much time and memory for
 * its length is refused with WEFT_ERROR_LIMIT; the limit is 65536 links in a
 * network that is stored as tables. Otherwise like
 * weft_network_create_seeded().
 * @since 0.2
 */
struct weft_network *weft_network_create_untrusted(const char *spec,
                                                   uint64_t seed,
                                                   struct weft_error *err);
/** Return whether this written form names a file, which would be read, or a
 * plug-in, which would be run. The name in a trace may be untrusted.
 * @since 0.2 */
bool weft_network_reads_file(const char *spec);
/** Free a network; NULL is allowed. @since 0.1 */
void weft_network_destroy(struct weft_network *network);

/** Return the name of the network's kind: "hypercube". Owned by the network.
 * @since 0.1 */
const char *weft_network_kind(const struct weft_network *network);
/** Return the canonical written form of the network: "hypercube:4". Owned by
 * the network.
 * @since 0.1 */
const char *weft_network_name(const struct weft_network *network);
/** Return the number of processors. @since 0.1 */
int weft_network_size(const struct weft_network *network);
/** Return the number of vertices: processors and switches. @since 0.1 */
int weft_network_vertices(const struct weft_network *network);
/** Return whether a vertex is a processor, not a switch. @since 0.2 */
bool weft_network_is_processor(const struct weft_network *network, int vertex);
/** Return the number of dimensions: the dimension of every port is below it.
 * @since 0.1 */
int weft_network_dimensions(const struct weft_network *network);
/** Return the number of directed arcs; arcs are numbered 0..arcs-1.
 * @since 0.1 */
int64_t weft_network_arcs(const struct weft_network *network);

/** Return the number of ports of a vertex. Order of ports: hypercube: by bit;
 * line, ring, mesh, torus: axis by axis, the increasing direction first; tree:
 * left, right, up; complete and star: by rank of the neighbour.
 * @since 0.1 */
int weft_network_degree(const struct weft_network *network, int vertex);
/** Return the neighbour at a port of a vertex. Cost O(1). @since 0.1 */
int weft_network_neighbour(const struct weft_network *network, int vertex,
                           int port);
/** Return the dimension of a port: for a hypercube the bit, for mesh and torus
 * the axis, otherwise the port.
 * @since 0.1 */
int weft_network_dimension(const struct weft_network *network, int vertex,
                           int port);
/** Return the port of @p from that leads to its neighbour @p to, or -1 if they
 * are not neighbours. Cost O(1) or O(degree), never O(size).
 * @since 0.1 */
int weft_network_port(const struct weft_network *network, int from, int to);
/** Return the dimension of the port from @p from to @p to, or -1 if they are
 * not neighbours. Equivalent to weft_network_port() and
 * weft_network_dimension(), at the cost of the former.
 * @since 0.2 */
int weft_network_dimension_to(const struct weft_network *network, int from,
                              int to);
/** Return the number of the arc that leaves @p vertex at @p port. @since 0.1 */
int64_t weft_network_arc(const struct weft_network *network, int vertex,
                         int port);

/** The cost of one arc. */
struct weft_arc_cost {
    /** latency in time units; negative: the arc has no latency of its own */
    double latency;
    /** bandwidth in words of 8 bytes per time unit; 0: the arc has no bandwidth
     * of its own */
    double bandwidth;
};
/**
 * Get the cost of an arc. Links may differ in speed in networks from files
 * (`file:`) and in networks that programs create (weft_wire_cost()).
 *
 * @param cost  filled
 * @returns true if the arc has a cost of its own
 * @since 0.2
 */
bool weft_network_arc_cost(const struct weft_network *network, int vertex,
                           int port, struct weft_arc_cost *cost);

/** Return whether any arc has a cost of its own. @since 0.2 */
bool weft_network_has_costs(const struct weft_network *network);

/** Return the number of lanes of an arc, that is, the number of messages that
 * it carries per step: 1, or more for parallel links; 0 for an arc that does
 * not exist.
 * @since 0.2 */
int weft_network_lanes(const struct weft_network *network, int vertex,
                       int port);
/** Return whether any arc has more than one lane. @since 0.2 */
bool weft_network_has_lanes(const struct weft_network *network);
/** Return the number of lanes of all arcs that leave a vertex. Cost O(1), or
 * O(degree) if any arc has several.
 * @since 0.2 */
int weft_network_lanes_out(const struct weft_network *network, int vertex);
/** Return the number of lanes of all arcs that lead to a vertex. Cost O(1); if
 * the network is stored as tables, O(degree log degree).
 * @since 0.2 */
int weft_network_lanes_in(const struct weft_network *network, int vertex);

/** Return the number of links on the route between two vertices: a shortest
 * path, except on a `dragonfly` and where a file or plug-in defines the routes.
 * @since 0.1 */
int weft_network_distance(const struct weft_network *network, int from, int to);
/**
 * Return the next vertex on the fixed shortest route from @p from to @p to (@p
 * from itself if they are equal). Hypercube: highest differing bit first; mesh
 * and torus: last axis (columns) first; ring and torus ties: increasing
 * direction; tree: over the lowest common ancestor.
 * @since 0.1
 */
int weft_network_next(const struct weft_network *network, int from, int to);

/** Return whether no third processor is on the route between two different
 * ones; switches may be on it. If so, one may send to the other even in models
 * in which processors send to their neighbours only. Cost O(length of the
 * route).
 * @since 0.2 */
bool weft_network_near(const struct weft_network *network, int from, int to);
/** Return whether weft_network_near() holds for every pair of processors: on a
 * complete network, and where all processors are joined to switches only.
 * Computed at the first call.
 * @since 0.2 */
bool weft_network_direct(const struct weft_network *network);

/** Return the largest distance from @p rank to any processor; if a plug-in
 * defines the routes, the length of a shortest path. @since 0.1 */
int weft_network_eccentricity(const struct weft_network *network, int rank);
/** Return whether no three processors are pairwise neighbours. @since 0.1 */
bool weft_network_triangle_free(const struct weft_network *network);

/**
 * Get the extents of the axes of a network: mesh:4x8 has 2 axes {4, 8} (rows,
 * columns; rank = row * 8 + column); networks without axes have one, {size}.
 * Hypercube: one axis, {size}.
 *
 * @param extents  filled, [WEFT_NETWORK_AXES_MAX]
 * @returns the number of axes, 1 to WEFT_NETWORK_AXES_MAX
 * @since 0.1
 */
int weft_network_axes(const struct weft_network *network,
                      int extents[WEFT_NETWORK_AXES_MAX]);
/** How processors that differ in one coordinate only are joined by links. */
enum weft_axis {
    WEFT_AXIS_NONE, /**< not joined by this rule */
    WEFT_AXIS_LINE, /**< each is joined to the next one */
    WEFT_AXIS_RING, /**< each is joined to the next one, and the last one to the
                         first */
    WEFT_AXIS_ALL   /**< each is joined to every other one */
};
/** Return how the processors along an axis, 0 to weft_network_axes() - 1, are
 * joined. A network in which no axis has WEFT_AXIS_NONE has the links of its
 * axes and no others.
 * @since 0.2 */
enum weft_axis weft_network_axis(const struct weft_network *network, int axis);
/** Return D if the network is a hypercube of 2^D processors in which port i
 * leads to the processor whose number differs in bit i; else 0.
 * @since 0.2 */
int weft_network_cube(const struct weft_network *network);

/** Get the coordinates of processor @p rank on each axis. @since 0.1 */
void weft_network_coordinates(const struct weft_network *network, int rank,
                              int at[WEFT_NETWORK_AXES_MAX]);

/**
 * Return the processor at an index of an order in which consecutive processors
 * are close to each other: hypercube: the binary reflected Gray code; mesh and
 * torus: row by row, every second row backwards (boustrophedon); otherwise by
 * rank.
 *
 * @param index  0..size-1
 * @returns the rank of the processor
 * @since 0.1
 */
int weft_network_tour(const struct weft_network *network, int index);

/** How to draw a network. */
enum weft_layout {
    WEFT_LAYOUT_CIRCLE, /**< all vertices on a circle, by number */
    WEFT_LAYOUT_HUB,    /**< vertex 0 in the centre of the others */
    WEFT_LAYOUT_ROW,    /**< vertices side by side */
    WEFT_LAYOUT_GRID,   /**< by the coordinates of weft_network_coordinates() */
    /** processors side by side, and each switch above the vertices at its ports
     * 0 and 1, which are processors or have higher numbers */
    WEFT_LAYOUT_LEAVES,
    WEFT_LAYOUT_CUBE,  /**< one direction for each bit of the number */
    WEFT_LAYOUT_PLACED /**< at the positions of weft_network_place() */
};
/** Return the layout of a network. @since 0.2 */
enum weft_layout weft_network_layout(const struct weft_network *network);

/**
 * Get the position of a vertex in a drawing, for a network with
 * WEFT_LAYOUT_PLACED.
 *
 * @param at  filled with the coordinates to the right and down, in units of the
 *            distance of neighbours in a grid; 0, 0 if there is no position
 * @returns true if there is a position
 * @since 0.2
 */
bool weft_network_place(const struct weft_network *network, int vertex,
                        double at[2]);

/**
 * Return the name that a file or a plug-in gives a vertex.
 *
 * @returns the name without control characters, owned by the network; NULL: it
 *          only has a number
 * @since 0.2
 */
const char *weft_network_vertex_name(const struct weft_network *network,
                                     int vertex);

/**
 * Write the label of a vertex: on a hypercube the bits of its number, otherwise
 * the number, also for a vertex that does not exist.
 *
 * @param text  filled with at most @p size bytes, including the terminating 0
 * @returns the length of the whole label, without the terminating 0
 * @since 0.2
 */
int weft_network_label(const struct weft_network *network, int vertex,
                       char *text, size_t size);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
