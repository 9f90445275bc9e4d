/* Fill and check statuses. */
#include "mpi/calls/wait.h"

void status_fill(MPI_Status *status, int source, int tag, size_t bytes)
{
    if (status == MPI_STATUS_IGNORE)
        return;
    status->MPI_SOURCE = source;
    status->MPI_TAG = tag;
    status->weft_cancelled = 0;
    status->weft_bytes = (MPI_Count)bytes;
}

void status_empty(MPI_Status *status)
{
    status_fill(status, MPI_ANY_SOURCE, MPI_ANY_TAG, 0);
    if (status != MPI_STATUS_IGNORE)
        status->MPI_ERROR = MPI_SUCCESS;
}

int status_check(struct rank *rank, const MPI_Status *status)
{
    if (!status)
        return rank_error(rank, NULL, MPI_ERR_ARG,
                          "status is a null pointer; write MPI_STATUS_IGNORE "
                          "if none is wanted");
    if (status == MPI_STATUSES_IGNORE)
        return rank_error(rank, NULL, MPI_ERR_ARG,
                          "status is MPI_STATUSES_IGNORE, which is for arrays; "
                          "write MPI_STATUS_IGNORE");
    return MPI_SUCCESS;
}

int status_check_array(struct rank *rank, int count, const MPI_Status *statuses)
{
    if (count > 0 && !statuses)
        return rank_error(rank, NULL, MPI_ERR_ARG,
                          "array_of_statuses is a null pointer; write "
                          "MPI_STATUSES_IGNORE if none are wanted");
    if (count > 0 && statuses == MPI_STATUS_IGNORE)
        return rank_error(rank, NULL, MPI_ERR_ARG,
                          "array_of_statuses is MPI_STATUS_IGNORE, which is "
                          "for one status; write MPI_STATUSES_IGNORE");
    return MPI_SUCCESS;
}
