/* Probes and receives by several threads of a rank: another thread can receive
 * the message that a probe has found (MPI 4.0, 3.8.2); private to src/mpi.
 *
 * In runs that check accesses, with at most CLOCKS_MOST ranks. */
#ifndef WEFT_SRC_MPI_GUARD_THREAD_PROBES_H
#define WEFT_SRC_MPI_GUARD_THREAD_PROBES_H

#include "mpi/rank.h"

struct comm;
struct thread_probes;

struct thread_probes *thread_probes_new(struct rank *rank);

/* The current function has found a message, without taking it. */
void thread_probes_found(struct rank *rank, struct thread_probes *probes,
                         const struct comm *comm, int source, int tag);
/* It takes one that matches, now or later. */
void thread_probes_take(struct rank *rank, struct thread_probes *probes,
                        const struct comm *comm, int source, int tag);

#endif
