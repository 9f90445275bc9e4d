/* MPI_Type_create_subarray and MPI_Type_create_darray. */
#include "type-making.h"

#define TYPE_ARRAYS_ORDER(order)                                               \
    if ((order) != MPI_ORDER_C && (order) != MPI_ORDER_FORTRAN)                \
    FAIL(MPI_ERR_ARG,                                                          \
         "order is %d, but must be MPI_ORDER_C or MPI_ORDER_FORTRAN", order)

static int check_subarray(struct rank *rank, const struct subarray *array)
{
    for (int i = 0; i < array->dimensions; i++) {
        if (array->sizes[i] < 1)
            FAIL(MPI_ERR_ARG,
                 "array_of_sizes[%d] is %lld, but must be at least 1", i,
                 array->sizes[i]);
        if (array->subsizes[i] < 1 || array->subsizes[i] > array->sizes[i])
            FAIL(MPI_ERR_ARG,
                 "array_of_subsizes[%d] is %lld, but must be from 1 to %lld", i,
                 array->subsizes[i], array->sizes[i]);
        if (array->starts[i] < 0 ||
            array->starts[i] > array->sizes[i] - array->subsizes[i])
            FAIL(MPI_ERR_ARG,
                 "array_of_starts[%d] is %lld, but must be from 0 to %lld", i,
                 array->starts[i], array->sizes[i] - array->subsizes[i]);
    }
    return MPI_SUCCESS;
}

static int subarray(struct rank *rank, bool large, const struct subarray *array,
                    MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    int error = check_subarray(rank, array);
    if (error)
        return error;
    A_TYPE(old, oldtype);
    NOT_NULL(newtype);
    int n = array->dimensions;
    struct type_making making = making_of(rank, MPI_COMBINER_SUBARRAY, large);
    making_integers(&making, &n, 1);
    making_counts(&making, array->sizes, n);
    making_counts(&making, array->subsizes, n);
    making_counts(&making, array->starts, n);
    making_integers(&making, &array->order, 1);
    making_type(&making, old);
    return making_done(&making, type_subarray(rank, array, old), newtype);
}

#define CHECK_SUBARRAY                                                         \
    if (ndims < 1)                                                             \
        FAIL(MPI_ERR_ARG, "ndims is %d, but must be at least 1", ndims);       \
    ARRAY(array_of_sizes, ndims);                                              \
    ARRAY(array_of_subsizes, ndims);                                           \
    ARRAY(array_of_starts, ndims);                                             \
    TYPE_ARRAYS_ORDER(order)

int MPI_Type_create_subarray(int ndims, const int array_of_sizes[],
                             const int array_of_subsizes[],
                             const int array_of_starts[], int order,
                             MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    ENTER(Type_create_subarray);
    CHECK_SUBARRAY;
    MPI_Count *sizes = widened(rank, array_of_sizes, ndims);
    MPI_Count *subsizes = widened(rank, array_of_subsizes, ndims);
    MPI_Count *starts = widened(rank, array_of_starts, ndims);
    struct subarray array = {ndims, sizes, subsizes, starts, order};
    int error = subarray(rank, false, &array, oldtype, newtype);
    rank_free(rank, sizes);
    rank_free(rank, subsizes);
    rank_free(rank, starts);
    return error;
}

int MPI_Type_create_subarray_c(int ndims, const MPI_Count array_of_sizes[],
                               const MPI_Count array_of_subsizes[],
                               const MPI_Count array_of_starts[], int order,
                               MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    ENTER(Type_create_subarray_c);
    CHECK_SUBARRAY;
    struct subarray array = {ndims, array_of_sizes, array_of_subsizes,
                             array_of_starts, order};
    return subarray(rank, true, &array, oldtype, newtype);
}

