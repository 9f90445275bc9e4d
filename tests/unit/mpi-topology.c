/* Topologies: dimensions, shifts and neighbours, and how ranks are placed in a
 * network. */
#include "mpi-rank.h"
#include "mpi/data/topology.h"

TestSuite(mpi_topology, .timeout = 60);

/* The most even factors, found by trying all: with the smallest difference
 * between first and last; among these the largest last factor, then the largest
 * next to last, and so on. */
static int best[4], mpi_topology_trial[4];

static bool evener(int n)
{
    int apart = mpi_topology_trial[0] - mpi_topology_trial[n - 1],
        before = best[0] - best[n - 1];
    if (apart != before)
        return apart < before;
    for (int i = n - 1; i >= 0; i--)
        if (mpi_topology_trial[i] != best[i])
            return mpi_topology_trial[i] > best[i];
    return false;
}

static void try_all(int nodes, int at, int n)
{
    if (at == n) {
        if (nodes == 1 && evener(n))
            memcpy(best, mpi_topology_trial, sizeof best);
        return;
    }
    for (int f = 1; f <= nodes; f++)
        if (nodes % f == 0 && (at == 0 || f <= mpi_topology_trial[at - 1])) {
            mpi_topology_trial[at] = f;
            try_all(nodes / f, at + 1, n);
        }
}

Test(mpi_topology, dimensions_are_as_even_as_can_be)
{
    for (int n = 1; n <= 4; n++)
        for (int nodes = 1; nodes <= 300; nodes++) {
            int dims[4] = {0};
            memset(best, 0, sizeof best);
            best[0] = n > 1 ? nodes + 1 : 0;
            try_all(nodes, 0, n);
            cr_assert_eq(MPI_Dims_create(nodes, n, dims), MPI_SUCCESS);
            for (int i = 0; i < n; i++)
                cr_assert_eq(dims[i], best[i], "%d nodes", nodes);
        }
    int given[] = {0, 3, 0}, wrong[] = {0, 5};
    cr_assert_eq(MPI_Dims_create(24, 3, given), MPI_SUCCESS);
    cr_assert(given[0] == 4 && given[1] == 3 && given[2] == 2);
    cr_assert_eq(MPI_Dims_create(24, 2, wrong), MPI_ERR_DIMS);
    int big[3] = {0}, many[40] = {0};
    cr_assert_eq(MPI_Dims_create(1 << 30, 3, big), MPI_SUCCESS);
    cr_assert_eq(big[2], 1 << 10);
    cr_assert_eq(MPI_Dims_create(INT32_MAX, 40, many), MPI_SUCCESS);
    cr_assert(many[0] == INT32_MAX && many[1] == 1 && many[39] == 1);
    int narrow[3] = {0}; /* 24 x 24 x 13 would have a smaller maximum */
    cr_assert_eq(MPI_Dims_create(7488, 3, narrow), MPI_SUCCESS);
    cr_assert(narrow[0] == 26 && narrow[1] == 18 && narrow[2] == 16);
}

Test(mpi_topology, shifts_are_steps_of_coordinates)
{
    const int dims[] = {3, 4, 2};
    for (int wrap = 0; wrap < 8; wrap++) {
        int periods[] = {wrap & 1, wrap & 2, wrap & 4};
        for (int place = 0; place < 24; place++) {
            world_of(24, place);
            struct topology *t =
                topology_cart(&test_rank, 3, dims, periods, place);
            int at[] = {place / 8, place / 2 % 4, place % 2};
            for (int d = 0; d < 3; d++)
                for (int by = -5; by <= 5; by++) {
                    int to[] = {at[0], at[1], at[2]}, want;
                    to[d] += by;
                    bool in = to[d] >= 0 && to[d] < dims[d];
                    to[d] = (to[d] + 10 * dims[d]) % dims[d];
                    want = in || periods[d] ? (to[0] * 4 + to[1]) * 2 + to[2]
                                            : MPI_PROC_NULL;
                    cr_assert_eq(cart_shifted(t, place, d, by), want);
                    if (by == -1)
                        cr_assert_eq(t->source[2 * d], want);
                    if (by == 1)
                        cr_assert_eq(t->destination[2 * d + 1], want);
                }
            cr_assert_eq(t->sources, 6);
            topology_drop(&test_rank, t);
        }
    }
}

