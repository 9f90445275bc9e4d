/* weft-mpicc -fopenmp */
/* weft mpi -n 2 -- regions */
/* weft mpi -n 2 -- loops */
/* weft mpi -n 2 -- ordered */
/* weft mpi -n 2 -- sections */
/* weft mpi -n 2 -- locks */
/* weft mpi -n 2 -- tasks */
/* weft mpi -n 2 -- private */
/* weft mpi -n 2 -- alone */
/* weft mpi -n 2 -- serialized */
/* weft mpi -n 2 -- at_once */
/* weft mpi -n 2 -- funneled */
/* weft mpi -n 2 -- other_calls */
/* weft mpi -n 2 -- finalizes */
/* weft mpi -n 2 -- multiple */
/* weft mpi -n 2 -- crossed */
/* weft mpi -n 2 -- itself */
/* weft mpi check -n 2 -- multiple */
/* Threads of OpenMP: each way of sharing work, the thread levels, and their
 * errors. */
#include <mpi.h>
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define THREADS 4

static int rank, peer;

static int exchange(int value, int tag)
{
    int got = -1;
    MPI_Sendrecv(&value, 1, MPI_INT, peer, tag, &got, 1, MPI_INT, peer, tag,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return got;
}

static void show(const char *what, const int *value, int count)
{
    printf("rank %d: %s", rank, what);
    for (int i = 0; i < count; i++)
        printf(" %d", value[i]);
    printf("\n");
}

static void regions(void)
{
    int who[THREADS] = {0}, sizes[3], singles = 0, copied = 0;
    sizes[0] = omp_get_num_threads();
    omp_set_num_threads(3);
#pragma omp parallel
    {
#pragma omp single
        sizes[1] = omp_get_num_threads();
#pragma omp parallel num_threads(2)
#pragma omp single
        sizes[2] = omp_get_num_threads();
    }
#pragma omp parallel num_threads(THREADS) reduction(+ : copied)
    {
        int mine;
        who[omp_get_thread_num()] = 1 + omp_get_thread_num();
#pragma omp barrier
#pragma omp single
        for (int i = 0; i < THREADS; i++)
            singles += who[i];
#pragma omp single copyprivate(mine)
        mine = 7;
        copied += mine;
    }
    show("threads", who, THREADS);
    show("sizes", sizes, 3);
    printf("rank %d: sum %d, copied %d\n", rank, singles, copied);
}

static void loops(void)
{
    int by[3][20] = {{0}}, sum = 0;
#pragma omp parallel num_threads(3)
    {
#pragma omp for schedule(dynamic, 3)
        for (int i = 0; i < 20; i++)
            by[0][i] = omp_get_thread_num();
#pragma omp for schedule(guided) nowait
        for (int i = 19; i >= 0; i -= 2)
            by[1][i] = omp_get_thread_num();
#pragma omp for schedule(static, 4)
        for (int i = 0; i < 20; i++)
            by[2][i] = omp_get_thread_num();
    }
#pragma omp parallel for schedule(runtime) reduction(+ : sum)
    for (unsigned long long i = 3; i <= 18; i += 4)
        sum += (int)i;
#pragma omp parallel for schedule(dynamic) reduction(+ : sum)
    for (int i = 5; i < 5; i++)
        sum += 100;
    for (int i = 0; i < 3; i++)
        show("loop", by[i], 20);
    printf("rank %d: sum %d\n", rank, sum);
}

static void ordered(void)
{
    int order[12], next = 0;
#pragma omp parallel for ordered schedule(dynamic, 2) num_threads(3)
    for (int i = 0; i < 12; i++) {
        if (i % 3 == 0)
            exchange(i, i);
#pragma omp ordered
        order[next++] = i;
    }
    show("order", order, 12);
}

static void sections(void)
{
    int by[3] = {-1, -1, -1};
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        by[0] = omp_get_thread_num();
#pragma omp section
        by[1] = omp_get_thread_num();
#pragma omp section
        by[2] = omp_get_thread_num();
    }
    show("sections", by, 3);
}

static void locks(void)
{
    omp_lock_t lock;
    omp_nest_lock_t nested;
    int count[4] = {0}, failed = 0;
    omp_init_lock(&lock);
    omp_init_nest_lock(&nested);
#pragma omp parallel num_threads(THREADS)
    {
        omp_set_lock(&lock);
        count[0] += exchange(1, 0);
        omp_unset_lock(&lock);
        omp_set_nest_lock(&nested);
        omp_set_nest_lock(&nested);
        count[1] += exchange(1, 1);
        omp_unset_nest_lock(&nested);
        omp_unset_nest_lock(&nested);
#pragma omp critical
        count[2] += exchange(1, 2);
#pragma omp critical(named)
        count[3] += exchange(1, 3);
#pragma omp barrier
#pragma omp master
        omp_set_lock(&lock);
#pragma omp barrier
#pragma omp atomic
        failed += !omp_test_lock(&lock);
    }
    omp_unset_lock(&lock);
    omp_destroy_lock(&lock);
    omp_destroy_nest_lock(&nested);
    show("locks", count, 4);
    printf("rank %d: %d tests failed\n", rank, failed);
}

static void tasks(void)
{
    int squares[5] = {0}, sum = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
    {
        for (int i = 0; i < 5; i++)
#pragma omp task firstprivate(i)
            squares[i] = i * i;
#pragma omp taskwait
#pragma omp taskloop
        for (int i = 0; i < 5; i++)
#pragma omp atomic
            sum += squares[i];
    }
    show("squares", squares, 5);
    printf("rank %d: sum %d\n", rank, sum);
}

