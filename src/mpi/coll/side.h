/* Blocks for each of several peers; private to src/mpi. */
#ifndef WEFT_SRC_MPI_COLL_SIDE_H
#define WEFT_SRC_MPI_COLL_SIDE_H

#include "mpi/coll/coll.h"

/* For each peer a block: `counts` and `places` of NULL mean `count` each, side
 * by side; `types` that each has its own, and places are bytes then (as
 * `aints`, or as numbers). */
struct side {
    void *buffer;
    int count;
    const int *counts, *places;
    const MPI_Aint *aints;
    MPI_Datatype type;
    const MPI_Datatype *types;
};

int side_block(struct coll *c, const struct side *side, int i,
               struct data *data);

#endif
