/* weft mpi -n 2 */
/* weft mpi -n 2 --compute real */
/* Virtual time: it advances for ranks that poll a clock, sleep or wait, and all
 * clocks agree. */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

double omp_get_wtime(void); /* defined by weft, without OpenMP */

/* A thread that belongs to no rank. */
static void *elsewhere(void *seconds)
{
    usleep(1);
    *(time_t *)seconds = time(NULL);
    return NULL;
}

/* Let rank 0 print first; with measured time the order would vary. */
static void await_turn(int rank)
{
    if (rank == 1)
        MPI_Barrier(MPI_COMM_WORLD);
}

static void end_turn(int rank)
{
    if (rank == 0)
        MPI_Barrier(MPI_COMM_WORLD);
}

/* Print the times of all other clocks, in seconds. */
static void others(int rank)
{
    time_t thread = 0;
    struct timespec now, then = {4, 0};
    struct rusage usage;
    struct tms spent;
    pthread_t other;
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &then, NULL);
    timespec_get(&now, TIME_UTC);
    getrusage(RUSAGE_SELF, &usage);
    pthread_create(&other, NULL, elsewhere, &thread);
    pthread_join(other, NULL);
    clock_t ticks = times(&spent);
    await_turn(rank);
    printf("rank %d: %d %d %d %d %d %d %d\n", rank, (int)now.tv_sec,
           (int)(ticks / sysconf(_SC_CLK_TCK)),
           (int)(spent.tms_utime / sysconf(_SC_CLK_TCK)),
           (int)(clock() / CLOCKS_PER_SEC), (int)usage.ru_utime.tv_sec,
           (int)thread, (int)omp_get_wtime());
    end_turn(rank);
}

int main(int argc, char **argv)
{
    int rank, flag, x;
    struct timespec now;
    struct timeval day;
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double start = MPI_Wtime();
    while (MPI_Wtime() - start < 0.01)
        continue;
    do
        clock_gettime(CLOCK_REALTIME, &now);
    while (now.tv_sec < 1);
    gettimeofday(&day, NULL);
    await_turn(rank);
    printf("rank %d: %d %d %d %d\n", rank, MPI_Wtime() >= 1, MPI_Wtime() < 1.01,
           day.tv_sec == 1, time(NULL) == 1);
    end_turn(rank);
    if (rank == 0) {
        MPI_Irecv(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        do
            MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
        while (!flag);
        printf("after %.1f s\n", MPI_Wtime() - start);
    } else {
        sleep(2);
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    others(rank);
    MPI_Finalize();
    return 0;
}
