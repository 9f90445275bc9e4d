/* A ring of pieces of work. The caller fills the pieces in order and gets them
 * back in order; the threads work on filled pieces, the oldest first. If the
 * caller would have to wait for a piece that no thread has begun, it does the
 * work itself, so the pool works even without threads, and short work never
 * starts one. */
#include "worker-pool.h"

#include "base/base.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#define POOL_THREADS_MAX 8

enum worker_pool_state { EMPTY, FULL, WORKING, POOL_DONE };

struct worker_pool {
    void (*work)(void *piece);
    char *pieces; /* [count * size] pieces; a piece is owned by the caller or,
                     while its state is WORKING, by one thread */
    size_t count, size;
    pthread_mutex_t lock;
    pthread_cond_t full, done; /* full: signalled when a piece becomes FULL;
                                  done: when one becomes DONE; both with
                                  `lock` */
    bool stop;       /* whether the threads must stop; guarded by `lock` */
    uint64_t begun;  /* number of pieces begun so far; guarded by `lock` */
    uint64_t filled; /* number of pieces submitted so far; guarded by `lock` */
    int working, at_once; /* working: number of pieces being worked on; at_once:
                             its limit; guarded by `lock` */
    /* members used only by the caller's thread */
    uint64_t back; /* number of pieces returned so far */
    pthread_t thread[POOL_THREADS_MAX];
    int threads, threads_max;
    unsigned char state[]; /* [count] enum worker_pool_state of each piece;
                              guarded by `lock` */
};

/* Return whether a thread may begin the next piece. Call with the lock held. */
static bool may_begin(const struct worker_pool *pool)
{
    return pool->begun < pool->filled && pool->working < pool->at_once;
}

/* Work on the next piece. Call with the lock held; it is held again on
 * return. */
static void work_on_next(struct worker_pool *pool)
{
    size_t at = (size_t)(pool->begun++ % pool->count);
    pool->state[at] = WORKING;
    pool->working++;
    pthread_mutex_unlock(&pool->lock);
    pool->work(pool->pieces + at * pool->size);
    pthread_mutex_lock(&pool->lock);
    pool->state[at] = POOL_DONE;
    pool->working--;
    pthread_cond_signal(&pool->done);
}

static void *worker_pool_run(void *arg)
{
    struct worker_pool *pool = arg;
    pthread_mutex_lock(&pool->lock);
    while (!pool->stop) {
        if (may_begin(pool))
            work_on_next(pool);
        else
            pthread_cond_wait(&pool->full, &pool->lock);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

struct worker_pool *worker_pool_create(void *pieces, size_t count, size_t size,
                                       int at_once, void (*work)(void *piece))
{
    struct worker_pool *pool = calloc(1, sizeof *pool + count);
    if (!pool)
        return NULL;
    pool->work = work;
    pool->pieces = pieces;
    pool->count = count;
    pool->size = size;
    pool->at_once = at_once;
    /* one thread fewer, because the caller works too when it would have to
     * wait */
    int threads = at_once > 1 ? at_once - 1 : 1;
    int most = AT_ONCE(POOL_THREADS_MAX, 0); /* no threads in tests with small
                                                blocks, where they cost more
                                                than they save */
    pool->threads_max = threads < most ? threads : most;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->full, NULL);
    pthread_cond_init(&pool->done, NULL);
    return pool;
}

int worker_pool_cores(int limit)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < limit ? (int)cores : limit;
}

void *worker_pool_next(struct worker_pool *pool)
{
    /* only this thread changes `filled` */
    if (pool->filled - pool->back == pool->count)
        return NULL;
    return pool->pieces + (size_t)(pool->filled % pool->count) * pool->size;
}

void worker_pool_submit(struct worker_pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->state[pool->filled++ % pool->count] = FULL;
    pthread_cond_signal(&pool->full);
    pthread_mutex_unlock(&pool->lock);
    /* the first piece starts no thread, because it may be the only one */
    if (pool->filled > 1 && pool->threads < pool->threads_max &&
        !pthread_create(&pool->thread[pool->threads], NULL, worker_pool_run,
                        pool))
        pool->threads++;
}

void *worker_pool_oldest(struct worker_pool *pool)
{
    if (pool->back == pool->filled)
        return NULL;
    size_t at = (size_t)(pool->back % pool->count);
    pthread_mutex_lock(&pool->lock);
    /* FULL: all earlier pieces have been begun, so this piece is next */
    if (pool->state[at] == FULL) {
        work_on_next(pool);
        pthread_cond_signal(&pool->full);
    }
    while (pool->state[at] != POOL_DONE)
        pthread_cond_wait(&pool->done, &pool->lock);
    pool->state[at] = EMPTY;
    pthread_mutex_unlock(&pool->lock);
    pool->back++;
    return pool->pieces + at * pool->size;
}

void worker_pool_destroy(struct worker_pool *pool)
{
    if (!pool)
        return;
    pthread_mutex_lock(&pool->lock);
    pool->stop = true;
    pthread_cond_broadcast(&pool->full);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->threads; i++)
        pthread_join(pool->thread[i], NULL);
    pthread_cond_destroy(&pool->done);
    pthread_cond_destroy(&pool->full);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}
