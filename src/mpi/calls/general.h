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

#endif
