/**
 * Networks: which processors are joined by links.
 *
 * Vertices 0..size-1 are processors; a network with switches (`tree`) has
 * further vertices size..vertices-1, the switches, that have no processor and
 * only pass messages on. A link is a directed arc each way, or one way only.
 * The arcs that leave a vertex are its ports 0..degree-1; a port has a
 * dimension, the label used in traces and in drawings. Between two vertices
 * there is one arc each way at most; links that lie side by side are its
 * lanes, of which each carries a message in a step.
 *
 * A vertex, port or rank that does not exist is no error: a function that asks
 * for it answers -1 (or false, and degree 0). The network itself may not be
 * NULL.
 *
 * Threads: any; a network is read-only once it is created.
 */
#ifndef WEFT_NETWORK_H
#define WEFT_NETWORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/error.h>

#pragma GCC visibility push(default) /* what the library exports */

#ifdef __cplusplus
extern "C" {
#endif

#define WEFT_NETWORK_SIZE_MAX (1 << 20) /**< processors, at most */
#define WEFT_NETWORK_AXES_MAX 20
#define WEFT_NETWORK_SEED 1 /**< where none is given */
#define WEFT_NETWORK_NAME_MAX                                                  \
    1024 /**< bytes of a name, with the zero behind it @since 0.2 */

struct weft_network;

/** One kind of network, a row of the table: what `weft list networks` shows. */
struct weft_network_kind {
    const char *name;    /**< the word before the colon */
    const char *usage;   /**< "hypercube:D" */
    const char *summary; /**< one line */
    bool exponent;       /**< the number is one: where others double it, it
                              grows by 1 */
    bool own_routes; /**< routes are a plug-in's, and may be longer than need
                          be. @since 0.2 */
};

/** The kind of network at an index, static; NULL past the end. Threads: any.
 * @since 0.2 */
const struct weft_network_kind *weft_network_known(size_t index);

/**
 * Make a network from its written form, such as `hypercube:4` (dimension) or
 * `mesh:4x4`; weft_network_known() has the form of each kind. Two processors
 * have one link at most, but where a file or a program says otherwise: a ring
 * has 3 or more, a torus axis of 2 is not closed.
 * Sides of 1 are allowed; every network has 2 to WEFT_NETWORK_SIZE_MAX
 * processors, and a name of less than WEFT_NETWORK_NAME_MAX bytes.
 *
 * @returns the network, to be destroyed by the caller; or NULL with
 *          WEFT_ERROR_UNKNOWN (unknown kind; the text names the nearest),
 *          WEFT_ERROR_MISUSE (impossible size, or @p spec is NULL) or
 *          WEFT_ERROR_MEMORY
 * @since 0.1
 */
struct weft_network *weft_network_create(const char *spec,
                                         struct weft_error *err);
/**
 * The same with a seed for networks that are drawn by chance (`random:16x3`);
 * weft_network_create() takes WEFT_NETWORK_SEED. A seed in the written form
 * (`random:16x3/7`) counts more. The name says every other seed than
 * WEFT_NETWORK_SEED, so that the same network can be made of its name.
 * @since 0.2
 */
struct weft_network *weft_network_create_seeded(const char *spec, uint64_t seed,
                                                struct weft_error *err);
/**
 * weft_network_create_seeded() of a word that anybody may have written, as that
 * of a trace: what would read a file, run a plug-in or, a few letters only,
 * take much time and memory is refused with WEFT_ERROR_LIMIT: more than 65536
 * links in a network that is kept as tables.
 * @since 0.2
 */
struct weft_network *weft_network_create_untrusted(const char *spec,
                                                   uint64_t seed,
                                                   struct weft_error *err);
/** Does this written form name a file, which would be read, or a plug-in, which
 * would be run? A name that a trace brings along may be anybody's. @since 0.2
 */
bool weft_network_reads_file(const char *spec);
/** Free it; NULL is fine. @since 0.1 */
void weft_network_destroy(struct weft_network *network);

/** The kind's word: "hypercube". Owned by the network. @since 0.1 */
const char *weft_network_kind(const struct weft_network *network);
/** The canonical written form: "hypercube:4". Owned by the network.
 * @since 0.1 */
const char *weft_network_name(const struct weft_network *network);
/** Number of processors. @since 0.1 */
int weft_network_size(const struct weft_network *network);
/** Number of vertices: processors and switches. @since 0.1 */
int weft_network_vertices(const struct weft_network *network);
/** Is a vertex a processor, no switch? @since 0.2 */
bool weft_network_is_processor(const struct weft_network *network, int vertex);
/** Number of dimensions: every port's dimension is below it. @since 0.1 */
int weft_network_dimensions(const struct weft_network *network);
/** Number of directed arcs; arcs are numbered 0..arcs-1. @since 0.1 */
int64_t weft_network_arcs(const struct weft_network *network);

/** Number of ports of a vertex. Their order: hypercube: by bit; line, ring,
 * mesh, torus: axis by axis, the increasing direction first; tree: left,
 * right, up; complete and star: by rank of the neighbour.
 * @since 0.1 */
int weft_network_degree(const struct weft_network *network, int vertex);
/** The vertex behind a port. Cost O(1). @since 0.1 */
int weft_network_neighbour(const struct weft_network *network, int vertex,
                           int port);
/** The dimension of a port: hypercube: the bit; mesh and torus: the axis; else
 * the port.
 * @since 0.1 */
int weft_network_dimension(const struct weft_network *network, int vertex,
                           int port);
/** The port of @p from that leads to its neighbour @p to, or -1 if they are not
 * joined. Cost O(1) or O(degree), never
 * O(size).
 * @since 0.1 */
int weft_network_port(const struct weft_network *network, int from, int to);
/** The dimension of that port, or -1 if they are not joined: one question
 * instead of two. Cost as weft_network_port().
 * @since 0.2 */
int weft_network_dimension_to(const struct weft_network *network, int from,
                              int to);
/** The number of the arc that leaves @p vertex by @p port. @since 0.1 */
int64_t weft_network_arc(const struct weft_network *network, int vertex,
                         int port);

/** What is known of one arc. */
struct weft_arc_cost {
    double latency; /**< time units; negative: none of its own */
    double
        bandwidth; /**< words of 8 bytes in a time unit; 0: none of its own */
};
/**
 * The cost of an arc, where a network has links of different speed: those of
 * files may (`file:`), and those that programs wire (weft_wire_cost()).
 *
 * @param cost  filled
 * @returns true if it has any of its own
 * @since 0.2
 */
bool weft_network_arc_cost(const struct weft_network *network, int vertex,
                           int port, struct weft_arc_cost *cost);

/** Has any arc a cost of its own? @since 0.2 */
bool weft_network_has_costs(const struct weft_network *network);

/** The lanes of an arc: how many messages it carries in a step, 1 but for links
 * that lie side by side; 0 for one that does not exist.
 * @since 0.2 */
int weft_network_lanes(const struct weft_network *network, int vertex,
                       int port);
/** Has any arc more than one lane? @since 0.2 */
bool weft_network_has_lanes(const struct weft_network *network);
/** The lanes of all arcs that leave a vertex. Cost O(1), or O(degree) where
 * some have several.
 * @since 0.2 */
int weft_network_lanes_out(const struct weft_network *network, int vertex);
/** The lanes of all arcs that lead to a vertex. Cost O(1); where the network is
 * kept as tables, O(degree log degree).
 * @since 0.2 */
int weft_network_lanes_in(const struct weft_network *network, int vertex);

/** Number of links on the route: a shortest one, but on a `dragonfly` and where
 * routes are a plug-in's. @since 0.1 */
int weft_network_distance(const struct weft_network *network, int from, int to);
/**
 * The next vertex on the fixed shortest route from @p from to @p to
 * (@p from itself when they are equal). Hypercube: highest differing bit
 * first; mesh and torus: last axis (columns) first; ring and torus ties:
 * increasing direction; tree: over the lowest common ancestor.
 * @since 0.1
 */
int weft_network_next(const struct weft_network *network, int from, int to);

/** Does no third processor lie on the route between two different ones?
 * Switches may: then, too, one may send to the other in models in which
 * processors send to their neighbours. Cost O(length of the route).
 * @since 0.2 */
bool weft_network_near(const struct weft_network *network, int from, int to);
/** Is that so for each two processors? On a complete network and where all
 * processors are joined to switches only. Found when it is first asked for.
 * @since 0.2 */
bool weft_network_direct(const struct weft_network *network);

/** The largest distance from @p rank to any processor; where routes are a
 * plug-in's, the links of the shortest way there. @since 0.1 */
int weft_network_eccentricity(const struct weft_network *network, int rank);
/** True if no three processors are pairwise joined. @since 0.1 */
bool weft_network_triangle_free(const struct weft_network *network);

/**
 * Extents of the axes along which the network is laid out: mesh:4x8 has 2
 * axes {4, 8} (rows, columns; rank = row * 8 + column); networks without axes
 * have one, {size}. Hypercube: one axis, {size}.
 *
 * @param extents  filled, [WEFT_NETWORK_AXES_MAX]
 * @returns the number of axes, 1 to WEFT_NETWORK_AXES_MAX
 * @since 0.1
 */
int weft_network_axes(const struct weft_network *network,
                      int extents[WEFT_NETWORK_AXES_MAX]);
/** How the processors that differ in one coordinate only are joined. */
enum weft_axis {
    WEFT_AXIS_NONE, /**< not by this rule */
    WEFT_AXIS_LINE, /**< each to the next */
    WEFT_AXIS_RING, /**< each to the next, and the last to the first */
    WEFT_AXIS_ALL   /**< each to each */
};
/** The joining of an axis, 0 to weft_network_axes() - 1. A network in which no
 * axis has WEFT_AXIS_NONE has the links of its axes and no others.
 * @since 0.2 */
enum weft_axis weft_network_axis(const struct weft_network *network, int axis);
/** D if this is a hypercube of 2^D processors, in which the processor behind
 * port i is that whose number differs in bit i; else 0.
 * @since 0.2 */
int weft_network_cube(const struct weft_network *network);

/** Where processor @p rank stands on each axis. @since 0.1 */
void weft_network_coordinates(const struct weft_network *network, int rank,
                              int at[WEFT_NETWORK_AXES_MAX]);

/**
 * An order of the processors in which consecutive ones are near: hypercube:
 * the binary reflected Gray code; mesh and torus: row by row, every second row
 * backwards (boustrophedon); else by rank.
 *
 * @param index  0..size-1
 * @returns the processor at that place
 * @since 0.1
 */
int weft_network_tour(const struct weft_network *network, int index);

/** How a network is drawn. */
enum weft_layout {
    WEFT_LAYOUT_CIRCLE, /**< all vertices on a circle, by number */
    WEFT_LAYOUT_HUB,    /**< vertex 0 in the middle of the others */
    WEFT_LAYOUT_ROW,    /**< side by side */
    WEFT_LAYOUT_GRID,   /**< by the coordinates of weft_network_coordinates() */
    WEFT_LAYOUT_LEAVES, /**< processors side by side, each switch above the
                             vertices behind its ports 0 and 1, which are
                             processors or have higher numbers */
    WEFT_LAYOUT_CUBE,   /**< a direction for each bit of the number */
    WEFT_LAYOUT_PLACED  /**< where weft_network_place() says */
};
/** The layout. @since 0.2 */
enum weft_layout weft_network_layout(const struct weft_network *network);

/**
 * Where a vertex of a network with WEFT_LAYOUT_PLACED is drawn.
 *
 * @param at  filled: to the right and down, in units of the distance that
 *            neighbours have in a grid; 0, 0 where there is no such place
 * @returns true if there is
 * @since 0.2
 */
bool weft_network_place(const struct weft_network *network, int vertex,
                        double at[2]);

/**
 * The name that a file or a plug-in gives a vertex.
 *
 * @returns NULL: it has none but its number; else a text without control
 *          characters, owned by the network
 * @since 0.2
 */
const char *weft_network_vertex_name(const struct weft_network *network,
                                     int vertex);

/**
 * Write the name of a vertex for people: on a hypercube the bits of its number,
 * else its number; so is that of a vertex that does not exist.
 *
 * @param text  filled, at most @p size bytes with the 0 at its end
 * @returns its length without that, had there been room
 * @since 0.2
 */
int weft_network_label(const struct weft_network *network, int vertex,
                       char *text, size_t size);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
