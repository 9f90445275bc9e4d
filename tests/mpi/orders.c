/* weft mpi -n 3 check -- waitany */
/* weft mpi -n 4 check -- waitany_last */
/* weft mpi -n 4 check -- waitany_any */
/* weft mpi -n 3 check -- waitsome */
/* weft mpi -n 3 check -- waitsome_any */
/* weft mpi -n 2 check -- test_early */
/* weft mpi -n 2 check -- test_late */
/* weft mpi -n 2 check -- test_loop */
/* weft mpi -n 3 check -- testall_late */
/* weft mpi -n 3 check -- testany_late */
/* weft mpi -n 3 check -- testsome_late */
/* weft mpi -n 2 check -- iprobe_early */
/* weft mpi -n 2 check -- iprobe_late */
/* weft mpi -n 2 check -- iprobe_loop */
/* weft mpi -n 3 check -- locks */
/* weft mpi -n 4 check -- locks_last */
/* weft mpi -n 3 check -- locks_any */
/* Programs that rely on an order that MPI does not guarantee: they end with
 * status 3 in another order. *_any and *_loop do not rely on one. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

static int rank, size, got[8];
static MPI_Request request[8];

/* Rank 0 starts a receive from each other rank, which sends at once. With
 * `apart`, no rank continues before all messages are sent. */
static int messages(int apart)
{
    for (int i = 1; i < size && rank == 0; i++)
        MPI_Irecv(&got[i], 1, MPI_INT, i, 0, MPI_COMM_WORLD, &request[i - 1]);
    if (rank)
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    if (apart)
        MPI_Barrier(MPI_COMM_WORLD);
    return rank == 0;
}

static int finish(int bad)
{
    MPI_Waitall(size - 1, request, MPI_STATUSES_IGNORE);
    return bad;
}

/* The first completed request is not that of rank `never`. */
static int waitany(int never)
{
    int index;
    if (!messages(0))
        return 0;
    MPI_Waitany(size - 1, request, &index, MPI_STATUS_IGNORE);
    return finish(index + 1 == never);
}

static int waitsome(int most)
{
    int count, index[8];
    if (!messages(0))
        return 0;
    MPI_Waitsome(size - 1, request, &count, index, MPI_STATUSES_IGNORE);
    return finish(count > most);
}

/* A test before the messages can have arrived, or after they were sent. */
static int test(int late)
{
    int flag;
    if (!messages(late))
        return 0;
    MPI_Test(request, &flag, MPI_STATUS_IGNORE);
    return finish(flag != late);
}

static int test_loop(int late)
{
    if (!messages(late))
        return 0;
    for (int flag = 0; !flag;)
        MPI_Testall(size - 1, request, &flag, MPI_STATUSES_IGNORE);
    return 0;
}

static int testall(int late)
{
    int flag;
    if (!messages(late))
        return 0;
    MPI_Testall(size - 1, request, &flag, MPI_STATUSES_IGNORE);
    return finish(flag != late);
}

static int testany(int late)
{
    int flag, index;
    if (!messages(late))
        return 0;
    MPI_Testany(size - 1, request, &index, &flag, MPI_STATUS_IGNORE);
    return finish(flag != late);
}

static int testsome(int late)
{
    int count, index[8];
    if (!messages(late))
        return 0;
    MPI_Testsome(size - 1, request, &count, index, MPI_STATUSES_IGNORE);
    return finish((count > 0) != late);
}

static int iprobe(int how)
{
    int flag = 0, late = how == 1;
    if (rank)
        MPI_Isend(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, request);
    if (late)
        MPI_Barrier(MPI_COMM_WORLD);
    if (rank)
        return finish(0);
    do
        MPI_Iprobe(1, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    while (how == 2 && !flag);
    MPI_Recv(got, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return how < 2 && flag != late;
}

/* Each rank but the first writes its number, unless another one was first. */
static int locks(int never)
{
    int first, *base, bad;
    MPI_Win win;
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD,
                     &base, &win);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    *base = 0;
    MPI_Win_unlock(rank, win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Get(&first, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
        if (!first)
            MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    bad = rank == 0 && *base == never;
    MPI_Win_unlock(rank, win);
    MPI_Win_free(&win);
    return bad;
}

static const struct {
    const char *word;
    int (*run)(int how);
    int how;
} all[] = {
    {"waitany", waitany, 2},
    {"waitany_last", waitany, 3},
    {"waitany_any", waitany, -1},
    {"waitsome", waitsome, 1},
    {"waitsome_any", waitsome, 8},
    {"test_early", test, 0},
    {"test_late", test, 1},
    {"test_loop", test_loop, 0},
    {"testall_late", testall, 1},
    {"testany_late", testany, 1},
    {"testsome_late", testsome, 1},
    {"iprobe_early", iprobe, 0},
    {"iprobe_late", iprobe, 1},
    {"iprobe_loop", iprobe, 2},
    {"locks", locks, 2},
    {"locks_last", locks, 3},
    {"locks_any", locks, -1},
};

int main(int argc, char **argv)
{
    size_t i = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    while (strcmp(all[i].word, argv[argc - 1]) != 0)
        i++;
    for (int k = 0; k < 8; k++)
        request[k] = MPI_REQUEST_NULL;
    int bad = all[i].run(all[i].how);
    MPI_Finalize();
    return bad ? 3 : 0;
}
