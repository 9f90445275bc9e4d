/* weft-mpicc --watch */
/* weft mpi -n 3 check -- fence put load */
/* weft mpi -n 3 check -- fence put store */
/* weft mpi -n 3 check -- fence get load */
/* weft mpi -n 3 check -- fence get store */
/* weft mpi -n 3 check -- fence put beside */
/* weft mpi -n 3 check -- fence put receive */
/* weft mpi -n 3 check -- post put load */
/* weft mpi -n 3 check -- post get load */
/* weft mpi -n 3 check -- all put store */
/* weft mpi -n 3 check -- all put load */
/* weft mpi -n 3 check -- all get store */
/* weft mpi -n 3 check -- all sum store */
/* weft mpi -n 3 check -- all put later */
/* weft mpi -n 3 check -- all put poll */
/* weft mpi -n 3 check -- all put ask */
/* weft mpi -n 3 check -- lock put store */
/* weft mpi -n 3 check -- lock put alone */
/* weft mpi -n 3 check -- origin put store */
/* weft mpi -n 3 check -- origin put load */
/* weft mpi -n 3 check -- origin get load */
/* weft mpi -n 3 check -- origin get flushed */
/* weft mpi -n 3 check -- origin swap store */
/* weft mpi -n 3 check -- origin swap load */
/* weft mpi -n 3 check -- origin swap flushed */
/* weft mpi -n 3 check -- origin columns store */
/* weft mpi -n 3 check -- flushed put get */
/* weft mpi -n 3 check -- flushed get put */
/* weft mpi -n 3 check -- request get unlocked */
/* weft mpi -n 3 check -- request fetch touched */
/* weft mpi -n 3 check -- request get waited */
/* weft mpi -n 3 check -- request get touched */
/* weft mpi -n 3 check -- request sum replace */
/* weft mpi -n 3 check -- never_ended */
/* weft mpi -n 3 check -- lock_within */
/* weft mpi -n 3 check -- lock_after */
/* weft mpi -n 3 check -- lock_apart */
/* Loads and stores of a rank to the memory of its window, and to buffers of its
 * own pending accesses. Rank 0 accesses the memory of rank 1. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static int rank, *memory, value = 7, other, got;
static volatile int sum;
static MPI_Win win;
static const char *how, *what, *own;

static int is(const char *wanted, const char *word)
{
    return strcmp(wanted, word) == 0;
}

static void reach(void)
{
    if (rank != 0)
        return;
    if (is(what, "put"))
        MPI_Put(&value, 1, MPI_INT, 1, 3, 1, MPI_INT, win);
    else if (is(what, "sum"))
        MPI_Accumulate(&value, 1, MPI_INT, 1, 3, 1, MPI_INT, MPI_SUM, win);
    else if (is(what, "swap"))
        MPI_Compare_and_swap(&value, &other, &got, MPI_INT, 1, 3, win);
    else
        MPI_Get(&got, 1, MPI_INT, 1, 3, 1, MPI_INT, win);
}

static void touch(void)
{
    if (rank != 1)
        return;
    if (is(own, "load"))
        sum = memory[3];
    else if (is(own, "beside"))
        memory[4] = 1;
    else if (is(own, "receive"))
        MPI_Recv(memory, 4, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else
        memory[3] = 1;
}

static void fences(void)
{
    MPI_Win_fence(0, win);
    reach();
    touch();
    if (rank == 2 && is(own, "receive"))
        MPI_Send(memory, 4, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Win_fence(0, win);
    if (!is(own, "receive"))
        touch();
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
}

static void post(void)
{
    MPI_Group all, one;
    int other = rank == 0;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 1, &other, &one);
    if (rank == 0) {
        MPI_Win_start(one, 0, win);
        reach();
        MPI_Win_complete(win);
    } else if (rank == 1) {
        memory[3] = 2;
        MPI_Win_post(one, 0, win);
        touch();
        MPI_Win_wait(win);
        memory[3] = 2;
    }
    MPI_Group_free(&all);
    MPI_Group_free(&one);
}

/* Rank 0 notifies rank 1 after its put. */
static void told(void)
{
    if (rank == 0) {
        reach();
        MPI_Win_flush(1, win);
        MPI_Send(&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
    } else if (rank == 1) {
        MPI_Recv(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Win_sync(win);
        memory[3] = 1;
    }
}

/* Write data, then a flag; a rank that sees the flag may use the data. */
static void flag(int by_load)
{
    int one = 1, seen = 0;
    if (rank == 0) {
        reach();
        MPI_Win_flush(1, win);
        MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Win_flush(1, win);
    } else if (rank == 1) {
        while (!seen) {
            if (by_load)
                MPI_Win_sync(win);
            else
                MPI_Fetch_and_op(NULL, &seen, MPI_INT, 1, 0, MPI_NO_OP, win);
            MPI_Win_flush(1, win);
            seen = by_load ? ((volatile int *)memory)[0] : seen;
        }
        memory[3] = 2;
        memory[0] = 0;
    }
}

static void lock_all(void)
{
    memory[3] = 5; /* at creation, before accesses by others */
    MPI_Win_lock_all(0, win);
    if (is(own, "later")) {
        told();
    } else if (is(own, "poll") || is(own, "ask")) {
        flag(is(own, "poll"));
    } else {
        reach();
        touch();
    }
    MPI_Win_unlock_all(win);
}

/* Access under an exclusive lock, or without one. */
static void lock_one(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0 || (rank == 1 && is(own, "alone")))
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    reach();
    if (rank == 1)
        memory[3] = 1;
    if (rank == 0 || (rank == 1 && is(own, "alone")))
        MPI_Win_unlock(1, win);
}

/* A type with a gap: the first of two integers. */
static void columns(void)
{
    MPI_Datatype type;
    MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &type);
    MPI_Type_commit(&type);
    if (rank == 0)
        MPI_Put(&value, 1, type, 1, 3, 1, type, win);
    MPI_Type_free(&type);
}

