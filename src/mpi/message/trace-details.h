/* Details of the events that a rank records: tag, communicator and source line
 * (weft/unstable/details.h); private to src/mpi. */
#ifndef WEFT_SRC_MPI_TRACE_DETAILS_H
#define WEFT_SRC_MPI_TRACE_DETAILS_H

#include "mpi/message/request.h"

struct waiting;

/* Create the table of a run. NULL: out of memory. */
struct details *details_open(void);
/* Return its texts, for the description of the run. */
struct weft_items *details_texts(const struct details *details);
void details_close(struct details *details);

/* The next events of the rank have no details; belong to its current call; to a
 * transfer of an operation (NULL: of none); or to a wait. These functions do
 * nothing in runs without details. */
void details_none(struct rank *rank);
void details_of_call(struct rank *rank);
void details_of_request(struct rank *rank, const struct request *request);
void details_of_wait(struct rank *rank, const struct waiting *waiting);

#endif
