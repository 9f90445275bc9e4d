/* Requests that a call is given as an array; private to src/mpi. */
#ifndef WEFT_SRC_MPI_REQUEST_LIST_H
#define WEFT_SRC_MPI_REQUEST_LIST_H

#include "mpi/message/request.h"

struct request_list {
    struct request **request; /* [count] */
    int count, active;
    struct request *few[16];
};

/* Those of a call; `wrong` is an error that is known already. An error,
 * raised, also if an active request stands there twice. */
int request_list_open(struct rank *rank, struct request_list *list, int count,
                      const MPI_Request *handle, int wrong);
void request_list_close(struct rank *rank, struct request_list *list);
/* How many active ones are over, and the place of the first. */
int request_list_over(const struct request_list *list);
int request_list_first(const struct request_list *list);

#endif
