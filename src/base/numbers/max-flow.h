/* Maximum flow with integer capacities (Dinic 1970). Searches run backwards
 * from the sink and stop at the source, so a sink near a large source costs
 * little. The same calls always find the same flow and the same cut. */
#ifndef WEFT_SRC_BASE_MAX_FLOW_H
#define WEFT_SRC_BASE_MAX_FLOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* At vertex v: the edge from `from` to v; or, without capacity, the residual
 * edge of an edge from v to `from`. */
struct flow_half {
    int from;
    int back; /* index of the other half, which is stored at vertex `from` */
};

struct flow {
    int vertices, edges;
    int (*end)[2]; /* [edges] both vertices of each edge */
    int room;      /* allocated length of the array end[] */
    void *memory;  /* [bytes] all tables below */
    size_t bytes;
    /* [vertices + 1] index of each vertex's first half in half[] */
    int *first;
    struct flow_half *half; /* [2 edges] halves of edges, sorted by vertex */
    int *at; /* [edges] index of each edge's first half in half[] */
    int64_t *full, *left; /* [2 edges] capacities, and residual capacities */
    /* [edges] indices of the halves where full[] and left[] differ */
    int *changed;
    /* length of changed[]; more than edges: they may differ anywhere */
    int changes;
    /* [vertices] distance to the sink plus 1; 0: not visited */
    int *level;
    /* [vertices] first half that is not exhausted, as an index into half[] */
    int *next;
    /* [vertices] queue of the search; [vertices] current path */
    int *queue, *path;
    int seen; /* number of vertices in queue[] */
    /* number of halves visited in total, and its limit (0: none) */
    uint64_t looks, most;
};

/* Add an edge without capacity. A zeroed flow has no vertices; `vertices` may
 * be increased until flow_build(). @returns its index, or -1 if out of
 * memory */
int flow_add(struct flow *flow, int from, int to);

/* Build the tables; afterwards no edge may be added. Return 0, or -1 if out of
 * memory. */
int flow_build(struct flow *flow);

/* Discard the last flow, and set a capacity >= 0. */
void flow_set(struct flow *flow, int edge, int64_t capacity);

/* Compute the maximum flow between two vertices, but at most `asked` (below
 * 2^62). @returns the flow, or -1 if flow->most is exceeded */
int64_t flow_run(struct flow *flow, int from, int to, int64_t asked);

/* After a run that found less than it asked for: return whether the vertex is
 * on the sink's side of the minimum cut nearest to the sink. */
bool flow_behind(const struct flow *flow, int vertex);

/* Remove all vertices and edges, but keep the memory for the next network. */
void flow_clear(struct flow *flow);

void flow_finish(struct flow *flow);

#endif
