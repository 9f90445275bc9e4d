/* Generalised requests; private to src/mpi. */
#ifndef WEFT_SRC_MPI_GENERAL_H
#define WEFT_SRC_MPI_GENERAL_H

#include "mpi/message/request.h"

struct general {
    MPI_Grequest_query_function *query;
    MPI_Grequest_free_function *free;
    MPI_Grequest_cancel_function *cancel;
    void *state;
};

/* Ask for its status; with `end` free the program's part of it. */
int general_conclude(struct request *request, MPI_Status *status, bool end);

#endif
