/* Types for the kinds of Fortran with a given precision and range:
 * MPI_Type_create_f90_real and its siblings.
 *
 * Equal arguments give the same type, which the program cannot free. A type
 * matches only types of equal arguments (MPI 4.0, 19.1.9). */
#include "type-making.h"

#include <string.h>

/* A kind of Fortran: decimal digits, decimal exponent range, MPI type. */
struct f90_kind {
    int precision, range;
    MPI_Datatype type;
};

/* Decimal precision does not limit integers. */
static const struct f90_kind f90_reals[] = {{6, 37, MPI_REAL4},
                                            {15, 307, MPI_REAL8},
                                            {18, 4931, MPI_LONG_DOUBLE},
                                            {33, 4931, MPI_REAL16},
                                            {0}};
static const struct f90_kind f90_complexes[] = {
    {6, 37, MPI_COMPLEX8},
    {15, 307, MPI_COMPLEX16},
    {18, 4931, MPI_C_LONG_DOUBLE_COMPLEX},
    {33, 4931, MPI_COMPLEX32},
    {0}};
static const struct f90_kind f90_integers[] = {
    {0, 2, MPI_INTEGER1},  {0, 4, MPI_INTEGER2},   {0, 9, MPI_INTEGER4},
    {0, 18, MPI_INTEGER8}, {0, 38, MPI_INTEGER16}, {0}};

/* A search for a type that was created before. */
struct f90_search {
    int combiner, integers;
    const int *integer;
    MPI_Datatype found;
};

static void f90_visit(struct rank *rank, const struct handle *entry, void *arg)
{
    struct f90_search *search = arg;
    const struct type *type = entry->object;
    (void)rank;
    if (type->contents.combiner == search->combiner &&
        memcmp(type->contents.integer, search->integer,
               (size_t)search->integers * sizeof *search->integer) == 0)
        search->found = type->handle;
}

static int f90_create(struct rank *rank, const struct f90_kind *kind,
                      struct f90_search *search, MPI_Datatype *newtype)
{
    int range = search->integer[search->integers - 1];
    int precision = search->integers > 1 ? search->integer[0] : 0;
    NOT_NULL(newtype);
    while (kind->type && (kind->precision < precision || kind->range < range))
        kind++;
    if (!kind->type)
        FAIL(MPI_ERR_ARG, "no kind has a precision of %d and a range of %d",
             precision, range);
    search->found = MPI_DATATYPE_NULL;
    handle_each(rank, HANDLE_TYPE, f90_visit, search);
    if (search->found != MPI_DATATYPE_NULL) {
        *newtype = search->found;
        return MPI_SUCCESS;
    }
    struct type_making making = making_of(rank, search->combiner, false);
    making_integers(&making, search->integer, search->integers);
    struct type *made = type_strided(rank, 1, 1, 0, type_of(rank, kind->type));
    int error = making_done(&making, made, newtype);
    if (error)
        return error;
    made->committed = true;
    made->single = TYPE_SINGLE_F90;
    made->hash = signature_join(
        made->hash + (uint64_t)search->combiner,
        (uint64_t)(uint32_t)precision << 16 ^ (uint32_t)range, 1);
    ((struct handle *)handle_entry(rank, *newtype))->maker =
        NULL; /* not to be freed */
    return MPI_SUCCESS;
}

int MPI_Type_create_f90_real(int p, int r, MPI_Datatype *newtype)
{
    ENTER(Type_create_f90_real);
    struct f90_search search = {MPI_COMBINER_F90_REAL, 2, (const int[]){p, r},
                                0};
    return f90_create(rank, f90_reals, &search, newtype);
}

int MPI_Type_create_f90_complex(int p, int r, MPI_Datatype *newtype)
{
    ENTER(Type_create_f90_complex);
    struct f90_search search = {MPI_COMBINER_F90_COMPLEX, 2,
                                (const int[]){p, r}, 0};
    return f90_create(rank, f90_complexes, &search, newtype);
}

int MPI_Type_create_f90_integer(int r, MPI_Datatype *newtype)
{
    ENTER(Type_create_f90_integer);
    struct f90_search search = {MPI_COMBINER_F90_INTEGER, 1, &r, 0};
    return f90_create(rank, f90_integers, &search, newtype);
}
