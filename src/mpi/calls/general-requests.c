/* Generalised requests, and functions for requests of any kind. */
#include "mpi/calls/general.h"
#include "mpi/calls/request-list.h"
#include "mpi/calls/task.h"
#include "mpi/calls/wait.h"
#include "mpi/coll/coll-schedule.h"
#include "mpi/data/calls/arguments.h"
#include "mpi/guard/guard.h"
#include "mpi/message/transport.h"

int MPI_Grequest_start(MPI_Grequest_query_function *query_fn,
                       MPI_Grequest_free_function *free_fn,
                       MPI_Grequest_cancel_function *cancel_fn,
                       void *extra_state, MPI_Request *request)
{
    ENTER(Grequest_start);
    struct request *made = request_new(rank, REQUEST_GENERAL, NULL);
    made->general = rank_alloc(rank, sizeof *made->general);
    *made->general =
        (struct general){query_fn, free_fn, cancel_fn, extra_state};
    made->handle = handle_new(rank, HANDLE_REQUEST, made);
    transport_begin(rank, made);
    *request = made->handle;
    return MPI_SUCCESS;
}

int MPI_Grequest_complete(MPI_Request request)
{
    ENTER(Grequest_complete);
    struct request *one;
    int error = request_find(rank, request, &one);
    if (error)
        return error;
    if (!one || one->kind != REQUEST_GENERAL || one->done)
        return rank_error(
            rank, NULL, MPI_ERR_REQUEST,
            "the request is not a pending request of MPI_Grequest_start");
    transport_complete(rank, one);
    return MPI_SUCCESS;
}

int MPI_Request_free(MPI_Request *request)
{
    ENTER(Request_free);
    struct request *one;
    int error = request_find(rank, *request, &one);
    if (error)
        return error;
    if (!one)
        return rank_error(rank, NULL, MPI_ERR_REQUEST,
                          "the request is MPI_REQUEST_NULL");
    if (one->kind == REQUEST_COLLECTIVE && one->active && !one->done)
        return rank_error(
            rank, one->comm, MPI_ERR_REQUEST,
            "the request of a pending collective operation cannot be freed");
    if (one->kind == REQUEST_RECEIVE && one->active && !one->done)
        rank_warn(rank, RULE_REQUEST, rank->caller,
                  "MPI_Request_free of a receive that is not complete: the "
                  "program cannot know when its buffer may be used");
    guard_end(rank, one);
    handle_free(rank, HANDLE_REQUEST, one->handle);
    one->handle = 0;
    *request = MPI_REQUEST_NULL;
    if (one->kind == REQUEST_GENERAL && one->done && one->general->free)
        error = one->general->free(one->general->state);
    if (!one->active || one->done)
        request_destroy(rank, one);
    else
        one->freed = true;
    return error;
}

int MPI_Cancel(MPI_Request *request)
{
    ENTER(Cancel);
    struct request *one;
    int error = request_find(rank, *request, &one);
    if (error)
        return error;
    if (!one || !one->active)
        return rank_error(rank, NULL, MPI_ERR_REQUEST,
                          "the request is not active");
    if (one->kind == REQUEST_COLLECTIVE)
        return rank_error(rank, one->comm, MPI_ERR_REQUEST,
                          "a collective operation cannot be cancelled");
    if (one->kind == REQUEST_GENERAL && one->general->cancel)
        return one->general->cancel(one->general->state, one->done);
    if (one->kind == REQUEST_RECEIVE && !one->done)
        transport_withdraw(rank, one);
    if (one->kind == REQUEST_SEND)
        transport_withdraw_send(rank, one);
    return MPI_SUCCESS;
}

int MPI_Test_cancelled(const MPI_Status *status, int *flag)
{
    ENTER(Test_cancelled);
    A_STATUS(status);
    *flag = status->weft_cancelled != 0;
    return MPI_SUCCESS;
}

int MPI_Request_get_status(MPI_Request request, int *flag, MPI_Status *status)
{
    ENTER(Request_get_status);
    struct request *one;
    int error = status_check(rank, status);
    if (!error)
        error = request_find(rank, request, &one);
    if (error)
        return error;
    if (!wait_over(one))
        transport_look(rank);
    if (!wait_over(one))
        transport_vain(rank);
    *flag = wait_over(one);
    if (!*flag)
        return MPI_SUCCESS;
    transport_good(rank);
    return wait_conclude(rank, one, status, false);
}

void request_start(struct rank *rank, struct request *request)
{
    request->error = MPI_SUCCESS;
    rank_free(rank, request->wrong);
    request->wrong = NULL;
    if (request->kind == REQUEST_SEND)
        transport_send(rank, request);
    else if (request->kind == REQUEST_RECEIVE)
        transport_receive(rank, request);
    else {
        transport_begin(rank, request);
        schedule_start(rank, request);
    }
}

static int general_requests_start(struct rank *rank, MPI_Request handle)
{
    struct request *one;
    int error = request_find(rank, handle, &one);
    if (error)
        return error;
    if (!one || !one->persistent)
        return rank_error(rank, NULL, MPI_ERR_REQUEST,
                          "the request is not persistent (made by "
                          "MPI_Send_init, MPI_Recv_init, ...)");
    if (one->active)
        return rank_error(rank, one->comm, MPI_ERR_REQUEST,
                          "the request is already active; complete it before "
                          "starting it again");
    request_start(rank, one);
    return MPI_SUCCESS;
}

int MPI_Start(MPI_Request *request)
{
    ENTER(Start);
    RETURN_TASK(Start, general_requests_start(rank, *request));
}

static int start_all(struct rank *rank, int count, const MPI_Request *request)
{
    if (count < 0)
        return rank_error(rank, NULL, MPI_ERR_COUNT,
                          "count is %d, but must not be negative", count);
    int error = MPI_SUCCESS;
    for (int i = 0; i < count && !error; i++)
        error = general_requests_start(rank, request[i]);
    return error;
}

int MPI_Startall(int count, MPI_Request array_of_requests[])
{
    ENTER(Startall);
    RETURN_TASK(Startall, start_all(rank, count, array_of_requests));
}
