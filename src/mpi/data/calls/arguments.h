/* Argument checks; private to src/mpi/data. Each macro returns from the
 * function with an error that names the argument and its value. */
#ifndef WEFT_SRC_MPI_DATA_CALLS_ARGUMENTS_H
#define WEFT_SRC_MPI_DATA_CALLS_ARGUMENTS_H

#include "mpi/comm.h"
#include "mpi/data/group.h"
#include "mpi/data/op.h"
#include "mpi/data/type.h"

#define FAIL(class, ...) return rank_error(rank, NULL, class, __VA_ARGS__)

/* Check that the argument is not NULL; ARRAY() does so only if it has
 * elements. */
#define NOT_NULL(argument)                                                     \
    do {                                                                       \
        if (!(argument))                                                       \
            FAIL(MPI_ERR_ARG, #argument " is a null pointer");                 \
    } while (0)
#define ARRAY(argument, count)                                                 \
    do {                                                                       \
        if (!(argument) && (count) > 0)                                        \
            FAIL(MPI_ERR_ARG, #argument " is a null pointer");                 \
    } while (0)

/* Check that the argument is a status and not MPI_STATUS_IGNORE. */
#define A_STATUS(argument)                                                     \
    do {                                                                       \
        NOT_NULL(argument);                                                    \
        if ((argument) == MPI_STATUS_IGNORE ||                                 \
            (argument) == MPI_STATUSES_IGNORE)                                 \
            FAIL(MPI_ERR_ARG,                                                  \
                 #argument " is MPI_STATUS_IGNORE or MPI_STATUSES_IGNORE, "    \
                           "but a status is required");                        \
    } while (0)

#define NOT_NEGATIVE(class, argument)                                          \
    do {                                                                       \
        if ((argument) < 0)                                                    \
            FAIL(class, #argument " is %lld, but must not be negative",        \
                 (long long)(argument));                                       \
    } while (0)

/* Raise "the datatype is a null handle" or "0x0c200080 is not a valid
 * datatype". */
int no_such(struct rank *rank, int class, enum handle_kind kind,
            const char *what, int handle);

#define A_TYPE(variable, handle)                                               \
    const struct type *variable = type_of(rank, handle);                       \
    if (!(variable))                                                           \
    return no_such(rank, MPI_ERR_TYPE, HANDLE_TYPE, "datatype", handle)
#define A_COMMITTED_TYPE(variable, handle)                                     \
    A_TYPE(variable, handle);                                                  \
    if (!type_committed(variable))                                             \
    FAIL(MPI_ERR_TYPE,                                                         \
         "the datatype is not committed; call MPI_Type_commit first")
#define A_GROUP(variable, handle)                                              \
    struct group *variable = group_of(rank, handle);                           \
    if (!(variable))                                                           \
    return no_such(rank, MPI_ERR_GROUP, HANDLE_GROUP, "group", handle)
#define AN_OP(variable, handle)                                                \
    const struct op *variable = op_of(rank, handle);                           \
    if (!(variable))                                                           \
    return no_such(rank, MPI_ERR_OP, HANDLE_OP, "operation", handle)
#define A_COMM(variable, handle)                                               \
    struct comm *variable = comm_of(rank, handle);                             \
    if (!(variable))                                                           \
    return no_such(rank, MPI_ERR_COMM, HANDLE_COMM, "communicator", handle)

/* Check that the size that the program passes is sufficient. */
#define ENOUGH(argument, needed)                                               \
    do {                                                                       \
        if ((argument) < (needed))                                             \
            FAIL(MPI_ERR_ARG, #argument " is %d, but must be at least %d",     \
                 argument, needed);                                            \
    } while (0)

#define NOT_INTER(comm)                                                        \
    do {                                                                       \
        if (comm_is_inter(comm))                                               \
            FAIL(MPI_ERR_COMM, "the communicator is an intercommunicator, "    \
                               "but must be an intracommunicator");            \
    } while (0)

/* Copy an object's name, truncated to MPI's maximum length. */
char *name_copy(struct rank *rank, char *old, const char *name);
void name_tell(const char *name, char *out, int *length);

#endif
