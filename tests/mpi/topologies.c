/* weft mpi -n 12 */
/* Cartesian and graph topologies. */
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    int rank, size, dims[2] = {0, 0}, periods[2] = {1, 0}, coords[2], kind;
    MPI_Comm cart, row, graph, dist;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Dims_create(size, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &cart);
    MPI_Comm_rank(cart, &rank);
    MPI_Cart_coords(cart, rank, 2, coords);
    int up, down, left, right, at;
    MPI_Cart_shift(cart, 0, 1, &up, &down);
    MPI_Cart_shift(cart, 1, 1, &left, &right);
    MPI_Cart_rank(cart, coords, &at);
    const char *pn = "-";
    char text[200], n[4][8];
    int v[4] = {up, down, left, right};
    for (int i = 0; i < 4; i++)
        if (v[i] == MPI_PROC_NULL)
            sprintf(n[i], "%s", pn);
        else
            sprintf(n[i], "%d", v[i]);
    sprintf(text, "%d of %dx%d at %d,%d: %s %s %s %s, %d", rank, dims[0],
            dims[1], coords[0], coords[1], n[0], n[1], n[2], n[3], at);
    int remain[2] = {0, 1}, rs, rr;
    MPI_Cart_sub(cart, remain, &row);
    MPI_Comm_size(row, &rs);
    MPI_Comm_rank(row, &rr);
    int sum;
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, row);
    sprintf(text + 100, "row: %d of %d, sum %d", rr, rs, sum);
    for (int i = 0; i < size; i++) {
        char other[200];
        if (rank == 0) {
            if (i)
                MPI_Recv(other, 200, MPI_CHAR, i, 0, cart, MPI_STATUS_IGNORE);
            printf("%s; %s\n", i ? other : text, (i ? other : text) + 100);
        } else if (rank == i)
            MPI_Send(text, 200, MPI_CHAR, 0, 0, cart);
    }
    /* halo exchange by a neighbourhood collective */
    int got[4] = {-1, -1, -1, -1};
    MPI_Neighbor_allgather(&rank, 1, MPI_INT, got, 1, MPI_INT, cart);
    if (rank == 5)
        printf("halo of 5: %d %d %d %d\n", got[0], got[1], got[2], got[3]);
    /* graph topology: a ring of 4 ranks */
    int index[] = {2, 4, 6, 8}, edges[] = {1, 3, 0, 2, 1, 3, 0, 2};
    MPI_Graph_create(MPI_COMM_WORLD, 4, index, edges, 0, &graph);
    if (graph != MPI_COMM_NULL) {
        int nb[2], count, out[2] = {rank, rank + 10}, in[2];
        MPI_Graph_neighbors_count(graph, rank, &count);
        MPI_Graph_neighbors(graph, rank, 2, nb);
        MPI_Neighbor_alltoall(out, 1, MPI_INT, in, 1, MPI_INT, graph);
        if (rank == 2)
            printf("graph: %d neighbours %d %d, got %d %d\n", count, nb[0],
                   nb[1], in[0], in[1]);
        MPI_Topo_test(graph, &kind);
        if (rank == 0)
            printf("graph: %d\n", kind == MPI_GRAPH);
        MPI_Comm_free(&graph);
    }
    /* every rank specifies the edges of its successor */
    int source = (rank + 1) % size, degree = 2,
        to[2] = {(rank + 2) % size, (rank + 3) % size}, w[2] = {5, 6};
    MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &source, &degree, to, w,
                          MPI_INFO_NULL, 0, &dist);
    int in, out, weighted, s[2], sw[2], d[2], dw[2];
    MPI_Dist_graph_neighbors_count(dist, &in, &out, &weighted);
    MPI_Dist_graph_neighbors(dist, 2, s, sw, 2, d, dw);
    if (rank == 7)
        printf("dist: %d %d %d, to %d(%d) %d(%d), from sum %d\n", in, out,
               weighted, d[0], dw[0], d[1], dw[1], s[0] + s[1]);
    MPI_Comm_free(&dist);
    /* rank 0 specifies a ring, the others no edges */
    int from[12], one[12], next[12], cost[12];
    for (int i = 0; i < 12; i++) {
        from[i] = i;
        one[i] = 1;
        next[i] = (i + 1) % 12;
        cost[i] = 10 * i;
    }
    if (rank == 0)
        MPI_Dist_graph_create(MPI_COMM_WORLD, 12, from, one, next, cost,
                              MPI_INFO_NULL, 0, &dist);
    else
        MPI_Dist_graph_create(MPI_COMM_WORLD, 0, NULL, NULL, NULL, NULL,
                              MPI_INFO_NULL, 0, &dist);
    MPI_Dist_graph_neighbors_count(dist, &in, &out, &weighted);
    MPI_Dist_graph_neighbors(dist, 1, s, sw, 1, d, dw);
    if (rank == 7)
        printf("ring: %d %d %d, from %d(%d), to %d(%d)\n", in, out, weighted,
               s[0], sw[0], d[0], dw[0]);
    MPI_Comm_free(&dist);
    MPI_Comm_free(&row);
    MPI_Comm_free(&cart);
    MPI_Finalize();
    return 0;
}
