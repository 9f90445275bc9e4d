/* Data races between the threads of a rank on memory that MPI functions use;
 * private to src/mpi.
 *
 * In runs that check accesses, with an instrumented program and at most
 * CLOCKS_MOST ranks. Two accesses of different threads race if one of them is
 * by an MPI function, one of them writes, and nothing orders them: the vector
 * clocks of threads (threads/rank-threads.h), or a message that was sent after
 * the first access and has come back since. Accesses in any order of execution
 * are compared, but of the program's own accesses only the latest ones to each
 * place. */
#ifndef WEFT_SRC_MPI_GUARD_THREAD_RACES_H
#define WEFT_SRC_MPI_GUARD_THREAD_RACES_H

#include "mpi/guard/guard.h"

struct thread_races;

struct thread_races *thread_races_new(struct rank *rank);

/* Compare an access with earlier ones of other threads, report races, and keep
 * it. `owner` is the operation whose access continues until
 * thread_races_end(), or NULL. */
void thread_races_use(struct rank *rank, struct thread_races *races,
                      const struct guard_access *access, const void *owner);
void thread_races_end(struct rank *rank, struct thread_races *races,
                      const void *owner);

/* Take over the order that atomic operations of other threads pass on. */
void thread_races_atomic(struct rank *rank);

#endif
