/* What ranks wait for, and the report of a deadlock; private to src/mpi. */
#ifndef WEFT_SRC_MPI_RANK_WAITS_H
#define WEFT_SRC_MPI_RANK_WAITS_H

#include "mpi/message/transport.h"

/* Record what a rank waits for, when it cannot proceed any more. */
void waits_record(struct rank *rank, const struct waiting *waiting);
/* Report a deadlock: its cause, and what the ranks wait for. */
void waits_report(struct world *world);

#endif
