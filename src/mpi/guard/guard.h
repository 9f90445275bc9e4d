/* Memory of the program that is MPI's for a while: buffers of operations that
 * have begun, and windows; private to src/mpi.
 *
 * Who touches it meanwhile is reported: the program itself, if it was compiled
 * to tell of its loads and stores (program/hooks.c), and calls of MPI, whose
 * buffers are touched, too. Only in runs that watch; else nothing is kept.
 *
 * Threads: a rank's own. */
#ifndef WEFT_SRC_MPI_GUARD_GUARD_H
#define WEFT_SRC_MPI_GUARD_GUARD_H

#include "mpi/data/type.h"
#include "mpi/rank.h"

struct request;
struct window;

/* `count` elements; what MPI does there. */
struct guard_buffer {
    const void *buffer;
    size_t count;
    const struct type *type;
    bool written;
};

void guard_open(struct rank *rank);

/* The call under way touches a buffer. */
void guard_use(struct rank *rank, const struct guard_buffer *buffer);
/* ... and it is MPI's from now on, until guard_end() with the same owner;
 * `until` is the rest of the sentence "... writes to until it is completed". */
void guard_begin(struct rank *rank, const void *owner,
                 const struct guard_buffer *buffer, const char *until);
/* @returns whether somebody was reported to have touched what is the owner's */
bool guard_end(struct rank *rank, const void *owner);
bool guard_told(const struct rank *rank, const void *owner);

/* The same for the buffers of a request, as it begins. */
void guard_request(struct rank *rank, struct request *request);

/* A window's memory, for window-own.c/. */
void guard_window(struct rank *rank, struct window *window, bool is_there);

/* What the program does until that is taken back is MPI's doing (a function of
 * its own for a reduction). */
void guard_pause(struct rank *rank, bool pauses);

#endif
