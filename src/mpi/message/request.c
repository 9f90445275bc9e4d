/* Creation and description of requests (wait.c waits for them). */
#include "mpi/message/request.h"
#include "mpi/data/group.h"
#include "mpi/guard/guard.h"
#include "mpi/message/transport.h"
#include "mpi/report.h"
#include "mpi/world.h"

#include <stdio.h>
#include <stdlib.h>
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
    if (request->actions && request->actions->destroyed)
        request->actions->destroyed(rank, request);
    for (struct request_copy *copy; (copy = request->copies);) {
        request->copies = copy->next;
        copy->over(rank, copy);
    }
    if (request->comm)
        comm_drop(rank, request->comm);
    rank_free(rank, request->general);
    rank_free(rank, request->wrong);
    if (request->handle)
        handle_free(rank, HANDLE_REQUEST, request->handle);
    request->next = transport->spare;
    transport->spare = request;
}

static void rank_text(const struct request *request, bool relative, char *text,
                      size_t size)
{
    int peer = request->peer, distance = peer - request->comm->rank;
    if (peer == MPI_ANY_SOURCE)
        snprintf(text, size, "any rank");
    else if (peer == MPI_PROC_NULL)
        snprintf(text, size, "MPI_PROC_NULL");
    else if (relative)
        snprintf(text, size, "rank %c %d", distance < 0 ? '-' : '+',
                 abs(distance));
    else
        snprintf(text, size, "%d", peer);
}

void request_comm_text(const struct rank *rank, const struct comm *comm,
                       char *text, size_t size)
{
    char members[200], where[240];
    const struct handle *entry = handle_entry(rank, comm->handle);
    bool described = !comm->named && !comm->remote && entry &&
                     entry->object == comm &&
                     !handle_is_predefined(comm->handle);
    snprintf(text, size, "%s", comm->name);
    if (!described)
        return;
    report_ranks(comm->group->world, comm->group->size, members,
                 sizeof members);
    report_where(rank, entry->origin, where, sizeof where);
    size_t used = strlen(text);
    snprintf(text + used, size - used, " at %s for rank%s %s", where,
             comm->group->size > 1 ? "s" : "", members);
}

void request_describe(const struct rank *rank, const struct request *request,
                      bool relative, char *text, size_t size)
{
    char peer[32], tag[32] = "any tag", comm[500];
    if (request->kind == REQUEST_GENERAL) {
        snprintf(text, size, "a request of MPI_Grequest_start");
        return;
    }
    request_comm_text(rank, request->comm, comm, sizeof comm);
    if (request->kind == REQUEST_COLLECTIVE) {
        snprintf(text, size, "%s on %s", request->function, comm);
        return;
    }
    rank_text(request, relative, peer, sizeof peer);
    if (request->tag != MPI_ANY_TAG)
        snprintf(tag, sizeof tag, "tag %d", request->tag);
    snprintf(text, size, "%s (%s %s, %s, %s)", request->function,
             request->kind == REQUEST_SEND ? "to" : "from", peer, tag, comm);
}
