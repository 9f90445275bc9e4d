/* The functions MPI_Error_*() and MPI_Add_error_*(). */
#include "arguments.h"
#include "mpi/data/error.h"
#include <stdio.h>
#include <string.h>

#define A_CODE(variable, code)                                                 \
    int variable = error_class_of(rank, code);                                 \
    if ((variable) < 0)                                                        \
    FAIL(MPI_ERR_ARG, "%d is not an error code", code)

int MPI_Error_class(int errorcode, int *errorclass)
{
    ENTER_ANY_TIME(Error_class);
    NOT_NULL(errorclass);
    A_CODE(class, errorcode);
    *errorclass = class;
    return MPI_SUCCESS;
}

int MPI_Error_string(int errorcode, char *string, int *resultlen)
{
    ENTER_ANY_TIME(Error_string);
    NOT_NULL(string);
    NOT_NULL(resultlen);
    A_CODE(class, errorcode);
    const char *added = error_added_text(rank, errorcode);
    *resultlen =
        added ? snprintf(string, MPI_MAX_ERROR_STRING, "%s", added)
              : snprintf(string, MPI_MAX_ERROR_STRING, "%s: %s",
                         error_class_name(class), error_class_text(class));
    return MPI_SUCCESS;
}

int MPI_Add_error_class(int *errorclass)
{
    ENTER_ANY_TIME(Add_error_class);
    NOT_NULL(errorclass);
    *errorclass = error_add(rank, 0);
    return MPI_SUCCESS;
}

int MPI_Add_error_code(int errorclass, int *errorcode)
{
    ENTER_ANY_TIME(Add_error_code);
    NOT_NULL(errorcode);
    A_CODE(class, errorclass);
    if (class != errorclass)
        FAIL(MPI_ERR_ARG, "%d is an error code, not an error class",
             errorclass);
    *errorcode = error_add(rank, class);
    return MPI_SUCCESS;
}

int MPI_Add_error_string(int errorcode, const char *string)
{
    ENTER_ANY_TIME(Add_error_string);
    NOT_NULL(string);
    if (!error_set_text(rank, errorcode, string))
        FAIL(MPI_ERR_ARG, "%d is not an error code that the program added",
             errorcode);
    return MPI_SUCCESS;
}
