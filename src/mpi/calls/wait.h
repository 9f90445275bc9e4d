/* Waiting for requests and asking for them; private to src/mpi. */
#ifndef WEFT_SRC_MPI_WAIT_H
#define WEFT_SRC_MPI_WAIT_H

#include "mpi/message/request.h"

/* Is the operation over? */
bool wait_over(const struct request *request);
/* Wait for one. */
void wait_for(struct rank *rank, struct request *request);
/* Fill the status (may be MPI_STATUS_IGNORE), and, with `end`, let the request
 * go or make it inactive. @returns its error, not raised */
int wait_conclude(struct rank *rank, struct request *request,
                  MPI_Status *status, bool end);
/* Is it a place for a status, or for `count` of them, or the constant that says
 * that none is wanted? The error, raised. */
int status_check(struct rank *rank, const MPI_Status *status);
int status_check_array(struct rank *rank, int count,
                       const MPI_Status *statuses);
void status_empty(MPI_Status *status);
void status_fill(MPI_Status *status, int source, int tag, size_t bytes);
/* The request of a handle; NULL for MPI_REQUEST_NULL; raises an error. */
int wait_request(struct rank *rank, MPI_Request handle,
                 struct request **request);

#endif
