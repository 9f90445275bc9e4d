/* weft mpi -n 2 -- multiple */
/* weft mpi -n 2 -- serialized */
/* weft mpi -n 2 -- keeps */
/* weft mpi -n 2 -- queues */
/* weft mpi -n 2 -- barriers */
/* weft mpi -n 2 -- leaves */
/* weft mpi -n 2 -- communicators */
/* weft mpi -n 2 -- at_once */
/* weft mpi -n 2 -- collectives */
/* weft mpi -n 2 -- one_request */
/* weft mpi -n 2 -- never_joined */
/* weft mpi -n 2 -- itself */
/* weft mpi -n 2 -- funneled */
/* weft mpi check -n 2 -- multiple */
/* POSIX threads of a rank that call MPI: right programs, then errors. */
#include <mpi.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define THREADS 3

static int rank, peer;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static int exchange(int value, int tag)
{
    int got = -1;
    MPI_Sendrecv(&value, 1, MPI_INT, peer, tag, &got, 1, MPI_INT, peer, tag,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return got;
}

/* Run a function in several threads, and print what they return. */
static void run(void *(*body)(void *), int count)
{
    pthread_t thread[THREADS];
    void *result[THREADS];
    for (intptr_t i = 0; i < count; i++)
        pthread_create(&thread[i], NULL, body, (void *)i);
    for (int i = 0; i < count; i++)
        pthread_join(thread[i], &result[i]);
    printf("rank %d:", rank);
    for (int i = 0; i < count; i++)
        printf(" %d", (int)(intptr_t)result[i]);
    printf("\n");
}

/* A receive waits for a message that another thread of the other rank sends. */
static void *receives_and_sends(void *arg)
{
    int me = (int)(intptr_t)arg, value = 10 * rank + me;
    int got = me ? -1 : exchange(value, 0);
    if (me)
        MPI_Recv(&got, 1, MPI_INT, peer, me, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (me + 1 < THREADS)
        MPI_Ssend(&value, 1, MPI_INT, peer, me + 1, MPI_COMM_WORLD);
    return (void *)(intptr_t)got;
}

static void multiple(void)
{
    run(receives_and_sends, THREADS);
}

static void *locks(void *arg)
{
    pthread_mutex_lock(&mutex);
    int got = exchange(10 * rank + (int)(intptr_t)arg, 0);
    pthread_mutex_unlock(&mutex);
    return (void *)(intptr_t)got;
}

static void serialized(void)
{
    run(locks, THREADS);
}

static pthread_key_t key;
static _Thread_local int own = 7;

static void *keep(void *arg)
{
    pthread_setspecific(key, arg);
    own += (int)(intptr_t)arg;
    sched_yield();
    int same = pthread_getspecific(key) == arg &&
               pthread_equal(pthread_self(), pthread_self());
    return (void *)(intptr_t)(100 * same + own);
}

static void keeps(void)
{
    pthread_key_create(&key, NULL);
    run(keep, THREADS);
}

/* One thread receives, the others wait for what it has received. */
static int queue, taken;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t items;

static void *take(void *arg)
{
    struct timespec now;
    if (arg) {
        pthread_mutex_lock(&mutex);
        while (!queue)
            pthread_cond_wait(&changed, &mutex);
        int mine = queue--;
        pthread_mutex_unlock(&mutex);
        sem_wait(&items);
        pthread_rwlock_wrlock(&lock);
        taken += mine;
        pthread_rwlock_unlock(&lock);
        return (void *)(intptr_t)mine;
    }
    exchange(0, 0);
    pthread_mutex_lock(&mutex);
    clock_gettime(CLOCK_REALTIME, &now);
    now.tv_nsec += 1000;
    int late = pthread_cond_timedwait(&changed, &mutex, &now) != 0;
    queue = THREADS - 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
    for (int i = 1; i < THREADS; i++)
        sem_post(&items);
    return (void *)(intptr_t)late;
}

static void queues(void)
{
    sem_init(&items, 0, 0);
    run(take, THREADS);
    printf("rank %d: taken %d\n", rank, taken);
}

static pthread_barrier_t barrier;
static int met;

static void *meet(void *arg)
{
    (void)arg;
    int before = met++;
    pthread_barrier_wait(&barrier);
    int after = met;
    pthread_barrier_wait(&barrier);
    return (void *)(intptr_t)(10 * before + after);
}

static void barriers(void)
{
    pthread_barrier_init(&barrier, NULL, THREADS);
    run(meet, THREADS);
}

static void *leave(void *arg)
{
    exchange(rank, 0);
    pthread_exit(arg);
}

static void leaves(void)
{
    pthread_t thread;
    run(leave, 1);
    pthread_create(&thread, NULL, leave, NULL);
    pthread_detach(thread);
    exchange(rank, 1);
}

/* Each thread has its own communicator. */
static MPI_Comm comm[THREADS];

static void *sums(void *arg)
{
    int sum, value = rank + (int)(intptr_t)arg;
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, comm[(intptr_t)arg]);
    return (void *)(intptr_t)sum;
}

static void communicators(void)
{
    for (int i = 0; i < THREADS; i++)
        MPI_Comm_dup(MPI_COMM_WORLD, &comm[i]);
    run(sums, THREADS);
    for (int i = 0; i < THREADS; i++)
        MPI_Comm_free(&comm[i]);
}

/* Wrong under MPI_THREAD_SERIALIZED. */
static void *sends(void *arg)
{
    exchange(rank, (int)(intptr_t)arg);
    return NULL;
}

static void at_once(void)
{
    run(sends, 2);
}

/* Wrong: two threads in collective calls on one communicator. */
static void *meets(void *arg)
{
    (void)arg;
    MPI_Barrier(MPI_COMM_WORLD);
    return NULL;
}

static void collectives(void)
{
    run(meets, 2);
}

/* Wrong: two threads wait for one request. */
static MPI_Request request;

static void *waits(void *arg)
{
    (void)arg;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return NULL;
}

static void one_request(void)
{
    int value = 0;
    MPI_Irecv(&value, 1, MPI_INT, peer, 0, MPI_COMM_WORLD, &request);
    run(waits, 2);
}

/* Wrong: a thread waits for a message that nobody sends. */
static void *hangs(void *arg)
{
    int value;
    MPI_Recv(&value, 1, MPI_INT, peer, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return arg;
}

static void never_joined(void)
{
    run(hangs, 1);
}

/* Wrong: the threads of a rank wait for each other. */
static void itself(void)
{
    pthread_mutex_lock(&mutex);
    run(locks, 1);
}

/* Wrong: the thread is one of the system. */
static void funneled(void)
{
    if (rank == 0)
        run(sends, 1);
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
    WAY(multiple, MULTIPLE),      WAY(serialized, SERIALIZED),
    WAY(keeps, MULTIPLE),         WAY(queues, SERIALIZED),
    WAY(barriers, SERIALIZED),    WAY(leaves, MULTIPLE),
    WAY(communicators, MULTIPLE), WAY(at_once, SERIALIZED),
    WAY(collectives, MULTIPLE),   WAY(one_request, MULTIPLE),
    WAY(never_joined, MULTIPLE),  WAY(itself, MULTIPLE),
    WAY(funneled, FUNNELED),
};

int main(int argc, char **argv)
{
    size_t i = 0;
    int provided;
    while (strcmp(argv[1], ways[i].name) != 0)
        i++;
    MPI_Init_thread(&argc, &argv, ways[i].level, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    peer = 1 - rank;
    ways[i].run();
    MPI_Finalize();
    return 0;
}
