/* Conversion of handles: Fortran handles have the same values as C handles. */
#include "mpi/rank.h"

#define CONVERTS(kind, type)                                                   \
    MPI_Fint MPI_##kind##_c2f(type handle)                                     \
    {                                                                          \
        return handle;                                                         \
    }                                                                          \
    type MPI_##kind##_f2c(MPI_Fint handle)                                     \
    {                                                                          \
        return handle;                                                         \
    }

CONVERTS(Comm, MPI_Comm)
CONVERTS(Errhandler, MPI_Errhandler)
CONVERTS(File, MPI_File)
CONVERTS(Group, MPI_Group)
CONVERTS(Info, MPI_Info)
CONVERTS(Message, MPI_Message)
CONVERTS(Op, MPI_Op)
CONVERTS(Request, MPI_Request)
CONVERTS(Session, MPI_Session)
CONVERTS(Type, MPI_Datatype)
CONVERTS(Win, MPI_Win)
