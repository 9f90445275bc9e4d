/* The functions MPI_Graph_*() and MPI_Dist_graph_*(). */
#include "arguments.h"
#include "graph-ends.h"
#include "mpi/agree.h"
#include "mpi/data/topology.h"
#include <string.h>

static int check_graph(struct rank *rank, const struct comm *comm, int nnodes,
                       const int index[], const int edges[])
{
    NOT_INTER(comm);
    if (nnodes < 0 || nnodes > comm->group->size)
        FAIL(MPI_ERR_ARG, "nnodes is %d, but the communicator has %d processes",
             nnodes, comm->group->size);
    ARRAY(index, nnodes);
    for (int i = 0; i < nnodes; i++)
        if (index[i] < (i ? index[i - 1] : 0))
            FAIL(MPI_ERR_ARG, "index[%d] is %d, less than the entry before it",
                 i, index[i]);
    int count = nnodes ? index[nnodes - 1] : 0;
    ARRAY(edges, count);
    for (int i = 0; i < count; i++)
        if (edges[i] < 0 || edges[i] >= nnodes)
            FAIL(MPI_ERR_ARG, "edges[%d] is %d, but nnodes is %d", i, edges[i],
                 nnodes);
    return MPI_SUCCESS;
}

static struct group *first_places(struct rank *rank, const struct group *group,
                                  int count)
{
    struct group *first = group_new(rank, count);
    if (count)
        memcpy(first->world, group->world, (size_t)count * sizeof(int));
    return first;
}

int MPI_Graph_create(MPI_Comm comm_old, int nnodes, const int index[],
                     const int edges[], int reorder, MPI_Comm *comm_graph)
{
    ENTER(Graph_create);
    A_COMM(old, comm_old);
    int error = check_graph(rank, old, nnodes, index, edges);
    if (error)
        return error;
    NOT_NULL(comm_graph);
    struct agreement agreement = {0};
    agree_numbers(&agreement, "index", nnodes, index);
    agree_numbers(&agreement, "edges", nnodes ? index[nnodes - 1] : 0, edges);
    agree_flags(&agreement, "reorder", 1, &reorder);
    error = agree_meet(rank, old, &agreement);
    if (error)
        return error;
    struct group *group = first_places(rank, old->group, nnodes);
    struct comm *graph = comm_make(rank, old, group);
    group_drop(rank, group);
    if (graph)
        graph->topology =
            topology_graph(rank, nnodes, index, edges, graph->rank);
    *comm_graph = graph ? graph->handle : MPI_COMM_NULL;
    return MPI_SUCCESS;
}

int MPI_Graph_map(MPI_Comm comm, int nnodes, const int index[],
                  const int edges[], int *newrank)
{
    ENTER(Graph_map);
    A_COMM(c, comm);
    int error = check_graph(rank, c, nnodes, index, edges);
    if (error)
        return error;
    NOT_NULL(newrank);
    *newrank = c->rank < nnodes ? c->rank : MPI_UNDEFINED;
    return MPI_SUCCESS;
}

