/* MPI_Type_contiguous(), _vector(), _create_hvector() and _create_resized(). */
#include "type-making.h"

static int contiguous(struct rank *rank, bool large, MPI_Count count,
                      MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    NOT_NEGATIVE(MPI_ERR_COUNT, count);
    A_TYPE(old, oldtype);
    NOT_NULL(newtype);
    struct type_making making = making_of(rank, MPI_COMBINER_CONTIGUOUS, large);
    making_counts(&making, &count, 1);
    making_type(&making, old);
    return making_done(&making, type_strided(rank, 1, count, 0, old), newtype);
}

int MPI_Type_contiguous(int count, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    ENTER(Type_contiguous);
    return contiguous(rank, false, count, oldtype, newtype);
}

int MPI_Type_contiguous_c(MPI_Count count, MPI_Datatype oldtype,
                          MPI_Datatype *newtype)
{
    ENTER(Type_contiguous_c);
    return contiguous(rank, true, count, oldtype, newtype);
}

static int vector(struct rank *rank, bool large, MPI_Count count,
                  MPI_Count blocklength, MPI_Count stride, MPI_Datatype oldtype,
                  MPI_Datatype *newtype)
{
    NOT_NEGATIVE(MPI_ERR_COUNT, count);
    NOT_NEGATIVE(MPI_ERR_ARG, blocklength);
    A_TYPE(old, oldtype);
    NOT_NULL(newtype);
    struct type_making making = making_of(rank, MPI_COMBINER_VECTOR, large);
    making_counts(&making, (MPI_Count[]){count, blocklength, stride}, 3);
    making_type(&making, old);
    MPI_Aint bytes;
    bool fits = !__builtin_mul_overflow(stride, type_extent(old), &bytes);
    return making_done(&making,
                       fits ? type_strided(rank, count, blocklength, bytes, old)
                            : NULL,
                       newtype);
}

int MPI_Type_vector(int count, int blocklength, int stride,
                    MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    ENTER(Type_vector);
    return vector(rank, false, count, blocklength, stride, oldtype, newtype);
}

int MPI_Type_vector_c(MPI_Count count, MPI_Count blocklength, MPI_Count stride,
                      MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    ENTER(Type_vector_c);
    return vector(rank, true, count, blocklength, stride, oldtype, newtype);
}

static int hvector(struct rank *rank, bool large, MPI_Count count,
                   MPI_Count blocklength, MPI_Count stride,
                   MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    NOT_NEGATIVE(MPI_ERR_COUNT, count);
    NOT_NEGATIVE(MPI_ERR_ARG, blocklength);
    A_TYPE(old, oldtype);
    NOT_NULL(newtype);
    struct type_making making = making_of(rank, MPI_COMBINER_HVECTOR, large);
    making_counts(&making, (MPI_Count[]){count, blocklength}, 2);
    making_addresses(&making, &(MPI_Aint){stride}, 1);
    making_type(&making, old);
    return making_done(
        &making, type_strided(rank, count, blocklength, stride, old), newtype);
}

int MPI_Type_create_hvector(int count, int blocklength, MPI_Aint stride,
                            MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    ENTER(Type_create_hvector);
    return hvector(rank, false, count, blocklength, stride, oldtype, newtype);
}

int MPI_Type_hvector(int count, int blocklength, MPI_Aint stride,
                     MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    ENTER(Type_hvector);
    return hvector(rank, false, count, blocklength, stride, oldtype, newtype);
}

int MPI_Type_create_hvector_c(MPI_Count count, MPI_Count blocklength,
                              MPI_Count stride, MPI_Datatype oldtype,
                              MPI_Datatype *newtype)
{
    ENTER(Type_create_hvector_c);
    return hvector(rank, true, count, blocklength, stride, oldtype, newtype);
}

static int resized(struct rank *rank, bool large, MPI_Datatype oldtype,
                   MPI_Count lb, MPI_Count extent, MPI_Datatype *newtype)
{
    A_TYPE(old, oldtype);
    NOT_NULL(newtype);
    struct type_making making = making_of(rank, MPI_COMBINER_RESIZED, large);
    making_addresses(&making, (MPI_Aint[]){lb, extent}, 2);
    making_type(&making, old);
    return making_done(&making, type_resized(rank, lb, extent, old), newtype);
}

int MPI_Type_create_resized(MPI_Datatype oldtype, MPI_Aint lb, MPI_Aint extent,
                            MPI_Datatype *newtype)
{
    ENTER(Type_create_resized);
    return resized(rank, false, oldtype, lb, extent, newtype);
}

int MPI_Type_create_resized_c(MPI_Datatype oldtype, MPI_Count lb,
                              MPI_Count extent, MPI_Datatype *newtype)
{
    ENTER(Type_create_resized_c);
    return resized(rank, true, oldtype, lb, extent, newtype);
}
