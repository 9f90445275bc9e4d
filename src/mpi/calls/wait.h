/* Waiting for requests and testing them; private to src/mpi. */
#ifndef WEFT_SRC_MPI_WAIT_H
#define WEFT_SRC_MPI_WAIT_H

#include "mpi/message/request.h"

/* Return whether the request's operation is complete. True for NULL and
 * inactive requests. */
bool wait_over(const struct request *request);
/* Wait until a request is complete. */
void wait_for(struct rank *rank, struct request *request);
/* Fill the status (may be MPI_STATUS_IGNORE); with `end`, free the request or
 * make it inactive. Returns the request's error without raising it. */
int wait_conclude(struct rank *rank, struct request *request,
                  MPI_Status *status, bool end);
/* Raise an error unless `status` is valid or MPI_STATUS_IGNORE.
 * status_check_array() does the same for an array of `count` statuses. */
int status_check(struct rank *rank, const MPI_Status *status);
int status_check_array(struct rank *rank, int count,
                       const MPI_Status *statuses);
void status_empty(MPI_Status *status);
void status_fill(MPI_Status *status, int source, int tag, size_t bytes);

#endif
