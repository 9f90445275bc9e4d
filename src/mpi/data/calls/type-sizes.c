/* MPI_Type_size, MPI_Type_get_extent and similar functions. */
#include "arguments.h"
#include "mpi/data/basics.h"
#include <limits.h>

/* Convert to int; values out of range become MPI_UNDEFINED. */
static int as_int(MPI_Count value)
{
    return value > INT_MAX || value < INT_MIN ? MPI_UNDEFINED : (int)value;
}

int MPI_Type_size(MPI_Datatype datatype, int *size)
{
    ENTER(Type_size);
    A_TYPE(type, datatype);
    NOT_NULL(size);
    *size = as_int(type->size);
    return MPI_SUCCESS;
}

/* Define a function that returns two values of a type's bounds. */
#define BOUNDS(name, number, low, length, low_value, length_value)             \
    int MPI_##name(MPI_Datatype datatype, number *low, number *length)         \
    {                                                                          \
        ENTER(name);                                                           \
        A_TYPE(type, datatype);                                                \
        NOT_NULL(low);                                                         \
        NOT_NULL(length);                                                      \
        *low = low_value(type);                                                \
        *length = length_value(type);                                          \
        return MPI_SUCCESS;                                                    \
    }
/* Define a function that returns one value. */
#define SAYS(name, number, result, value)                                      \
    int MPI_##name(MPI_Datatype datatype, number *result)                      \
    {                                                                          \
        ENTER(name);                                                           \
        A_TYPE(type, datatype);                                                \
        NOT_NULL(result);                                                      \
        *result = value;                                                       \
        return MPI_SUCCESS;                                                    \
    }

SAYS(Type_size_c, MPI_Count, size, type->size)
SAYS(Type_size_x, MPI_Count, size, type->size)
BOUNDS(Type_get_extent, MPI_Aint, lb, extent, type_lb, type_extent)
BOUNDS(Type_get_extent_c, MPI_Count, lb, extent, type_lb, type_extent)
BOUNDS(Type_get_extent_x, MPI_Count, lb, extent, type_lb, type_extent)
BOUNDS(Type_get_true_extent, MPI_Aint, true_lb, true_extent, type_true_lb,
       type_true_extent)
BOUNDS(Type_get_true_extent_c, MPI_Count, true_lb, true_extent, type_true_lb,
       type_true_extent)
BOUNDS(Type_get_true_extent_x, MPI_Count, true_lb, true_extent, type_true_lb,
       type_true_extent)
SAYS(Type_extent, MPI_Aint, extent, type_extent(type))
SAYS(Type_lb, MPI_Aint, displacement, type->lb)
SAYS(Type_ub, MPI_Aint, displacement, type->ub)

/* Return the first predefined type of a class and size, as the standard defines
 * it for Fortran. */
int MPI_Type_match_size(int typeclass, int size, MPI_Datatype *datatype)
{
    static const struct {
        int typeclass, size;
        MPI_Datatype type;
    } rows[] = {
        {MPI_TYPECLASS_REAL, 4, MPI_REAL4},
        {MPI_TYPECLASS_REAL, 8, MPI_REAL8},
        {MPI_TYPECLASS_REAL, 16, MPI_LONG_DOUBLE},
        {MPI_TYPECLASS_INTEGER, 1, MPI_INTEGER1},
        {MPI_TYPECLASS_INTEGER, 2, MPI_INTEGER2},
        {MPI_TYPECLASS_INTEGER, 4, MPI_INTEGER4},
        {MPI_TYPECLASS_INTEGER, 8, MPI_INTEGER8},
        {MPI_TYPECLASS_INTEGER, 16, MPI_INTEGER16},
        {MPI_TYPECLASS_COMPLEX, 8, MPI_COMPLEX8},
        {MPI_TYPECLASS_COMPLEX, 16, MPI_COMPLEX16},
        {MPI_TYPECLASS_COMPLEX, 32, MPI_C_LONG_DOUBLE_COMPLEX},
    };
    ENTER(Type_match_size);
    NOT_NULL(datatype);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].typeclass == typeclass && rows[i].size == size) {
            *datatype = rows[i].type;
            return MPI_SUCCESS;
        }
    if (typeclass != MPI_TYPECLASS_REAL && typeclass != MPI_TYPECLASS_INTEGER &&
        typeclass != MPI_TYPECLASS_COMPLEX)
        FAIL(MPI_ERR_ARG,
             "typeclass is %d, but must be one of MPI_TYPECLASS_REAL, _INTEGER "
             "and _COMPLEX",
             typeclass);
    FAIL(MPI_ERR_ARG, "no datatype of this class has %d bytes", size);
}
