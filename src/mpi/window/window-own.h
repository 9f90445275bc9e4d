/* What a rank does to its own memory of a window by loads, stores and calls of
 * MPI, and what others do there; private to src/mpi.
 *
 * Two accesses to the same bytes conflict if no message, lock or atomic
 * operation puts them in an order (guard/clock.h). In epochs of fences and
 * posts every such pair is reported of which one changes memory. Under locks
 * only pairs that both do: memory that is loaded or got while others change it
 * is what programs poll, which the standard allows where the memory model is
 * MPI_WIN_UNIFIED. What a rank does to its memory right after it has made the
 * window, before it hears of others or they of it, counts as done before:
 * programs set their memory so. */
#ifndef WEFT_SRC_MPI_WINDOW_WINDOW_OWN_H
#define WEFT_SRC_MPI_WINDOW_WINDOW_OWN_H

#include "window.h"

/* The caller's memory is watched. */
void own_open(struct rank *rank, struct window *window);
void own_close(struct rank *rank, struct window *window);

/* The window is made. */
void own_made(struct rank *rank, struct window *window);

/* An access of the caller to memory of another. `by_lock`: the epoch is that of
 * a lock. `atomic`: what was there is given back as well. */
struct own_remote {
    const char *low, *high;
    enum access_kind kind;
    bool by_lock, atomic;
    MPI_Op op;
};
void own_reached(struct rank *rank, struct window *window, int target,
                 const struct own_remote *access);
/* The caller's accesses to a rank, or to all with -1, are complete there; with
 * `answered` those that have given the caller what was there. */
void own_complete(struct rank *rank, struct window *window, int target,
                  bool answered);

/* One of them is, whose window->serving was this. */
void own_over(struct rank *rank, struct window *window, int target,
              uint64_t serving);

/* The caller has a lock, or lets it go. */
void own_locked(struct rank *rank, struct window *window, int target,
                enum lock lock);
void own_unlocked(struct rank *rank, struct window *window, int target,
                  enum lock lock);

#endif
