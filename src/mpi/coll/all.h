/* All-to-all with blocks of equal size; private to src/mpi. */
#ifndef WEFT_SRC_MPI_COLL_ALL_H
#define WEFT_SRC_MPI_COLL_ALL_H

#include "mpi/coll/coll.h"
#include "mpi/coll/side.h"

/* Append Bruck's algorithm for blocks of `block` bytes to the schedule. Returns
 * MPI_SUCCESS or the class of an error that was raised. */
int coll_put_all_short(struct coll *c, const struct side *out,
                       const struct side *in, size_t block);

#endif
