/* Windows: memory of ranks that others may reach; private to src/mpi.
 *
 * All ranks are in one process, so that a rank that puts, gets or accumulates
 * does so in the other's memory at once, which MPI allows within an epoch; it
 * is charged the time that a message of that length takes. Epochs are made of
 * messages as they would be: a fence is a barrier, MPI_Win_start waits for a
 * message of MPI_Win_post, MPI_Win_wait for those of MPI_Win_complete, and a
 * lock that is held is handed over by a message of who unlocks.
 *
 * Threads: one rank runs at a time. */
#ifndef WEFT_SRC_MPI_WINDOW_WINDOW_H
#define WEFT_SRC_MPI_WINDOW_WINDOW_H

#include "mpi/comm.h"
#include "mpi/data/op.h"
#include "mpi/guard/guard.h"

/* Ways to be in an epoch with a rank of the window. */
enum lock { LOCK_NONE, LOCK_SHARED, LOCK_EXCLUSIVE };

/* A rank that waits for a lock. */
struct lock_waiter {
    struct lock_waiter *next;
    int rank; /* in the window */
    enum lock lock;
};

struct region { /* of a dynamic window */
    struct region *next;
    char *base;
    MPI_Aint size;
};

/* Memory of one rank, and who is there. */
struct window_place {
    char *base;
    MPI_Aint size;
    int unit; /* of displacements */
    struct region *regions;
    int holders; /* of a shared lock */
    int owner;   /* of the exclusive one, -1 */
    struct lock_waiter *waiters;
    struct window_access *accesses; /* conflicts.c */
    int access_count;
    char *copy;             /* watch.c: [size], NULL: it is not watched */
    int watched;            /* the epoch in which, or WATCHED_NOT */
    MPI_Aint touched;       /* where watch_follow() is */
    bool changed;           /* by the rank itself, and reported */
    struct window_own *own; /* window-own.c; NULL: it is not watched */
};

/* What all ranks of a window share; rank 0's memory, freed by the last one that
 * leaves. */
struct window_shared {
    int size;
    int left;    /* how many have freed the window */
    int used[4]; /* by number of the fence, modulo 4: the latest epoch of a
                    fence in which anybody has done something */
    struct window_place place[];
};

/* A window, as one rank sees it. */
struct window {
    MPI_Win handle;
    struct comm *comm; /* its own copy */
    struct window_shared *all;
    int flavor, model;
    MPI_Aint size; /* what the attributes tell */
    int unit;
    bool fenced;    /* an epoch of a fence is open */
    int fences;     /* how many there were */
    int operations; /* since the last fence */
    bool opened;    /* the last fence ended nothing: it has begun an epoch, if
                       any accesses and a fence follow */
    const void *inner; /* in such a one: where a lock's epoch with accesses
                          was begun, and by which function */
    const char *inner_function;
    char *locked;             /* [size] enum lock, NULL: none */
    bool locked_all;          /* by MPI_Win_lock_all() */
    int locks;                /* how many are held */
    const void *locked_where; /* by the latest call */
    int *started;             /* ranks of MPI_Win_start(), NULL: not called */
    int started_count;
    int *posted; /* ranks of MPI_Win_post(), NULL */
    int posted_count;
    bool *completed;         /* [posted_count] of them, for MPI_Win_test() */
    struct buffer_use *uses; /* window-uses.c */
    int use_count;
    uint64_t served;  /* accesses with requests of their own, ... */
    uint64_t serving; /* ... and the one under way; 0: none */
    bool requested;   /* ... of which some may not be over */
    void *attributes;
    char *name;
    void *memory; /* of MPI_Win_allocate, to be freed with it */
};

struct request;

struct window *window_of(const struct rank *rank, MPI_Win handle);

#define A_WINDOW(variable, handle)                                             \
    struct window *variable = window_of(rank, handle);                         \
    if (!(variable))                                                           \
    return rank_error(rank, NULL, MPI_ERR_WIN, "%s",                           \
                      (handle) == MPI_WIN_NULL                                 \
                          ? "the window is MPI_WIN_NULL"                       \
                          : "the window is invalid or was freed")

/* Raise an error on a window. @returns the class */
int window_error(struct rank *rank, struct window *window, int class,
                 const char *format, ...) __attribute__((format(printf, 4, 5)));

/* All ranks of the window come together. */
int window_meet(struct rank *rank, struct window *window);

/* May the calling rank reach the memory of `target` now? The error, raised. */
int epoch_check(struct rank *rank, struct window *window, int target);
/* Has any epoch been left open? What it is, or NULL. */
const char *epoch_open(const struct window *window);

/* The caller's own memory is watched from now on, in a fence's epoch of that
 * number or, with a negative one, as conflicts.c numbers them. */
enum { WATCHED_NOT = -9 };
void watch_begin(struct rank *rank, struct window *window, int epoch);
/* Has the rank written there itself since? */
bool watch_differs(const struct window_place *place, const char *low,
                   const char *high);
/* Another one has been there. */
void watch_follow(struct window_place *place, const char *at, size_t count,
                  const struct type *type);

/* The calling rank touches memory that may be its own of the window: by the
 * program (`function` is NULL), or by a call of MPI. */
struct own_touching {
    const char *low, *high;
    bool writes;
    const char *function;
    const void *caller;
};
void own_touch(struct rank *rank, struct window *window,
               const struct own_touching *by);

/* What is done to the memory of a rank. */
enum access_kind { ACCESS_GET, ACCESS_PUT, ACCESS_ACCUMULATE };
/* Note an access, and report what conflicts with it: another one to the same
 * bytes in the same epoch. `at` is in the target's memory; `op` is MPI_OP_NULL
 * of MPI_Compare_and_swap; `atomic`: what was there is given back. */
void conflict_note(struct rank *rank, struct window *window, int target,
                   enum access_kind kind, char *at, size_t count,
                   const struct type *type, MPI_Op op, bool atomic);
/* A buffer of the caller is used: report one that is so already. `in_use`: it
 * is so until the epoch ends. */
void uses_begin(struct rank *rank, struct window *window, int target,
                const struct guard_buffer *span, bool in_use);
/* The epoch with a rank, or all with -1, ends for the caller's buffers. */
void uses_end(struct rank *rank, struct window *window, int target);
/* The caller's accesses to a rank are over; of all with -1. Reports buffers
 * that were touched meanwhile. */
void conflict_end(struct rank *rank, struct window *window, int target);
/* The same at the caller's side: accesses that give it nothing may be under
 * way. */
void conflict_end_local(struct rank *rank, struct window *window, int target);
/* The caller has completed the request of an access: that has read. */
void conflict_over(struct rank *rank, const struct request *request);
/* The same when a lock is let go. What was done under a shared one is still
 * compared with what ranks do that have heard nothing since. */
void conflict_release(struct rank *rank, struct window *window, int target);
/* Nobody reaches the caller's memory any more: what was done there is
 * forgotten. */
void conflict_forget(struct rank *rank, struct window *window);
/* The caller exposes its memory to MPI_Win_start; that is over. */
void conflict_open(struct rank *rank, struct window *window);
void conflict_close(struct rank *rank, struct window *window);
/* The caller writes to its own memory no more in this epoch: report what it has
 * written that others have reached. */
void conflict_own(struct rank *rank, struct window *window);

#endif
