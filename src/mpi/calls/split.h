/* Parting communicators by colours; private to src/mpi. */
#ifndef WEFT_SRC_MPI_SPLIT_H
#define WEFT_SRC_MPI_SPLIT_H

#include "mpi/comm.h"

/* Members of the same colour, by key; between two groups those of a colour on
 * both sides. MPI_COMM_NULL for MPI_UNDEFINED and where a side has nobody. */
int split_comm(struct rank *rank, struct comm *comm, int color, int key,
               MPI_Comm *result);

/* Bytes of the first member of each of two groups for that of the other one. */
int split_swap(struct rank *rank, struct comm *peer, int with, int tag,
               const void *mine, size_t bytes, void *theirs, size_t room);

#endif
