/* What ranks wait for, and the report of a deadlock; private to src/mpi. */
#ifndef WEFT_SRC_MPI_RANK_WAITS_H
#define WEFT_SRC_MPI_RANK_WAITS_H

#include "mpi/message/transport.h"

/* Record what a rank waits for, when it cannot proceed any more. */
void waits_record(struct rank *rank, const struct waiting *waiting);
/* Describe the deadlock of a run in several lines. Returns the text, to be
 * freed, or NULL if memory is short. */
char *waits_report(const struct world *world);

/* Write "0 to 3, 7 (5)": [count] ranks in ascending order. */
void waits_ranks(const int *rank, int count, char *text, size_t size);

#endif
