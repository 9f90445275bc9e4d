/* Creation and description of requests (wait.c waits for them). */
#include "mpi/message/request.h"
#include "mpi/coll/coll-schedule.h"
#include "mpi/data/group.h"
#include "mpi/guard/guard.h"
#include "mpi/message/transport.h"
#include "mpi/world.h"

#include <stdio.h>
#include <string.h>

struct request *request_new(struct rank *rank, enum request_kind kind,
                            struct comm *comm)
{
    struct transport *transport = rank->transport;
    struct request *request = transport->spare;
    if (request) {
        transport->spare = request->next;
        memset(request, 0, sizeof *request);
    } else {
        request = rank_alloc(rank, sizeof *request);
    }
    request->kind = kind;
    request->comm = comm;
    if (comm)
        comm->references++;
    request->function = rank->function;
    request->caller = rank->caller;
    request->world = -1;
    request->source = MPI_ANY_SOURCE;
    request->found = MPI_ANY_TAG;
    return request;
}

void request_destroy(struct rank *rank, struct request *request)
{
    struct transport *transport = rank->transport;
    guard_end(rank, request);
    if (request->type)
        type_drop(rank, request->type);
    if (request->schedule)
        schedule_destroy(rank, request->schedule);
    if (request->comm)
        comm_drop(rank, request->comm);
    rank_free(rank, request->general);
    rank_free(rank, request->wrong);
    if (request->handle)
        handle_free(rank, HANDLE_REQUEST, request->handle);
    request->next = transport->spare;
    transport->spare = request;
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

static void rank_text(int peer, char *text, size_t size)
{
    if (peer == MPI_ANY_SOURCE)
        snprintf(text, size, "any rank");
    else if (peer == MPI_PROC_NULL)
        snprintf(text, size, "MPI_PROC_NULL");
    else
        snprintf(text, size, "%d", peer);
}

void request_describe(const struct rank *rank, const struct request *request,
                      char *text, size_t size)
{
    char peer[32], tag[32] = "any tag";
    (void)rank;
    if (request->kind == REQUEST_COLLECTIVE) {
        snprintf(text, size, "%s on %s", request->function,
                 request->comm->name);
        return;
    }
    if (request->kind == REQUEST_GENERAL) {
        snprintf(text, size, "a request of MPI_Grequest_start");
        return;
    }
    rank_text(request->peer, peer, sizeof peer);
    if (request->tag != MPI_ANY_TAG)
        snprintf(tag, sizeof tag, "tag %d", request->tag);
    snprintf(text, size, "%s (%s %s, %s, %s)", request->function,
             request->kind == REQUEST_SEND ? "to" : "from", peer, tag,
             request->comm->name);
}
