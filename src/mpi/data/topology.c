/* Virtual topologies of communicators. */
#include "topology.h"
#include "mpi/comm.h"
#include <limits.h>
#include <string.h>

void *topology_hold(void *topology)
{
    if (topology)
        ((struct topology *)topology)->references++;
    return topology;
}

void topology_drop(struct rank *rank, void *topology)
{
    struct topology *t = topology;
    if (!t || --t->references > 0)
        return;
    int *arrays[] = {
        t->source, t->destination, t->extent,        t->periodic,
        t->index,  t->edge,        t->source_weight, t->destination_weight};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        rank_free(rank, arrays[i]);
    rank_free(rank, t);
}

int topology_kind(const void *topology)
{
    return topology ? ((const struct topology *)topology)->kind : MPI_UNDEFINED;
}

int topology_neighbours(const struct comm *comm, int *sources,
                        int *destinations, const int **source,
                        const int **destination)
{
    const struct topology *t = comm->topology;
    if (!t)
        return MPI_ERR_TOPOLOGY;
    *sources = t->sources;
    *destinations = t->destinations;
    *source = t->source;
    *destination = t->destination;
    return MPI_SUCCESS;
}

static int *copied(struct rank *rank, const int *values, int count)
{
    int *copy = rank_alloc(rank, ((size_t)count + 1) * sizeof *copy);
    if (count > 0)
        memcpy(copy, values, (size_t)count * sizeof *values);
    return copy;
}

static struct topology *new_topology(struct rank *rank, int kind)
{
    struct topology *t = rank_alloc(rank, sizeof *t);
    t->references = 1;
    t->kind = kind;
    return t;
}

/* Create a Cartesian topology. Each dimension contributes two neighbours: the
 * previous and the next. */
struct topology *topology_cart(struct rank *rank, int dimensions,
                               const int extents[], const int periods[],
                               int place)
{
    struct topology *t = new_topology(rank, MPI_CART);
    t->dimensions = dimensions;
    t->extent = copied(rank, extents, dimensions);
    t->periodic = copied(rank, periods, dimensions);
    for (int i = 0; i < dimensions; i++)
        t->periodic[i] = t->periodic[i] != 0;
    t->sources = t->destinations = 2 * dimensions;
    t->source = rank_alloc(rank, ((size_t)t->sources + 1) * sizeof(int));
    for (int i = 0; i < dimensions; i++) {
        t->source[2 * i] = cart_shifted(t, place, i, -1);
        t->source[2 * i + 1] = cart_shifted(t, place, i, 1);
    }
    t->destination = copied(rank, t->source, t->destinations);
    return t;
}

struct topology *topology_graph(struct rank *rank, int nodes, const int index[],
                                const int edges[], int place)
{
    struct topology *t = new_topology(rank, MPI_GRAPH);
    t->nodes = nodes;
    t->index = copied(rank, index, nodes);
    t->edge = copied(rank, edges, nodes ? index[nodes - 1] : 0);
    int first = place > 0 ? index[place - 1] : 0;
    t->sources = t->destinations = index[place] - first;
    t->source = copied(rank, edges + first, t->sources);
    t->destination = copied(rank, edges + first, t->sources);
    return t;
}

struct topology *topology_dist_graph(struct rank *rank, int sources,
                                     const int source[],
                                     const int source_weight[],
                                     int destinations, const int destination[],
                                     const int destination_weight[])
{
    struct topology *t = new_topology(rank, MPI_DIST_GRAPH);
    t->sources = sources;
    t->destinations = destinations;
    t->source = copied(rank, source, sources);
    t->destination = copied(rank, destination, destinations);
    t->weighted = source_weight && destination_weight;
    if (t->weighted) {
        t->source_weight = copied(rank, source_weight, sources);
        t->destination_weight = copied(rank, destination_weight, destinations);
    }
    return t;
}

