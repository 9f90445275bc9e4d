/* Edges of distributed graphs; private to src/mpi/data. */
#ifndef WEFT_SRC_MPI_DATA_CALLS_GRAPH_ENDS_H
#define WEFT_SRC_MPI_DATA_CALLS_GRAPH_ENDS_H

#include "mpi/data/topology.h"

/* As one process gives edges of any: those of source[i] are degree[i]. */
struct graph_edges {
    int n;
    const int *source, *degree, *destination, *weight; /* no weights: NULL */
};

/* Collective: each process learns of its own edges. NULL: a collective
 * failed. */
struct topology *graph_exchange(struct rank *rank, struct comm *comm,
                                const struct graph_edges *e);

/* The other ends of a process's edges. */
struct graph_ends {
    int count;
    const int *end, *weight; /* [count]; no weights: NULL */
};

/* Collective: all call it, and an edge that a process names as leaving is one
 * that another names as coming, as often and with that weight. Reports one that
 * is not. @returns an error, raised */
int graph_agree(struct rank *rank, struct comm *comm,
                const struct graph_ends *in, const struct graph_ends *out,
                int reorder);

#endif
