/* weft mpi -n 6 */
/* weft mpi -n 6 --strict */
/* Communicators: every constructor, names, comparison, intercommunicators,
 * error handlers. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static int rank, size, handled;

#define CHECK(what)                                                            \
    do {                                                                       \
        if (!(what))                                                           \
            printf("rank %d, line %d: %s\n", rank, __LINE__, #what);           \
    } while (0)

static int sum(MPI_Comm comm)
{
    int all;
    MPI_Allreduce(&rank, &all, 1, MPI_INT, MPI_SUM, comm);
    return all;
}

static void copies(void)
{
    MPI_Comm one, two, three;
    MPI_Request request;
    char name[MPI_MAX_OBJECT_NAME];
    int length, result;
    MPI_Comm_dup(MPI_COMM_WORLD, &one);
    MPI_Comm_idup(MPI_COMM_WORLD, &two, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_dup_with_info(one, MPI_INFO_NULL, &three);
    CHECK(sum(one) == 15 && sum(two) == 15 && sum(three) == 15);
    MPI_Comm_compare(one, MPI_COMM_WORLD, &result);
    CHECK(result == MPI_CONGRUENT);
    MPI_Comm_compare(one, one, &result);
    CHECK(result == MPI_IDENT);
    MPI_Comm_get_name(one, name, &length);
    CHECK(length == 0);
    MPI_Comm_set_name(one, "one");
    MPI_Comm_get_name(one, name, &length);
    CHECK(length == 3 && strcmp(name, "one") == 0);
    MPI_Comm_get_name(MPI_COMM_WORLD, name, &length);
    CHECK(strcmp(name, "MPI_COMM_WORLD") == 0);
    /* A message on one communicator is invisible on the other. */
    int a = 1, b = 2, x = 0;
    if (rank == 0) {
        MPI_Send(&a, 1, MPI_INT, 1, 0, one);
        MPI_Send(&b, 1, MPI_INT, 1, 0, two);
    } else if (rank == 1) {
        MPI_Request early;
        int y;
        MPI_Irecv(&y, 1, MPI_INT, 0, 0, one, &early);
        MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, two,
                 MPI_STATUS_IGNORE);
        MPI_Wait(&early, MPI_STATUS_IGNORE);
        CHECK(x == 2 && y == 1);
    }
    MPI_Comm_free(&one);
    CHECK(one == MPI_COMM_NULL);
    MPI_Comm_free(&two);
    MPI_Comm_disconnect(&three);
}

static void parts(void)
{
    MPI_Comm part, node, few, group_of_two;
    MPI_Group world, low;
    int r, p;
    MPI_Comm_split(MPI_COMM_WORLD, rank == 5 ? MPI_UNDEFINED : rank % 2,
                   10 - rank, &part);
    if (rank == 5) {
        CHECK(part == MPI_COMM_NULL);
    } else {
        MPI_Comm_rank(part, &r);
        MPI_Comm_size(part, &p);
        CHECK(p == (rank % 2 ? 2 : 3) && r == p - 1 - rank / 2);
        CHECK(sum(part) == (rank % 2 ? 4 : 6));
        MPI_Comm_free(&part);
    }
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL,
                        &node);
    CHECK(sum(node) == 15);
    MPI_Comm_free(&node);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_range_incl(world, 1, (int[][3]){{4, 1, -1}}, &low);
    MPI_Comm_create(MPI_COMM_WORLD, low, &few);
    CHECK((few == MPI_COMM_NULL) == (rank == 0 || rank == 5));
    if (few != MPI_COMM_NULL) {
        MPI_Comm_rank(few, &r);
        CHECK(r == 4 - rank && sum(few) == 10);
        MPI_Comm_free(&few);
    }
    MPI_Group two;
    MPI_Group_incl(world, 2, (int[]){2, 4}, &two);
    for (int i = 0; i < 2 && (rank == 2 || rank == 4); i++) {
        MPI_Comm_create_group(MPI_COMM_WORLD, two, 7, &group_of_two);
        CHECK(sum(group_of_two) == 6);
        MPI_Comm_free(&group_of_two);
    }
    MPI_Group_free(&two);
    MPI_Group_free(&low);
    MPI_Group_free(&world);
}