static int check_dimension(struct rank *rank, const struct darray *array, int i)
{
    int distribution = array->distribution[i], darg = array->darg[i];
    int processes = array->process[i];
    if (array->sizes[i] < 1)
        FAIL(MPI_ERR_ARG, "array_of_gsizes[%d] is %lld, but must be at least 1",
             i, array->sizes[i]);
    if (processes < 1)
        FAIL(MPI_ERR_ARG, "array_of_psizes[%d] is %d, but must be at least 1",
             i, processes);
    if (distribution != MPI_DISTRIBUTE_NONE &&
        distribution != MPI_DISTRIBUTE_BLOCK &&
        distribution != MPI_DISTRIBUTE_CYCLIC)
        FAIL(MPI_ERR_ARG,
             "array_of_distribs[%d] is %d, but must be one of "
             "MPI_DISTRIBUTE_BLOCK, _CYCLIC and _NONE",
             i, distribution);
    if (distribution == MPI_DISTRIBUTE_NONE && processes != 1)
        FAIL(
            MPI_ERR_ARG,
            "array_of_psizes[%d] is %d, but must be 1 with MPI_DISTRIBUTE_NONE",
            i, processes);
    if (distribution == MPI_DISTRIBUTE_NONE || darg == MPI_DISTRIBUTE_DFLT_DARG)
        return MPI_SUCCESS;
    if (darg < 1)
        FAIL(MPI_ERR_ARG, "array_of_dargs[%d] is %d, but must be at least 1", i,
             darg);
    if (distribution == MPI_DISTRIBUTE_BLOCK &&
        (MPI_Count)darg * processes < array->sizes[i])
        FAIL(MPI_ERR_ARG,
             "array_of_dargs[%d] is %d, but %d blocks of that size do not hold "
             "%lld elements",
             i, darg, processes, array->sizes[i]);
    return MPI_SUCCESS;
}

static int check_darray(struct rank *rank, const struct darray *array)
{
    MPI_Count processes = 1;
    if (array->size < 1)
        FAIL(MPI_ERR_ARG, "size is %d, but must be at least 1", array->size);
    if (array->rank < 0 || array->rank >= array->size)
        FAIL(MPI_ERR_ARG, "rank is %d, but size is %d", array->rank,
             array->size);
    for (int i = 0; i < array->dimensions; i++) {
        int error = check_dimension(rank, array, i);
        if (error)
            return error;
        if (__builtin_mul_overflow(processes, array->process[i], &processes) ||
            processes > array->size)
            FAIL(MPI_ERR_ARG,
                 "the product of array_of_psizes exceeds size, which is %d",
                 array->size);
    }
    if (processes != array->size)
        FAIL(MPI_ERR_ARG,
             "the product of array_of_psizes is %lld, but size is %d",
             processes, array->size);
    return MPI_SUCCESS;
}

static int darray(struct rank *rank, bool large, const struct darray *array,
                  MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    int error = check_darray(rank, array);
    if (error)
        return error;
    A_TYPE(old, oldtype);
    NOT_NULL(newtype);
    int n = array->dimensions;
    struct type_making making = making_of(rank, MPI_COMBINER_DARRAY, large);
    making_integers(&making, (int[]){array->size, array->rank, n}, 3);
    making_counts(&making, array->sizes, n);
    making_integers(&making, array->distribution, n);
    making_integers(&making, array->darg, n);
    making_integers(&making, array->process, n);
    making_integers(&making, &array->order, 1);
    making_type(&making, old);
    return making_done(&making, type_darray(rank, array, old), newtype);
}

#define CHECK_DARRAY                                                           \
    if (ndims < 1)                                                             \
        FAIL(MPI_ERR_ARG, "ndims is %d, but must be at least 1", ndims);       \
    ARRAY(array_of_gsizes, ndims);                                             \
    ARRAY(array_of_distribs, ndims);                                           \
    ARRAY(array_of_dargs, ndims);                                              \
    ARRAY(array_of_psizes, ndims);                                             \
    TYPE_ARRAYS_ORDER(order)

int MPI_Type_create_darray(int size, int place, int ndims,
                           const int array_of_gsizes[],
                           const int array_of_distribs[],
                           const int array_of_dargs[],
                           const int array_of_psizes[], int order,
                           MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    ENTER(Type_create_darray);
    CHECK_DARRAY;
    MPI_Count *sizes = widened(rank, array_of_gsizes, ndims);
    struct darray array = {
        size,           place,           ndims, sizes, array_of_distribs,
        array_of_dargs, array_of_psizes, order};
    int error = darray(rank, false, &array, oldtype, newtype);
    rank_free(rank, sizes);
    return error;
}

int MPI_Type_create_darray_c(int size, int place, int ndims,
                             const MPI_Count array_of_gsizes[],
                             const int array_of_distribs[],
                             const int array_of_dargs[],
                             const int array_of_psizes[], int order,
                             MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    ENTER(Type_create_darray_c);
    CHECK_DARRAY;
    struct darray array = {size,
                           place,
                           ndims,
                           array_of_gsizes,
                           array_of_distribs,
                           array_of_dargs,
                           array_of_psizes,
                           order};
    return darray(rank, true, &array, oldtype, newtype);
}
