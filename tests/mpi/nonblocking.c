/* weft mpi -n 1 */
/* weft mpi -n 4 */
/* weft mpi -n 7 --eager 0 */
/* All nonblocking collective calls, all active at once; also with blocks of
 * different sizes, in place, on neighbourhoods, and with noncommutative
 * operations. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int rank, size;

#define CHECK(what)                                                            \
    do {                                                                       \
        if (!(what))                                                           \
            printf("rank %d, line %d: %s\n", rank, __LINE__, #what);           \
    } while (0)

/* Composes maps x -> a x + b in order; associative, not commutative. */
static void compose(void *in, void *inout, int *count, MPI_Datatype *type)
{
    unsigned *left = in, *right = inout;
    (void)type;
    for (int i = 0; i < *count; i++, left += 2, right += 2) {
        unsigned a = left[0] * right[0];
        right[1] = left[0] * right[1] + left[1];
        right[0] = a;
    }
}

static void expect(unsigned result[2], int ranks)
{
    unsigned a = 1, b = 0;
    for (int i = 0; i < ranks; i++) {
        b += a * (unsigned)(i + 1);
        a *= (unsigned)(2 * i + 3);
    }
    result[0] = a;
    result[1] = b;
}

static void order(void)
{
    MPI_Op op;
    MPI_Datatype pair;
    MPI_Type_contiguous(2, MPI_UNSIGNED, &pair);
    MPI_Type_commit(&pair);
    MPI_Op_create(compose, 0, &op);
    unsigned mine[2] = {(unsigned)(2 * rank + 3), (unsigned)(rank + 1)};
    unsigned got[2], all[2];
    expect(all, size);
    for (int root = 0; root < size; root++) {
        got[0] = 0;
        MPI_Reduce(mine, got, 1, pair, op, root, MPI_COMM_WORLD);
        CHECK(rank != root || (got[0] == all[0] && got[1] == all[1]));
    }
    MPI_Allreduce(mine, got, 1, pair, op, MPI_COMM_WORLD);
    CHECK(got[0] == all[0] && got[1] == all[1]);
    MPI_Scan(mine, got, 1, pair, op, MPI_COMM_WORLD);
    expect(all, rank + 1);
    CHECK(got[0] == all[0] && got[1] == all[1]);
    MPI_Exscan(mine, got, 1, pair, op, MPI_COMM_WORLD);
    expect(all, rank);
    CHECK(!rank || (got[0] == all[0] && got[1] == all[1]));
    MPI_Op_free(&op);
    MPI_Type_free(&pair);
}

static void at_once(void)
{
    enum { CALLS = 17 };
    MPI_Request request[CALLS];
    int n = 0, root = size - 1, p = size;
    int b = rank == root ? 77 : 0, sum = -1, max = -1, scan = -1, before = -1;
    int *g = calloc(p, 4), *gv = calloc(2 * p, 4), *s = calloc(p, 4);
    int *ag = calloc(p, 4), *av = calloc(p * (p + 1) / 2 + 1, 4);
    int *ti = calloc(p, 4), *to = calloc(p, 4), *tv = calloc(p, 4);
    int *tw = calloc(p, 4), *ones = calloc(p, 4), *at = calloc(p, 4);
    int *bytes = calloc(p, 4), *counts = calloc(p, 4), *places = calloc(p, 4);
    MPI_Datatype *types = malloc(p * sizeof *types);
    int piece = -1, part = -1, mine[16], block[2] = {rank, -rank}, sv = -1;
    for (int i = 0; i < p; i++) {
        s[i] = 5 * i;
        ti[i] = 100 * rank + i;
        ones[i] = 1;
        at[i] = i;
        bytes[i] = 4 * i;
        types[i] = MPI_INT;
        counts[i] = i + 1;
        places[i] = i * (i + 1) / 2;
    }
    for (int i = 0; i < 16; i++)
        mine[i] = rank;
    MPI_Ibarrier(MPI_COMM_WORLD, &request[n++]);
    MPI_Ibcast(&b, 1, MPI_INT, root, MPI_COMM_WORLD, &request[n++]);
    MPI_Igather(&rank, 1, MPI_INT, g, 1, MPI_INT, root, MPI_COMM_WORLD,
                &request[n++]);
    int *twos = calloc(p, 4), *evens = calloc(p, 4);
    for (int i = 0; i < p; i++) {
        twos[i] = 2;
        evens[i] = 2 * (p - 1 - i);
    }
    MPI_Igatherv(block, 2, MPI_INT, gv, twos, evens, MPI_INT, root,
                 MPI_COMM_WORLD, &request[n++]);
    MPI_Iscatter(s, 1, MPI_INT, &piece, 1, MPI_INT, root, MPI_COMM_WORLD,
                 &request[n++]);
    MPI_Iscatterv(s, ones, at, MPI_INT, &sv, 1, MPI_INT, root, MPI_COMM_WORLD,
                  &request[n++]);
    MPI_Iallgather(&rank, 1, MPI_INT, ag, 1, MPI_INT, MPI_COMM_WORLD,
                   &request[n++]);
    MPI_Iallgatherv(mine, rank + 1, MPI_INT, av, counts, places, MPI_INT,
                    MPI_COMM_WORLD, &request[n++]);
    MPI_Ialltoall(ti, 1, MPI_INT, to, 1, MPI_INT, MPI_COMM_WORLD,
                  &request[n++]);
    MPI_Ialltoallv(ti, ones, at, MPI_INT, tv, ones, at, MPI_INT, MPI_COMM_WORLD,
                   &request[n++]);
    MPI_Ialltoallw(ti, ones, bytes, types, tw, ones, bytes, types,
                   MPI_COMM_WORLD, &request[n++]);
    MPI_Ireduce(&rank, &sum, 1, MPI_INT, MPI_SUM, root, MPI_COMM_WORLD,
                &request[n++]);
    MPI_Iallreduce(&rank, &max, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD,
                   &request[n++]);
    MPI_Ireduce_scatter(ti, &part, ones, MPI_INT, MPI_SUM, MPI_COMM_WORLD,
                        &request[n++]);
    int part2 = -1;
    MPI_Ireduce_scatter_block(ti, &part2, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD,
                              &request[n++]);
    MPI_Iscan(&rank, &scan, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request[n++]);
    MPI_Iexscan(&rank, &before, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD,
                &request[n++]);
    CHECK(n == CALLS);
    while (n > 0) { /* complete in any order */
        int index;
        MPI_Waitany(CALLS, request, &index, MPI_STATUS_IGNORE);
        n--;
    }
    CHECK(b == 77 && piece == 5 * rank && sv == 5 * rank && max == p - 1);
    CHECK(scan == rank * (rank + 1) / 2);
    CHECK(!rank || before == rank * (rank - 1) / 2);
    CHECK(part == 100 * (p * (p - 1) / 2) + p * rank && part2 == part);
    CHECK(rank != root || sum == p * (p - 1) / 2);
    for (int i = 0; i < p; i++) {
        CHECK(ag[i] == i && to[i] == 100 * i + rank);
        CHECK(tv[i] == to[i] && tw[i] == to[i]);
        CHECK(rank != root || g[i] == i);
        CHECK(rank != root ||
              (gv[2 * (p - 1 - i)] == i && gv[2 * (p - 1 - i) + 1] == -i));
        for (int k = 0; k <= i; k++)
            CHECK(av[places[i] + k] == i);
    }
    free(g), free(gv), free(s), free(ag), free(av), free(ti), free(to);
    free(tv), free(tw), free(ones), free(at), free(bytes), free(counts);
    free(places), free(types), free(twos), free(evens);
}

