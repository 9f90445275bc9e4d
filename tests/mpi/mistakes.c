/* weft mpi -n 3 -- exchange_shared */
/* weft mpi -n 3 -- exchange_apart */
/* weft mpi -n 3 -- exchange_columns */
/* weft mpi -n 3 -- replaced_types */
/* weft mpi -n 3 -- replaced_types_begun */
/* weft mpi -n 3 -- in_place_types_gathered */
/* weft mpi -n 3 -- in_place_types_exchanged */
/* weft mpi -n 3 -- cart_dims */
/* weft mpi -n 3 -- cart_periods */
/* weft mpi -n 3 -- cart_remain */
/* weft mpi -n 3 -- graph_edges */
/* weft mpi -n 3 -- groups */
/* weft mpi -n 3 -- groups_apart */
/* weft mpi -n 3 -- split_type */
/* weft mpi -n 3 -- split_types */
/* weft mpi -n 3 -- edge_unknown */
/* weft mpi -n 3 -- edge_twice */
/* weft mpi -n 3 -- edge_weight */
/* weft mpi -n 3 -- edges_agree */
/* weft mpi -n 3 -- requests_twice */
/* weft mpi -n 3 -- entries_twice */
/* weft mpi -n 3 -- copies_twice */
/* weft mpi -n 3 -- columns_between */
/* weft mpi -n 3 -- blocks_written_twice */
/* weft mpi -n 3 -- blocks_read_twice */
/* weft mpi -n 3 -- blocks_exchanged_twice */
/* weft mpi -n 3 -- put_twice */
/* weft mpi -n 3 -- begun_shared */
/* weft mpi -n 3 -- begun_too_long */
/* weft mpi -n 3 check -- gathered_shared */
/* weft mpi -n 3 check -- gathered_apart */
/* weft mpi -n 3 check -- scattered_shared */
/* weft mpi -n 3 -- in_place_sent */
/* weft mpi -n 3 -- in_place_broadcast */
/* weft mpi -n 3 -- in_place_given */
/* weft mpi -n 3 -- block_too_long */
/* weft mpi -n 3 -- block_too_short */
/* weft mpi -n 3 -- blocks_begun */
/* weft mpi -n 3 -- neighbours */
/* weft mpi -n 3 -- again_and_again */
/* weft mpi -n 3 check -- leak */
/* More errors, one per function; *_apart and *_columns contain none. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static int rank, size, right, left, data[32], other[32];

static int is(const char *wanted, const char *word)
{
    return strcmp(wanted, word) == 0;
}

static void exchange(int *from, int *to, MPI_Datatype type)
{
    MPI_Sendrecv(from, 2, type, right, 0, to, 2, type, left, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

/* Interleave sent and received elements in one array. */
static void columns(void)
{
    MPI_Datatype type;
    MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &type);
    MPI_Type_commit(&type);
    exchange(data, data + 1, type);
    MPI_Type_free(&type);
}

