/* Virtual topologies of communicators; private to src/mpi.
 *
 * Threads: a topology belongs to one rank. */
#ifndef WEFT_SRC_MPI_DATA_TOPOLOGY_H
#define WEFT_SRC_MPI_DATA_TOPOLOGY_H

#include "mpi/rank.h"
#include <weft/network.h>

struct comm;

/* Add or drop a reference to comm->topology, which may be NULL. */
void *topology_hold(void *topology);
void topology_drop(struct rank *rank, void *topology);
/* Return MPI_CART, MPI_GRAPH or MPI_DIST_GRAPH; MPI_UNDEFINED for NULL. */
int topology_kind(const void *topology);

/* Return the calling rank's neighbours in neighbourhood collectives: sources
 * and destinations, in the order of the standard, as ranks of the communicator
 * or MPI_PROC_NULL. The topology owns the arrays. Returns MPI_SUCCESS, or
 * MPI_ERR_TOPOLOGY if there is no topology. */
int topology_neighbours(const struct comm *comm, int *sources,
                        int *destinations, const int **source,
                        const int **destination);

struct topology {
    int references;
    int kind;
    int *source, *destination; /* the calling rank's neighbours */
    int sources, destinations;
    /* MPI_CART */
    int dimensions;
    /* extents of the dimensions, and whether each is periodic */
    int *extent, *periodic;
    /* for MPI_GRAPH: the neighbours of i are edge[index[i-1]] to
     * edge[index[i]-1] */
    int nodes;
    int *index, *edge;
    /* for MPI_DIST_GRAPH */
    bool weighted;
    int *source_weight, *destination_weight;
};

struct topology *topology_cart(struct rank *rank, int dimensions,
                               const int extents[], const int periods[],
                               int place);
struct topology *topology_graph(struct rank *rank, int nodes, const int index[],
                                const int edges[], int place);
/* Create a distributed graph; weights may be NULL. */
struct topology *topology_dist_graph(struct rank *rank, int sources,
                                     const int source[],
                                     const int source_weight[],
                                     int destinations, const int destination[],
                                     const int destination_weight[]);

/* Arithmetic of Cartesian topologies. The last dimension varies fastest.
 * cart_rank() wraps coordinates of periodic dimensions and returns -1 if one is
 * out of range. */
int cart_size(int dimensions, const int extents[]); /* -1: more than INT_MAX */
void cart_coordinates(int dimensions, const int extents[], int rank,
                      int coordinates[]);
int cart_rank(const struct topology *cart, const int coordinates[]);
/* Return the rank `by` steps away in a dimension, or MPI_PROC_NULL. */
int cart_shifted(const struct topology *cart, int rank, int dimension,
                 long long by);

/* Fill in the dimensions that are 0, in descending order, so that the product
 * of all is `nodes`. The difference between the largest and the smallest is
 * minimal; ties are broken in favour of the larger smallest dimension, then the
 * larger second smallest, and so on. Returns false if the given dimensions do
 * not divide `nodes`. */
bool dims_create(int nodes, int dimensions, int extents[]);

/* Map the ranks of a Cartesian topology to processors so that neighbours are
 * close in the network: places[i] is the processor of rank i. All processors of
 * the network are used. Tries several mappings (by number; axes of the network
 * as axes of the topology; Gray codes on a hypercube; along the network's tour)
 * and takes the first with the smallest sum of distances. */
void cart_place(const struct weft_network *network, int dimensions,
                const int extents[], const int periods[], int places[]);

#endif
