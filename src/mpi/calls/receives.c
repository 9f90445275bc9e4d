/* The calls that receive, and that ask what could be received. */
#include "mpi/calls/p2p.h"
#include "mpi/calls/task.h"
#include "mpi/calls/wait.h"
#include "mpi/message/transport.h"

#include <stdio.h>

static int receive(struct rank *rank, const struct call *call,
                   MPI_Status *status)
{
    struct request *request;
    int error = p2p_receive(rank, call, &request);
    if (error)
        return error;
    request_start(rank, request);
    return request_finish(rank, request, status);
}

static int begin(struct rank *rank, const struct call *call, bool persistent,
                 MPI_Request *handle)
{
    struct request *request;
    int error = p2p_receive(rank, call, &request);
    if (error)
        return error;
    request->persistent = persistent;
    return p2p_begin(rank, request, handle);
}

int MPI_Recv(void *buf, int count, MPI_Datatype datatype, int source, int tag,
             MPI_Comm comm, MPI_Status *status)
{
    ENTER(Recv);
    const struct call call = {buf, count, datatype, source, tag, comm};
    RETURN_TASK(Recv, receive(rank, &call, status));
}

int MPI_Irecv(void *buf, int count, MPI_Datatype datatype, int source, int tag,
              MPI_Comm comm, MPI_Request *request)
{
    ENTER(Irecv);
    const struct call call = {buf, count, datatype, source, tag, comm};
    RETURN_TASK(Irecv, begin(rank, &call, false, request));
}

int MPI_Recv_init(void *buf, int count, MPI_Datatype datatype, int source,
                  int tag, MPI_Comm comm, MPI_Request *request)
{
    ENTER(Recv_init);
    const struct call call = {buf, count, datatype, source, tag, comm};
    return begin(rank, &call, true, request);
}

/* ---- both -----------------------------------------------------------------
 */

static int exchange(struct rank *rank, const struct call *out,
                    const struct call *in, MPI_Status *status)
{
    struct request *send, *receive;
    int error = p2p_receive(rank, in, &receive);
    if (error)
        return error;
    error = p2p_send(rank, out, SEND_STANDARD, &send);
    if (error) {
        request_destroy(rank, receive);
        return error;
    }
    request_start(rank, receive);
    request_start(rank, send);
    struct request *const both[] = {receive, send};
    const struct waiting waiting = {.request = both, .count = 2};
    while (!receive->done || !send->done)
        transport_wait(rank, &waiting);
    request_finish(rank, send, MPI_STATUS_IGNORE);
    return request_finish(rank, receive, status);
}

int MPI_Sendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                 int dest, int sendtag, void *recvbuf, int recvcount,
                 MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,
                 MPI_Status *status)
{
    ENTER(Sendrecv);
    const struct call out = {sendbuf, sendcount, sendtype, dest, sendtag, comm};
    const struct call in = {recvbuf, recvcount, recvtype,
                            source,  recvtag,   comm};
    RETURN_TASK(Sendrecv, exchange(rank, &out, &in, status));
}

static int exchange_replace(struct rank *rank, struct call *out,
                            const struct call *in, MPI_Status *status)
{
    COMM(comm, out->comm);
    const struct type *type;
    int error =
        p2p_check_data(rank, comm, out->buffer, out->count, out->type, &type);
    if (error)
        return error;
    size_t bytes = (size_t)out->count * type_size(type);
    void *copy = rank_alloc(rank, bytes + 1);
    type_pack(type, out->buffer, (size_t)out->count, copy);
    out->buffer = copy;
    out->count = (MPI_Count)bytes;
    out->type = MPI_PACKED;
    error = exchange(rank, out, in, status);
    rank_free(rank, copy);
    return error;
}

int MPI_Sendrecv_replace(void *buf, int count, MPI_Datatype datatype, int dest,
                         int sendtag, int source, int recvtag, MPI_Comm comm,
                         MPI_Status *status)
{
    ENTER(Sendrecv_replace);
    struct call out = {buf, count, datatype, dest, sendtag, comm};
    const struct call in = {buf, count, datatype, source, recvtag, comm};
    RETURN_TASK(Sendrecv_replace, exchange_replace(rank, &out, &in, status));
}

/* Both halves have a parent, which is over when they are. A copy of what is
 * replaced lives as long as the rank. */
