/* Edges of distributed graphs: distribution to both ends of each edge, and a
 * check that both ends specify the same edges. */
#include "graph-ends.h"
#include "mpi/agree.h"
#include "mpi/data/group.h"
#include "mpi/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Both ends of an edge receive these words: the direction (1: outgoing), the
 * other end and the weight. */
#define GRAPH_ENDS_WORDS 3

/* Count the words for each process and, unless `words` is NULL, store them. */
static void address(const struct graph_edges *e, int counts[],
                    const int places[], int words[])
{
    int edge = 0;
    for (int i = 0; i < e->n; i++)
        for (int k = 0; k < e->degree[i]; k++, edge++) {
            int ends[2] = {e->source[i], e->destination[edge]};
            for (int leaves = 0; leaves < 2; leaves++) {
                int to = ends[!leaves];
                if (words) {
                    int *at = words + places[to] + counts[to];
                    at[0] = leaves;
                    at[1] = ends[leaves];
                    at[2] = e->weight ? e->weight[edge] : 0;
                }
                counts[to] += GRAPH_ENDS_WORDS;
            }
        }
}

/* Compute where each process's words begin. Returns the total number of
 * words. */
static int graph_ends_running(int size, const int counts[], int places[])
{
    int sum = 0;
    for (int i = 0; i < size; i++) {
        places[i] = sum;
        sum += counts[i];
    }
    return sum;
}

static struct topology *of_words(struct rank *rank, const int words[], int all,
                                 bool weighted)
{
    size_t room = (size_t)all / GRAPH_ENDS_WORDS + 1;
    int *end[2], *weight[2], count[2] = {0, 0};
    for (int leaves = 0; leaves < 2; leaves++) {
        end[leaves] = rank_alloc(rank, room * sizeof(int));
        weight[leaves] = rank_alloc(rank, room * sizeof(int));
    }
    for (const int *at = words; at < words + all; at += GRAPH_ENDS_WORDS) {
        int leaves = at[0], place = count[leaves]++;
        end[leaves][place] = at[1];
        weight[leaves][place] = at[2];
    }
    struct topology *topology =
        topology_dist_graph(rank, count[0], end[0], weighted ? weight[0] : NULL,
                            count[1], end[1], weighted ? weight[1] : NULL);
    for (int leaves = 0; leaves < 2; leaves++) {
        rank_free(rank, end[leaves]);
        rank_free(rank, weight[leaves]);
    }
    return topology;
}

struct topology *graph_exchange(struct rank *rank, struct comm *comm,
                                const struct graph_edges *e)
{
    int size = comm->group->size;
    size_t bytes = (size_t)size * sizeof(int);
    int *out = rank_alloc(rank, bytes), *out_at = rank_alloc(rank, bytes);
    int *in = rank_alloc(rank, bytes), *in_at = rank_alloc(rank, bytes);
    address(e, out, NULL, NULL);
    int all = graph_ends_running(size, out, out_at);
    int *words = rank_alloc(rank, ((size_t)all + 1) * sizeof *words);
    memset(out, 0, bytes);
    address(e, out, out_at, words);
    struct topology *topology = NULL;
    int *got = NULL;
    if (!MPI_Alltoall(out, 1, MPI_INT, in, 1, MPI_INT, comm->handle)) {
        all = graph_ends_running(size, in, in_at);
        got = rank_alloc(rank, ((size_t)all + 1) * sizeof *got);
        if (!MPI_Alltoallv(words, out, out_at, MPI_INT, got, in, in_at, MPI_INT,
                           comm->handle))
            topology = of_words(rank, got, all, e->weight != NULL);
    }
    int *arrays[] = {out, out_at, in, in_at, words, got};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        rank_free(rank, arrays[i]);
    return topology;
}

/* ---- do both ends name an edge? --------------------------------------------
 */

struct graph_edge {
    int from, to, weight; /* weight: -1 if unweighted */
    int comes;            /* whether the target specified the edge, not the
                             source */
};

