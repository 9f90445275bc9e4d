/* Number of elements received, derived from the status. */
#include "arguments.h"
#include <limits.h>
#include <string.h>

/* Return the number of whole elements received, or -1 if the bytes are not a
 * multiple of the type's size. */
static MPI_Count status_calls_whole(const MPI_Status *status,
                                    const struct type *type)
{
    if (!type->size)
        return status->weft_bytes ? -1 : 0;
    return status->weft_bytes % type->size ? -1
                                           : status->weft_bytes / type->size;
}

static int status_calls_tell(MPI_Count value, int *count)
{
    *count = value < 0 || value > INT_MAX ? MPI_UNDEFINED : (int)value;
    return MPI_SUCCESS;
}

static int tell_large(MPI_Count value, MPI_Count *count)
{
    *count = value < 0 ? MPI_UNDEFINED : value;
    return MPI_SUCCESS;
}

#define ASKS(name, number, say, of)                                            \
    int MPI_##name(const MPI_Status *status, MPI_Datatype datatype,            \
                   number *count)                                              \
    {                                                                          \
        ENTER(name);                                                           \
        A_STATUS(status);                                                      \
        A_TYPE(type, datatype);                                                \
        NOT_NULL(count);                                                       \
        return say(of, count);                                                 \
    }

ASKS(Get_count, int, status_calls_tell, status_calls_whole(status, type))
ASKS(Get_count_c, MPI_Count, tell_large, status_calls_whole(status, type))
ASKS(Get_elements, int, status_calls_tell,
     type_elements(type, status->weft_bytes))
ASKS(Get_elements_c, MPI_Count, tell_large,
     type_elements(type, status->weft_bytes))
ASKS(Get_elements_x, MPI_Count, tell_large,
     type_elements(type, status->weft_bytes))

static int set_elements(struct rank *rank, MPI_Status *status,
                        MPI_Datatype datatype, MPI_Count count)
{
    A_STATUS(status);
    A_TYPE(type, datatype);
    NOT_NEGATIVE(MPI_ERR_COUNT, count);
    status->weft_bytes = type_element_bytes(type, count);
    return MPI_SUCCESS;
}

int MPI_Status_set_elements(MPI_Status *status, MPI_Datatype datatype,
                            int count)
{
    ENTER(Status_set_elements);
    return set_elements(rank, status, datatype, count);
}

int MPI_Status_set_elements_x(MPI_Status *status, MPI_Datatype datatype,
                              MPI_Count count)
{
    ENTER(Status_set_elements_x);
    return set_elements(rank, status, datatype, count);
}

int MPI_Status_set_cancelled(MPI_Status *status, int flag)
{
    ENTER(Status_set_cancelled);
    A_STATUS(status);
    status->weft_cancelled = flag != 0;
    return MPI_SUCCESS;
}

/* MPI_Status and its Fortran forms have the same layout. */
#define COPIES(name, from_type, from, to_type, to)                             \
    int MPI_##name(const from_type *from, to_type *to)                         \
    {                                                                          \
        ENTER_ANY_TIME(name);                                                  \
        NOT_NULL(from);                                                        \
        NOT_NULL(to);                                                          \
        memcpy(to, from, sizeof(MPI_Status));                                  \
        return MPI_SUCCESS;                                                    \
    }

_Static_assert(sizeof(MPI_Status) == MPI_F_STATUS_SIZE * sizeof(MPI_Fint) &&
                   sizeof(MPI_F08_status) == sizeof(MPI_Status),
               "statuses are of one size");
COPIES(Status_c2f, MPI_Status, c_status, MPI_Fint, f_status)
COPIES(Status_f2c, MPI_Fint, f_status, MPI_Status, c_status)
COPIES(Status_c2f08, MPI_Status, c_status, MPI_F08_status, f08_status)
COPIES(Status_f082c, MPI_F08_status, f08_status, MPI_Status, c_status)
COPIES(Status_f2f08, MPI_Fint, f_status, MPI_F08_status, f08_status)
COPIES(Status_f082f, MPI_F08_status, f08_status, MPI_Fint, f_status)
