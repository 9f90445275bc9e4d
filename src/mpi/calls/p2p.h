/* Argument checks of sends and receives; private to src/mpi. */
#ifndef WEFT_SRC_MPI_P2P_H
#define WEFT_SRC_MPI_P2P_H

#include "mpi/message/request.h"

/* The arguments of a send or receive as the program passes them. */
struct call {
    const void *buffer;
    MPI_Count count;
    MPI_Datatype type;
    int peer, tag;
    MPI_Comm comm;
};

/* Check the arguments and create a request. Returns MPI_SUCCESS or the class of
 * an error that was raised. */
int p2p_send(struct rank *rank, const struct call *call, enum send_mode mode,
             struct request **request);
int p2p_receive(struct rank *rank, const struct call *call,
                struct request **request);
/* Check the count, that the type is committed, and that the buffer is not NULL
 * if there are data. */
int p2p_check_data(struct rank *rank, struct comm *comm, const void *buffer,
                   MPI_Count count, MPI_Datatype handle,
                   const struct type **type);
/* Report a receive buffer whose datatype contains a byte twice. */
void p2p_check_written(struct rank *rank, const struct type *type, size_t count,
                       const char *buffer);
/* Raise an error if `sent` bytes at `out` and `room` bytes at `in` overlap. */
int p2p_check_bytes(struct rank *rank, struct comm *comm, const char *out,
                    size_t sent, const char *in, size_t room);
/* Raise an error if the send and receive buffers of one call overlap. */
int p2p_check_apart(struct rank *rank, const struct request *out,
                    const struct request *in);
/* Create a handle for a request and start it. */
int p2p_begin(struct rank *rank, struct request *request, MPI_Request *handle);

#endif