static void between(void)
{
    MPI_Comm half, inter, all, copy;
    int flag, p, x = rank, y = -1, r;
    MPI_Comm_split(MPI_COMM_WORLD, rank < 2, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank < 2 ? 2 : 0, 1, &inter);
    MPI_Comm_test_inter(inter, &flag);
    MPI_Comm_remote_size(inter, &p);
    CHECK(flag && p == (rank < 2 ? 4 : 2));
    MPI_Group remote;
    MPI_Comm_remote_group(inter, &remote);
    MPI_Group_size(remote, &r);
    CHECK(r == p);
    MPI_Group_free(&remote);
    if (rank == 1)
        MPI_Send(&x, 1, MPI_INT, 3, 5, inter); /* to world rank 5 */
    MPI_Status status;
    if (rank == 5) {
        MPI_Recv(&y, 1, MPI_INT, MPI_ANY_SOURCE, 5, inter, &status);
        CHECK(y == 1 && status.MPI_SOURCE == 1);
    }
    MPI_Intercomm_merge(inter, rank < 2, &all);
    MPI_Comm_rank(all, &r);
    CHECK(r == (rank < 2 ? rank + 4 : rank - 2) && sum(all) == 15);
    MPI_Comm_dup(inter, &copy);
    MPI_Comm_remote_size(copy, &r);
    CHECK(r == p);
    MPI_Comm_free(&copy);
    MPI_Comm_free(&all);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
}

/* Merge two groups that pass the same value of `high`. */
static void alike(void)
{
    MPI_Comm half, inter, all;
    int r, place[6];
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, 1, &inter);
    for (int high = 0; high < 2; high++) {
        MPI_Intercomm_merge(inter, high, &all);
        MPI_Comm_rank(all, &r);
        MPI_Allgather(&r, 1, MPI_INT, place, 1, MPI_INT, MPI_COMM_WORLD);
        for (int i = 2; i < size; i++) /* ranks of one side are consecutive */
            CHECK(place[i] == place[i - 2] + 1);
        CHECK(place[0] + place[1] == size / 2 && sum(all) == 15);
        MPI_Comm_free(&all);
    }
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
}

/* Every rank is a group, connected to both neighbours; the upper neighbour's
 * message arrives first and must not match the receive from the lower one. */
static void pipeline(void)
{
    MPI_Comm own, side[2] = {MPI_COMM_NULL, MPI_COMM_NULL};
    MPI_Comm_split(MPI_COMM_WORLD, rank, 0, &own);
    for (int i = 0; i < 2; i++)
        if (i ? rank < size - 1 : rank > 0)
            MPI_Intercomm_create(own, 0, MPI_COMM_WORLD, rank + 2 * i - 1,
                                 rank + i, &side[i]);
    if (rank == 2) {
        MPI_Request request[2];
        int from[2] = {-1, -1};
        for (int i = 0; i < 2; i++)
            MPI_Irecv(&from[i], 1, MPI_INT, 0, 0, side[i], &request[i]);
        MPI_Ssend(&rank, 1, MPI_INT, 3, 1, MPI_COMM_WORLD);
        MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
        CHECK(from[0] == 1 && from[1] == 3);
    } else if (rank == 3) {
        int x;
        MPI_Recv(&x, 1, MPI_INT, 2, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Ssend(&rank, 1, MPI_INT, 0, 0, side[0]);
        MPI_Ssend(&rank, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
    } else if (rank == 1) {
        int x;
        MPI_Recv(&x, 1, MPI_INT, 3, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Ssend(&rank, 1, MPI_INT, 0, 0, side[1]);
    }
    for (int i = 0; i < 2; i++)
        if (side[i] != MPI_COMM_NULL)
            MPI_Comm_free(&side[i]);
    MPI_Comm_free(&own);
}

static void handle(MPI_Comm *comm, int *code, ...)
{
    int class;
    MPI_Error_class(*code, &class);
    handled += *comm == MPI_COMM_WORLD && class == MPI_ERR_RANK;
}

static void errors(void)
{
    MPI_Errhandler own, now;
    int x = 0;
    MPI_Comm_create_errhandler(handle, &own);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, own);
    MPI_Comm_get_errhandler(MPI_COMM_WORLD, &now);
    CHECK(now == own);
    MPI_Errhandler_free(&now);
    MPI_Errhandler_free(&own);
    CHECK(MPI_Send(&x, 1, MPI_INT, size, 0, MPI_COMM_WORLD) != MPI_SUCCESS);
    MPI_Comm_call_errhandler(MPI_COMM_WORLD, MPI_ERR_RANK);
    CHECK(handled == 2);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_get_errhandler(MPI_COMM_WORLD, &now);
    CHECK(now == MPI_ERRORS_RETURN);
    CHECK(MPI_Bcast(&x, -1, MPI_INT, 0, MPI_COMM_WORLD) != MPI_SUCCESS);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    copies();
    parts();
    between();
    alike();
    pipeline();
    errors();
    printf("rank %d of %d\n", rank, size);
    MPI_Finalize();
    return 0;
}
