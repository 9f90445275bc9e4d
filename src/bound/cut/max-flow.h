/* Maximum flow in whole numbers (Dinic 1970). Searches run backwards, from the
 * sink, and stop at the source, so that a sink that is near a source of much
 * costs little. The same calls find the same flow and the same cut. */
#ifndef WEFT_SRC_BOUND_MAX_FLOW_H
#define WEFT_SRC_BOUND_MAX_FLOW_H

#include <stdbool.h>
#include <stdint.h>

/* At vertex v, the edge from `from` to v; or, without capacity, the way back of
 * an edge from v to `from`. */
struct flow_half {
    int from;
    int back; /* the other half, at `from` */
};

struct flow {
    int vertices, edges;
    int (*end)[2];          /* [edges] from, to */
    int room;               /* of end[] */
    int *first;             /* [vertices + 1] of half[] */
    struct flow_half *half; /* [2 edges] by vertex */
    int *at;                /* [edges] of half[] */
    int64_t *full, *left;   /* [2 edges] capacity, and what is left of it */
    int *changed;           /* [edges] of half[]: where they differ */
    int changes;            /* more than edges: anywhere */
    int *level;             /* [vertices] from the sink, from 1; 0: unseen */
    int *next;              /* [vertices] of half[]: the first not exhausted */
    int *queue, *path;      /* [vertices] */
    int seen;               /* in queue[] */
    uint64_t looks, most;   /* halves looked at in all; 0: no limit */
};

/* Add an edge without capacity. A zeroed flow has no vertices; `vertices` may
 * be raised until flow_build(). @returns its number, or -1: no memory */
int flow_add(struct flow *flow, int from, int to);

/* Make the tables, after which no edge is added. 0, or -1: no memory. */
int flow_build(struct flow *flow);

/* Forget the last flow, and set a capacity, at least 0. */
void flow_set(struct flow *flow, int edge, int64_t capacity);

/* The most that can go from one vertex to another, but no more than `asked`
 * (below 2^62). @returns -1: flow->most does not suffice */
int64_t flow_run(struct flow *flow, int from, int to, int64_t asked);

/* After a run that found less than was asked for: is the vertex on the sink's
 * side of the least cut that is nearest to it? */
bool flow_behind(const struct flow *flow, int vertex);

void flow_finish(struct flow *flow);

#endif
