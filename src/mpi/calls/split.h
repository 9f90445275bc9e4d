/* Splitting communicators by colour; private to src/mpi. */
#ifndef WEFT_SRC_MPI_SPLIT_H
#define WEFT_SRC_MPI_SPLIT_H

#include "mpi/comm.h"

/* Create a communicator of the members with the same colour, ordered by key; on
 * an intercommunicator, of the members of both sides. The result is
 * MPI_COMM_NULL for the colour MPI_UNDEFINED, and if one side has no member of
 * the colour. */
int split_comm(struct rank *rank, struct comm *comm, int color, int key,
               MPI_Comm *result);

/* Exchange data with rank `with` of the communicator `peer`; the leaders of two
 * groups call it. */
int split_swap(struct rank *rank, struct comm *peer, int with, int tag,
               const void *mine, size_t bytes, void *theirs, size_t room);

#endif
