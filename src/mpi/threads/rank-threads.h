/* Threads of a rank; private to src/mpi.
 *
 * The threads of a program that is compiled with OpenMP of gcc, and POSIX
 * threads if the program asks for MPI_THREAD_SERIALIZED or more, are fibers of
 * the rank: they take turns on the rank's system thread. A thread runs until it
 * has to wait, and then the waiting threads continue in the order of their
 * numbers, so that every run is the same. Thread 0 is the rank's main thread.
 *
 * Waiting. A thread waits in a loop that tests its condition and calls
 * thread_wait(). Every action that may make such a condition true counts as an
 * event (thread_event()); a thread is not resumed before a new event has
 * happened. If no thread can continue, one that waits in MPI waits for a
 * message in the machine.
 *
 * Order. Each thread has a vector clock, which creation, joins, barriers and
 * locks of threads pass on. It orders the MPI calls of a rank: calls without an
 * order are errors under MPI_THREAD_SERIALIZED, although the fibers never make
 * them at the same time.
 *
 * A rank without further threads has none of this (rank->threads is NULL). */
#ifndef WEFT_SRC_MPI_THREADS_RANK_THREADS_H
#define WEFT_SRC_MPI_THREADS_RANK_THREADS_H

#include "mpi/rank.h"
#include <pthread.h>
#include <ucontext.h>

#define THREADS_MOST 64 /* threads of a rank at a time */

struct openmp_team;
struct openmp_work;
struct waiting;

struct thread_clock {
    uint64_t of[THREADS_MOST];
};

/* Data that a thread keeps under a key (pthread_setspecific). */
struct thread_value {
    pthread_key_t key;
    const void *value;
};

struct thread {
    struct rank *rank;
    int number;
    bool used;     /* whether the thread exists, running or ended */
    bool over;     /* whether its function has returned */
    bool detached; /* whether nobody will join it */
    bool alone;    /* whether only a message can let a thread continue */
    char *stack;   /* kept for the next thread of this number */
    ucontext_t context;
    void *(*body)(void *arg);
    void *arg, *result;
    struct thread_clock clock;

    /* What it waits for: a function ("pthread_mutex_lock") or requests; both
     * NULL: it can continue. `seen` is the number of events at its test. */
    const char *wait;
    const void *where; /* the call of that function */
    const struct waiting *waiting;
    uint64_t seen;
    const void *cond; /* condition variable that it waits for, or NULL */
    struct thread_value *value; /* [values] */
    int values;

    /* What it shares with the other threads of the system's thread while it
     * does not run. */
    const char *function;
    const void *caller;
    int error;
    void *shadow; /* state of AddressSanitizer for its stack, described next */
    const void *low;
    size_t size;
    char *locals; /* copies of thread-local variables, or NULL: initial */

    /* OpenMP: its place in the innermost team (NULL: none). */
    struct openmp_team *team;
    struct openmp_work *work; /* work that it shares at the moment */
    int member;
    uint64_t works; /* number of works that it has met in the team */
    uint64_t turn;  /* its part of an ordered loop */
};

/* A lock or barrier, by its address in the program. */
struct thread_lock {
    struct thread_lock *next;
    const void *key;
    struct thread *holder; /* NULL: free */
    int count;   /* how often the holder has a mutex; threads of a barrier */
    int arrived; /* threads at the barrier */
    uint64_t passed; /* number of times that the barrier was passed */
    struct thread_clock clock;
};

/* Thread-local variables of one file of the rank's copy. */
struct thread_locals {
    char *at; /* of the system's thread */
    const char *image;
    size_t bytes, filled; /* size, and length of the initial values */
};

/* A call of a function by a thread, at the thread's time. */
struct thread_call {
    int thread;
    uint64_t time;
    const char *function; /* NULL: no call */
    const void *caller;
};

struct threads {
    struct thread *thread[THREADS_MOST]; /* [count] */
    int count;
    struct thread *running;
    struct thread *left; /* thread that ran before */
    uint64_t events;
    int leaving; /* value of longjmp() with which the rank is left, or 0 */
    struct thread_lock *lock;
    struct thread_locals *local; /* [locals] */
    int locals;
    size_t local_bytes;
    int wanted; /* size of teams of OpenMP, as set by the program */
    struct thread_call last;     /* the latest MPI call */
    struct thread_clock atomics; /* order that atomic operations pass on */
    /* latest own time, in clocks of ranks, that a received message knows of */
    uint64_t heard;
};

