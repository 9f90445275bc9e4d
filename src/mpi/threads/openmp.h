/* OpenMP for the ranks of a program that gcc has compiled; private to
 * src/mpi/threads.
 *
 * The executable defines the functions that gcc calls (GOMP_...) and those of
 * the standard (omp_...), so the dynamic linker finds them before those of
 * libgomp. Nested regions have one thread, tasks are executed at once, and the
 * default number of threads does not depend on the computer. */
#ifndef WEFT_SRC_MPI_THREADS_OPENMP_H
#define WEFT_SRC_MPI_THREADS_OPENMP_H

#include "mpi/threads/rank-threads.h"

#define OPENMP_EXPORTED __attribute__((visibility("default")))
#define OPENMP_CALLER __builtin_return_address(0)

/* Loops, sections and single regions, which a team shares. */
struct openmp_work {
    struct openmp_work *next;
    uint64_t number; /* position among the works of the team */
    int left;        /* number of threads that are done with it */
    uint64_t count;  /* number of iterations */
    uint64_t given;  /* number of those that threads have taken */
    uint64_t chunk;  /* most iterations that a thread takes at a time */
    bool guided;     /* whether chunks shrink with the rest */
    uint64_t start, end, step;
    uint64_t turns, turn; /* parts taken in order, and the part whose turn it
                             is */
    void *copied;         /* address for `copyprivate` */
};

struct openmp_team {
    int size, over;
    int arrived;     /* threads at the barrier */
    uint64_t passed; /* number of barriers that are over */
    struct thread_clock clock;
    struct openmp_work *work;
    uint64_t given; /* number of works that exist when a thread begins */
};

/* The work of a thread that is no thread of a rank. */
extern _Thread_local struct openmp_work openmp_alone;

/* Return the running thread with its team (of one, outside of all regions), or
 * NULL: not in a rank. */
struct thread *openmp_self(void);
/* Return how many threads a region has that does not specify it. */
int openmp_wanted(const struct rank *rank);

/* Execute a parallel region with `size` threads (0: as many as by default). A
 * work that the region begins with has its values from `work`; NULL: none. */
void openmp_parallel(void (*body)(void *data), void *data, unsigned size,
                     const struct openmp_work *work, const void *caller);
void openmp_barrier(struct thread *self, const void *caller);

/* Meet the next work of the team. Returns whether the thread is the first one,
 * whose values are then those of `work`. */
bool openmp_meet(struct thread *self, const struct openmp_work *work);
/* Leave it. */
void openmp_part(struct thread *self);

#endif
