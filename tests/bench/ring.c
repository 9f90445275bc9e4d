/* Measures the least cost of passing control from one thread to another.
 *
 * usage: bench-ring THREADS TURNS
 * prints: microseconds of CPU time per hand-over
 *
 * A token circulates TURNS times in a ring of threads on one core; each thread
 * waits on its own futex, as in engine `threads`, and does nothing else. The
 * result is close to a lower bound for hand-overs in that engine. */
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

struct atomic_file { /* a thread; go: whether it holds the token */
    alignas(64) atomic_uint go;
    struct atomic_file *next;
    pthread_t thread;
};

static long turns;

static void *hand_on(void *arg)
{
    struct atomic_file *place = arg;
    for (long i = 0; i < turns; i++) {
        while (!atomic_exchange(&place->go, 0))
            syscall(SYS_futex, &place->go, FUTEX_WAIT_PRIVATE, 0, NULL, NULL,
                    0);
        atomic_store(&place->next->go, 1);
        syscall(SYS_futex, &place->next->go, FUTEX_WAKE_PRIVATE, 1, NULL, NULL,
                0);
    }
    return NULL;
}

/* Run all threads that start later on the caller's core, without preemption of
 * one by another. */
static void share_core(void)
{
    const struct sched_param none = {0};
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    if (sched_setaffinity(0, sizeof one, &one) ||
        sched_setscheduler(0, SCHED_BATCH, &none))
        perror("bench-ring");
}

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

int main(int argc, char **argv)
{
    long threads = argc == 3 ? strtol(argv[1], NULL, 10) : 0;
    turns = argc == 3 ? strtol(argv[2], NULL, 10) : 0;
    if (threads < 2 || threads > 1 << 15 || turns < 1) {
        fprintf(stderr, "usage: bench-ring THREADS TURNS\n");
        return 64;
    }
    struct atomic_file *ring =
        aligned_alloc(64, (size_t)threads * sizeof *ring);
    if (!ring)
        abort();
    share_core();
    for (long i = 0; i < threads; i++) {
        ring[i].next = &ring[(i + 1) % threads];
        atomic_init(&ring[i].go, 0);
    }
    for (long i = 0; i < threads; i++)
        if (pthread_create(&ring[i].thread, NULL, hand_on, &ring[i]))
            abort();
    double before = cpu_seconds();
    atomic_store(&ring[0].go, 1);
    syscall(SYS_futex, &ring[0].go, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
    for (long i = 0; i < threads; i++)
        pthread_join(ring[i].thread, NULL);
    printf("%.2f\n",
           (cpu_seconds() - before) * 1e6 / (double)threads / (double)turns);
    free(ring);
    return 0;
}
