/* Functions shared by the synchronisation calls; private to src/mpi/window. */
#ifndef WEFT_SRC_MPI_WINDOW_EPOCHS_H
#define WEFT_SRC_MPI_WINDOW_EPOCHS_H

#include "window.h"

/* Tags in the window's communicator. */
enum epoch_tag { TAG_POST, TAG_COMPLETE, TAG_LOCK };

/* Send an empty message to a rank of the window; wait for one from a rank or
 * MPI_ANY_SOURCE. */
void epoch_send(struct rank *rank, struct window *window, int to,
                enum epoch_tag tag);
void epoch_receive(struct rank *rank, struct window *window, int from,
                   enum epoch_tag tag);
/* Begin an epoch of another kind. Raises an error if a fence epoch with
 * accesses is open. Returns MPI_SUCCESS or the error class. */
int epoch_begin_other(struct rank *rank, struct window *window);

#endif
