/* Implementation of one-sided operations; private to src/mpi/window. */
#ifndef WEFT_SRC_MPI_WINDOW_ACCESSES_H
#define WEFT_SRC_MPI_WINDOW_ACCESSES_H

#include "window.h"

/* Data of the caller and of the target; `type` is set when the arguments are
 * checked. */
struct local {
    void *buffer;
    MPI_Count count;
    MPI_Datatype handle;
    const struct type *type;
};
struct remote {
    int target;
    MPI_Aint disp;
    MPI_Count count;
    MPI_Datatype handle;
    const struct type *type;
};

/* Implement put and get; with `in_use` the buffer is in use until the epoch
 * ends. */
int access_move(struct rank *rank, struct window *window, struct local *own,
                struct remote *to, bool puts, bool in_use);
/* Implement accumulate; the previous values are stored in `result` unless it is
 * NULL. */
int access_combine(struct rank *rank, struct window *window, struct local *own,
                   struct local *result, struct remote *to, MPI_Op op,
                   bool in_use);
/* Implement MPI_Compare_and_swap(). */
int access_swap(struct rank *rank, struct window *window, struct local *own,
                const void *compare, struct local *result, struct remote *to);
/* Create a completed request. */
struct request *access_request(struct rank *rank, MPI_Request *request);

#endif
