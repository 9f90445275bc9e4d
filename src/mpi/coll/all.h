/* All to all with blocks of one size; private to src/mpi. */
#ifndef WEFT_SRC_MPI_COLL_ALL_H
#define WEFT_SRC_MPI_COLL_ALL_H

#include "mpi/coll/coll.h"
#include "mpi/coll/side.h"

/* @param block  bytes @returns an error, raised */
int coll_put_all_short(struct coll *c, const struct side *out,
                       const struct side *in, size_t block);

#endif
