/* Receives, and combined sends and receives. */
#include "mpi/calls/p2p.h"
#include "mpi/calls/task.h"
#include "mpi/calls/wait.h"
#include "mpi/message/transport.h"

#include <stdio.h>

static int receives_receive(struct rank *rank, const struct call *call,
                            MPI_Status *status)
{
    struct request *request;
    int error = status_check(rank, status);
    if (!error)
        error = p2p_receive(rank, call, &request);
    if (error)
        return error;
    request_start(rank, request);
    return request_finish(rank, request, status);
}

static int receives_begin(struct rank *rank, const struct call *call,
                          bool persistent, MPI_Request *handle)
{
    struct request *request;
    int error = p2p_receive(rank, call, &request);
    if (error)
        return error;
    request->persistent = persistent;
    return p2p_begin(rank, request, handle);
}

/* `size` is the suffix of the names: _c for functions with large counts. */
#define RECEIVES_RECV(size, COUNT)                                             \
    int MPI_Recv##size(void *buf, COUNT count, MPI_Datatype datatype,          \
                       int source, int tag, MPI_Comm comm, MPI_Status *status) \
    {                                                                          \
        ENTER(Recv##size);                                                     \
        const struct call call = {buf, count, datatype, source, tag, comm};    \
        RETURN_TASK(Recv, receives_receive(rank, &call, status));              \
    }
RECEIVES_RECV(, int)
RECEIVES_RECV(_c, MPI_Count)

#define IRECV(size, COUNT)                                                     \
    int MPI_Irecv##size(void *buf, COUNT count, MPI_Datatype datatype,         \
                        int source, int tag, MPI_Comm comm,                    \
                        MPI_Request *request)                                  \
    {                                                                          \
        ENTER(Irecv##size);                                                    \
        const struct call call = {buf, count, datatype, source, tag, comm};    \
        RETURN_TASK(Irecv, receives_begin(rank, &call, false, request));       \
    }
IRECV(, int)
IRECV(_c, MPI_Count)

#define RECV_INIT(size, COUNT)                                                 \
    int MPI_Recv_init##size(void *buf, COUNT count, MPI_Datatype datatype,     \
                            int source, int tag, MPI_Comm comm,                \
                            MPI_Request *request)                              \
    {                                                                          \
        ENTER(Recv_init##size);                                                \
        const struct call call = {buf, count, datatype, source, tag, comm};    \
        return receives_begin(rank, &call, true, request);                     \
    }
RECV_INIT(, int)
RECV_INIT(_c, MPI_Count)

/* ---- both -----------------------------------------------------------------
 */

/* Create a receive and a send whose buffers must not overlap. `sent` is the
 * signature of the data before packing, or NULL if they were not packed. */
static int make_halves(struct rank *rank, const struct call *out,
                       const struct call *in, const struct signature *sent,
                       struct request *half[2])
{
    int error = p2p_receive(rank, in, &half[0]);
    if (error)
        return error;
    error = p2p_send(rank, out, SEND_STANDARD, &half[1]);
    if (!error && (error = p2p_check_apart(rank, half[1], half[0])))
        request_destroy(rank, half[1]);
    if (error) {
        request_destroy(rank, half[0]);
    } else if (sent) {
        half[1]->signature = *sent;
        half[1]->packed = true;
    }
    return error;
}

static int receives_exchange(struct rank *rank, const struct call *out,
                             const struct call *in,
                             const struct signature *sent, MPI_Status *status)
{
    struct request *both[2];
    int error = status_check(rank, status);
    if (!error)
        error = make_halves(rank, out, in, sent, both);
    if (error)
        return error;
    request_start(rank, both[0]);
    request_start(rank, both[1]);
    const struct waiting waiting = {.request = both, .count = 2};
    while (!both[0]->done || !both[1]->done)
        transport_wait(rank, &waiting);
    request_finish(rank, both[1], MPI_STATUS_IGNORE);
    return request_finish(rank, both[0], status);
}

#define SENDRECV(size, COUNT)                                                  \
    int MPI_Sendrecv##size(                                                    \
        const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype, int dest, \
        int sendtag, void *recvbuf, COUNT recvcount, MPI_Datatype recvtype,    \
        int source, int recvtag, MPI_Comm comm, MPI_Status *status)            \
    {                                                                          \
        ENTER(Sendrecv##size);                                                 \
        const struct call out = {sendbuf, sendcount, sendtype,                 \
                                 dest,    sendtag,   comm};                    \
        const struct call in = {recvbuf, recvcount, recvtype,                  \
                                source,  recvtag,   comm};                     \
        RETURN_TASK(Sendrecv,                                                  \
                    receives_exchange(rank, &out, &in, NULL, status));         \
    }
SENDRECV(, int)
SENDRECV(_c, MPI_Count)

/* Pack the data that MPI_Sendrecv_replace() sends into a copy that belongs to
 * the rank, and store its signature in `sent`. */
static int put_aside(struct rank *rank, struct call *out, void **copy,
                     struct signature *sent)
{
    COMM(comm, out->comm);
    const struct type *type;
    int error =
        p2p_check_data(rank, comm, out->buffer, out->count, out->type, &type);
    if (error)
        return error;
    size_t bytes = (size_t)out->count * type_size(type);
    *copy = rank_alloc(rank, bytes + 1);
    type_pack(type, out->buffer, (size_t)out->count, *copy);
    type_signature(type, (size_t)out->count, sent);
    out->buffer = *copy;
    out->count = (MPI_Count)bytes;
    out->type = MPI_PACKED;
    return MPI_SUCCESS;
}

static int exchange_replace(struct rank *rank, struct call *out,
                            const struct call *in, MPI_Status *status)
{
    void *copy;
    struct signature sent;
    int error = put_aside(rank, out, &copy, &sent);
    if (error)
        return error;
    error = receives_exchange(rank, out, in, &sent, status);
    rank_free(rank, copy);
    return error;
}

#define SENDRECV_REPLACE(size, COUNT)                                          \
    int MPI_Sendrecv_replace##size(                                            \
        void *buf, COUNT count, MPI_Datatype datatype, int dest, int sendtag,  \
        int source, int recvtag, MPI_Comm comm, MPI_Status *status)            \
    {                                                                          \
        ENTER(Sendrecv_replace##size);                                         \
        struct call out = {buf, count, datatype, dest, sendtag, comm};         \
        const struct call in = {buf, count, datatype, source, recvtag, comm};  \
        RETURN_TASK(Sendrecv_replace,                                          \
                    exchange_replace(rank, &out, &in, status));                \
    }
SENDRECV_REPLACE(, int)
SENDRECV_REPLACE(_c, MPI_Count)

/* Complete one half of MPI_Isendrecv; the receive determines the status. */
static void pair_part_over(struct rank *rank, struct request *pair,
                           struct request *part)
{
    if (part->kind == REQUEST_RECEIVE) {
        pair->source = part->source;
        pair->found = part->found;
        pair->bytes = part->bytes;
        pair->error = part->error;
        pair->wrong = part->wrong;
        part->wrong = NULL;
    }
    if (--pair->pair)
        return;
    pair->pair = -1;
    transport_complete(rank, pair);
}

static const struct request_actions pair_actions = {
    .part_over = pair_part_over,
};

/* Start the send and the receive of MPI_Isendrecv() with a common parent
 * request, which completes when both do. */
static int begin_exchange(struct rank *rank, const struct call *out,
                          const struct call *in, const struct signature *sent,
                          MPI_Request *handle)
{
    struct request *half[2];
    int error = make_halves(rank, out, in, sent, half);
    if (error)
        return error;
    struct request *pair = request_new(rank, REQUEST_COLLECTIVE, half[0]->comm);
    pair->pair = 2;
    pair->actions = &pair_actions;
    *handle = pair->handle = handle_new(rank, HANDLE_REQUEST, pair);
    transport_begin(rank, pair);
    for (int i = 0; i < 2; i++) {
        half[i]->parent = pair;
        half[i]->freed = true;
        request_start(rank, half[i]);
    }
    return MPI_SUCCESS;
}

#define ISENDRECV(size, COUNT)                                                 \
    int MPI_Isendrecv##size(                                                   \
        const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype, int dest, \
        int sendtag, void *recvbuf, COUNT recvcount, MPI_Datatype recvtype,    \
        int source, int recvtag, MPI_Comm comm, MPI_Request *request)          \
    {                                                                          \
        ENTER(Isendrecv##size);                                                \
        const struct call out = {sendbuf, sendcount, sendtype,                 \
                                 dest,    sendtag,   comm};                    \
        const struct call in = {recvbuf, recvcount, recvtype,                  \
                                source,  recvtag,   comm};                     \
        RETURN_TASK(Isendrecv,                                                 \
                    begin_exchange(rank, &out, &in, NULL, request));           \
    }
ISENDRECV(, int)
ISENDRECV(_c, MPI_Count)

static int begin_replace(struct rank *rank, struct call *out,
                         const struct call *in, MPI_Request *request)
{
    void *copy; /* freed when the rank ends */
    struct signature sent;
    int error = put_aside(rank, out, &copy, &sent);
    return error ? error : begin_exchange(rank, out, in, &sent, request);
}

#define ISENDRECV_REPLACE(size, COUNT)                                         \
    int MPI_Isendrecv_replace##size(                                           \
        void *buf, COUNT count, MPI_Datatype datatype, int dest, int sendtag,  \
        int source, int recvtag, MPI_Comm comm, MPI_Request *request)          \
    {                                                                          \
        ENTER(Isendrecv_replace##size);                                        \
        struct call out = {buf, count, datatype, dest, sendtag, comm};         \
        const struct call in = {buf, count, datatype, source, recvtag, comm};  \
        RETURN_TASK(Isendrecv_replace,                                         \
                    begin_replace(rank, &out, &in, request));                  \
    }
ISENDRECV_REPLACE(, int)
ISENDRECV_REPLACE(_c, MPI_Count)
