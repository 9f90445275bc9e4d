/* The calls that send. */
#include "mpi/calls/p2p.h"
#include "mpi/calls/task.h"
#include "mpi/calls/wait.h"
#include "mpi/message/transport.h"

static int send(struct rank *rank, const struct call *call, enum send_mode mode)
{
    struct request *request;
    int error = p2p_send(rank, call, mode, &request);
    if (error)
        return error;
    request_start(rank, request);
    return request_finish(rank, request, MPI_STATUS_IGNORE);
}

static int begin(struct rank *rank, const struct call *call,
                 enum send_mode mode, bool persistent, MPI_Request *handle)
{
    struct request *request;
    int error = p2p_send(rank, call, mode, &request);
    if (error)
        return error;
    request->persistent = persistent;
    return p2p_begin(rank, request, handle);
}

int MPI_Send(const void *buf, int count, MPI_Datatype datatype, int dest,
             int tag, MPI_Comm comm)
{
    ENTER(Send);
    const struct call call = {buf, count, datatype, dest, tag, comm};
    RETURN_TASK(Send, send(rank, &call, SEND_STANDARD));
}

int MPI_Ssend(const void *buf, int count, MPI_Datatype datatype, int dest,
              int tag, MPI_Comm comm)
{
    ENTER(Ssend);
    const struct call call = {buf, count, datatype, dest, tag, comm};
    RETURN_TASK(Ssend, send(rank, &call, SEND_SYNCHRONOUS));
}

int MPI_Bsend(const void *buf, int count, MPI_Datatype datatype, int dest,
              int tag, MPI_Comm comm)
{
    ENTER(Bsend);
    const struct call call = {buf, count, datatype, dest, tag, comm};
    RETURN_TASK(Bsend, send(rank, &call, SEND_BUFFERED));
}

int MPI_Rsend(const void *buf, int count, MPI_Datatype datatype, int dest,
              int tag, MPI_Comm comm)
{
    ENTER(Rsend);
    const struct call call = {buf, count, datatype, dest, tag, comm};
    RETURN_TASK(Rsend, send(rank, &call, SEND_READY));
}

int MPI_Isend(const void *buf, int count, MPI_Datatype datatype, int dest,
              int tag, MPI_Comm comm, MPI_Request *request)
{
    ENTER(Isend);
    const struct call call = {buf, count, datatype, dest, tag, comm};
    RETURN_TASK(Isend, begin(rank, &call, SEND_STANDARD, false, request));
}

int MPI_Issend(const void *buf, int count, MPI_Datatype datatype, int dest,
               int tag, MPI_Comm comm, MPI_Request *request)
{
    ENTER(Issend);
    const struct call call = {buf, count, datatype, dest, tag, comm};
    RETURN_TASK(Issend, begin(rank, &call, SEND_SYNCHRONOUS, false, request));
}

int MPI_Ibsend(const void *buf, int count, MPI_Datatype datatype, int dest,
               int tag, MPI_Comm comm, MPI_Request *request)
{
    ENTER(Ibsend);
    const struct call call = {buf, count, datatype, dest, tag, comm};
    RETURN_TASK(Ibsend, begin(rank, &call, SEND_BUFFERED, false, request));
}

int MPI_Irsend(const void *buf, int count, MPI_Datatype datatype, int dest,
               int tag, MPI_Comm comm, MPI_Request *request)
{
    ENTER(Irsend);
    const struct call call = {buf, count, datatype, dest, tag, comm};
    RETURN_TASK(Irsend, begin(rank, &call, SEND_READY, false, request));
}

int MPI_Send_init(const void *buf, int count, MPI_Datatype datatype, int dest,
                  int tag, MPI_Comm comm, MPI_Request *request)
{
    ENTER(Send_init);
    const struct call call = {buf, count, datatype, dest, tag, comm};
    return begin(rank, &call, SEND_STANDARD, true, request);
}

int MPI_Ssend_init(const void *buf, int count, MPI_Datatype datatype, int dest,
                   int tag, MPI_Comm comm, MPI_Request *request)
{
    ENTER(Ssend_init);
    const struct call call = {buf, count, datatype, dest, tag, comm};
    return begin(rank, &call, SEND_SYNCHRONOUS, true, request);
}

int MPI_Bsend_init(const void *buf, int count, MPI_Datatype datatype, int dest,
                   int tag, MPI_Comm comm, MPI_Request *request)
{
    ENTER(Bsend_init);
    const struct call call = {buf, count, datatype, dest, tag, comm};
    return begin(rank, &call, SEND_BUFFERED, true, request);
}

int MPI_Rsend_init(const void *buf, int count, MPI_Datatype datatype, int dest,
                   int tag, MPI_Comm comm, MPI_Request *request)
{
    ENTER(Rsend_init);
    const struct call call = {buf, count, datatype, dest, tag, comm};
    return begin(rank, &call, SEND_READY, true, request);
}

int MPI_Buffer_attach(void *buffer, int size)
{
    ENTER(Buffer_attach);
    if (size < 0)
        return rank_error(rank, NULL, MPI_ERR_ARG, "size %d", size);
    if (rank->transport->buffer)
        return rank_error(rank, NULL, MPI_ERR_BUFFER,
                          "there is a buffer already");
    rank->transport->buffer = buffer;
    rank->transport->given = (uint64_t)size;
    return MPI_SUCCESS;
}

int MPI_Buffer_detach(void *buffer_addr, int *size)
{
    ENTER(Buffer_detach);
    *(void **)buffer_addr = rank->transport->buffer;
    *size = (int)rank->transport->given;
    rank->transport->buffer = NULL;
    rank->transport->given = 0;
    return MPI_SUCCESS;
}
