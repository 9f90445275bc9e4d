/* POSIX threads that are threads of weft: those that a program creates after
 * MPI_Init_thread has provided MPI_THREAD_SERIALIZED or more. All other calls
 * reach the C library. */
#include "mpi/guard/guard.h"
#include "mpi/program/posix-calls.h"
#include "mpi/threads/rank-threads.h"

#include <errno.h>
#include <sched.h>

/* Return the calling rank if it has several threads, or NULL. */
static struct rank *posix_rank(void)
{
    struct rank *rank = rank_here();
    return rank && rank->end && rank->threads ? rank : NULL;
}

/* ---- lives ----------------------------------------------------------------
 */

int weft_mpi_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                            void *(*body)(void *), void *arg,
                            const void *caller)
{
    struct rank *rank = rank_here();
    int state = PTHREAD_CREATE_JOINABLE;
    if (!rank || !rank->end || rank->level < MPI_THREAD_SERIALIZED)
        return pthread_create(thread, attributes, body, arg);
    rank->caller = caller;
    struct thread *made = thread_create(rank, body, arg);
    guard_threads(rank);
    if (attributes)
        pthread_attr_getdetachstate(attributes, &state);
    made->detached = state == PTHREAD_CREATE_DETACHED;
    *thread = (pthread_t)made;
    return 0;
}

/* Return the thread of weft with this identifier, or NULL. */
static struct thread *posix_thread(const struct rank *rank, pthread_t thread)
{
    for (int i = 1; rank && i < rank->threads->count; i++)
        if ((pthread_t)rank->threads->thread[i] == thread)
            return rank->threads->thread[i];
    return NULL;
}

int weft_mpi_pthread_join(pthread_t thread, void **result, const void *caller)
{
    struct rank *rank = posix_rank();
    struct thread *joined = posix_thread(rank, thread);
    if (!joined)
        return pthread_join(thread, result);
    if (!joined->used || joined->detached)
        return ESRCH;
    while (!joined->over)
        thread_wait(rank, "pthread_join", caller);
    thread_acquire(rank, &joined->clock);
    if (result)
        *result = joined->result;
    thread_free(joined);
    return 0;
}

int weft_mpi_pthread_detach(pthread_t thread, const void *caller)
{
    struct thread *detached = posix_thread(posix_rank(), thread);
    (void)caller;
    if (!detached)
        return pthread_detach(thread);
    detached->detached = true;
    if (detached->over)
        thread_free(detached);
    return 0;
}

pthread_t weft_mpi_pthread_self(void)
{
    const struct rank *rank = posix_rank();
    if (!rank || !rank->threads->running->number)
        return pthread_self();
    return (pthread_t)rank->threads->running;
}

void weft_mpi_pthread_exit(void *result)
{
    struct rank *rank = posix_rank();
    if (rank)
        thread_end(rank, result);
    pthread_exit(result);
}

int weft_mpi_sched_yield(void)
{
    struct rank *rank = posix_rank();
    if (!rank)
        return sched_yield();
    thread_yield(rank);
    return 0;
}

/* ---- mutexes --------------------------------------------------------------
 * The C library keeps the state; weft adds the thread that holds the mutex. */

int weft_mpi_pthread_mutex_trylock(pthread_mutex_t *mutex, const void *caller)
{
    struct rank *rank = posix_rank();
    (void)caller;
    if (!rank)
        return pthread_mutex_trylock(mutex);
    struct thread_lock *lock = thread_lock_of(rank, mutex);
    bool again = lock->holder == rank->threads->running;
    if (lock->holder && !again)
        return EBUSY;
    int error = pthread_mutex_trylock(mutex);
    if (!error) {
        lock->count++;
        if (!again)
            thread_try(rank, mutex);
    }
    return error;
}

int weft_mpi_pthread_mutex_lock(pthread_mutex_t *mutex, const void *caller)
{
    struct rank *rank = posix_rank();
    int error;
    if (!rank)
        return pthread_mutex_lock(mutex);
    while ((error = weft_mpi_pthread_mutex_trylock(mutex, caller)) == EBUSY)
        thread_wait(rank, "pthread_mutex_lock", caller);
    return error;
}

int weft_mpi_pthread_mutex_unlock(pthread_mutex_t *mutex, const void *caller)
{
    struct rank *rank = posix_rank();
    int error = pthread_mutex_unlock(mutex);
    (void)caller;
    if (!rank || error)
        return error;
    struct thread_lock *lock = thread_lock_of(rank, mutex);
    if (!lock->count || !--lock->count) /* it may be older than the threads */
        thread_unlock(rank, mutex);
    return 0;
}

/* ---- condition variables --------------------------------------------------
 */

/* Return the first thread after the running one that waits for a variable, or
 * NULL. */
static struct thread *posix_waiter(const struct threads *threads,
                                   const void *cond)
{
    for (int i = 1; i < threads->count; i++) {
        int next = (threads->running->number + i) % threads->count;
        struct thread *thread = threads->thread[next];
        if (thread->used && thread->cond == cond)
            return thread;
    }
    return NULL;
}

static void posix_wake(struct rank *rank, const void *cond, bool all)
{
    struct thread *thread;
    while ((thread = posix_waiter(rank->threads, cond))) {
        thread->cond = NULL;
        thread_event(rank);
        if (!all)
            return;
    }
}

int weft_mpi_pthread_cond_signal(pthread_cond_t *cond, const void *caller)
{
    struct rank *rank = posix_rank();
    (void)caller;
    if (rank)
        posix_wake(rank, cond, false);
    return rank ? 0 : pthread_cond_signal(cond);
}

int weft_mpi_pthread_cond_broadcast(pthread_cond_t *cond, const void *caller)
{
    struct rank *rank = posix_rank();
    (void)caller;
    if (rank)
        posix_wake(rank, cond, true);
    return rank ? 0 : pthread_cond_broadcast(cond);
}

