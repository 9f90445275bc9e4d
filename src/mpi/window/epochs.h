/* What the functions of epochs share; private to src/mpi/window. */
#ifndef WEFT_SRC_MPI_WINDOW_EPOCHS_H
#define WEFT_SRC_MPI_WINDOW_EPOCHS_H

#include "window.h"

/* Tags of the window's own communicator. */
enum epoch_tag { TAG_POST, TAG_COMPLETE, TAG_LOCK };

/* An empty message to a rank of the window, and the wait for one of it, or of
 * MPI_ANY_SOURCE. */
void epoch_send(struct rank *rank, struct window *window, int to,
                enum epoch_tag tag);
void epoch_receive(struct rank *rank, struct window *window, int from,
                   enum epoch_tag tag);
/* An epoch of another kind begins: not within one of a fence in which something
 * was done. The error, raised. */
int epoch_begin_other(struct rank *rank, struct window *window);

#endif
