/* Waiting for requests and testing them. */
#include "mpi/calls/wait.h"
#include "mpi/calls/general.h"
#include "mpi/calls/request-list.h"
#include "mpi/calls/task.h"
#include "mpi/coll/coll-schedule.h"
#include "mpi/guard/guard.h"
#include "mpi/message/exploring.h"
#include "mpi/message/transport.h"
#include "mpi/world.h"

#include <string.h>

bool wait_over(const struct request *request)
{
    return !request || !request->active || request->done;
}

void wait_for(struct rank *rank, struct request *request)
{
    struct request *const one[] = {request};
    const struct waiting waiting = {.request = one, .count = 1};
    while (!wait_over(request))
        transport_wait(rank, &waiting);
}

static void wait_fill(const struct request *request, MPI_Status *status)
{
    if (status == MPI_STATUS_IGNORE)
        return;
    if (request->kind == REQUEST_RECEIVE || request->pair)
        status_fill(status, request->source, request->found, request->bytes);
    else if (request->kind != REQUEST_GENERAL)
        status_fill(status, MPI_ANY_SOURCE, MPI_ANY_TAG, 0);
    status->weft_cancelled = request->cancelled;
}

/* Query the status of a generalised request; with `end` also call the program's
 * free function. */
static int general_conclude(struct request *request, MPI_Status *status,
                            bool end)
{
    struct general *general = request->general;
    MPI_Status own;
    MPI_Status *asked = status == MPI_STATUS_IGNORE ? &own : status;
    status_empty(asked);
    int error = general->query ? general->query(general->state, asked) : 0;
    if (end && general->free) {
        int freed = general->free(general->state);
        error = error ? error : freed;
    }
    return error;
}

int wait_conclude(struct rank *rank, struct request *request,
                  MPI_Status *status, bool end)
{
    if (!request || !request->active) {
        status_empty(status);
        return MPI_SUCCESS;
    }
    int error = request->error;
    wait_fill(request, status);
    if (request->kind == REQUEST_GENERAL)
        error = general_conclude(request, status, end);
    if (request->kind == REQUEST_SEND)
        transport_check_buffer(rank, request);
    guard_end(rank, request);
    if (request->actions && request->actions->concluded)
        request->actions->concluded(rank, request);
    if (!end)
        return error;
    request->active = false;
    if (!request->persistent)
        request_destroy(rank, request);
    return error;
}

int request_finish(struct rank *rank, struct request *request,
                   MPI_Status *status)
{
    wait_for(rank, request);
    int error = request->error;
    if (error) { /* copy the error text: it is freed with the request */
        char text[256];
        strncpy(text, request->wrong ? request->wrong : "failed", 255);
        text[255] = 0;
        struct comm *comm = request->comm;
        wait_fill(request, status);
        if (!request->persistent && !request->handle)
            error = rank_error(rank, comm, error, "%s", text);
        request_destroy(rank, request);
        return error;
    }
    return wait_conclude(rank, request, status, true);
}

/* Raise the error of a request, if any. */
static int raise_error(struct rank *rank, struct request *request, int error)
{
    if (!error || !request)
        return error;
    return rank_error(rank, request->comm, error, "%s",
                      request->wrong ? request->wrong : "failed");
}

/* Complete a request and set its handle to MPI_REQUEST_NULL if it is freed. */
static int calls_wait_end(struct rank *rank, MPI_Request *handle,
                          struct request *request, MPI_Status *status)
{
    bool goes = request && request->active && !request->persistent;
    int error = request && request->active ? request->error : MPI_SUCCESS;
    if (error && request->kind != REQUEST_GENERAL)
        error = raise_error(rank, request, error);
    int said = wait_conclude(rank, request, status, true);
    if (goes)
        *handle = MPI_REQUEST_NULL;
    return error ? error : said;
}

/* ---- all, any or some of a list -------------------------------------------
 */

static MPI_Status *status_at(MPI_Status *statuses, int i)
{
    return statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : &statuses[i];
}

