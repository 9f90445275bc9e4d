/* Arguments of sends and receives; private to src/mpi. */
#ifndef WEFT_SRC_MPI_P2P_H
#define WEFT_SRC_MPI_P2P_H

#include "mpi/message/request.h"

/* As a call of the standard gives them. */
struct call {
    const void *buffer;
    MPI_Count count;
    MPI_Datatype type;
    int peer, tag;
    MPI_Comm comm;
};

/* A request made of arguments that are right; else the error, raised. */
int p2p_send(struct rank *rank, const struct call *call, enum send_mode mode,
             struct request **request);
int p2p_receive(struct rank *rank, const struct call *call,
                struct request **request);
/* Is it a count, a type that is committed, and a buffer if there is anything in
 * it? */
int p2p_check_data(struct rank *rank, struct comm *comm, const void *buffer,
                   MPI_Count count, MPI_Datatype handle,
                   const struct type **type);
/* Reports a type of a buffer to be written ("receive") that has a byte twice.
 */
void p2p_check_written(struct rank *rank, const struct type *type, size_t count,
                       const char *buffer);
/* What goes and what comes, bytes from an address on: do they share memory? */
int p2p_check_bytes(struct rank *rank, struct comm *comm, const char *out,
                    size_t sent, const char *in, size_t room);
/* A message out and one in by one call: are their buffers apart? */
int p2p_check_apart(struct rank *rank, const struct request *out,
                    const struct request *in);
/* Give it a handle and begin it. */
int p2p_begin(struct rank *rank, struct request *request, MPI_Request *handle);

#endif
