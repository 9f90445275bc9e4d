/* The MPI functions of one collective call: blocking, non-blocking and
 * persistent, each with int and with large counts; private to src/mpi.
 *
 * LIST(count, place) is the common parameter list, with the types of counts
 * and displacements; DO(how) implements the call with `rank` and the
 * parameters. */
#ifndef WEFT_SRC_MPI_COLL_VARIANTS_H
#define WEFT_SRC_MPI_COLL_VARIANTS_H

#include "mpi/calls/task.h"
#include "mpi/coll/side.h"

/* Parameters for sending and receiving: blocks of one length or, as in the
 * functions with the suffixes v and w, of different lengths or types. */
#define SEND(COUNT) const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype
#define SENDV(COUNT, PLACE)                                                    \
    const void *sendbuf, const COUNT sendcounts[], const PLACE sdispls[],      \
        MPI_Datatype sendtype
#define SENDW(COUNT, PLACE)                                                    \
    const void *sendbuf, const COUNT sendcounts[], const PLACE sdispls[],      \
        const MPI_Datatype sendtypes[]
#define RECV(COUNT) void *recvbuf, COUNT recvcount, MPI_Datatype recvtype
#define RECVV(COUNT, PLACE)                                                    \
    void *recvbuf, const COUNT recvcounts[], const PLACE rdispls[],            \
        MPI_Datatype recvtype
#define RECVW(COUNT, PLACE)                                                    \
    void *recvbuf, const COUNT recvcounts[], const PLACE rdispls[],            \
        const MPI_Datatype recvtypes[]

#define SEND_SIDE SIDE(sendbuf, sendcount, sendtype)
#define SENDV_SIDE SIDE_VARIES(sendbuf, sendcounts, sdispls, sendtype)
#define SENDW_SIDE SIDE_TYPES(sendbuf, sendcounts, sdispls, sendtypes)
#define RECV_SIDE SIDE(recvbuf, recvcount, recvtype)
#define RECVV_SIDE SIDE_VARIES(recvbuf, recvcounts, rdispls, recvtype)
#define RECVW_SIDE SIDE_TYPES(recvbuf, recvcounts, rdispls, recvtypes)

/* Parameter lists that several calls share. */
#define EACH_LIST(COUNT, PLACE) SEND(COUNT), RECV(COUNT), MPI_Comm comm
#define EACH_GATHERV_LIST(COUNT, PLACE)                                        \
    SEND(COUNT), RECVV(COUNT, PLACE), MPI_Comm comm
#define EACH_ALLTOALLV_LIST(COUNT, PLACE)                                      \
    SENDV(COUNT, PLACE), RECVV(COUNT, PLACE), MPI_Comm comm
#define ROOT_LIST(COUNT, PLACE)                                                \
    SEND(COUNT), RECV(COUNT), int root, MPI_Comm comm
#define REDUCE_EACH_LIST(COUNT, PLACE)                                         \
    const void *sendbuf, void *recvbuf, COUNT count, MPI_Datatype datatype,    \
        MPI_Op op, MPI_Comm comm

#define COLL_VARIANTS(name, iname, LIST, DO)                                   \
    COLL_SIZE(name, iname, , LIST, int, int, DO)                               \
    COLL_SIZE(name, iname, _c, LIST, MPI_Count, MPI_Aint, DO)

#define COLL_SIZE(name, iname, size, LIST, COUNT, PLACE, DO)                   \
    int MPI_##name##size(LIST(COUNT, PLACE))                                   \
    {                                                                          \
        ENTER(name##size);                                                     \
        RETURN_TASK(name, DO(HOW_WAITS));                                      \
    }                                                                          \
    int MPI_##iname##size(LIST(COUNT, PLACE), MPI_Request *request)            \
    {                                                                          \
        ENTER(iname##size);                                                    \
        RETURN_TASK(iname, DO(HOW_BEGINS));                                    \
    }                                                                          \
    int MPI_##name##_init##size(LIST(COUNT, PLACE), MPI_Info info,             \
                                MPI_Request *request)                          \
    {                                                                          \
        ENTER(name##_init##size);                                              \
        (void)info;                                                            \
        return DO(HOW_PERSISTS);                                               \
    }

#endif
