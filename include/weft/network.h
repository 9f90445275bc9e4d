/**
 * Networks: which processors are joined by links.
 *
 * A network is pure functions on ranks; an object is read-only after creation
 * and may be used from any thread.
 *
 * Vertices 0..size-1 are processors; a network with switches (`tree`) has
 * further vertices size..vertices-1 that only pass messages on. Every link is
 * two directed arcs. The arcs that leave a vertex are its ports 0..degree-1;
 * a port has a dimension, the label used in traces and in drawings.
 */
#ifndef WEFT_NETWORK_H
#define WEFT_NETWORK_H

#include <stdbool.h>
#include <stdint.h>
#include <weft/error.h>

#pragma GCC visibility push(default) /* what the library exports */

#ifdef __cplusplus
extern "C" {
#endif

#define WEFT_NETWORK_SIZE_MAX (1 << 20) /**< processors, at most */
#define WEFT_NETWORK_AXES_MAX 3

struct weft_network;

/** One kind of network, a row of the table: what `weft list networks` shows. */
struct weft_network_kind {
    const char *name;    /**< the word before the colon */
    const char *usage;   /**< "hypercube:D" */
    const char *summary; /**< one line */
};

/** The NULL-terminated table of the kinds. */
const struct weft_network_kind *const *weft_network_kinds(void);

/**
 * Make a network from its written form: `hypercube:4` (dimension), `ring:8`,
 * `line:8`, `mesh:4x4`, `mesh:4x4x4`, `torus:4x4`, `tree:8` (balanced binary
 * tree; its 8 leaves are the processors, a power of two), `complete:22`,
 * `star:8` (processor 0 is the centre). No network has links between the same
 * two processors twice: a ring has 3 or more, a torus axis of 2 is not closed.
 * Sides of 1 are allowed; every network has 2 to WEFT_NETWORK_SIZE_MAX
 * processors.
 *
 * @returns the network, to be destroyed by the caller; or NULL with errno
 *          ENOENT (unknown kind; the text names the nearest) or EINVAL
 *          (impossible size), or ENOMEM
 */
struct weft_network *weft_network_create(const char *spec,
                                         struct weft_error *err);
void weft_network_destroy(struct weft_network *network); /**< NULL is fine */

/** The kind's word: "hypercube". Owned by the network. */
const char *weft_network_kind(const struct weft_network *network);
/** The canonical written form: "hypercube:4". Owned by the network. */
const char *weft_network_name(const struct weft_network *network);
/** Number of processors. */
int weft_network_size(const struct weft_network *network);
/** Number of vertices: processors and switches. */
int weft_network_vertices(const struct weft_network *network);
/** Number of dimensions: every port's dimension is below it. */
int weft_network_dimensions(const struct weft_network *network);
/** Number of directed arcs; arcs are numbered 0..arcs-1. */
int64_t weft_network_arcs(const struct weft_network *network);

/** Number of ports of a vertex. Their order: hypercube: by bit; line, ring,
 * mesh, torus: axis by axis, the increasing direction first; tree: left,
 * right, up; complete and star: by rank of the neighbour. */
int weft_network_degree(const struct weft_network *network, int vertex);
/** The vertex behind a port. Cost O(1). */
int weft_network_neighbour(const struct weft_network *network, int vertex,
                           int port);
/** The dimension of a port: hypercube: the bit; mesh and torus: the axis; else
 * the port. */
int weft_network_dimension(const struct weft_network *network, int vertex,
                           int port);
/** The port of @p from that leads to its neighbour @p to, or -1 if they are
 * not joined. Cost O(1) or O(degree), never O(size). */
int weft_network_port(const struct weft_network *network, int from, int to);
/** The number of the arc that leaves @p vertex by @p port. */
int64_t weft_network_arc(const struct weft_network *network, int vertex,
                         int port);

/** Number of links on a shortest route. */
int weft_network_distance(const struct weft_network *network, int from, int to);
/**
 * The next vertex on the fixed shortest route from @p from to @p to
 * (@p from itself when they are equal). Hypercube: highest differing bit
 * first; mesh and torus: last axis (columns) first; ring and torus ties:
 * increasing direction; tree: over the lowest common ancestor.
 */
int weft_network_next(const struct weft_network *network, int from, int to);

/** The largest distance from @p rank to any processor. */
int weft_network_eccentricity(const struct weft_network *network, int rank);
/** True if no three processors are pairwise joined. */
bool weft_network_triangle_free(const struct weft_network *network);

/**
 * Extents of the axes along which the network is laid out: mesh:4x8 has 2
 * axes {4, 8} (rows, columns; rank = row * 8 + column); networks without axes
 * have one, {size}. Hypercube: one axis, {size}.
 *
 * @param extents  filled, [WEFT_NETWORK_AXES_MAX]
 * @returns the number of axes, 1 to WEFT_NETWORK_AXES_MAX
 */
int weft_network_axes(const struct weft_network *network,
                      int extents[WEFT_NETWORK_AXES_MAX]);
/** Where processor @p rank stands on each axis. */
void weft_network_coordinates(const struct weft_network *network, int rank,
                              int at[WEFT_NETWORK_AXES_MAX]);

/**
 * An order of the processors in which consecutive ones are near: hypercube:
 * the binary reflected Gray code; mesh and torus: row by row, every second row
 * backwards (boustrophedon); else by rank.
 *
 * @param index  0..size-1
 * @returns the processor at that place
 */
int weft_network_tour(const struct weft_network *network, int index);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
