/* The picture of a deadlock, for --wait-graph. */
#ifndef WEFT_TOOLS_WAIT_PICTURE_H
#define WEFT_TOOLS_WAIT_PICTURE_H

#include <stdbool.h>
#include <weft/unstable/waitgraph.h>

/* Write the picture of a graph to a file. A graph without vertices is no
 * deadlock: then the file is not written, with a note unless `quiet`. Returns
 * the status, or that of the failure if the status was 0. */
int wait_picture_write(const struct weft_wait_graph *graph, const char *target,
                       bool quiet, int status);

/* Read the graph of a deadlock from weft_outcome.report (NULL: none), which all
 * engines deliver to the first process. The graph has no vertices if the report
 * is none of a deadlock, or if there is no memory for it. */
void wait_picture_read(const char *report, struct weft_wait_graph *graph);

#endif
