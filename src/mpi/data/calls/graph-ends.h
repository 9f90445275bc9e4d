/* Edges of distributed graphs; private to src/mpi/data. */
#ifndef WEFT_SRC_MPI_DATA_CALLS_GRAPH_ENDS_H
#define WEFT_SRC_MPI_DATA_CALLS_GRAPH_ENDS_H

#include "mpi/data/topology.h"

/* Edges that a process passes to a call; they may belong to any processes.
 * source[i] has degree[i] edges. */
struct graph_edges {
    int n;
    const int *source, *degree, *destination, *weight; /* weight may be NULL */
};

/* Exchange edges, so that each process gets its own. Collective. Returns NULL
 * if a collective call failed. */
struct topology *graph_exchange(struct rank *rank, struct comm *comm,
                                const struct graph_edges *e);

/* The edges of a process to or from other processes. */
struct graph_ends {
    int count;
    const int *end, *weight; /* [count]; weight is NULL if unweighted */
};

/* Check that each outgoing edge of a process is an incoming edge of another,
 * with the same weight and multiplicity. Collective. Reports the first
 * mismatch. Returns MPI_SUCCESS or the class of an error that was raised. */
int graph_agree(struct rank *rank, struct comm *comm,
                const struct graph_ends *in, const struct graph_ends *out,
                int reorder);

#endif