static int begin_exchange(struct rank *rank, const struct call *out,
                          const struct call *in, MPI_Request *handle)
{
    struct request *half[2];
    int error = p2p_receive(rank, in, &half[0]);
    if (error)
        return error;
    error = p2p_send(rank, out, SEND_STANDARD, &half[1]);
    if (error) {
        request_destroy(rank, half[0]);
        return error;
    }
    struct request *pair = request_new(rank, REQUEST_COLLECTIVE, half[0]->comm);
    pair->pair = 2;
    *handle = pair->handle = handle_new(rank, HANDLE_REQUEST, pair);
    transport_begin(rank, pair);
    for (int i = 0; i < 2; i++) {
        half[i]->parent = pair;
        half[i]->freed = true;
        request_start(rank, half[i]);
    }
    return MPI_SUCCESS;
}

int MPI_Isendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                  int dest, int sendtag, void *recvbuf, int recvcount,
                  MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,
                  MPI_Request *request)
{
    ENTER(Isendrecv);
    const struct call out = {sendbuf, sendcount, sendtype, dest, sendtag, comm};
    const struct call in = {recvbuf, recvcount, recvtype,
                            source,  recvtag,   comm};
    RETURN_TASK(Isendrecv, begin_exchange(rank, &out, &in, request));
}

static int begin_replace(struct rank *rank, struct call *out,
                         const struct call *in, MPI_Request *request)
{
    COMM(comm, out->comm);
    const struct type *type;
    int error =
        p2p_check_data(rank, comm, out->buffer, out->count, out->type, &type);
    if (error)
        return error;
    size_t bytes = (size_t)out->count * type_size(type);
    void *copy = rank_alloc(rank, bytes + 1);
    type_pack(type, out->buffer, (size_t)out->count, copy);
    out->buffer = copy;
    out->count = (MPI_Count)bytes;
    out->type = MPI_PACKED;
    return begin_exchange(rank, out, in, request);
}

int MPI_Isendrecv_replace(void *buf, int count, MPI_Datatype datatype, int dest,
                          int sendtag, int source, int recvtag, MPI_Comm comm,
                          MPI_Request *request)
{
    ENTER(Isendrecv_replace);
    struct call out = {buf, count, datatype, dest, sendtag, comm};
    const struct call in = {buf, count, datatype, source, recvtag, comm};
    RETURN_TASK(Isendrecv_replace, begin_replace(rank, &out, &in, request));
}

/* ---- asking ---------------------------------------------------------------
 */

static int check_probe(struct rank *rank, struct comm *comm, int source,
                       int tag)
{
    struct request *request;
    const struct call call = {NULL, 0, MPI_BYTE, source, tag, comm->handle};
    int error = p2p_receive(rank, &call, &request);
    if (!error)
        request_destroy(rank, request);
    return error;
}

static struct envelope *wait_for_message(struct rank *rank,
                                         const struct comm *comm, int source,
                                         int tag)
{
    char text[256];
    struct envelope *envelope;
    const struct waiting waiting = {.what = text};
    snprintf(text, sizeof text, "%s (from %d, tag %d, %s)", rank->function,
             source, tag, comm->name);
    transport_look(rank);
    while (!(envelope = transport_find(rank, comm, source, tag)))
        transport_wait(rank, &waiting);
    return envelope;
}

static struct envelope *look_for_message(struct rank *rank,
                                         const struct comm *comm, int source,
                                         int tag)
{
    transport_look(rank);
    struct envelope *envelope = transport_find(rank, comm, source, tag);
    if (!envelope) {
        transport_vain(rank);
        envelope = transport_find(rank, comm, source, tag);
    }
    if (envelope)
        transport_good(rank);
    return envelope;
}

/* The four questions: `waits` or not, and whether the message is kept for this
 * rank's MPI_Mrecv (`message` is not NULL). */
