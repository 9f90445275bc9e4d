/* Conflicts between a rank's own accesses to its window (loads, stores and MPI
 * calls) and those of others; private to src/mpi.
 *
 * Two accesses to the same bytes conflict if no message, lock or atomic
 * operation orders them (guard/clock.h). In fence and post epochs, every such
 * pair with at least one write is reported; under locks, only pairs of writes:
 * programs poll memory that others change, which the standard allows in the
 * memory model MPI_WIN_UNIFIED. Accesses of a rank between the creation of a
 * window and its first communication count as ordered before all others,
 * because programs initialise their memory in this way. */
#ifndef WEFT_SRC_MPI_WINDOW_WINDOW_OWN_H
#define WEFT_SRC_MPI_WINDOW_WINDOW_OWN_H

#include "window.h"

/* Start and stop watching the caller's memory. */
void own_open(struct rank *rank, struct window *window);
void own_close(struct rank *rank, struct window *window);

/* Record that the window has been created: accesses until now are
 * initialisation. */
void own_made(struct rank *rank, struct window *window);

/* An access of the caller to another rank's memory. `by_lock`: it is in a lock
 * epoch. `atomic`: it also returns the previous values. */
struct own_remote {
    const char *low, *high;
    enum access_kind kind;
    bool by_lock, atomic;
    MPI_Op op;
};
void own_reached(struct rank *rank, struct window *window, int target,
                 const struct own_remote *access);
/* Mark the caller's accesses to a rank (-1: to all) as complete at the target;
 * with `answered` only those that return values. */
void own_complete(struct rank *rank, struct window *window, int target,
                  bool answered);

/* Mark the access with the number `serving` as complete. */
void own_over(struct rank *rank, struct window *window, int target,
              uint64_t serving);

/* Record that the caller has taken a lock, or is about to release it. */
void own_locked(struct rank *rank, struct window *window, int target,
                enum lock lock);
void own_unlocked(struct rank *rank, struct window *window, int target,
                  enum lock lock);

#endif