int weft_mpi_pthread_cond_wait(pthread_cond_t *cond, pthread_mutex_t *mutex,
                               const void *caller)
{
    struct rank *rank = posix_rank();
    if (!rank)
        return pthread_cond_wait(cond, mutex);
    const struct thread *self = rank->threads->running;
    rank->threads->running->cond = cond;
    weft_mpi_pthread_mutex_unlock(mutex, caller);
    while (self->cond)
        thread_wait(rank, "pthread_cond_wait", caller);
    return weft_mpi_pthread_mutex_lock(mutex, caller);
}

/* Other threads run; then, unless one has signalled, the time is over. */
int weft_mpi_pthread_cond_timedwait(pthread_cond_t *cond,
                                    pthread_mutex_t *mutex,
                                    const struct timespec *until,
                                    const void *caller)
{
    struct rank *rank = posix_rank();
    if (!rank)
        return pthread_cond_timedwait(cond, mutex, until);
    struct thread *self = rank->threads->running;
    uint64_t end =
        (uint64_t)until->tv_sec * 1000000000u + (uint64_t)until->tv_nsec;
    self->cond = cond;
    weft_mpi_pthread_mutex_unlock(mutex, caller);
    thread_yield(rank);
    if (self->cond && end > weft_now(rank->self) &&
        weft_wait_until(rank->self, end))
        rank_cancelled(rank);
    if (self->cond)
        thread_yield(rank);
    bool late = self->cond;
    self->cond = NULL;
    int error = weft_mpi_pthread_mutex_lock(mutex, caller);
    return late ? ETIMEDOUT : error;
}

/* ---- barriers -------------------------------------------------------------
 */

int weft_mpi_pthread_barrier_init(pthread_barrier_t *barrier,
                                  const pthread_barrierattr_t *attributes,
                                  unsigned count, const void *caller)
{
    struct rank *rank = rank_here();
    (void)caller;
    if (rank && rank->end && rank->level >= MPI_THREAD_SERIALIZED) {
        thread_self(rank);
        thread_lock_of(rank, barrier)->count = (int)count;
    }
    return pthread_barrier_init(barrier, attributes, count);
}

int weft_mpi_pthread_barrier_wait(pthread_barrier_t *barrier,
                                  const void *caller)
{
    struct rank *rank = posix_rank();
    struct thread_lock *lock = rank ? thread_lock_of(rank, barrier) : NULL;
    if (!lock || !lock->count)
        return pthread_barrier_wait(barrier);
    uint64_t before = lock->passed;
    thread_release(rank, &lock->clock);
    bool last = ++lock->arrived == lock->count;
    if (last) {
        lock->arrived = 0;
        lock->passed++;
        thread_event(rank);
    }
    while (lock->passed == before)
        thread_wait(rank, "pthread_barrier_wait", caller);
    thread_acquire(rank, &lock->clock);
    return last ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}

/* ---- locks without a holder -----------------------------------------------
 * A thread tries until it succeeds, and lets others run between. */

static int posix_semaphore(sem_t *lock)
{
    return sem_trywait(lock) ? errno : 0;
}

#define POSIX_TRY(name, type, try, busy, value)                                \
    int weft_mpi_##name(type *lock, const void *caller)                        \
    {                                                                          \
        struct rank *rank = posix_rank();                                      \
        int error;                                                             \
        if (!rank)                                                             \
            return name(lock);                                                 \
        while ((error = try(lock)) == (busy))                                  \
            thread_wait(rank, #name, caller);                                  \
        thread_acquire(rank, &thread_lock_of(rank, lock)->clock);              \
        return error ? (value) : 0;                                            \
    }
#define POSIX_RELEASE(name, type)                                              \
    int weft_mpi_##name(type *lock, const void *caller)                        \
    {                                                                          \
        struct rank *rank = posix_rank();                                      \
        (void)caller;                                                          \
        if (rank) {                                                            \
            thread_release(rank, &thread_lock_of(rank, lock)->clock);          \
            thread_event(rank);                                                \
        }                                                                      \
        return name(lock);                                                     \
    }

POSIX_TRY(pthread_rwlock_rdlock, pthread_rwlock_t, pthread_rwlock_tryrdlock,
          EBUSY, error)
POSIX_TRY(pthread_rwlock_wrlock, pthread_rwlock_t, pthread_rwlock_trywrlock,
          EBUSY, error)
POSIX_RELEASE(pthread_rwlock_unlock, pthread_rwlock_t)
POSIX_TRY(sem_wait, sem_t, posix_semaphore, EAGAIN, -1)
POSIX_RELEASE(sem_post, sem_t)

/* ---- data of a thread -----------------------------------------------------
 * The main thread keeps its values in the C library. */

int weft_mpi_pthread_setspecific(pthread_key_t key, uintptr_t value)
{
    struct rank *rank = posix_rank();
    if (!rank || !rank->threads->running->number)
        return pthread_setspecific(key, (const void *)value);
    struct thread *self = rank->threads->running;
    int i = 0;
    while (i < self->values && self->value[i].key != key)
        i++;
    if (i == self->values)
        self->value = rank_realloc(
            rank, self->value, (size_t)++self->values * sizeof *self->value);
    self->value[i] = (struct thread_value){key, (const void *)value};
    return 0;
}

void *weft_mpi_pthread_getspecific(pthread_key_t key)
{
    const struct rank *rank = posix_rank();
    if (!rank || !rank->threads->running->number)
        return pthread_getspecific(key);
    const struct thread *self = rank->threads->running;
    for (int i = 0; i < self->values; i++)
        if (self->value[i].key == key)
            return (void *)self->value[i].value;
    return NULL;
}