static int probe(struct rank *rank, bool waits, int source, int tag,
                 MPI_Comm handle, int *flag, MPI_Message *message,
                 MPI_Status *status)
{
    COMM(comm, handle);
    int error = check_probe(rank, comm, source, tag);
    if (error)
        return error;
    *flag = 1;
    if (source == MPI_PROC_NULL) {
        status_fill(status, MPI_PROC_NULL, MPI_ANY_TAG, 0);
        if (message)
            *message = MPI_MESSAGE_NO_PROC;
        return MPI_SUCCESS;
    }
    struct envelope *envelope =
        (waits ? wait_for_message : look_for_message)(rank, comm, source, tag);
    *flag = envelope != NULL;
    if (!envelope)
        return MPI_SUCCESS;
    status_fill(status, envelope->origin, envelope->tag, envelope->bytes);
    if (!message)
        return MPI_SUCCESS;
    transport_take(rank, envelope);
    struct request *kept = request_new(rank, REQUEST_RECEIVE, comm);
    kept->message = envelope;
    kept->peer = envelope->origin;
    kept->tag = envelope->tag;
    *message = handle_new(rank, HANDLE_MESSAGE, kept);
    return MPI_SUCCESS;
}

int MPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status *status)
{
    ENTER(Probe);
    int flag;
    RETURN_TASK(Probe,
                probe(rank, true, source, tag, comm, &flag, NULL, status));
}

int MPI_Iprobe(int source, int tag, MPI_Comm comm, int *flag,
               MPI_Status *status)
{
    ENTER(Iprobe);
    RETURN_TASK(Iprobe,
                probe(rank, false, source, tag, comm, flag, NULL, status));
}

int MPI_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message *message,
               MPI_Status *status)
{
    ENTER(Mprobe);
    int flag;
    RETURN_TASK(Mprobe,
                probe(rank, true, source, tag, comm, &flag, message, status));
}

int MPI_Improbe(int source, int tag, MPI_Comm comm, int *flag,
                MPI_Message *message, MPI_Status *status)
{
    ENTER(Improbe);
    *message = MPI_MESSAGE_NULL;
    RETURN_TASK(Improbe,
                probe(rank, false, source, tag, comm, flag, message, status));
}

/* The receive of a message that a probe has kept. */
static int kept(struct rank *rank, void *buffer, int count,
                MPI_Datatype datatype, MPI_Message *message,
                struct request **request)
{
    bool none = *message == MPI_MESSAGE_NO_PROC;
    struct request *probed =
        none ? NULL : handle_object(rank, HANDLE_MESSAGE, *message);
    if (!none && !probed)
        return rank_error(rank, NULL, MPI_ERR_REQUEST,
                          "the message is none, or was received before");
    const struct call call = {buffer,
                              count,
                              datatype,
                              none ? MPI_PROC_NULL : probed->peer,
                              none ? 0 : probed->tag,
                              none ? MPI_COMM_WORLD : probed->comm->handle};
    int error = p2p_receive(rank, &call, request);
    if (error)
        return error;
    if (none) {
        *message = MPI_MESSAGE_NULL;
        return MPI_SUCCESS;
    }
    (*request)->message = probed->message;
    handle_free(rank, HANDLE_MESSAGE, *message);
    request_destroy(rank, probed);
    *message = MPI_MESSAGE_NULL;
    return MPI_SUCCESS;
}

static void start_kept(struct rank *rank, struct request *request)
{
    if (request->message)
        transport_receive_message(rank, request, request->message);
    else
        transport_receive(rank, request);
}

static int receive_kept(struct rank *rank, void *buffer, int count,
                        MPI_Datatype datatype, MPI_Message *message,
                        MPI_Status *status)
{
    struct request *request;
    int error = kept(rank, buffer, count, datatype, message, &request);
    if (error)
        return error;
    start_kept(rank, request);
    return request_finish(rank, request, status);
}

int MPI_Mrecv(void *buf, int count, MPI_Datatype datatype, MPI_Message *message,
              MPI_Status *status)
{
    ENTER(Mrecv);
    RETURN_TASK(Mrecv,
                receive_kept(rank, buf, count, datatype, message, status));
}

int MPI_Imrecv(void *buf, int count, MPI_Datatype datatype,
               MPI_Message *message, MPI_Request *request)
{
    ENTER(Imrecv);
    struct request *made;
    int error = kept(rank, buf, count, datatype, message, &made);
    if (error)
        return error;
    made->handle = handle_new(rank, HANDLE_REQUEST, made);
    *request = made->handle;
    task_begin(rank, TASK_Imrecv);
    start_kept(rank, made);
    task_end(rank, TASK_Imrecv);
    return MPI_SUCCESS;
}
