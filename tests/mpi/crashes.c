/* weft-mpicc -O0 --no-watch -pthread */
/* weft mpi -n 2 -- segv */
/* weft mpi -n 2 -- null_call */
/* weft mpi -n 2 -- in_library */
/* weft mpi -n 2 -- aborts */
/* weft mpi -n 2 -- overflows */
/* weft mpi -n 2 -- raises 7 */
/* weft mpi -n 2 -- raises 10 */
/* weft mpi -n 2 -- raises 14 */
/* weft mpi -n 2 -- handles */
/* weft mpi -n 2 -- after_fault */
/* weft mpi -n 2 -- thread_crashes */
/* weft mpi -n 2 -- thread_sends */
/* weft mpi -n 2 -- thread_exits */
/* weft mpi -n 2 -- thread_stays */
/* weft mpi -n 2 -- ends_thread */
/* weft mpi -n 2 -- interrupted 2 */
/* weft mpi -n 2 -- interrupted 15 */
/* weft mpi -n 2 --limit 1000 -- interrupted 26 */
/* weft mpi check -n 2,3 --limit 1000 -- interrupted_late 26 */
/* Ranks that crash and threads that end, in all ways: each is reported with its
 * rank and line, and nothing hangs. */
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *number;
static int *volatile nowhere;
static int x;

static void segv(void)
{
    *nowhere = 1;
}

static void (*volatile nothing)(void);

static void null_call(void)
{
    nothing();
}

static void in_library(void)
{
    printf("%zu\n", strlen((const char *)nowhere));
}

static void aborts(void)
{
    abort();
}

static int down(int n)
{
    volatile char page[4096];
    page[0] = (char)n;
    return n < 0 ? 0 : down(n + 1) + page[0];
}

static void overflows(void)
{
    down(0);
}

static void raises(void)
{
    raise(atoi(number));
}

static void handle(int signal)
{
    *nowhere = signal;
}

static void handles(void)
{
    signal(SIGUSR1, handle);
    raise(SIGUSR1);
}

/* The fault before the crash is reported, too. */
static void after_fault(void)
{
    double y = 1;
    MPI_Sendrecv(&x, 1, MPI_INT, 1, 0, &y, 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    *nowhere = 1;
}

static void start(void *(*program)(void *))
{
    pthread_t thread;
    pthread_create(&thread, NULL, program, NULL);
    pthread_join(thread, NULL);
}

static void *crash(void *arg)
{
    *nowhere = 1;
    return arg;
}

static void thread_crashes(void)
{
    start(crash);
}

static void *send(void *arg)
{
    MPI_Send(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    return arg;
}

static void thread_sends(void)
{
    start(send);
}

static void *leave(void *arg)
{
    exit(arg != NULL);
}

static void thread_exits(void)
{
    start(leave);
}

static void *stay(void *arg)
{
    pthread_mutex_lock(arg);
    return arg;
}

/* A thread waits for ever when its rank is cancelled. */
static void thread_stays(void)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_t thread;
    pthread_mutex_lock(&lock);
    pthread_create(&thread, NULL, stay, &lock);
    MPI_Recv(&x, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void ends_thread(void)
{
    pthread_exit(NULL);
}

static void interrupted(void)
{
    raise(atoi(number));
}

/* Only on three ranks. */
static void interrupted_late(void)
{
    int size;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size == 3)
        raise(atoi(number));
}

static const struct {
    const char *name;
    void (*run)(void);
} ways[] = {
#define WAY(name)                                                              \
    {                                                                          \
#name, name                                                            \
    }
    WAY(segv),         WAY(null_call),    WAY(in_library),
    WAY(aborts),       WAY(overflows),    WAY(raises),
    WAY(handles),      WAY(after_fault),  WAY(thread_crashes),
    WAY(thread_sends), WAY(thread_exits), WAY(thread_stays),
    WAY(ends_thread),  WAY(interrupted),  WAY(interrupted_late),
};

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    number = argc > 2 ? argv[2] : "0";
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (rank == 1 && strcmp(argv[1], ways[i].name) == 0)
            ways[i].run();
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
