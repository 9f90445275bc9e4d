/* Topologies of communicators: who is whose neighbour; private to src/mpi.
 *
 * Threads: each belongs to one rank. */
#ifndef WEFT_SRC_MPI_DATA_TOPOLOGY_H
#define WEFT_SRC_MPI_DATA_TOPOLOGY_H

#include "mpi/rank.h"
#include <weft/network.h>

struct comm;

/* What a communicator has in `topology`. */
void *topology_hold(void *topology);
void topology_drop(struct rank *rank, void *topology);
/* MPI_CART, MPI_GRAPH, MPI_DIST_GRAPH; MPI_UNDEFINED of NULL. */
int topology_kind(const void *topology);

/* The neighbours of the calling rank, in the order of the standard, as ranks
 * of the communicator or MPI_PROC_NULL: those that it receives from and those
 * that it sends to in neighbourhood collectives. The arrays are the topology's.
 * @returns MPI_SUCCESS, or MPI_ERR_TOPOLOGY: it has none */
int topology_neighbours(const struct comm *comm, int *sources,
                        int *destinations, const int **source,
                        const int **destination);

struct topology {
    int references;
    int kind;
    int *source, *destination; /* neighbours, for the calling rank */
    int sources, destinations;
    /* MPI_CART */
    int dimensions;
    int *extent, *periodic; /* [dimensions] */
    /* MPI_GRAPH: neighbours of i are edge[index[i - 1]] to edge[index[i]-1] */
    int nodes;
    int *index, *edge;
    /* MPI_DIST_GRAPH */
    bool weighted;
    int *source_weight, *destination_weight;
};

struct topology *topology_cart(struct rank *rank, int dimensions,
                               const int extents[], const int periods[],
                               int place);
struct topology *topology_graph(struct rank *rank, int nodes, const int index[],
                                const int edges[], int place);
/* Weights of NULL: none. */
struct topology *topology_dist_graph(struct rank *rank, int sources,
                                     const int source[],
                                     const int source_weight[],
                                     int destinations, const int destination[],
                                     const int destination_weight[]);

/* Arithmetic of Cartesian topologies. Ranks run fastest in the last dimension.
 * cart_rank() wraps coordinates of periodic dimensions; -1: one is outside. */
int cart_size(int dimensions, const int extents[]); /* -1: more than an int */
void cart_coordinates(int dimensions, const int extents[], int rank,
                      int coordinates[]);
int cart_rank(const struct topology *cart, const int coordinates[]);
/* The rank `by` steps away in a dimension, or MPI_PROC_NULL. */
int cart_shifted(const struct topology *cart, int rank, int dimension,
                 long long by);

/* Fill in the dimensions that are 0 so that all are a factorisation of
 * `nodes`, the greatest first, in which the greatest and the least differ by
 * as little as they can; of several such ones that with the greatest least,
 * then the next one.
 * @returns false: those that are given do not divide it */
bool dims_create(int nodes, int dimensions, int extents[]);

/* Where to put a Cartesian topology so that its neighbours are near in the
 * network: places[i] is the processor of its rank i, a different one for each.
 * The processors are all of the network, by number. Of several ways known
 * (by number; axes of the network as axes of the topology; Gray codes on a
 * hypercube; along the network's tour) that with the shortest ways between
 * neighbours, of equal ones the first. */
void cart_place(const struct weft_network *network, int dimensions,
                const int extents[], const int periods[], int places[]);

#endif
