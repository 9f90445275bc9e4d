/* Windows: memory that other ranks may access; private to src/mpi.
 *
 * All ranks are in one process, so a put, get or accumulate accesses the
 * target's memory at once, which MPI allows within an epoch; the caller is
 * charged the time of a message of that length. Epochs use messages: a fence is
 * a barrier, MPI_Win_start waits for a message of MPI_Win_post, MPI_Win_wait
 * for those of MPI_Win_complete, and the rank that releases a lock hands it
 * over by a message.
 *
 * Threads: one rank runs at a time. */
#ifndef WEFT_SRC_MPI_WINDOW_WINDOW_H
#define WEFT_SRC_MPI_WINDOW_WINDOW_H

#include "mpi/comm.h"
#include "mpi/data/op.h"
#include "mpi/guard/guard.h"

/* Lock that a rank holds or requests. */
enum lock { LOCK_NONE, LOCK_SHARED, LOCK_EXCLUSIVE };

/* A rank that waits for a lock. */
struct lock_waiter {
    struct lock_waiter *next;
    int rank; /* its rank in the window's group */
    enum lock lock;
};

struct region { /* memory attached to a dynamic window */
    struct region *next;
    char *base;
    MPI_Aint size;
};

/* The memory of one rank, and its locks. */
struct window_place {
    char *base;
    MPI_Aint size;
    int unit; /* displacement unit in bytes */
    struct region *regions;
    int holders; /* number of ranks that hold a shared lock */
    int owner;   /* rank that holds the exclusive lock, or -1 */
    struct lock_waiter *waiters;
    /* List of recorded accesses (conflicts.c). */
    struct window_access *accesses;
    int access_count;
    char *copy;  /* [size] copy of the memory (watch.c), or NULL */
    int watched; /* number of the epoch that is watched, or WATCHED_NOT */
    /* Displacement of the access that watch_follow() copies. */
    MPI_Aint touched;
    bool changed; /* whether a write of the rank itself was reported */
    /* Accesses of the rank itself (window-own.c), or NULL. */
    struct window_own *own;
};

/* State that all ranks of a window share. Allocated by rank 0, freed by the
 * last rank that leaves. */
struct window_shared {
    int size;
    int left;    /* number of ranks that have freed the window */
    int used[4]; /* [fence number % 4] latest fence epoch in which a rank made
                    an access */
    struct window_place place[];
};

/* A window on one rank. */
struct window {
    MPI_Win handle;
    struct comm *comm; /* the window's private communicator */
    struct window_shared *all;
    int flavor, model;
    MPI_Aint size; /* value of the attribute MPI_WIN_SIZE */
    int unit;
    bool fenced;    /* whether a fence epoch is open */
    int fences;     /* number of fences so far */
    int operations; /* number of accesses since the last fence */
    bool opened; /* whether the last fence ended no epoch; whether it began one
                    depends on the accesses and fences that follow */
    /* address of the call that opened a lock epoch with accesses while `opened`
     * is true, or NULL */
    const void *inner;
    const char *inner_function;
    char *locked;    /* [size] enum lock of each rank; NULL: no locks yet */
    bool locked_all; /* whether MPI_Win_lock_all() is in effect */
    int locks;       /* number of locks held */
    const void *locked_where; /* address of the latest lock call */
    int *started;             /* ranks passed to MPI_Win_start(), or NULL */
    int started_count;
    int *posted; /* ranks passed to MPI_Win_post(), or NULL */
    int posted_count;
    bool *completed;         /* [posted_count] ranks that have completed, for
                                MPI_Win_test() */
    struct buffer_use *uses; /* list of buffers in use (window-uses.c) */
    int use_count;
    uint64_t served;  /* number of request-based accesses so far */
    uint64_t serving; /* number of the current request-based access; 0: none */
    bool requested;   /* whether some request-based accesses may be
                         incomplete */
    void *attributes;
    char *name;
    void *memory; /* memory of MPI_Win_allocate, freed with the window */
};

struct request_actions;

struct window *window_of(const struct rank *rank, MPI_Win handle);

#define A_WINDOW(variable, handle)                                             \
    struct window *variable = window_of(rank, handle);                         \
    if (!(variable))                                                           \
    return rank_error(rank, NULL, MPI_ERR_WIN, "%s",                           \
                      (handle) == MPI_WIN_NULL                                 \
                          ? "the window is MPI_WIN_NULL"                       \
                          : "the window is invalid or was freed")

/* Raise an error on a window. Returns the class. */
int window_error(struct rank *rank, struct window *window, int class,
                 const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Check that the calling rank may access the memory of `target`. Returns
 * MPI_SUCCESS or the class of an error that was raised. */
int epoch_check(struct rank *rank, struct window *window, int target);
/* Return the name of the call that opened an epoch, or NULL if none is open. */
const char *epoch_open(const struct window *window);

/* Watch the caller's own memory during an epoch: a fence number, or a negative
 * value of conflicts.c. */
enum { WATCHED_NOT = -9 };
void watch_begin(struct rank *rank, struct window *window, int epoch);
/* Return whether the rank itself has written to this memory since
 * watch_begin(). */
bool watch_differs(const struct window_place *place, const char *low,
                   const char *high);
/* Update the copy after an access of another rank. */
void watch_follow(struct window_place *place, const char *at, size_t count,
                  const struct type *type);

/* Kind of access to the memory of a rank. */
enum access_kind { ACCESS_GET, ACCESS_PUT, ACCESS_ACCUMULATE };
/* Record an access and report conflicts with other accesses to the same bytes
 * in the same epoch. `at` is in the target's memory; `op` is MPI_OP_NULL in
 * MPI_Compare_and_swap; `atomic`: whether the previous values are returned. */
void conflict_note(struct rank *rank, struct window *window, int target,
                   enum access_kind kind, char *at, size_t count,
                   const struct type *type, MPI_Op op, bool atomic);
/* Report a buffer of the caller that is already in use. With `in_use` it stays
 * in use until the epoch ends. */
void uses_begin(struct rank *rank, struct window *window, int target,
                const struct guard_buffer *span, bool in_use);
/* End the use of buffers by accesses to a rank (-1: to all). */
void uses_end(struct rank *rank, struct window *window, int target);
/* End the caller's accesses to a rank (-1: to all). Reports buffers that were
 * changed meanwhile. */
void conflict_end(struct rank *rank, struct window *window, int target);
/* Like conflict_end(), but only at the origin: accesses that return no values
 * may be incomplete at the target. */
void conflict_end_local(struct rank *rank, struct window *window, int target);
/* Actions of the request of an access, which has returned its values when the
 * caller completes the request. */
extern const struct request_actions conflict_actions;
/* Like conflict_end(), at the release of a lock. Accesses under a shared lock
 * are still compared with those of ranks that no message has reached since. */
void conflict_release(struct rank *rank, struct window *window, int target);
/* Delete the records of accesses to the caller's memory: no rank can access it
 * any more. */
void conflict_forget(struct rank *rank, struct window *window);
/* Open or close the caller's exposure epoch (MPI_Win_post and MPI_Win_wait). */
void conflict_open(struct rank *rank, struct window *window);
void conflict_close(struct rank *rank, struct window *window);
/* Report the caller's own writes in this epoch, which are now complete, to
 * memory that others accessed. */
void conflict_own(struct rank *rank, struct window *window);

#endif
