/* weft-mpicc -O0 --watch -fopenmp */
/* weft mpi --guard -n 2 -- one_buffer */
/* weft mpi check -n 2 -- one_buffer */
/* weft mpi check -n 2 -- right_message */
/* weft mpi --guard -n 2 -- read_during */
/* weft mpi --guard -n 2 -- written_before */
/* weft mpi --guard -n 2 -- after_wait */
/* weft mpi --guard -n 2 -- shared_result */
/* weft mpi --guard -n 2 -- after_critical */
/* weft mpi --guard -n 2 -- posix_unjoined */
/* weft mpi --guard -n 2 -- probed */
/* weft mpi --guard -n 2 -- two_probes */
/* weft mpi --guard -n 2 -- right_parts */
/* weft mpi --guard -n 2 -- right_reads */
/* weft mpi --guard -n 2 -- right_barrier */
/* weft mpi --guard -n 2 -- right_critical */
/* weft mpi --guard -n 2 -- right_lock */
/* weft mpi --guard -n 2 -- right_atomic */
/* weft mpi --guard -n 2 -- right_message */
/* weft mpi --guard -n 2 -- right_heap */
/* weft mpi --guard -n 2 -- right_private */
/* weft mpi --guard -n 2 -- right_tasks */
/* weft mpi --guard -n 2 -- right_single */
/* weft mpi --guard -n 2 -- right_loop */
/* weft mpi --guard -n 2 -- right_posix */
/* weft mpi --guard -n 2 -- right_probe */
/* weft mpi --guard -n 2 -- right_mprobe */
/* weft mpi --guard -n 2 -- right_tags */
/* Data races between the threads of a rank on memory that MPI functions use:
 * wrong programs, then right ones. */
#include <mpi.h>
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, peer, data[8], sum;
static int local;
#pragma omp threadprivate(local)

static void get(int *to, int tag)
{
    MPI_Recv(to, 1, MPI_INT, peer, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void put(const int *from, int tag)
{
    MPI_Send(from, 1, MPI_INT, peer, tag, MPI_COMM_WORLD);
}

/* ---- wrong ----------------------------------------------------------------
 */

static void one_buffer(void)
{
    int out[2] = {1, 2};
#pragma omp parallel num_threads(2)
    {
        int t = omp_get_thread_num();
        put(&out[t], t);
        get(&data[0], t);
    }
}

static void read_during(void)
{
    int out = 1;
    if (rank) {
        put(&out, 0);
        return;
    }
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        get(&data[3], 0);
#pragma omp section
        sum += data[3];
    }
}

static void written_before(void)
{
    if (rank) {
        get(&data[0], 0);
        return;
    }
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0)
            data[1] = 7;
        else
            put(&data[1], 0);
    }
}

static void after_wait(void)
{
    int out = 1;
    put(&out, 0);
#pragma omp parallel num_threads(2)
    {
        MPI_Request request;
        if (omp_get_thread_num() == 0) {
            MPI_Irecv(&data[2], 1, MPI_INT, peer, 0, MPI_COMM_WORLD, &request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
#pragma omp barrier
        } else {
#pragma omp barrier
            sum = data[2];
        }
        put(&out, 1);
        if (omp_get_thread_num() == 0)
            MPI_Irecv(&data[3], 1, MPI_INT, peer, 1, MPI_COMM_WORLD, &request);
#pragma omp barrier
        if (omp_get_thread_num() == 0)
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        else {
            get(&out, 1);
            sum = data[3];
        }
    }
}

static void shared_result(void)
{
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0)
            MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        else
            sum++;
    }
}

static void after_critical(void)
{
    int out = 1;
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
            put(&out, 0);
            get(&data[0], 0);
        }
#pragma omp critical
        sum++;
        if (omp_get_thread_num() == 1)
            sum += data[0];
    }
}

static void *receive(void *to)
{
    get(to, 0);
    return NULL;
}

static void posix_unjoined(void)
{
    pthread_t thread;
    int out = 1;
    pthread_create(&thread, NULL, receive, &data[0]);
    put(&out, 0);
    if (data[0])
        sum++;
    pthread_join(thread, NULL);
}

