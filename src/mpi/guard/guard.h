/* Memory of the program that MPI owns for a while: buffers of pending
 * operations, and windows; private to src/mpi.
 *
 * In runs that check accesses, weft reports accesses to such memory: by the
 * program, if its loads and stores are instrumented (program/hooks.c), and by
 * MPI functions that use it as a buffer. Other runs record nothing.
 *
 * Threads: the guard belongs to one rank. */
#ifndef WEFT_SRC_MPI_GUARD_GUARD_H
#define WEFT_SRC_MPI_GUARD_GUARD_H

#include "mpi/data/type.h"
#include "mpi/rank.h"

struct comm;
struct request;
struct window;

/* A buffer of `count` elements. `written` is true if the operation writes to
 * it. */
struct guard_buffer {
    const void *buffer;
    size_t count;
    const struct type *type;
    bool written;
};

void guard_open(struct rank *rank);
/* The rank has several threads from now on: detect their races. */
void guard_threads(struct rank *rank);

/* Report conflicting uses of a buffer by the current MPI function. */
void guard_use(struct rank *rank, const struct guard_buffer *buffer);
/* Guard a buffer until guard_end() is called with the same owner. `until`
 * completes the report "... writes to until it is completed". */
void guard_begin(struct rank *rank, const void *owner,
                 const struct guard_buffer *buffer, const char *until);
/* End the guard. Both functions return whether an access to a buffer of the
 * owner was reported. */
bool guard_end(struct rank *rank, const void *owner);
bool guard_reported(const struct rank *rank, const void *owner);

/* The current function has found a message, and `takes` it or not. */
void guard_probe(struct rank *rank, const struct comm *comm, int source,
                 int tag, bool takes);

/* Guard the buffer of a request that starts. */
void guard_request(struct rank *rank, struct request *request);

/* An access by an MPI function or, if `function` is NULL, by the program. */
struct guard_access {
    const char *low, *high; /* the first byte, and past the last one */
    bool writes, frees;
    const char *function;
    const void *caller;
};

/* The memory of a window. */
struct guard_window {
    const char *low, *high;
    struct window *window;
    /* Called for each access to the memory that does not free it. */
    void (*accessed)(struct rank *rank, struct window *window,
                     const struct guard_access *access);
};

/* Watch the memory of a window from now on, or no longer. */
void guard_watch(struct rank *rank, const struct guard_window *memory);
void guard_unwatch(struct rank *rank, const struct window *window);

/* Check that memory which the program frees by an MPI function is not used. */
void guard_free(struct rank *rank, const void *memory, size_t bytes);

/* Ignore accesses of the program while MPI calls one of its functions, for
 * example in a reduction. Calls nest. */
void guard_pause(struct rank *rank, bool pauses);

#endif
