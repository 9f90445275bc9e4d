/**
 * Wait-for graphs: who waits for whom in a deadlock, and their picture.
 *
 * Threads: any.
 */
#ifndef WEFT_WAITGRAPH_H
#define WEFT_WAITGRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <weft/error.h>

#pragma GCC visibility push(default) /* exported by the library */

#ifdef __cplusplus
extern "C" {
#endif

/** One rank, or ranks that wait in the same way. Texts are owned by the graph
 * and not NULL. @since 1.0 */
struct weft_wait_vertex {
    char *name; /**< "rank 3", "ranks 0 to 2, 5 (4)" */
    char *call; /**< "MPI_Recv (from 1, tag 5, MPI_COMM_WORLD)", "has ended" */
    char *line; /**< source line of the call, "ring.c:7"; may be empty */
    bool cycle; /**< whether it belongs to the cycle that is the cause */
    bool waits; /**< false: it has ended, or has not reached a call */
};

/** Ranks of vertex `from` wait for ranks of vertex `to`. @since 1.0 */
struct weft_wait_edge {
    size_t from, to; /**< indices of vertices */
    bool cycle;      /**< whether it belongs to the cycle */
};

/** A wait-for graph. @since 1.0 */
struct weft_wait_graph {
    char *title; /**< heading of one or several lines, owned; NULL: none */
    struct weft_wait_vertex *vertex; /**< [vertices] owned, in drawing order */
    size_t vertices;
    struct weft_wait_edge *edge; /**< [edges] owned */
    size_t edges;
};

/**
 * Draw a graph as SVG: a box for each vertex, an arrow from each vertex to
 * those for which it waits. The cycle has another colour and solid, thick
 * lines; vertices that do not wait have dashed borders.
 *
 * @returns the document, which the caller frees; NULL with WEFT_ERROR_MEMORY
 * @since 1.0
 */
char *weft_wait_graph_draw(const struct weft_wait_graph *graph,
                           struct weft_error *err);

/** Free what a graph owns, and zero it. @since 1.0 */
void weft_wait_graph_finish(struct weft_wait_graph *graph);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