/* Complete all requests that are done. Returns MPI_ERR_IN_STATUS if any
 * failed. */
static int end_all(struct rank *rank, struct request_list *list,
                   MPI_Request *handle, MPI_Status *statuses)
{
    int worst = MPI_SUCCESS;
    for (int i = 0; i < list->count; i++) {
        MPI_Status *status = status_at(statuses, i);
        int error = calls_wait_end(rank, &handle[i], list->request[i], status);
        if (status != MPI_STATUS_IGNORE)
            status->MPI_ERROR = error;
        worst = error ? MPI_ERR_IN_STATUS : worst;
    }
    return worst;
}

static int wait_all(struct rank *rank, int count, MPI_Request *handle,
                    MPI_Status *statuses)
{
    struct request_list list;
    int error = request_list_open(rank, &list, count, handle,
                                  status_check_array(rank, count, statuses));
    if (error)
        return error;
    const struct waiting waiting = {.request = list.request, .count = count};
    for (int i = 0; i < count; i++)
        while (!wait_over(list.request[i]))
            transport_wait(rank, &waiting);
    error = end_all(rank, &list, handle, statuses);
    request_list_close(rank, &list);
    return error;
}

static int wait_any(struct rank *rank, int count, MPI_Request *handle,
                    int *index, MPI_Status *status)
{
    struct request_list list;
    int error = request_list_open(rank, &list, count, handle,
                                  status_check(rank, status));
    if (error)
        return error;
    const struct waiting waiting = {list.request, count, true, NULL};
    bool varies = list.active > 1 && exploring_varies(rank);
    if (varies)
        exploring_settle(rank);
    while (list.active && !request_list_over(&list))
        transport_wait(rank, &waiting);
    *index = MPI_UNDEFINED;
    if (list.active)
        *index = request_list_done(
            &list, varies ? exploring_vary(rank, request_list_over(&list)) : 0);
    if (list.active)
        error =
            calls_wait_end(rank, &handle[*index], list.request[*index], status);
    else
        status_empty(status);
    request_list_close(rank, &list);
    return error;
}

static int end_some(struct rank *rank, struct request_list *list,
                    MPI_Request *handle, int *over, int *index,
                    MPI_Status *statuses)
{
    int worst = MPI_SUCCESS;
    *over = list->active ? 0 : MPI_UNDEFINED;
    for (int i = 0; i < list->count; i++) {
        struct request *request = list->request[i];
        if (!request || !request->active || !request->done)
            continue;
        MPI_Status *status = status_at(statuses, *over);
        int error = calls_wait_end(rank, &handle[i], request, status);
        if (status != MPI_STATUS_IGNORE)
            status->MPI_ERROR = error;
        worst = error ? MPI_ERR_IN_STATUS : worst;
        index[(*over)++] = i;
    }
    return worst;
}

static bool wait_sees(const struct request_list *list, bool all)
{
    int over = request_list_over(list);
    return all ? over == list->active : over > 0;
}

/* Look for messages; if the test still fails, let time pass and look again. An
 * exploring run may deviate: the test does not see completed requests, or waits
 * for messages. Returns whether the test succeeds. */
static bool wait_ask(struct rank *rank, const struct request_list *list,
                     bool all)
{
    bool sees = wait_sees(list, all), looks = !sees;
    if (!list->active)
        return true;
    if (looks) {
        transport_look(rank);
        sees = wait_sees(list, all);
    }
    if (exploring_varies(rank) && exploring_vary(rank, 2)) {
        if (sees)
            return false;
        exploring_settle(rank);
    } else if (!sees) {
        transport_vain(rank);
    }
    sees = wait_sees(list, all);
    if (looks && sees)
        transport_good(rank);
    return sees;
}