Test(mpi_topology, graphs_tell_their_neighbours)
{
    const int index[] = {2, 3, 4, 6}, edges[] = {1, 3, 0, 3, 0, 2};
    MPI_Comm graph;
    int count, nodes, neighbours[2], status;
    world_of(6, 3);
    cr_assert_eq(MPI_Graph_create(MPI_COMM_WORLD, 4, index, edges, 0, &graph),
                 MPI_SUCCESS);
    struct topology *t = topology_graph(&test_rank, 4, index, edges, 3);
    test_rank.comm_world->topology = t;
    cr_assert(t->sources == 2 && t->source[0] == 0 && t->destination[1] == 2);
    MPI_Topo_test(MPI_COMM_WORLD, &status);
    cr_assert_eq(status, MPI_GRAPH);
    MPI_Graphdims_get(MPI_COMM_WORLD, &nodes, &count);
    cr_assert(nodes == 4 && count == 6);
    MPI_Graph_neighbors_count(MPI_COMM_WORLD, 0, &count);
    MPI_Graph_neighbors(MPI_COMM_WORLD, 0, 2, neighbours);
    cr_assert(count == 2 && neighbours[0] == 1 && neighbours[1] == 3);
    cr_assert_eq(MPI_Graph_neighbors(MPI_COMM_WORLD, 4, 2, neighbours),
                 MPI_ERR_RANK);
    cr_assert_eq(MPI_Cartdim_get(MPI_COMM_WORLD, &count), MPI_ERR_TOPOLOGY);
    cr_assert_eq(MPI_Graph_create(MPI_COMM_WORLD, 4, index,
                                  (int[]){1, 3, 0, 3, 0, 4}, 0, &graph),
                 MPI_ERR_ARG);
}

Test(mpi_topology, cartesian_neighbours_are_neighbours_in_the_network)
{
    const struct {
        const char *network;
        int dimensions, dims[3], periodic;
        int longest; /* maximum number of links between neighbours */
    } rows[] = {
        {"hypercube:4", 2, {4, 4}, 1, 1},
        {"hypercube:4", 3, {4, 2, 2}, 1, 1},
        {"hypercube:5", 1, {32}, 1, 1},
        {"hypercube:5", 2, {6, 4}, 1, 1},
        {"hypercube:4", 2, {3, 4}, 0, 1},
        {"torus:4x8", 2, {8, 4}, 1, 1},
        {"torus:4x4x4", 3, {4, 4, 4}, 1, 1},
        {"mesh:4x8", 2, {4, 8}, 0, 1},
        {"mesh:3x5x2", 3, {2, 3, 5}, 0, 1},
        {"ring:12", 1, {12}, 1, 1},
        {"mesh:4x4", 1, {16}, 0, 1},
        {"line:6", 1, {6}, 0, 1},
        {"complete:12", 2, {4, 3}, 1, 1},
        {"torus:4x4", 2, {8, 2}, 0, 2},
        {"star:6", 1, {6}, 0, 2},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct weft_network *network =
            weft_network_create(rows[i].network, NULL);
        int periods[] = {rows[i].periodic, rows[i].periodic, rows[i].periodic};
        int places[64], all = weft_network_size(network);
        int n = rows[i].dimensions, size = cart_size(n, rows[i].dims);
        bool taken[64] = {false};
        cart_place(network, n, rows[i].dims, periods, places);
        struct topology *t =
            topology_cart(&test_rank, n, rows[i].dims, periods, 0);
        for (int r = 0; r < size; r++) {
            cr_assert(places[r] >= 0 && places[r] < all && !taken[places[r]]);
            taken[places[r]] = true;
            for (int d = 0; d < n; d++) {
                int next = cart_shifted(t, r, d, 1);
                if (next != MPI_PROC_NULL && next != r)
                    cr_assert_leq(
                        weft_network_distance(network, places[r], places[next]),
                        rows[i].longest, "%s: %d and %d", rows[i].network, r,
                        next);
            }
        }
        topology_drop(&test_rank, t);
        weft_network_destroy(network);
    }
}
