/* The runs of a comparison, some at a time: each worker takes the next job
 * that waits, on a core of its own. */
#include "compare.h"
#include "progress.h"
#include "signals.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define WORKERS_MAX 256

/* The signal that wants us to stop; 0: none. Handlers know nothing else. */
static volatile sig_atomic_t stopped;

struct pool {
    struct compare *compare;
    atomic_size_t next;     /* the first job that nobody has taken */
    atomic_size_t finished; /* jobs */
    atomic_bool stop;       /* take no more */
    sem_t news;             /* a job has finished */
    cpu_set_t cores;        /* that we may use */
    bool pinned;            /* a core for each worker */
    atomic_int worker;      /* workers that have begun */
    pthread_t thread[WORKERS_MAX];
    int workers;
};

static void on_signal(int number)
{
    stopped = number;
}

static void job_run(const struct compare *compare, struct job *job)
{
    struct weft_experiment experiment = compare_experiment(compare, job);
    int status = weft_run(&experiment, NULL, 0, &job->result, &job->err);
    bool unfit = status && weft_error_is_misuse(&job->err);
    struct weft_result *result = &job->result;
    snprintf(result->problem, sizeof result->problem, "%s", experiment.problem);
    snprintf(result->strategy, sizeof result->strategy, "%s",
             job->strategy->name);
    atomic_store(&job->state, unfit ? FITS_NOT : DONE);
}

/* Stay on the index-th of our cores: the threads of its runs stay there too,
 * so that runs do not get in each other's way. */
static void pin(const struct pool *pool, int index)
{
    cpu_set_t one;
    CPU_ZERO(&one);
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
        if (CPU_ISSET(cpu, &pool->cores) && index-- == 0)
            CPU_SET(cpu, &one);
    if (CPU_COUNT(&one))
        pthread_setaffinity_np(pthread_self(), sizeof one, &one);
}

static void *work(void *arg)
{
    struct pool *pool = arg;
    int index = atomic_fetch_add(&pool->worker, 1);
    if (pool->pinned)
        pin(pool, index);
    while (!atomic_load(&pool->stop)) {
        size_t next = atomic_fetch_add(&pool->next, 1);
        if (next >= pool->compare->jobs)
            break;
        job_run(pool->compare, &pool->compare->job[next]);
        atomic_fetch_add(&pool->finished, 1);
        sem_post(&pool->news);
    }
    return NULL;
}

/* Start the workers; signals stay with the caller. */
static int start(struct pool *pool, struct weft_error *err)
{
    sigset_t all, old;
    if (sched_getaffinity(0, sizeof pool->cores, &pool->cores))
        CPU_ZERO(&pool->cores);
    int cores = CPU_COUNT(&pool->cores), code = 0;
    int wanted = pool->compare->workers;
    wanted = wanted ? wanted : cores;
    wanted = wanted < 1 ? 1 : wanted > WORKERS_MAX ? WORKERS_MAX : wanted;
    if ((size_t)wanted > pool->compare->jobs)
        wanted = (int)pool->compare->jobs;
    pool->pinned = wanted > 1 && wanted == cores;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    for (; pool->workers < wanted && !code; pool->workers += !code)
        code = pthread_create(&pool->thread[pool->workers], NULL, work, pool);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    if (pool->workers)
        return 0;
    return weft_error_system(err, code, 0, "cannot start a thread: %s",
                             strerror(code));
}

/* Wait for news, or for a fifth of a second. */
static void nap(struct pool *pool)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 200000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    sem_timedwait(&pool->news, &until);
}

/* A second signal ends the program at once. */
static void watch_signals(bool on)
{
    signal_catch(SIGINT, on ? on_signal : SIG_DFL, on);
    signal_catch(SIGTERM, on ? on_signal : SIG_DFL, on);
}

int compare_run(struct compare *compare, struct weft_error *err)
{
    static struct pool pool; /* outlives us if a signal comes */
    struct progress progress;
    pool.compare = compare;
    sem_init(&pool.news, 0, 0);
    stopped = 0;
    watch_signals(true);
    if (start(&pool, err))
        return -1;
    progress_begin(&progress, compare);
    while (!stopped && atomic_load(&pool.finished) < compare->jobs) {
        nap(&pool);
        progress_show(&progress, atomic_load(&pool.finished));
    }
    progress_end(&progress);
    atomic_store(&pool.stop, true);
    if (stopped)
        return stopped;
    watch_signals(false);
    for (int i = 0; i < pool.workers; i++)
        pthread_join(pool.thread[i], NULL);
    sem_destroy(&pool.news);
    return 0;
}
