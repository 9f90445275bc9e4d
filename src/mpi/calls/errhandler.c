/* Error handlers of communicators: the functions of the standard. */
#include "mpi/comm.h"

static struct error_handler *errhandler_find(const struct rank *rank,
                                             MPI_Errhandler handle)
{
    return handle_object(rank, HANDLE_ERRHANDLER, handle);
}

int MPI_Comm_create_errhandler(MPI_Comm_errhandler_function *comm_errhandler_fn,
                               MPI_Errhandler *errhandler)
{
    ENTER(Comm_create_errhandler);
    *errhandler = errhandler_new(rank, comm_errhandler_fn)->handle;
    return MPI_SUCCESS;
}

int MPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler errhandler)
{
    ENTER(Comm_set_errhandler);
    COMM(c, comm);
    struct error_handler *handler = errhandler_find(rank, errhandler);
    if (!handler)
        return rank_error(rank, c, MPI_ERR_ARG,
                          "the error handler is invalid or was freed");
    handler->references++;
    errhandler_drop(rank, c->errhandler);
    c->errhandler = handler;
    return MPI_SUCCESS;
}

void errhandler_tell(struct rank *rank, struct error_handler *handler,
                     MPI_Errhandler *errhandler)
{
    *errhandler = handler->handle;
    if (!handler->function)
        return;
    if (!errhandler_find(rank,
                         /* the handle was freed: create a new one */
                         handler->handle))
        *errhandler = handler->handle =
            handle_new(rank, HANDLE_ERRHANDLER, handler);
    handler->references++;
    handler->handles++;
}

int MPI_Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler *errhandler)
{
    ENTER(Comm_get_errhandler);
    COMM(c, comm);
    errhandler_tell(rank, c->errhandler, errhandler);
    return MPI_SUCCESS;
}

int MPI_Errhandler_free(MPI_Errhandler *errhandler)
{
    ENTER(Errhandler_free);
    struct error_handler *handler = errhandler_find(rank, *errhandler);
    if (!handler)
        return rank_error(rank, NULL, MPI_ERR_ARG,
                          "the error handler is invalid or was freed");
    if (handler->function && !handler->handles--) {
        handle_free(rank, HANDLE_ERRHANDLER, *errhandler);
        handler->handles = 0;
    }
    if (handler->function)
        errhandler_drop(rank, handler);
    *errhandler = MPI_ERRHANDLER_NULL;
    return MPI_SUCCESS;
}

int MPI_Comm_call_errhandler(MPI_Comm comm, int errorcode)
{
    ENTER(Comm_call_errhandler);
    COMM(c, comm);
    rank_error(rank, c, errorcode, "the program reported error %d", errorcode);
    return MPI_SUCCESS;
}

/* ---- their old names ------------------------------------------------------
 */

int MPI_Errhandler_create(MPI_Handler_function *function,
                          MPI_Errhandler *errhandler)
{
    return MPI_Comm_create_errhandler(function, errhandler);
}

int MPI_Errhandler_set(MPI_Comm comm, MPI_Errhandler errhandler)
{
    return MPI_Comm_set_errhandler(comm, errhandler);
}

int MPI_Errhandler_get(MPI_Comm comm, MPI_Errhandler *errhandler)
{
    return MPI_Comm_get_errhandler(comm, errhandler);
}