static void origin(void)
{
    MPI_Win_lock_all(0, win);
    if (is(what, "columns"))
        columns();
    else
        reach();
    if (is(own, "flushed"))
        MPI_Win_flush_local_all(win);
    if (rank == 0 && is(own, "store"))
        value = 7;
    else if (rank == 0)
        sum = is(what, "put") ? value : got;
    MPI_Win_unlock_all(win);
}

/* Make an access, complete it locally, and make another. The program reads the
 * value that it got. */
static void flushed(void)
{
    MPI_Win_lock_all(0, win);
    reach();
    MPI_Win_flush_local(1, win);
    what = own;
    reach();
    MPI_Win_unlock_all(win);
}

/* A completed request means that its data can be reused; a rank's own
 * accumulate operations are performed in order. */
static void requested(void)
{
    MPI_Request request;
    if (rank)
        return;
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    if (is(own, "unlocked")) {
        MPI_Rget(&got, 1, MPI_INT, 1, 3, 1, MPI_INT, win, &request);
        MPI_Win_unlock(1, win);
        got = 0;
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        return;
    }
    if (is(what, "fetch")) {
        MPI_Rget_accumulate(&value, 1, MPI_INT, &got, 1, MPI_INT, 1, 3, 1,
                            MPI_INT, MPI_SUM, win, &request);
        value = 7;
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else if (is(what, "get")) {
        MPI_Rget(&got, 1, MPI_INT, 1, 3, 1, MPI_INT, win, &request);
        if (is(own, "touched"))
            sum = got;
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        sum = got;
        MPI_Put(&value, 1, MPI_INT, 1, 3, 1, MPI_INT, win);
    } else {
        MPI_Accumulate(&value, 1, MPI_INT, 1, 3, 1, MPI_INT, MPI_SUM, win);
        MPI_Accumulate(&value, 1, MPI_INT, 1, 3, 1, MPI_INT, MPI_REPLACE, win);
    }
    MPI_Win_unlock(1, win);
}

static void locked(void)
{
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    what = "get";
    reach();
    MPI_Win_unlock(1, win);
}

/* Mixed epochs: fences and locks. */
static void mixed(void)
{
    what = "put";
    MPI_Win_fence(0, win);
    if (!is(how, "lock_within"))
        reach();
    if (is(how, "never_ended"))
        return;
    if (is(how, "lock_after"))
        MPI_Win_fence(0, win);
    if (is(how, "lock_apart"))
        MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    locked();
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_fence(is(how, "lock_apart") ? MPI_MODE_NOPRECEDE : 0, win);
    what = "put";
    reach();
    MPI_Win_fence(0, win);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    how = argv[1];
    what = argc > 2 ? argv[2] : "put";
    own = argc > 3 ? argv[3] : "";
    MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL,
                     MPI_COMM_WORLD, &memory, &win);
    memory[3] = 0;
    if (is(how, "fence"))
        fences();
    else if (is(how, "post"))
        post();
    else if (is(how, "all"))
        lock_all();
    else if (is(how, "lock"))
        lock_one();
    else if (is(how, "request"))
        requested();
    else if (is(how, "origin"))
        origin();
    else if (is(how, "flushed"))
        flushed();
    else
        mixed();
    MPI_Win_free(&win);
    MPI_Finalize();
}