/* ---- thread-switch.c ---- */

/* Continue with another thread; returns when the calling one is resumed. */
void threads_switch(struct rank *rank, struct thread *to);
/* Called by each new thread first. */
void threads_arrived(struct rank *rank);
/* Continue in the main thread and leave the program there; without threads,
 * leave it at once. */
_Noreturn void threads_leave(struct rank *rank, int code);
/* Free the threads of a rank that has been left. */
void threads_close(struct rank *rank);
/* Make a context that calls begin() on the stack of the thread. Returns false
 * if memory is short. */
bool threads_prepare(struct thread *thread, void (*begin)(void));

/* ---- rank-threads.c ---- */

/* Return the running thread of a rank. */
struct thread *thread_self(struct rank *rank);
/* Create a thread, which may run when another one waits. */
struct thread *thread_create(struct rank *rank, void *(*body)(void *arg),
                             void *arg);
/* End the running thread. */
_Noreturn void thread_end(struct rank *rank, void *result);
/* Forget a thread that is over. */
void thread_free(struct thread *thread);

/* Wait in a function called at `where`, until something has happened. */
void thread_wait(struct rank *rank, const char *function, const void *where);
/* The same in MPI. Returns false if only a message can help. */
bool thread_wait_in_mpi(struct rank *rank, const struct waiting *waiting);
static inline bool thread_is_waiting(const struct thread *thread)
{
    return thread->used && !(thread->over && thread->number) &&
           (thread->wait || thread->waiting);
}
/* Let other threads run that can. */
void thread_yield(struct rank *rank);
static inline void thread_event(struct rank *rank)
{
    if (rank->threads)
        rank->threads->events++;
}

/* The running thread, which was to wait for a message, has one. */
static inline void thread_waited(struct rank *rank)
{
    if (rank->threads)
        rank->threads->running->waiting = NULL;
}

/* Return whether the current MPI call of the running thread is ordered after an
 * earlier call, which it replaces then. */
static inline bool thread_follows(const struct rank *rank,
                                  struct thread_call *call)
{
    const struct thread *self = rank->threads->running;
    if (call->function && self->clock.of[call->thread] < call->time)
        return false;
    *call = (struct thread_call){self->number, self->clock.of[self->number],
                                 rank->function, rank->caller};
    return true;
}

/* When a thread did something, in runs with clocks of ranks. */
struct thread_moment {
    int thread;
    uint64_t time; /* of the thread */
    uint64_t sent; /* the rank's own time in clocks of ranks */
};

static inline struct thread_moment thread_moment(const struct rank *rank)
{
    const struct thread *self = rank->threads->running;
    return (struct thread_moment){self->number, self->clock.of[self->number],
                                  rank->clock[rank->number]};
}

/* Return whether the running thread acts after that moment, by the clocks or
 * because a message that was sent since has come back. */
static inline bool thread_is_ordered(const struct rank *rank,
                                     const struct thread_moment *before)
{
    const struct threads *threads = rank->threads;
    const struct thread *self = threads->running;
    return before->thread == self->number ||
           self->clock.of[before->thread] >= before->time ||
           before->sent <= threads->heard;
}

/* Pass the order of the running thread's actions on, and take it over. */
void thread_release(struct rank *rank, struct thread_clock *clock);
void thread_acquire(struct rank *rank, const struct thread_clock *clock);

struct thread_lock *thread_lock_of(struct rank *rank, const void *key);
/* Take and release a lock. thread_try() returns false if another thread has
 * it. */
bool thread_try(struct rank *rank, const void *key);
void thread_lock(struct rank *rank, const void *key, const char *function,
                 const void *where);
void thread_unlock(struct rank *rank, const void *key);
/* Return the thread that holds a lock, or NULL. */
const struct thread *thread_holder(const struct rank *rank, const void *key);

#endif