static void probe_and_receive(int tag)
{
    MPI_Status status;
    int count, got[4];
    MPI_Probe(peer, tag, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    MPI_Recv(got, count, MPI_INT, peer, tag, MPI_COMM_WORLD, &status);
}

static void send_two(int first, int second)
{
    MPI_Send(data, 2, MPI_INT, peer, first, MPI_COMM_WORLD);
    MPI_Send(data, 2, MPI_INT, peer, second, MPI_COMM_WORLD);
}

static void probed(void)
{
    send_two(0, 0);
#pragma omp parallel num_threads(2)
    {
        int got[4];
        if (omp_get_thread_num() == 0)
            probe_and_receive(0);
        else
            MPI_Recv(got, 4, MPI_INT, peer, MPI_ANY_TAG, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    }
}

static void two_probes(void)
{
    send_two(0, 0);
#pragma omp parallel num_threads(2)
    probe_and_receive(0);
}

/* ---- right ----------------------------------------------------------------
 */

static void right_parts(void)
{
    int out[4] = {1, 2, 3, 4};
#pragma omp parallel num_threads(4)
    {
        int t = omp_get_thread_num();
        put(&out[t], t);
        get(&data[t], t);
        data[t]++;
    }
    sum = data[0] + data[3];
}

static void right_reads(void)
{
    int into[3];
#pragma omp parallel num_threads(3)
    {
        int t = omp_get_thread_num();
        put(&data[0], t);
        get(&into[t], t);
#pragma omp atomic
        sum += data[0] + into[t];
    }
}

static void right_barrier(void)
{
    int out = 5;
#pragma omp parallel num_threads(3)
    for (int i = 0; i < 3; i++) {
        if (omp_get_thread_num() == i) {
            put(&out, i);
            get(&data[0], i);
        }
#pragma omp barrier
        if (data[0] != 5)
            printf("wrong\n");
#pragma omp barrier
    }
}

static void right_critical(void)
{
    int out = 5;
#pragma omp parallel num_threads(3)
    {
        put(&out, 0);
#pragma omp critical
        {
            get(&data[0], 0);
            data[0]++;
        }
    }
}

static void right_lock(void)
{
    int out = 5;
    omp_lock_t lock;
    omp_init_lock(&lock);
#pragma omp parallel num_threads(3)
    {
        put(&out, 0);
        omp_set_lock(&lock);
        get(&data[0], 0);
        sum += data[0];
        omp_unset_lock(&lock);
    }
    omp_destroy_lock(&lock);
}

static void right_atomic(void)
{
    int out = 5, ready = 0;
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
            put(&out, 0);
            get(&data[0], 0);
#pragma omp atomic write
            ready = 1;
        } else {
            int seen = 0, flag;
            while (!seen) {
#pragma omp atomic read
                seen = ready;
                MPI_Iprobe(peer, 99, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
            }
            sum = data[0];
        }
    }
}

/* A message comes back after the first thread is done with the memory. */
static void right_message(void)
{
    int got = 0;
    if (rank) {
        put(&sum, 0);
        get(&got, 1);
        put(&got, 2);
        return;
    }
#pragma omp parallel num_threads(2)
    {
        int word = 0;
        if (omp_get_thread_num() == 0) {
            get(&data[0], 0);
            put(&word, 1);
        } else {
            get(&word, 2);
            sum = data[0];
        }
    }
}

static void right_heap(void)
{
    int out = 1;
#pragma omp parallel num_threads(3)
    for (int i = 0; i < 10; i++) {
        int t = omp_get_thread_num(), *memory = malloc(40);
        put(&out, t);
        memset(memory, t, 40);
        get(memory + 3, t);
        free(memory);
    }
}

static void right_private(void)
{
    int out = 1;
#pragma omp parallel num_threads(3)
    {
        int t = omp_get_thread_num(), own = t;
        put(&out, t);
        get(&local, t);
        put(&own, t);
        get(&own, t);
        local += own;
#pragma omp barrier
        if (local != 1 + t)
            printf("thread %d has %d\n", t, local);
    }
}

static void right_tasks(void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
    {
        for (int i = 0; i < 4; i++)
#pragma omp task
            put(&data[i], i);
        for (int i = 0; i < 4; i++)
#pragma omp task
            get(&data[i + 4], i);
#pragma omp taskwait
        data[4] += data[5];
    }
}

static void right_single(void)
{
    int out = 1;
#pragma omp parallel num_threads(3)
    {
#pragma omp single
        {
            put(&out, 0);
            get(&data[0], 0);
        }
#pragma omp atomic
        sum += data[0];
    }
    data[0] = sum;
}

static void right_loop(void)
{
    int out[8] = {0};
    for (int round = 0; round < 3; round++) {
#pragma omp parallel for num_threads(4) schedule(dynamic)
        for (int i = 0; i < 8; i++) {
            put(&out[i], i);
            get(&data[i], i);
        }
        for (int i = 0; i < 8; i++)
            out[i] = data[i] + 1;
    }
}

static void right_posix(void)
{
    pthread_t thread;
    int out = 1;
    pthread_create(&thread, NULL, receive, &data[0]);
    put(&out, 0);
    pthread_join(thread, NULL);
    sum += data[0];
}

static void right_probe(void)
{
    send_two(0, 0);
#pragma omp parallel num_threads(2)
    {
#pragma omp critical
        probe_and_receive(0);
    }
}

static void right_mprobe(void)
{
    send_two(0, 0);
#pragma omp parallel num_threads(2)
    {
        MPI_Message message;
        MPI_Status status;
        int got[4];
        MPI_Mprobe(peer, 0, MPI_COMM_WORLD, &message, &status);
        MPI_Mrecv(got, 4, MPI_INT, &message, &status);
    }
}

static void right_tags(void)
{
    send_two(0, 1);
#pragma omp parallel num_threads(2)
    probe_and_receive(omp_get_thread_num());
}

static const struct {
    const char *name;
    void (*call)(void);
} cases[] = {
#define CASE(name)                                                             \
    {                                                                          \
#name, name                                                            \
    }
    CASE(one_buffer),     CASE(read_during),   CASE(written_before),
    CASE(after_wait),     CASE(shared_result), CASE(after_critical),
    CASE(posix_unjoined), CASE(probed),        CASE(two_probes),
    CASE(right_parts),    CASE(right_reads),   CASE(right_barrier),
    CASE(right_critical), CASE(right_lock),    CASE(right_atomic),
    CASE(right_message),  CASE(right_heap),    CASE(right_private),
    CASE(right_tasks),    CASE(right_single),  CASE(right_loop),
    CASE(right_posix),    CASE(right_probe),   CASE(right_mprobe),
    CASE(right_tags),
};

int main(int argc, char **argv)
{
    int level;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    peer = 1 - rank;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (strcmp(cases[i].name, argv[1]) == 0)
            cases[i].call();
    MPI_Barrier(MPI_COMM_WORLD);
    return MPI_Finalize();
}
