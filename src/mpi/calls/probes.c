/* Probes and matched receives. In the macros, `size` is the suffix of the
 * names: _c for functions with large counts. */
#include "mpi/calls/p2p.h"
#include "mpi/calls/task.h"
#include "mpi/calls/wait.h"
#include "mpi/guard/guard.h"
#include "mpi/message/exploring.h"
#include "mpi/message/transport.h"

#include <stdio.h>

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
    struct envelope *envelope;
    const struct request probe = {.function = rank->function,
                                  .kind = REQUEST_RECEIVE,
                                  .peer = source,
                                  .tag = tag,
                                  .comm = (struct comm *)comm,
                                  .context = comm->context};
    const struct waiting waiting = {.probe = &probe};
    transport_look(rank);
    while (!(envelope = transport_find(rank, comm, source, tag)))
        transport_wait(rank, &waiting);
    return envelope;
}

/* An exploring run may deviate: the probe does not see the message, or waits
 * for it. */
static struct envelope *look_for_message(struct rank *rank,
                                         const struct comm *comm, int source,
                                         int tag)
{
    transport_look(rank);
    struct envelope *envelope = transport_find(rank, comm, source, tag);
    bool deviates = exploring_varies(rank) && exploring_vary(rank, 2);
    if (envelope && deviates)
        return NULL;
    if (!envelope) {
        (deviates ? exploring_settle : transport_vain)(rank);
        envelope = transport_find(rank, comm, source, tag);
    }
    if (envelope)
        transport_good(rank);
    return envelope;
}

/* Implement the four probe functions. `waits` is true in the blocking ones;
 * `message` is not NULL if the message is reserved for MPI_Mrecv(). */
static int probe(struct rank *rank, bool waits, int source, int tag,
                 MPI_Comm handle, int *flag, MPI_Message *message,
                 MPI_Status *status)
{
    COMM(comm, handle);
    int error = status_check(rank, status);
    if (!error)
        error = check_probe(rank, comm, source, tag);
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
    guard_probe(rank, comm, envelope->origin, envelope->tag, message != NULL);
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

/* Create the receive of a message that MPI_Mprobe() reserved. */
static int probes_kept(struct rank *rank, void *buffer, MPI_Count count,
                       MPI_Datatype datatype, MPI_Message *message,
                       struct request **request)
{
    bool none = *message == MPI_MESSAGE_NO_PROC;
    struct request *probed =
        none ? NULL : handle_object(rank, HANDLE_MESSAGE, *message);
    if (!none && !probed)
        return rank_error(rank, NULL, MPI_ERR_REQUEST,
                          "the message handle is invalid, or its message was "
                          "received before");
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

static int receive_kept(struct rank *rank, void *buffer, MPI_Count count,
                        MPI_Datatype datatype, MPI_Message *message,
                        MPI_Status *status)
{
    struct request *request;
    int error = status_check(rank, status);
    if (!error)
        error = probes_kept(rank, buffer, count, datatype, message, &request);
    if (error)
        return error;
    start_kept(rank, request);
    return request_finish(rank, request, status);
}

#define MRECV(size, COUNT)                                                     \
    int MPI_Mrecv##size(void *buf, COUNT count, MPI_Datatype datatype,         \
                        MPI_Message *message, MPI_Status *status)              \
    {                                                                          \
        ENTER(Mrecv##size);                                                    \
        RETURN_TASK(                                                           \
            Mrecv, receive_kept(rank, buf, count, datatype, message, status)); \
    }
MRECV(, int)
MRECV(_c, MPI_Count)

#define IMRECV(size, COUNT)                                                    \
    int MPI_Imrecv##size(void *buf, COUNT count, MPI_Datatype datatype,        \
                         MPI_Message *message, MPI_Request *request)           \
    {                                                                          \
        ENTER(Imrecv##size);                                                   \
        struct request *made;                                                  \
        int error = probes_kept(rank, buf, count, datatype, message, &made);   \
        if (error)                                                             \
            return error;                                                      \
        made->handle = handle_new(rank, HANDLE_REQUEST, made);                 \
        *request = made->handle;                                               \
        task_begin(rank, TASK_Imrecv);                                         \
        start_kept(rank, made);                                                \
        task_end(rank, TASK_Imrecv);                                           \
        return MPI_SUCCESS;                                                    \
    }
IMRECV(, int)
IMRECV(_c, MPI_Count)