int cart_size(int dimensions, const int extents[])
{
    int size = 1;
    for (int i = 0; i < dimensions; i++)
        if (__builtin_mul_overflow(size, extents[i], &size))
            return -1;
    return size;
}

void cart_coordinates(int dimensions, const int extents[], int rank,
                      int coordinates[])
{
    for (int i = dimensions - 1; i >= 0; i--) {
        coordinates[i] = rank % extents[i];
        rank /= extents[i];
    }
}

/* Return a coordinate, wrapped around if the dimension is periodic, or -1 if it
 * is outside. */
static int topology_within(const struct topology *cart, int dimension,
                           long long at)
{
    int extent = cart->extent[dimension];
    if (at >= 0 && at < extent)
        return (int)at;
    if (!cart->periodic[dimension])
        return -1;
    at %= extent;
    return (int)(at < 0 ? at + extent : at);
}

int cart_rank(const struct topology *cart, const int coordinates[])
{
    int rank = 0;
    for (int i = 0; i < cart->dimensions; i++) {
        int at = topology_within(cart, i, coordinates[i]);
        if (at < 0)
            return -1;
        rank = rank * cart->extent[i] + at;
    }
    return rank;
}

int cart_shifted(const struct topology *cart, int rank, int dimension,
                 long long by)
{
    int step = 1;
    for (int i = dimension + 1; i < cart->dimensions; i++)
        step *= cart->extent[i];
    int here = rank / step % cart->extent[dimension];
    int there = topology_within(cart, dimension, here + by);
    return there < 0 ? MPI_PROC_NULL : rank + (there - here) * step;
}

/* A number below 2^31 has at most 30 factors greater than 1. */
#define DIMENSIONS 32

static bool power_reaches(long long base, int exponent, long long value)
{
    long long power = 1;
    for (int i = 0; i < exponent && power < value; i++)
        power *= base;
    return power >= value;
}

/* Return the largest number whose power `count` does not exceed `nodes`. */
static int root(int nodes, int count)
{
    int low = 1, high = nodes;
    while (low < high) {
        int middle = high - (high - low) / 2;
        if (power_reaches(middle, count, nodes + 1LL))
            high = middle - 1;
        else
            low = middle;
    }
    return low;
}

/* Split `nodes` into `count` factors between two bounds, in descending order.
 * The smallest factor is as large as possible, then the next one. */
static bool factors(int nodes, int count, int lowest, int highest, int out[])
{
    if (count == 0)
        return nodes == 1;
    if (!power_reaches(highest, count, nodes))
        return false;
    for (int least = root(nodes, count); least >= lowest; least--)
        if (nodes % least == 0 &&
            factors(nodes / least, count - 1, least, highest, out)) {
            out[count - 1] = least;
            return true;
        }
    return false;
}

/* Find the factors whose maximum and minimum differ least; among several
 * solutions, the one with the largest small factors. */
static void nearest_factors(int nodes, int count, int out[])
{
    int trial[DIMENSIONS], apart = nodes;
    for (int least = root(nodes, count); least > 0; least--)
        while (apart > 0 && nodes % least == 0 &&
               factors(nodes / least, count - 1, least,
                       least <= INT_MAX - apart ? least + apart - 1 : INT_MAX,
                       trial)) {
            trial[count - 1] = least;
            memcpy(out, trial, (size_t)count * sizeof *out);
            apart = trial[0] - least;
        }
}

bool dims_create(int nodes, int dimensions, int extents[])
{
    int free = 0;
    for (int i = 0; i < dimensions; i++) {
        if (extents[i] == 0) {
            free++;
        } else {
            if (nodes % extents[i])
                return false;
            nodes /= extents[i];
        }
    }
    if (free == 0)
        return nodes == 1;
    int found[DIMENSIONS], wanted = free < DIMENSIONS ? free : DIMENSIONS;
    nearest_factors(nodes, wanted, found);
    for (int i = 0, next = 0; i < dimensions; i++)
        if (extents[i] == 0)
            extents[i] = next < wanted ? found[next++] : 1;
    return true;
}
