/* Do all members of a communicator make the same collective calls? Private to
 * src/mpi. */
#ifndef WEFT_SRC_MPI_COLL_CLAIMS_H
#define WEFT_SRC_MPI_COLL_CLAIMS_H

#include "mpi/coll/coll.h"

struct claims;

/* Call number `number` on a communicator. Ends the run with a report if it
 * differs from what another member has called. */
void claims_enter(struct rank *rank, const struct comm *comm, int number,
                  const struct claim *claim);
struct claims *claims_new(void);
void claims_free(struct claims *claims);

#endif