/* Rank 1 uses a different type. */
static void replaced(int begins)
{
    MPI_Datatype type = rank == 1 ? MPI_FLOAT : MPI_INT;
    MPI_Request request;
    if (!begins) {
        MPI_Sendrecv_replace(data, 2, type, right, 0, left, 0, MPI_COMM_WORLD,
                             MPI_STATUS_IGNORE);
        return;
    }
    MPI_Isendrecv_replace(data, 2, type, right, 0, left, 0, MPI_COMM_WORLD,
                          &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/* Rank 0 uses a different type, with MPI_IN_PLACE. */
static void in_place(int gathers)
{
    const int counts[] = {1, 1, 1}, places[] = {0, 1, 2};
    MPI_Datatype type = rank == 0 ? MPI_FLOAT : MPI_INT;
    if (gathers)
        MPI_Gather(rank ? other : MPI_IN_PLACE, 1, type, data, 1, type, 0,
                   MPI_COMM_WORLD);
    else
        MPI_Alltoallv(MPI_IN_PLACE, counts, places, type, data, counts, places,
                      type, MPI_COMM_WORLD);
}

static void begun(int count, int *to)
{
    MPI_Request request;
    MPI_Isendrecv(data, count, MPI_INT, right, 0, to, 2, MPI_INT, left, 0,
                  MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void gathered(const int *from)
{
    MPI_Allgather(from, 2, MPI_INT, data, 2, MPI_INT, MPI_COMM_WORLD);
}

/* Rank 1 sends `count` elements to rank 0, which expects two. */
static void blocks(int count, int begins)
{
    const int counts[] = {2, 2, 2}, places[] = {0, 2, 4};
    MPI_Request request;
    count = rank == 1 ? count : 2;
    if (!begins) {
        MPI_Gatherv(data, count, MPI_INT, other, counts, places, MPI_INT, 0,
                    MPI_COMM_WORLD);
        return;
    }
    MPI_Igatherv(data, count, MPI_INT, other, counts, places, MPI_INT, 0,
                 MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void neighbours(void)
{
    int dimension = size, round = 1;
    MPI_Comm ring;
    MPI_Cart_create(MPI_COMM_WORLD, 1, &dimension, &round, 0, &ring);
    MPI_Neighbor_allgather(data, rank == 1 ? 2 : 1, MPI_INT, other, 1, MPI_INT,
                           ring);
    MPI_Comm_free(&ring);
}

/* Three ranks make a mistake five times; weft must report one per sender. */
static void again(void)
{
    MPI_Request request[2];
    for (int i = 0; i < 5; i++) {
        MPI_Irecv(data, 1, MPI_FLOAT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD,
                  request);
        MPI_Isend(other, 1, MPI_INT, left, 0, MPI_COMM_WORLD, request + 1);
        MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
    }
}

/* Rank 1 passes different arguments. */
static void cart(int how)
{
    int dims[] = {3, 1}, periods[] = {0, how == 1 && rank == 1};
    int remain[] = {1, rank == 1};
    MPI_Comm comm, row;
    if (how == 0 && rank == 1)
        dims[0] = 1, dims[1] = 3;
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &comm);
    MPI_Cart_sub(comm, remain, &row);
    MPI_Comm_free(&row);
    MPI_Comm_free(&comm);
}

static void graph(int how)
{
    const int index[] = {1, 2, 2}, edges[] = {1, rank == 1 ? 2 : 0};
    MPI_Comm comm;
    (void)how;
    MPI_Graph_create(MPI_COMM_WORLD, 3, index, edges, 0, &comm);
    MPI_Comm_free(&comm);
}

/* Ranks 0 and 1 form a group, rank 2 another; or else rank 1 joins rank 2. */
static void groups(int apart)
{
    const int parts[][2] = {{0, 1}, {1, 2}, {2, 0}};
    MPI_Group all, part;
    MPI_Comm comm;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    if (apart)
        MPI_Group_incl(all, 1 + (rank < 2), parts[rank / 2 * 2], &part);
    else
        MPI_Group_incl(all, 2, parts[rank == 1], &part);
    MPI_Comm_create(MPI_COMM_WORLD, part, &comm);
    MPI_Group_free(&all);
    MPI_Group_free(&part);
    if (comm != MPI_COMM_NULL)
        MPI_Comm_free(&comm);
}

static void split(int how)
{
    const int types[] = {17, rank == 1 ? MPI_COMM_TYPE_HW_UNGUIDED
                                       : MPI_COMM_TYPE_SHARED};
    MPI_Comm comm;
    MPI_Comm_split_type(MPI_COMM_WORLD, types[how], 0, MPI_INFO_NULL, &comm);
}

/* A ring of edges to the right. Rank 1 omits its incoming edge, names one too
 * many, or gives a different weight; otherwise there is no error. */
static void edges(int how)
{
    const int from[] = {left, left}, to[] = {right}, weight[] = {3, 3};
    const int mine[] = {how == 2 && rank == 1 ? 4 : 3, 3};
    const int comes = rank != 1 || how > 1 ? 1 : how == 0 ? 0 : 2;
    MPI_Comm comm;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, comes, from, mine, 1, to,
                                   weight, MPI_INFO_NULL, 0, &comm);
    if (how != 1)
        MPI_Neighbor_allgather(data, 1, MPI_INT, other, 1, MPI_INT, comm);
    MPI_Comm_free(&comm);
}

/* Receive types that overlap: within one type, or between two elements; and two
 * interleaved columns, which do not. */
static void received(int how)
{
    const int lengths[] = {2, 2}, places[] = {0, 1};
    const MPI_Aint extent = how == 1 ? 2 : sizeof(int);
    MPI_Datatype type, column;
    if (how == 0) {
        MPI_Type_indexed(2, lengths, places, MPI_INT, &type);
    } else if (how == 1) {
        MPI_Type_create_resized(MPI_INT, 0, extent, &type);
    } else {
        MPI_Type_vector(4, 1, 2, MPI_INT, &column);
        MPI_Type_create_resized(column, 0, extent, &type);
        MPI_Type_free(&column);
    }
    MPI_Type_commit(&type);
    MPI_Sendrecv(other, how == 1 ? 2 : 4, MPI_INT, right, 0, data, 2 - !how,
                 type, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Type_free(&type);
}

/* Blocks of two elements, each shifted by only one. */
static void overlapping(int how)
{
    const int counts[] = {2, 2, 2}, apart[] = {0, 2, 4}, places[] = {0, 1, 2};
    if (how == 0)
        MPI_Gatherv(data, 2, MPI_INT, other, counts, places, MPI_INT, 1,
                    MPI_COMM_WORLD);
    else if (how == 1)
        MPI_Scatterv(data, counts, places, MPI_INT, other, 2, MPI_INT, 1,
                     MPI_COMM_WORLD);
    else
        MPI_Alltoallv(data, counts, places, MPI_INT, other, counts,
                      rank == 1 ? places : apart, MPI_INT, MPI_COMM_WORLD);
}

static void put(int how)
{
    MPI_Datatype type;
    MPI_Win win;
    (void)how;
    MPI_Type_create_resized(MPI_INT, 0, 2, &type);
    MPI_Type_commit(&type);
    MPI_Win_create(data, sizeof data, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(other, 2, MPI_INT, 1, 0, 2, type, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Type_free(&type);
}

static void requests(int how)
{
    MPI_Request request[2];
    (void)how;
    MPI_Isend(data, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, &request[0]);
    request[1] = request[0];
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
}

static const struct {
    const char *word;
    void (*run)(int how);
    int how;
} all[] = {
    {"replaced_types", replaced, 0},
    {"replaced_types_begun", replaced, 1},
    {"in_place_types_exchanged", in_place, 0},
    {"in_place_types_gathered", in_place, 1},
    {"cart_dims", cart, 0},
    {"cart_periods", cart, 1},
    {"cart_remain", cart, 2},
    {"graph_edges", graph, 0},
    {"groups", groups, 0},
    {"groups_apart", groups, 1},
    {"split_type", split, 0},
    {"split_types", split, 1},
    {"edge_unknown", edges, 0},
    {"edge_twice", edges, 1},
    {"edge_weight", edges, 2},
    {"edges_agree", edges, 3},
    {"requests_twice", requests, 0},
    {"entries_twice", received, 0},
    {"copies_twice", received, 1},
    {"columns_between", received, 2},
    {"blocks_written_twice", overlapping, 0},
    {"blocks_read_twice", overlapping, 1},
    {"blocks_exchanged_twice", overlapping, 2},
    {"put_twice", put, 0},
};

/* Run the function with this name. Return whether there is one. */
static int run(const char *word)
{
    size_t i = 0, count = sizeof all / sizeof *all;
    while (i < count && !is(word, all[i].word))
        i++;
    if (i < count)
        all[i].run(all[i].how);
    return i < count;
}

int main(int argc, char **argv)
{
    const char *word = argv[argc - 1];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    right = (rank + 1) % size;
    left = (rank + size - 1) % size;
    if (run(word))
        ;
    else if (is(word, "exchange_shared"))
        exchange(data, data + 1, MPI_INT);
    else if (is(word, "exchange_apart"))
        exchange(data, data + 2, MPI_INT);
    else if (is(word, "exchange_columns"))
        columns();
    else if (is(word, "begun_shared"))
        begun(2, data + 1);
    else if (is(word, "begun_too_long"))
        begun(3, other);
    else if (is(word, "gathered_shared"))
        gathered(data + 2 * rank + 1);
    else if (is(word, "gathered_apart"))
        gathered(other);
    else if (is(word, "scattered_shared"))
        MPI_Scatter(data, 2, MPI_INT, data + 1, 2, MPI_INT, 0, MPI_COMM_WORLD);
    else if (is(word, "in_place_sent"))
        MPI_Send(MPI_IN_PLACE, 1, MPI_INT, right, 0, MPI_COMM_WORLD);
    else if (is(word, "in_place_broadcast"))
        MPI_Bcast(MPI_IN_PLACE, 1, MPI_INT, 0, MPI_COMM_WORLD);
    else if (is(word, "in_place_given"))
        MPI_Gather(MPI_IN_PLACE, 1, MPI_INT, data, 1, MPI_INT, 0,
                   MPI_COMM_WORLD);
    else if (!strncmp(word, "block", 5))
        blocks(is(word, "block_too_short") ? 1 : 3, is(word, "blocks_begun"));
    else if (is(word, "neighbours"))
        neighbours();
    else if (is(word, "again_and_again")) {
        again();
    } else {
        MPI_Datatype type;
        MPI_Type_contiguous(2, MPI_INT, &type);
    }
    MPI_Finalize();
}
