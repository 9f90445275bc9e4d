/* Vector clocks of ranks, used to order accesses to windows; private to
 * src/mpi.
 *
 * clock[i] of a rank is the latest time of rank i that the rank may know of by
 * messages, locks or memory that it has read. A rank's own entry counts the
 * events that publish its clock. An action of rank i at its time t happens
 * before an action of another rank whose clock[i] is at least t.
 *
 * Clocks exist from the first file or, in runs that check accesses, from the
 * first window on, if there are at most CLOCKS_MOST ranks. */
#ifndef WEFT_SRC_MPI_GUARD_CLOCK_H
#define WEFT_SRC_MPI_GUARD_CLOCK_H

#include "mpi/rank.h"

#define CLOCKS_MOST 256

struct envelope;

/* Start the clocks of all ranks. Returns false if there are too many. */
bool clock_open(struct world *world);
/* Attach the sender's clock to a message; clock_receive() joins it with the
 * receiver's. The clock is freed with the envelope. */
void clock_send(struct rank *rank, struct envelope *envelope);
void clock_receive(struct rank *rank, const struct envelope *envelope);

/* Set each entry of `to` to the maximum of both clocks. */
void clock_join(const struct rank *rank, uint64_t *to, const uint64_t *from);
uint64_t *clock_copy(struct rank *rank);
/* Forget what the rank has learned of others since clock_copy(), and free the
 * copy. NULL is allowed. */
void clock_restore(struct rank *rank, uint64_t *copy);
/* Advance the rank's own time: later actions are not covered by clocks that it
 * has published. */
static inline void clock_tick(struct rank *rank)
{
    rank->clock[rank->number]++;
}

#endif
