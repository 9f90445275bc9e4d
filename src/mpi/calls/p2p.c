/* Argument checks of sends and receives. */
#include "mpi/calls/p2p.h"
#include "mpi/data/group.h"
#include "mpi/message/transport.h"
#include "mpi/world.h"

#define TAG_MOST 0x3fffffff /* value of the attribute MPI_TAG_UB */

int p2p_check_data(struct rank *rank, struct comm *comm, const void *buffer,
                   MPI_Count count, MPI_Datatype handle,
                   const struct type **type)
{
    if (count < 0)
        return rank_error(rank, comm, MPI_ERR_COUNT,
                          "count is %lld, but must not be negative",
                          (long long)count);
    *type = type_of(rank, handle);
    if (!*type)
        return rank_error(rank, comm, MPI_ERR_TYPE, "%s",
                          handle == MPI_DATATYPE_NULL
                              ? "the datatype is MPI_DATATYPE_NULL"
                              : "the datatype is invalid or was freed");
    if (!type_committed(*type))
        return rank_error(
            rank, comm, MPI_ERR_TYPE,
            "the datatype is not committed; call MPI_Type_commit first");
    size_t bytes;
    if (!type_bytes(*type, (size_t)count, &bytes) || bytes > UINT32_MAX)
        return rank_error(rank, comm, MPI_ERR_COUNT,
                          "%lld elements exceed the limit of 4 GB",
                          (long long)count);
    if (buffer == MPI_IN_PLACE)
        return rank_error(rank, comm, MPI_ERR_BUFFER,
                          "MPI_IN_PLACE is not allowed for this buffer");
    if (!buffer && bytes && type_true_lb(*type) == 0)
        return rank_error(rank, comm, MPI_ERR_BUFFER,
                          "the buffer is a null pointer, but count is %lld",
                          (long long)count);
    return MPI_SUCCESS;
}

void p2p_check_written(struct rank *rank, const struct type *type, size_t count,
                       const char *buffer)
{
    MPI_Aint at;
    char name[64];
    if (type_overlaps(rank, type, count, &at))
        rank_fault(rank, RULE_MEMORY, rank->caller,
                   "%s: %zu x %s writes byte %ld of the %s buffer twice",
                   rank->function, count, type_name(rank, type, name), at,
                   buffer);
}

static int check_peer(struct rank *rank, struct comm *comm, int peer, bool any)
{
    const struct group *group = comm->remote ? comm->remote : comm->group;
    if (peer == MPI_PROC_NULL || (any && peer == MPI_ANY_SOURCE) ||
        (peer >= 0 && peer < group->size))
        return MPI_SUCCESS;
    const char *names = any ? "; write MPI_ANY_SOURCE or MPI_PROC_NULL by name"
                            : "; write MPI_PROC_NULL by name";
    return rank_error(rank, comm, MPI_ERR_RANK,
                      "rank %d is not in %s, which has ranks 0 to %d%s", peer,
                      comm->name, group->size - 1, peer < 0 ? names : "");
}

int p2p_check_bytes(struct rank *rank, struct comm *comm, const char *out,
                    size_t sent, const char *in, size_t room)
{
    if (!sent || !room || out >= in + room || in >= out + sent)
        return MPI_SUCCESS;
    return rank_error(rank, comm, MPI_ERR_BUFFER,
                      "the send buffer and the receive buffer overlap");
}

int p2p_check_apart(struct rank *rank, const struct request *out,
                    const struct request *in)
{
    if (!type_dense(out->type) || !type_dense(in->type) ||
        out->peer == MPI_PROC_NULL || in->peer == MPI_PROC_NULL)
        return MPI_SUCCESS;
    return p2p_check_bytes(rank, in->comm,
                           (const char *)out->buffer + type_true_lb(out->type),
                           out->count * type_size(out->type),
                           (const char *)in->buffer + type_true_lb(in->type),
                           in->count * type_size(in->type));
}

static int p2p_make(struct rank *rank, const struct call *call,
                    enum request_kind kind, struct request **request)
{
    COMM(comm, call->comm);
    const struct type *type = NULL;
    bool receives = kind == REQUEST_RECEIVE;
    bool nothing = call->peer == MPI_PROC_NULL && !call->count &&
                   call->type == MPI_DATATYPE_NULL;
    int error = p2p_check_data(rank, comm, call->buffer, call->count,
                               nothing ? MPI_BYTE : call->type, &type);
    if (!error)
        error = check_peer(rank, comm, call->peer, receives);
    if (error)
        return error;
    if ((call->tag < 0 && !(receives && call->tag == MPI_ANY_TAG)) ||
        call->tag > TAG_MOST)
        return rank_error(
            rank, comm, MPI_ERR_TAG, "tag is %d, but must be from 0 to %d%s",
            call->tag, TAG_MOST,
            receives && call->tag < 0 ? "; write MPI_ANY_TAG by name" : "");
    if (receives)
        p2p_check_written(rank, type, (size_t)call->count, "receive");
    struct request *made = *request = request_new(rank, kind, comm);
    type_hold(type);
    made->type = type;
    made->buffer = (void *)call->buffer;
    made->count = (size_t)call->count;
    made->peer = call->peer;
    if (call->peer >= 0)
        made->world =
            (comm->remote ? comm->remote : comm->group)->world[call->peer];
    made->tag = call->tag;
    made->context = comm->context;
    return MPI_SUCCESS;
}

int p2p_receive(struct rank *rank, const struct call *call,
                struct request **request)
{
    return p2p_make(rank, call, REQUEST_RECEIVE, request);
}

/* Check that the attached buffer is large enough for a buffered send. Except in
 * runs without buffering (transport.c), the message leaves at once and uses no
 * space. */
static int check_buffer(struct rank *rank, const struct request *request)
{
    size_t bytes = request->count * type_size(request->type);
    if (request->world < 0 ||
        bytes + MPI_BSEND_OVERHEAD <= rank->transport->given)
        return MPI_SUCCESS;
    return rank_error(rank, request->comm, MPI_ERR_BUFFER,
                      "%zu bytes plus MPI_BSEND_OVERHEAD exceed the %llu bytes "
                      "attached by MPI_Buffer_attach",
                      bytes, (unsigned long long)rank->transport->given);
}

int p2p_send(struct rank *rank, const struct call *call, enum send_mode mode,
             struct request **request)
{
    int error = p2p_make(rank, call, REQUEST_SEND, request);
    if (error)
        return error;
    (*request)->mode = mode;
    (*request)->attached = mode == SEND_BUFFERED;
    if (mode == SEND_BUFFERED)
        error = check_buffer(rank, *request);
    if (error)
        request_destroy(rank, *request);
    return error;
}

int p2p_begin(struct rank *rank, struct request *request, MPI_Request *handle)
{
    request->handle = handle_new(rank, HANDLE_REQUEST, request);
    *handle = request->handle;
    if (!request->persistent)
        request_start(rank, request);
    return MPI_SUCCESS;
}
