/* What ranks know of one another: vector clocks, for what happens to windows;
 * private to src/mpi.
 *
 * clock[i] of a rank is the latest time of rank i that it may know of by
 * messages, locks or memory it has looked at. Its own counts what it tells
 * others. What rank i did at its time t is before what another does now if that
 * one's clock[i] is t or later.
 *
 * Kept from the first window on, in runs that watch; a run of more than
 * CLOCKS_MOST ranks has none. */
#ifndef WEFT_SRC_MPI_GUARD_CLOCK_H
#define WEFT_SRC_MPI_GUARD_CLOCK_H

#include "mpi/rank.h"

#define CLOCKS_MOST 256

struct envelope;

/* From now on. False: there are none. */
bool clock_open(struct world *world);
/* A message takes along what its sender knows; it is free()d with it. */
void clock_send(struct rank *rank, struct envelope *envelope);
void clock_receive(struct rank *rank, const struct envelope *envelope);

/* Make `to` (NULL: a new one, of the rank's memory) know what `from` knows. */
void clock_join(const struct rank *rank, uint64_t *to, const uint64_t *from);
uint64_t *clock_copy(struct rank *rank);
/* What the rank does from now on is not known by who knows what it has told so
 * far. */
static inline void clock_tick(struct rank *rank)
{
    rank->clock[rank->number]++;
}

#endif