static int some(struct rank *rank, bool waits, int count, MPI_Request *handle,
                int *over, int *index, MPI_Status *statuses)
{
    struct request_list list;
    int error = request_list_open(rank, &list, count, handle,
                                  status_check_array(rank, count, statuses));
    if (error)
        return error;
    const struct waiting waiting = {list.request, count, true, NULL};
    if (waits && list.active > 1 && exploring_varies(rank) &&
        exploring_vary(rank, 2))
        exploring_settle(rank);
    while (waits && list.active && !request_list_over(&list))
        transport_wait(rank, &waiting);
    *over = 0;
    if (waits || wait_ask(rank, &list, false))
        error = end_some(rank, &list, handle, over, index, statuses);
    request_list_close(rank, &list);
    return error;
}

static int test_all(struct rank *rank, int count, MPI_Request *handle,
                    int *flag, MPI_Status *statuses)
{
    struct request_list list;
    int error = request_list_open(rank, &list, count, handle,
                                  status_check_array(rank, count, statuses));
    if (error)
        return error;
    *flag = wait_ask(rank, &list, true);
    if (*flag)
        error = end_all(rank, &list, handle, statuses);
    request_list_close(rank, &list);
    return error;
}

static int test_any(struct rank *rank, int count, MPI_Request *handle,
                    int *index, int *flag, MPI_Status *status)
{
    struct request_list list;
    int error = request_list_open(rank, &list, count, handle,
                                  status_check(rank, status));
    if (error)
        return error;
    *index = MPI_UNDEFINED;
    *flag = wait_ask(rank, &list, false);
    if (!list.active) {
        status_empty(status);
    } else if (*flag) {
        *index = request_list_done(&list, 0);
        error =
            calls_wait_end(rank, &handle[*index], list.request[*index], status);
    }
    request_list_close(rank, &list);
    return error;
}

/* ---- the calls ------------------------------------------------------------
 */

int MPI_Wait(MPI_Request *request, MPI_Status *status)
{
    ENTER(Wait);
    struct request *one;
    int error = status_check(rank, status);
    if (!error)
        error = request_find(rank, *request, &one);
    if (error)
        return error;
    task_begin(rank, TASK_Wait);
    wait_for(rank, one);
    task_end(rank, TASK_Wait);
    return calls_wait_end(rank, request, one, status);
}

int MPI_Waitall(int count, MPI_Request array_of_requests[],
                MPI_Status *array_of_statuses)
{
    ENTER(Waitall);
    RETURN_TASK(Waitall,
                wait_all(rank, count, array_of_requests, array_of_statuses));
}

int MPI_Waitany(int count, MPI_Request array_of_requests[], int *index,
                MPI_Status *status)
{
    ENTER(Waitany);
    RETURN_TASK(Waitany,
                wait_any(rank, count, array_of_requests, index, status));
}

int MPI_Waitsome(int incount, MPI_Request array_of_requests[], int *outcount,
                 int array_of_indices[], MPI_Status *array_of_statuses)
{
    ENTER(Waitsome);
    RETURN_TASK(Waitsome, some(rank, true, incount, array_of_requests, outcount,
                               array_of_indices, array_of_statuses));
}

int MPI_Test(MPI_Request *request, int *flag, MPI_Status *status)
{
    ENTER(Test);
    int index;
    RETURN_TASK(Test, test_any(rank, 1, request, &index, flag, status));
}

int MPI_Testall(int count, MPI_Request array_of_requests[], int *flag,
                MPI_Status *array_of_statuses)
{
    ENTER(Testall);
    RETURN_TASK(Testall, test_all(rank, count, array_of_requests, flag,
                                  array_of_statuses));
}

int MPI_Testany(int count, MPI_Request array_of_requests[], int *index,
                int *flag, MPI_Status *status)
{
    ENTER(Testany);
    RETURN_TASK(Testany,
                test_any(rank, count, array_of_requests, index, flag, status));
}

int MPI_Testsome(int incount, MPI_Request array_of_requests[], int *outcount,
                 int array_of_indices[], MPI_Status *array_of_statuses)
{
    ENTER(Testsome);
    RETURN_TASK(Testsome, some(rank, false, incount, array_of_requests,
                               outcount, array_of_indices, array_of_statuses));
}
