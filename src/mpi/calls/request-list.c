/* Requests passed to a call. */
#include "mpi/calls/request-list.h"
#include "mpi/message/transport.h"
#include "mpi/report.h"

static int request_shared(struct rank *rank, const struct thread *other)
{
    char where[240];
    report_where(rank, other->caller, where, sizeof where);
    return rank_error(rank, NULL, MPI_ERR_REQUEST,
                      "thread %d uses a request for which thread %d waits in "
                      "%s at %s",
                      rank->threads->running->number, other->number,
                      other->function, where);
}

int request_find(struct rank *rank, MPI_Request handle,
                 struct request **request)
{
    *request = NULL;
    if (handle == MPI_REQUEST_NULL)
        return MPI_SUCCESS;
    *request = handle_object(rank, HANDLE_REQUEST, handle);
    const struct thread *other =
        *request ? transport_waiter(rank, *request) : NULL;
    if (other)
        return request_shared(rank, other);
    if (*request)
        return MPI_SUCCESS;
    return rank_error(
        rank, NULL, MPI_ERR_REQUEST,
        "the request is invalid, or was completed or freed before");
}

/* Return the index of an active request that also occurs earlier in the array,
 * or -1. */
static int request_list_twice(const struct request_list *list)
{
    int twice = -1;
    for (int i = 0; i < list->count; i++) {
        struct request *request = list->request[i];
        if (!request || !request->active)
            continue;
        if (request->listed && twice < 0)
            twice = i;
        request->listed = true;
    }
    for (int i = 0; i < list->count; i++)
        if (list->request[i])
            list->request[i]->listed = false;
    return twice;
}

int request_list_open(struct rank *rank, struct request_list *list, int count,
                      const MPI_Request *handle, int wrong)
{
    if (wrong)
        return wrong;
    if (count < 0)
        return rank_error(rank, NULL, MPI_ERR_COUNT,
                          "count is %d, but must not be negative", count);
    if (count && !handle)
        return rank_error(rank, NULL, MPI_ERR_ARG,
                          "the array of requests is a null pointer");
    list->request = list->few;
    list->count = count;
    list->active = 0;
    if (count > 16)
        list->request = rank_alloc(rank, (size_t)count * sizeof *list->request);
    for (int i = 0; i < count; i++) {
        int error = request_find(rank, handle[i], &list->request[i]);
        if (error)
            return error;
        list->active += list->request[i] && list->request[i]->active;
    }
    int twice = request_list_twice(list);
    return twice < 0 ? MPI_SUCCESS
                     : rank_error(rank, NULL, MPI_ERR_REQUEST,
                                  "array_of_requests[%d] repeats an earlier "
                                  "request of the array",
                                  twice);
}

void request_list_close(struct rank *rank, struct request_list *list)
{
    if (list->request != list->few)
        rank_free(rank, list->request);
}

int request_list_over(const struct request_list *list)
{
    int over = 0;
    for (int i = 0; i < list->count; i++)
        over += list->request[i] && list->request[i]->active &&
                list->request[i]->done;
    return over;
}

int request_list_done(const struct request_list *list, int number)
{
    int i = 0;
    for (;; i++) {
        const struct request *request = list->request[i];
        if (request && request->active && request->done && !number--)
            return i;
    }
}
