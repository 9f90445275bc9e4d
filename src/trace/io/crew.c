/* A ring of pieces of work. The caller fills the pieces in order and gets them
 * back in order; the threads work on filled pieces, the oldest first. If the
 * caller would have to wait for a piece that no thread has begun, it does the
 * work itself, so the pool works even without threads, and short work never
 * starts one. */
#include "crew.h"

#include "base/base.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#define CREW_THREADS_MAX 8

enum crew_state { EMPTY, FULL, WORKING, CREW_DONE };

struct crew {
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
    pthread_t thread[CREW_THREADS_MAX];
    int threads, threads_max;
    unsigned char state[]; /* [count] enum crew_state of each piece; guarded by
                              `lock` */
};

/* Return whether a thread may begin the next piece. Call with the lock held. */
static bool may_begin(const struct crew *crew)
{
    return crew->begun < crew->filled && crew->working < crew->at_once;
}

/* Work on the next piece. Call with the lock held; it is held again on
 * return. */
static void work_on_next(struct crew *crew)
{
    size_t at = (size_t)(crew->begun++ % crew->count);
    crew->state[at] = WORKING;
    crew->working++;
    pthread_mutex_unlock(&crew->lock);
    crew->work(crew->pieces + at * crew->size);
    pthread_mutex_lock(&crew->lock);
    crew->state[at] = CREW_DONE;
    crew->working--;
    pthread_cond_signal(&crew->done);
}

static void *crew_run(void *arg)
{
    struct crew *crew = arg;
    pthread_mutex_lock(&crew->lock);
    while (!crew->stop) {
        if (may_begin(crew))
            work_on_next(crew);
        else
            pthread_cond_wait(&crew->full, &crew->lock);
    }
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

struct crew *crew_create(void *pieces, size_t count, size_t size, int at_once,
                         void (*work)(void *piece))
{
    struct crew *crew = calloc(1, sizeof *crew + count);
    if (!crew)
        return NULL;
    crew->work = work;
    crew->pieces = pieces;
    crew->count = count;
    crew->size = size;
    crew->at_once = at_once;
    /* one thread fewer, because the caller works too when it would have to
     * wait */
    int threads = at_once > 1 ? at_once - 1 : 1;
    int most = AT_ONCE(CREW_THREADS_MAX, 0); /* no threads in tests with small
                                                blocks, where they cost more
                                                than they save */
    crew->threads_max = threads < most ? threads : most;
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->full, NULL);
    pthread_cond_init(&crew->done, NULL);
    return crew;
}

int crew_cores(int limit)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < limit ? (int)cores : limit;
}

void *crew_next(struct crew *crew)
{
    /* only this thread changes `filled` */
    if (crew->filled - crew->back == crew->count)
        return NULL;
    return crew->pieces + (size_t)(crew->filled % crew->count) * crew->size;
}

void crew_submit(struct crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    crew->state[crew->filled++ % crew->count] = FULL;
    pthread_cond_signal(&crew->full);
    pthread_mutex_unlock(&crew->lock);
    /* the first piece starts no thread, because it may be the only one */
    if (crew->filled > 1 && crew->threads < crew->threads_max &&
        !pthread_create(&crew->thread[crew->threads], NULL, crew_run, crew))
        crew->threads++;
}

void *crew_oldest(struct crew *crew)
{
    if (crew->back == crew->filled)
        return NULL;
    size_t at = (size_t)(crew->back % crew->count);
    pthread_mutex_lock(&crew->lock);
    /* FULL: all earlier pieces have been begun, so this piece is next */
    if (crew->state[at] == FULL) {
        work_on_next(crew);
        pthread_cond_signal(&crew->full);
    }
    while (crew->state[at] != CREW_DONE)
        pthread_cond_wait(&crew->done, &crew->lock);
    crew->state[at] = EMPTY;
    pthread_mutex_unlock(&crew->lock);
    crew->back++;
    return crew->pieces + at * crew->size;
}

void crew_destroy(struct crew *crew)
{
    if (!crew)
        return;
    pthread_mutex_lock(&crew->lock);
    crew->stop = true;
    pthread_cond_broadcast(&crew->full);
    pthread_mutex_unlock(&crew->lock);
    for (int i = 0; i < crew->threads; i++)
        pthread_join(crew->thread[i], NULL);
    pthread_cond_destroy(&crew->done);
    pthread_cond_destroy(&crew->full);
    pthread_mutex_destroy(&crew->lock);
    free(crew);
}
