/* Functions of POSIX threads that a copy of a program calls in weft instead of
 * the C library; private to src/mpi. */
#ifndef WEFT_SRC_MPI_PROGRAM_POSIX_CALLS_H
#define WEFT_SRC_MPI_PROGRAM_POSIX_CALLS_H

#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>

/* X(name, parameters, arguments) for each function that returns an int */
/* clang-format off */
#define POSIX_LIST(...) __VA_ARGS__
#define POSIX_CALLS(X)                                                         \
    X(pthread_create,                                                          \
      POSIX_LIST(pthread_t *thread, const pthread_attr_t *attributes,          \
                 void *(*body)(void *), void *arg),                            \
      POSIX_LIST(thread, attributes, body, arg))                               \
    X(pthread_join, POSIX_LIST(pthread_t thread, void **result),               \
      POSIX_LIST(thread, result))                                              \
    X(pthread_detach, pthread_t thread, thread)                                \
    X(pthread_mutex_lock, pthread_mutex_t *mutex, mutex)                       \
    X(pthread_mutex_trylock, pthread_mutex_t *mutex, mutex)                    \
    X(pthread_mutex_unlock, pthread_mutex_t *mutex, mutex)                     \
    X(pthread_cond_wait,                                                       \
      POSIX_LIST(pthread_cond_t *cond, pthread_mutex_t *mutex),                \
      POSIX_LIST(cond, mutex))                                                 \
    X(pthread_cond_timedwait,                                                  \
      POSIX_LIST(pthread_cond_t *cond, pthread_mutex_t *mutex,                 \
                 const struct timespec *until),                                \
      POSIX_LIST(cond, mutex, until))                                          \
    X(pthread_cond_signal, pthread_cond_t *cond, cond)                         \
    X(pthread_cond_broadcast, pthread_cond_t *cond, cond)                      \
    X(pthread_barrier_init,                                                    \
      POSIX_LIST(pthread_barrier_t *barrier,                                   \
                 const pthread_barrierattr_t *attributes, unsigned count),     \
      POSIX_LIST(barrier, attributes, count))                                  \
    X(pthread_barrier_wait, pthread_barrier_t *barrier, barrier)               \
    X(pthread_rwlock_rdlock, pthread_rwlock_t *lock, lock)                     \
    X(pthread_rwlock_wrlock, pthread_rwlock_t *lock, lock)                     \
    X(pthread_rwlock_unlock, pthread_rwlock_t *lock, lock)                     \
    X(sem_wait, sem_t *lock, lock)                                             \
    X(sem_post, sem_t *lock, lock)
/* clang-format on */

#pragma GCC visibility push(default)

#define POSIX_DECLARE(name, parameters, arguments)                             \
    int weft_mpi_##name(parameters, const void *caller);
POSIX_CALLS(POSIX_DECLARE)
#undef POSIX_DECLARE
pthread_t weft_mpi_pthread_self(void);
void *weft_mpi_pthread_getspecific(pthread_key_t key);
int weft_mpi_pthread_setspecific(pthread_key_t key, uintptr_t value);
_Noreturn void weft_mpi_pthread_exit(void *result);
int weft_mpi_sched_yield(void);

#pragma GCC visibility pop
#endif