#define A_TOPOLOGY(variable, comm, wanted, text)                               \
    A_COMM(of_##variable, comm);                                               \
    const struct topology *variable = of_##variable->topology;                 \
    if (topology_kind(variable) != (wanted))                                   \
    return rank_error(rank, of_##variable, MPI_ERR_TOPOLOGY,                   \
                      "the communicator has no " text " topology")

static int edges_before(const struct topology *graph, int node)
{
    return node > 0 ? graph->index[node - 1] : 0;
}

int MPI_Graphdims_get(MPI_Comm comm, int *nnodes, int *nedges)
{
    ENTER(Graphdims_get);
    A_TOPOLOGY(graph, comm, MPI_GRAPH, "graph");
    NOT_NULL(nnodes);
    NOT_NULL(nedges);
    *nnodes = graph->nodes;
    *nedges = edges_before(graph, graph->nodes);
    return MPI_SUCCESS;
}

int MPI_Graph_get(MPI_Comm comm, int maxindex, int maxedges, int index[],
                  int edges[])
{
    ENTER(Graph_get);
    A_TOPOLOGY(graph, comm, MPI_GRAPH, "graph");
    int all = edges_before(graph, graph->nodes);
    ENOUGH(maxindex, graph->nodes);
    ENOUGH(maxedges, all);
    ARRAY(index, graph->nodes);
    ARRAY(edges, all);
    for (int i = 0; i < graph->nodes; i++)
        index[i] = graph->index[i];
    for (int i = 0; i < all; i++)
        edges[i] = graph->edge[i];
    return MPI_SUCCESS;
}

static int check_node(struct rank *rank, struct comm *comm,
                      const struct topology *graph, int number)
{
    if (number >= 0 && number < graph->nodes)
        return MPI_SUCCESS;
    return rank_error(rank, comm, MPI_ERR_RANK,
                      "rank is %d, but the graph has %d nodes", number,
                      graph->nodes);
}

int MPI_Graph_neighbors_count(MPI_Comm comm, int number, int *nneighbors)
{
    ENTER(Graph_neighbors_count);
    A_TOPOLOGY(graph, comm, MPI_GRAPH, "graph");
    int error = check_node(rank, of_graph, graph, number);
    if (error)
        return error;
    NOT_NULL(nneighbors);
    *nneighbors = graph->index[number] - edges_before(graph, number);
    return MPI_SUCCESS;
}

int MPI_Graph_neighbors(MPI_Comm comm, int number, int maxneighbors,
                        int neighbors[])
{
    ENTER(Graph_neighbors);
    A_TOPOLOGY(graph, comm, MPI_GRAPH, "graph");
    int error = check_node(rank, of_graph, graph, number);
    if (error)
        return error;
    int first = edges_before(graph, number);
    int count = graph->index[number] - first;
    ENOUGH(maxneighbors, count);
    ARRAY(neighbors, count);
    for (int i = 0; i < count; i++)
        neighbors[i] = graph->edge[first + i];
    return MPI_SUCCESS;
}

static int check_ends(struct rank *rank, const struct comm *comm,
                      const char *what, int count, const int ends[])
{
    if (count < 0)
        FAIL(MPI_ERR_ARG, "the number of %s is %d, but must not be negative",
             what, count);
    if (count && !ends)
        FAIL(MPI_ERR_ARG, "%s is a null pointer", what);
    for (int i = 0; i < count; i++)
        if (ends[i] < 0 || ends[i] >= comm->group->size)
            FAIL(MPI_ERR_RANK,
                 "%s[%d] is %d, but the communicator has %d processes", what, i,
                 ends[i], comm->group->size);
    return MPI_SUCCESS;
}

/* Return NULL for MPI_UNWEIGHTED. In a weighted graph, a process without edges
 * may pass NULL for its weights. */
static const int *graph_calls_given(const int *weights)
{
    if (weights == MPI_UNWEIGHTED)
        return NULL;
    return weights ? weights : MPI_WEIGHTS_EMPTY;
}

static int check_weights(struct rank *rank, const int *weights, int count)
{
    for (int i = 0;
         weights != MPI_UNWEIGHTED && weights != MPI_WEIGHTS_EMPTY && i < count;
         i++)
        if (!weights || weights[i] < 0)
            FAIL(MPI_ERR_ARG, "a weight is negative, or the array of weights "
                              "is a null pointer");
    if (weights == MPI_WEIGHTS_EMPTY && count > 0)
        FAIL(MPI_ERR_ARG,
             "the weights are MPI_WEIGHTS_EMPTY, but there are %d edges",
             count);
    return MPI_SUCCESS;
}

/* Create a communicator of the same processes and give it ownership of the
 * topology. */
static int graph_calls_give(struct rank *rank, struct comm *old,
                            struct topology *topology,
                            MPI_Comm *comm_dist_graph)
{
    struct comm *graph = comm_make(rank, old, old->group);
    graph->topology = topology;
    *comm_dist_graph = graph->handle;
    return MPI_SUCCESS;
}

int MPI_Dist_graph_create_adjacent(MPI_Comm comm_old, int indegree,
                                   const int sources[],
                                   const int *sourceweights, int outdegree,
                                   const int destinations[],
                                   const int *destweights, MPI_Info info,
                                   int reorder, MPI_Comm *comm_dist_graph)
{
    ENTER(Dist_graph_create_adjacent);
    A_COMM(old, comm_old);
    (void)info;
    NOT_INTER(old);
    int error = check_ends(rank, old, "sources", indegree, sources);
    if (!error)
        error = check_ends(rank, old, "destinations", outdegree, destinations);
    if (!error)
        error = check_weights(rank, sourceweights, indegree);
    if (!error)
        error = check_weights(rank, destweights, outdegree);
    if (error)
        return error;
    NOT_NULL(comm_dist_graph);
    const struct graph_ends in = {indegree, sources,
                                  graph_calls_given(sourceweights)};
    const struct graph_ends out = {outdegree, destinations,
                                   graph_calls_given(destweights)};
    error = graph_agree(rank, old, &in, &out, reorder);
    if (error)
        return error;
    return graph_calls_give(
        rank, old,
        topology_dist_graph(rank, indegree, sources,
                            graph_calls_given(sourceweights), outdegree,
                            destinations, graph_calls_given(destweights)),
        comm_dist_graph);
}

#define A_DIST_GRAPH(variable, comm)                                           \
    A_TOPOLOGY(variable, comm, MPI_DIST_GRAPH, "distributed graph")

int MPI_Dist_graph_neighbors_count(MPI_Comm comm, int *indegree, int *outdegree,
                                   int *weighted)
{
    ENTER(Dist_graph_neighbors_count);
    A_DIST_GRAPH(graph, comm);
    NOT_NULL(indegree);
    NOT_NULL(outdegree);
    NOT_NULL(weighted);
    *indegree = graph->sources;
    *outdegree = graph->destinations;
    *weighted = graph->weighted;
    return MPI_SUCCESS;
}

static int graph_calls_least(int a, int b)
{
    return a < b ? a : b;
}

static void graph_calls_tell(int count, const int *ends, const int *weights,
                             int to[], int to_weights[])
{
    if (count)
        memcpy(to, ends, (size_t)count * sizeof *to);
    if (count && weights && to_weights != MPI_UNWEIGHTED && to_weights)
        memcpy(to_weights, weights, (size_t)count * sizeof *to);
}

int MPI_Dist_graph_neighbors(MPI_Comm comm, int maxindegree, int sources[],
                             int *sourceweights, int maxoutdegree,
                             int destinations[], int *destweights)
{
    ENTER(Dist_graph_neighbors);
    A_DIST_GRAPH(graph, comm);
    NOT_NEGATIVE(MPI_ERR_ARG, maxindegree);
    NOT_NEGATIVE(MPI_ERR_ARG, maxoutdegree);
    int in = graph_calls_least(maxindegree, graph->sources);
    int out = graph_calls_least(maxoutdegree, graph->destinations);
    ARRAY(sources, in);
    ARRAY(destinations, out);
    graph_calls_tell(in, graph->source, graph->source_weight, sources,
                     sourceweights);
    graph_calls_tell(out, graph->destination, graph->destination_weight,
                     destinations, destweights);
    return MPI_SUCCESS;
}

int MPI_Dist_graph_create(MPI_Comm comm_old, int n, const int sources[],
                          const int degrees[], const int destinations[],
                          const int *weights, MPI_Info info, int reorder,
                          MPI_Comm *comm_dist_graph)
{
    ENTER(Dist_graph_create);
    A_COMM(old, comm_old);
    (void)info;
    NOT_INTER(old);
    int error = check_ends(rank, old, "sources", n, sources), all = 0;
    if (error)
        return error;
    ARRAY(degrees, n);
    for (int i = 0; i < n; i++) {
        if (degrees[i] < 0)
            FAIL(MPI_ERR_ARG, "degrees[%d] is %d, but must not be negative", i,
                 degrees[i]);
        all += degrees[i];
    }
    error = check_ends(rank, old, "destinations", all, destinations);
    if (!error)
        error = check_weights(rank, weights, all);
    if (error)
        return error;
    NOT_NULL(comm_dist_graph);
    struct graph_edges edges = {n, sources, degrees, destinations,
                                graph_calls_given(weights)};
    struct agreement agreement = {0};
    agree_flags(&agreement, "reorder", 1, &reorder);
    error = agree_meet(rank, old, &agreement);
    if (error)
        return error;
    struct topology *topology = graph_exchange(rank, old, &edges);
    return topology ? graph_calls_give(rank, old, topology, comm_dist_graph)
                    : MPI_ERR_OTHER;
}
