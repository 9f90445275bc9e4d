/* The functions of the standard that one collective call has: blocking, not
 * blocking and persistent, each with counts of type int and with large ones;
 * private to src/mpi.
 *
 * LIST(count, place) is what all of them are given, with the types of counts
 * and places; DO(how) does it, with `rank` and the names of LIST. */
#ifndef WEFT_SRC_MPI_COLL_VARIANTS_H
#define WEFT_SRC_MPI_COLL_VARIANTS_H

#include "mpi/calls/task.h"
#include "mpi/coll/side.h"

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