static void in_place(void)
{
    int p = size, x = rank, *all = malloc(p * sizeof *all);
    MPI_Allreduce(MPI_IN_PLACE, &x, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK(x == p * (p - 1) / 2);
    x = rank;
    MPI_Reduce(rank ? &x : MPI_IN_PLACE, &x, 1, MPI_INT, MPI_MAX, 0,
               MPI_COMM_WORLD);
    CHECK(rank || x == p - 1);
    all[rank] = rank;
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < p; i++)
        CHECK(all[i] == i);
    all[rank] = 3 * rank;
    MPI_Gather(rank ? &all[rank] : MPI_IN_PLACE, 1, MPI_INT, all, 1, MPI_INT, 0,
               MPI_COMM_WORLD);
    for (int i = 0; i < p && !rank; i++)
        CHECK(all[i] == 3 * i);
    MPI_Scatter(all, 1, MPI_INT, rank ? &x : MPI_IN_PLACE, 1, MPI_INT, 0,
                MPI_COMM_WORLD);
    CHECK(!rank || x == 3 * rank);
    x = rank;
    MPI_Scan(MPI_IN_PLACE, &x, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK(x == rank * (rank + 1) / 2);
    for (int i = 0; i < p; i++)
        all[i] = i;
    MPI_Reduce_scatter_block(MPI_IN_PLACE, all, 1, MPI_INT, MPI_SUM,
                             MPI_COMM_WORLD);
    CHECK(all[0] == p * rank);
    free(all);
}

/* A periodic ring; with one or two ranks both neighbours are the same rank. */
static void neighbours(void)
{
    MPI_Comm ring;
    int p = size, period = 1, low = (rank + p - 1) % p, up = (rank + 1) % p;
    MPI_Cart_create(MPI_COMM_WORLD, 1, &p, &period, 0, &ring);
    int out[2] = {10 * rank, 10 * rank + 1}, in[2] = {-1, -1}, one = rank;
    MPI_Neighbor_alltoall(out, 1, MPI_INT, in, 1, MPI_INT, ring);
    CHECK(in[0] == 10 * low + 1 && in[1] == 10 * up);
    MPI_Neighbor_allgather(&one, 1, MPI_INT, in, 1, MPI_INT, ring);
    CHECK(in[0] == low && in[1] == up);
    int counts[2] = {1, 1}, places[2] = {1, 0};
    MPI_Neighbor_allgatherv(&one, 1, MPI_INT, in, counts, places, MPI_INT,
                            ring);
    CHECK(in[1] == low && in[0] == up);
    MPI_Request request[2];
    int in2[2];
    MPI_Aint bytes[2] = {0, sizeof(int)};
    MPI_Datatype types[2] = {MPI_INT, MPI_INT};
    int straight[2] = {0, 1};
    MPI_Ineighbor_alltoallv(out, counts, straight, MPI_INT, in, counts,
                            straight, MPI_INT, ring, &request[0]);
    MPI_Ineighbor_alltoallw(out, counts, bytes, types, in2, counts, bytes,
                            types, ring, &request[1]);
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
    CHECK(in[0] == 10 * low + 1 && in[1] == 10 * up);
    CHECK(in2[0] == in[0] && in2[1] == in[1]);
    MPI_Comm_free(&ring);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    at_once();
    in_place();
    order();
    neighbours();
    if (rank == 0)
        printf("%d ranks\n", size);
    MPI_Finalize();
    return 0;
}