static int edge_order(const void *left, const void *right)
{
    const struct graph_edge *a = left, *b = right;
    const int of_a[] = {a->from, a->to, a->weight};
    const int of_b[] = {b->from, b->to, b->weight};
    int i = 0;
    while (i < 2 && of_a[i] == of_b[i])
        i++;
    return (of_a[i] > of_b[i]) - (of_a[i] < of_b[i]);
}

static const char *edge_times(int count)
{
    if (!count)
        return "never";
    return count == 1 ? "once" : "several times";
}

static void edge_report(struct rank *rank, const struct comm *comm,
                        const struct agree_member *member,
                        const struct graph_edge *edge, const int named[2])
{
    char where[240], there[240], weight[40] = "";
    report_where(rank, member[edge->from].caller, where, sizeof where);
    report_where(rank, member[edge->to].caller, there, sizeof there);
    if (edge->weight >= 0)
        snprintf(weight, sizeof weight, " of weight %d", edge->weight);
    rank_fault(rank, RULE_COLLECTIVE, rank->caller,
               "%s on %s: the edge from rank %d to rank %d%s is named %s by "
               "rank %d as a destination (%s), but %s by rank %d as a source "
               "(%s)",
               rank->function, comm->name, edge->from, edge->to, weight,
               edge_times(named[0]), edge->from, where, edge_times(named[1]),
               edge->to, there);
}

/* Convert the numbers that a member passed to edges: first the number of its
 * sources, then the other end and the weight of each edge. */
static size_t graph_ends_edges_of(const struct agree_member *member, int self,
                                  struct graph_edge *edge)
{
    size_t count = (member->count - 1) / 2;
    for (size_t i = 0; i < count; i++) {
        const int *numbers = member->numbers + 1 + 2 * i;
        bool comes = i < (size_t)member->numbers[0];
        edge[i] =
            (struct graph_edge){comes ? numbers[0] : self,
                                comes ? self : numbers[0], numbers[1], comes};
    }
    return count;
}

static void check_edges(struct rank *rank, const struct comm *comm,
                        const struct agree_member *member)
{
    size_t all = 0, behind;
    for (int i = 0; i < comm->group->size; i++)
        all += (member[i].count - 1) / 2;
    struct graph_edge *edge = rank_alloc(rank, (all + 1) * sizeof *edge);
    all = 0;
    for (int i = 0; i < comm->group->size; i++)
        all += graph_ends_edges_of(&member[i], i, edge + all);
    qsort(edge, all, sizeof *edge, edge_order);
    for (size_t first = 0; first < all; first = behind) {
        int named[2] = {0, 0};
        for (behind = first;
             behind < all && !edge_order(&edge[first], &edge[behind]); behind++)
            named[edge[behind].comes]++;
        if (named[0] == named[1])
            continue;
        edge_report(rank, comm, member, &edge[first], named);
        break;
    }
    rank_free(rank, edge);
}

static int *tell_ends(const struct graph_ends *ends, int *numbers)
{
    for (int i = 0; i < ends->count; i++) {
        *numbers++ = ends->end[i];
        *numbers++ = ends->weight ? ends->weight[i] : -1;
    }
    return numbers;
}

int graph_agree(struct rank *rank, struct comm *comm,
                const struct graph_ends *in, const struct graph_ends *out,
                int reorder)
{
    size_t edges = (size_t)in->count + (size_t)out->count;
    int *numbers = rank_alloc(rank, (2 * edges + 1) * sizeof *numbers);
    numbers[0] = in->count;
    tell_ends(out, tell_ends(in, numbers + 1));
    struct agreement agreement = {
        .numbers = numbers, .count = 2 * edges + 1, .check = check_edges};
    agree_flags(&agreement, "reorder", 1, &reorder);
    int error = agree_meet(rank, comm, &agreement);
    rank_free(rank, numbers);
    return error;
}
