/* Sends. */
#include "mpi/calls/p2p.h"
#include "mpi/calls/task.h"
#include "mpi/calls/wait.h"
#include "mpi/message/transport.h"

static int sends_send(struct rank *rank, const struct call *call,
                      enum send_mode mode)
{
    struct request *request;
    int error = p2p_send(rank, call, mode, &request);
    if (error)
        return error;
    request_start(rank, request);
    return request_finish(rank, request, MPI_STATUS_IGNORE);
}

static int sends_begin(struct rank *rank, const struct call *call,
                       enum send_mode mode, bool persistent,
                       MPI_Request *handle)
{
    struct request *request;
    int error = p2p_send(rank, call, mode, &request);
    if (error)
        return error;
    request->persistent = persistent;
    return p2p_begin(rank, request, handle);
}

/* Define the three functions of a send mode. `size` is the suffix of their
 * names: _c for large counts. */
#define SENDS(name, iname, mode, size, COUNT)                                  \
    int MPI_##name##size(const void *buf, COUNT count, MPI_Datatype datatype,  \
                         int dest, int tag, MPI_Comm comm)                     \
    {                                                                          \
        ENTER(name##size);                                                     \
        const struct call call = {buf, count, datatype, dest, tag, comm};      \
        RETURN_TASK(name, sends_send(rank, &call, mode));                      \
    }                                                                          \
    int MPI_##iname##size(const void *buf, COUNT count, MPI_Datatype datatype, \
                          int dest, int tag, MPI_Comm comm,                    \
                          MPI_Request *request)                                \
    {                                                                          \
        ENTER(iname##size);                                                    \
        const struct call call = {buf, count, datatype, dest, tag, comm};      \
        RETURN_TASK(iname, sends_begin(rank, &call, mode, false, request));    \
    }                                                                          \
    int MPI_##name##_init##size(const void *buf, COUNT count,                  \
                                MPI_Datatype datatype, int dest, int tag,      \
                                MPI_Comm comm, MPI_Request *request)           \
    {                                                                          \
        ENTER(name##_init##size);                                              \
        const struct call call = {buf, count, datatype, dest, tag, comm};      \
        return sends_begin(rank, &call, mode, true, request);                  \
    }

#define SENDS_OF(name, iname, mode)                                            \
    SENDS(name, iname, mode, , int)                                            \
    SENDS(name, iname, mode, _c, MPI_Count)

SENDS_OF(Send, Isend, SEND_STANDARD)
SENDS_OF(Ssend, Issend, SEND_SYNCHRONOUS)
SENDS_OF(Bsend, Ibsend, SEND_BUFFERED)
SENDS_OF(Rsend, Irsend, SEND_READY)

static int attach(struct rank *rank, void *buffer, MPI_Count size)
{
    if (size < 0)
        return rank_error(rank, NULL, MPI_ERR_ARG,
                          "size is %lld, but must not be negative", size);
    if (rank->transport->buffer)
        return rank_error(
            rank, NULL, MPI_ERR_BUFFER,
            "a buffer is already attached; call MPI_Buffer_detach first");
    rank->transport->buffer = buffer;
    rank->transport->given = (uint64_t)size;
    return MPI_SUCCESS;
}

int MPI_Buffer_attach(void *buffer, int size)
{
    ENTER(Buffer_attach);
    return attach(rank, buffer, size);
}

int MPI_Buffer_attach_c(void *buffer, MPI_Count size)
{
    ENTER(Buffer_attach_c);
    return attach(rank, buffer, size);
}

/* Detach the buffer and return its size. */
static MPI_Count detach(struct rank *rank, void **buffer)
{
    MPI_Count size = (MPI_Count)rank->transport->given;
    *buffer = rank->transport->buffer;
    rank->transport->buffer = NULL;
    /* no message occupies the buffer any more */
    rank->transport->given = rank->transport->held = 0;
    return size;
}

int MPI_Buffer_detach(void *buffer_addr, int *size)
{
    ENTER(Buffer_detach);
    *size = (int)detach(rank, buffer_addr);
    return MPI_SUCCESS;
}

int MPI_Buffer_detach_c(void *buffer_addr, MPI_Count *size)
{
    ENTER(Buffer_detach_c);
    *size = detach(rank, buffer_addr);
    return MPI_SUCCESS;
}
