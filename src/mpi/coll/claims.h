/* Checks that all members of a communicator make the same collective calls;
 * private to src/mpi. */
#ifndef WEFT_SRC_MPI_COLL_CLAIMS_H
#define WEFT_SRC_MPI_COLL_CLAIMS_H

#include "mpi/coll/coll.h"

struct claims;

/* Enter collective call number `number` on a communicator. Ends the run with a
 * report if the call differs from that of another member. */
void claims_enter(struct rank *rank, const struct comm *comm, int number,
                  const struct claim *claim);
struct claims *claims_new(void);
void claims_free(struct claims *claims);

#endif