static _Thread_local int kept = 5;

static void private(void)
{
    int seen[THREADS];
    kept = 50;
#pragma omp parallel num_threads(THREADS)
    {
        kept += omp_get_thread_num();
#pragma omp barrier
        seen[omp_get_thread_num()] = kept;
    }
    show("kept", seen, THREADS);
#pragma omp parallel num_threads(THREADS)
    seen[omp_get_thread_num()] = kept;
    show("again", seen, THREADS);
}

/* A thread of the system is a team of its own. */
static void *alone_body(void *arg)
{
    int *sum = arg;
#pragma omp parallel for schedule(dynamic, 3) reduction(+ : sum[0])
    for (int i = 0; i < 10; i++)
        sum[0] += i;
#pragma omp parallel sections
    {
#pragma omp section
        sum[1] += 1;
#pragma omp section
        sum[1] += 2;
    }
#pragma omp for schedule(guided)
    for (int i = 0; i < 10; i++)
        sum[2] += i;
    return NULL;
}

static void alone(void)
{
    int sum[3] = {0};
    pthread_t thread;
    pthread_create(&thread, NULL, alone_body, sum);
    pthread_join(thread, NULL);
    show("alone", sum, 3);
}

/* Right under MPI_THREAD_SERIALIZED: one call after the other. */
static void serialized(void)
{
    int got[THREADS];
#pragma omp parallel num_threads(THREADS)
    {
        int me = omp_get_thread_num();
#pragma omp critical
        got[me] = exchange(10 * rank + me, me);
#pragma omp barrier
#pragma omp single
        MPI_Barrier(MPI_COMM_WORLD);
    }
    show("got", got, THREADS);
}

/* Wrong: nothing orders the calls of the threads. */
static void at_once(void)
{
#pragma omp parallel num_threads(2)
    exchange(rank, omp_get_thread_num());
}

/* Right under MPI_THREAD_FUNNELED. */
static void funneled(void)
{
    int got = 0, level, first[THREADS];
#pragma omp parallel num_threads(THREADS)
    {
        MPI_Is_thread_main(&first[omp_get_thread_num()]);
#pragma omp master
        {
            MPI_Query_thread(&level);
            got = exchange(rank, 0);
        }
    }
    show("first", first, THREADS);
    printf("rank %d: level %d, got %d\n", rank, level, got);
}

/* Wrong: another thread calls MPI. */
static void other_calls(void)
{
#pragma omp parallel num_threads(2)
    if (omp_get_thread_num() == 1)
        exchange(rank, 0);
}

static void finalizes(void)
{
#pragma omp parallel num_threads(2)
    if (omp_get_thread_num() == 1)
        MPI_Finalize();
}

/* Right under MPI_THREAD_MULTIPLE: thread i of a rank sends to thread i + 1 of
 * the other, and the threads wait for each other's messages. */
static void multiple(void)
{
    int got[THREADS];
#pragma omp parallel num_threads(THREADS)
    {
        int me = omp_get_thread_num(), value = 10 * rank + me;
        int to = (me + 1) % THREADS;
        if (me % 2) {
            MPI_Recv(&got[me], 1, MPI_INT, peer, me, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
            MPI_Ssend(&value, 1, MPI_INT, peer, to, MPI_COMM_WORLD);
        } else {
            MPI_Ssend(&value, 1, MPI_INT, peer, to, MPI_COMM_WORLD);
            MPI_Recv(&got[me], 1, MPI_INT, peer, me, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        }
    }
    show("got", got, THREADS);
}

/* Wrong: a deadlock of threads. */
static void crossed(void)
{
#pragma omp parallel num_threads(2)
    {
        int value = 0, me = omp_get_thread_num();
        MPI_Recv(&value, 1, MPI_INT, peer, 5 + me, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        MPI_Send(&value, 1, MPI_INT, peer, 6 - me, MPI_COMM_WORLD);
    }
}

/* Wrong: the threads of a rank wait for each other. */
static void itself(void)
{
    omp_lock_t lock[2];
    omp_init_lock(&lock[0]);
    omp_init_lock(&lock[1]);
#pragma omp parallel num_threads(2)
    {
        int me = omp_get_thread_num();
        omp_set_lock(&lock[me]);
#pragma omp barrier
        omp_set_lock(&lock[1 - me]);
    }
}

static const struct {
    const char *name;
    void (*run)(void);
    int level;
} ways[] = {
#define WAY(name, level)                                                       \
    {                                                                          \
#name, name, MPI_THREAD_##level                                        \
    }
    WAY(regions, SINGLE),        WAY(loops, SINGLE),
    WAY(ordered, MULTIPLE),      WAY(sections, SINGLE),
    WAY(locks, MULTIPLE),        WAY(tasks, SINGLE),
    WAY(alone, SINGLE),          WAY(private, SINGLE),
    WAY(serialized, SERIALIZED), WAY(at_once, SERIALIZED),
    WAY(funneled, FUNNELED),     WAY(other_calls, FUNNELED),
    WAY(finalizes, MULTIPLE),    WAY(multiple, MULTIPLE),
    WAY(crossed, MULTIPLE),      WAY(itself, MULTIPLE),
};

int main(int argc, char **argv)
{
    size_t i = 0;
    int provided;
    while (strcmp(argv[1], ways[i].name) != 0)
        i++;
    MPI_Init_thread(&argc, &argv, ways[i].level, &provided);
    if (provided != ways[i].level)
        printf("level %d instead of %d\n", provided, ways[i].level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    peer = 1 - rank;
    ways[i].run();
    MPI_Finalize();
    return 0;
}
