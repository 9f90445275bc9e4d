/* Parallel execution of the trials of a comparison: each worker takes the next
 * waiting trial and runs it on its own core. */
#include "base/base.h"
#include "base/system/thread.h"
#include "deal.h"
#include "questions.h"
#include "supply.h"

#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <weft/unstable/cluster.h>

struct pool {
    struct weft_comparison *compare;
    struct supply supply; /* waiting trials */
    /* Distribution among processes; used by the main thread only. */
    struct deal deal;
    sem_t news;        /* posted when a trial is completed */
    cpu_set_t cores;   /* cores that this process may use */
    bool pinned;       /* each worker has its own core */
    atomic_int worker; /* number of workers that have started */
    atomic_int ended;  /* number of workers that have ended */
    pthread_t thread[WEFT_TRIALS_AT_ONCE];
    int workers;
};

static void pool_run(const struct weft_comparison *compare,
                     struct weft_trial *trial)
{
    struct weft_experiment experiment = weft_trial_experiment(compare, trial);
    deal_engine(&experiment);
    int status = weft_run(&experiment, NULL, 0, &trial->result, &trial->err);
    bool unfit = status && weft_error_is_misuse(&trial->err);
    struct weft_result *result = &trial->result;
    snprintf(result->problem, sizeof result->problem, "%s", experiment.problem);
    snprintf(result->strategy, sizeof result->strategy, "%s",
             trial->strategy->name);
    __atomic_store_n(&trial->state, unfit ? WEFT_TRIAL_UNFIT : WEFT_TRIAL_DONE,
                     __ATOMIC_RELEASE);
}

/* Pin the thread, and all threads of its runs, to the index-th core, so that
 * runs do not disturb each other. */
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

/* Run the next trial, after waiting for one if `wait` is set. Returns false if
 * there is none. */
static bool pool_next(struct pool *pool, bool wait)
{
    size_t next;
    if (!supply_take(&pool->supply, wait, &next))
        return false;
    pool_run(pool->compare, &pool->compare->trial[next]);
    supply_made(&pool->supply, next);
    return true;
}

static void *pool_work(void *arg)
{
    struct pool *pool = arg;
    int index = atomic_fetch_add(&pool->worker, 1);
    if (pool->pinned)
        pin(pool, index);
    while (pool_next(pool, true))
        sem_post(&pool->news);
    atomic_fetch_add(&pool->ended, 1);
    sem_post(&pool->news);
    return NULL;
}

/* Signals that a thread itself causes. They must not be blocked: otherwise a
 * processor that overflows its stack would end the process. */
static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

/* Determine the number of workers and the cores. */
static int count_workers(struct pool *pool)
{
    if (sched_getaffinity(0, sizeof pool->cores, &pool->cores))
        CPU_ZERO(&pool->cores);
    int cores = CPU_COUNT(&pool->cores);
    int wanted = pool->compare->jobs;
    if (weft_cluster_size() > 1) /* there are as many processes as cores */
        cores = 1;
    wanted = wanted ? wanted : cores;
    wanted = (int)clamp(wanted, 1, WEFT_TRIALS_AT_ONCE);
    if ((size_t)wanted > pool->compare->trials)
        wanted = (int)pool->compare->trials;
    pool->pinned = wanted > 1 && wanted == cores;
    return wanted;
}

/* Start the workers with all other signals blocked, so that the caller receives
 * these. */
static int pool_start(struct pool *pool, int wanted, struct weft_error *err)
{
    sigset_t all, old;
    int code = 0;
    if (WEFT_ONE_THREAD)
        return 0;
    sigfillset(&all);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        sigdelset(&all, faults[i]);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    for (; pool->workers < wanted && !code; pool->workers += !code)
        code =
            pthread_create(&pool->thread[pool->workers], NULL, pool_work, pool);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    if (pool->workers)
        return 0;
    return weft_error_system(err, code, 0, "cannot start a thread: %s",
                             strerror(code));
}

/* Wait until a trial is completed or a worker ends, but only briefly, because
 * messages of other processes are not handled meanwhile. With one thread, run a
 * trial. */
static void nap(struct pool *pool)
{
    struct timespec deadline;
    if (WEFT_ONE_THREAD) {
        pool_next(pool, false);
        return;
    }
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_nsec += weft_cluster_size() > 1 ? 1000000 : 200000000;
    deadline.tv_sec += deadline.tv_nsec / 1000000000;
    deadline.tv_nsec %= 1000000000;
    sem_timedwait(&pool->news, &deadline);
}

/* Wait for the workers. A watch that has stopped the trials is asked on, so
 * that it can end them. */
static void pool_join(struct pool *pool, const struct weft_watch *stopped)
{
    while (stopped && atomic_load(&pool->ended) < pool->workers) {
        nap(pool);
        stopped->go_on(stopped->arg, deal_finished(&pool->deal));
    }
    for (int i = 0; i < pool->workers; i++)
        pthread_join(pool->thread[i], NULL);
}

/* Collect the results in the order of the trials. */
static int pool_collect(struct weft_comparison *compare, struct weft_error *err)
{
    compare->row = calloc(compare->trials, sizeof *compare->row);
    compare->unfit = calloc(compare->trials, sizeof *compare->unfit);
    if (!compare->row || !compare->unfit)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    for (size_t i = 0; i < compare->trials; i++) {
        const struct weft_trial *trial = &compare->trial[i];
        int state = __atomic_load_n(&trial->state, __ATOMIC_ACQUIRE);
        if (state == WEFT_TRIAL_DONE)
            compare->row[compare->rows++] = trial;
        else if (state == WEFT_TRIAL_UNFIT)
            compare->unfit[compare->unfits++] = trial;
    }
    return questions_ask(compare, err);
}

/* Wait until all trials are completed. Returns false if the watch ends the
 * wait. */
static bool pool_wait_for(struct pool *pool, const struct weft_watch *watch)
{
    bool on = true;
    while (on && !deal_look(&pool->deal)) {
        nap(pool);
        on = !watch || watch->go_on(watch->arg, deal_finished(&pool->deal));
    }
    return on;
}

static void pool_finish(struct pool *pool)
{
    deal_close(&pool->deal);
    supply_finish(&pool->supply);
    sem_destroy(&pool->news);
    free(pool);
}

static struct pool *pool_open(struct weft_comparison *compare,
                              struct weft_error *err)
{
    struct pool *pool = calloc(1, sizeof *pool);
    if (!pool) {
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
        return NULL;
    }
    pool->compare = compare;
    sem_init(&pool->news, 0, 0);
    int wanted = count_workers(pool), status = -1;
    if (supply_open(&pool->supply, compare->trials))
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    else if (!deal_open(&pool->deal, compare, &pool->supply, wanted, err))
        status = pool_start(pool, wanted, err);
    if (!status)
        return pool;
    pool_finish(pool);
    return NULL;
}

int weft_comparison_run(struct weft_comparison *compare,
                        const struct weft_watch *watch, struct weft_error *err)
{
    if (!compare->trials || compare->row)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              compare->row
                                  ? "the comparison has already been run"
                                  : "the comparison has no trials");
    struct pool *pool = pool_open(compare, err);
    if (!pool)
        return -1;
    bool whole = pool_wait_for(pool, watch);
    supply_close(&pool->supply, true);
    if (whole || watch->join) {
        pool_join(pool, whole ? NULL : watch);
        pool_finish(pool);
    } /* else its threads still use it */
    int status = pool_collect(compare, err);
    return status || whole ? status : 1;
}
