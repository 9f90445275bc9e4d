/* Requests passed to a call; private to src/mpi. */
#ifndef WEFT_SRC_MPI_REQUEST_LIST_H
#define WEFT_SRC_MPI_REQUEST_LIST_H

#include "mpi/message/request.h"

/* Look up the request of a handle: NULL for MPI_REQUEST_NULL; an invalid handle
 * raises an error. */
int request_find(struct rank *rank, MPI_Request handle,
                 struct request **request);

/* An array of requests. */
struct request_list {
    struct request **request; /* [count] */
    int count, active;
    struct request *few[16];
};

/* Look up the requests of a call. `wrong` is the class of an error already
 * found, or MPI_SUCCESS. Returns MPI_SUCCESS or the class of an error that was
 * raised; a repeated active request is an error. */
int request_list_open(struct rank *rank, struct request_list *list, int count,
                      const MPI_Request *handle, int wrong);
void request_list_close(struct rank *rank, struct request_list *list);
/* Return the number of active requests that are complete, and the index of one
 * of them, which are numbered from 0. */
int request_list_over(const struct request_list *list);
int request_list_done(const struct request_list *list, int number);

#endif
