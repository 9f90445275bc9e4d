/* Reductions: which operations apply to which types, from the standard's table,
 * and their results, computed in another way. */
#include "mpi-rank.h"
#include "mpi/data/basics.h"
#include "mpi/data/op.h"
#include <complex.h>
#include <math.h>

TestSuite(mpi_ops, .timeout = 30);

enum kind {
    C_INTEGER = 1,
    FORTRAN_INTEGER = 2,
    FLOATING = 4,
    LOGICAL = 8,
    COMPLEX = 16,
    BYTE = 32,
    MULTI = 64,
    MPI_OPS_PAIR = 128
};

static const struct {
    MPI_Datatype type;
    int group;
    char form; /* i: signed, u: unsigned, f: float, c: complex, p: pair */
} types[] = {
    {MPI_SIGNED_CHAR, C_INTEGER, 'i'},
    {MPI_UNSIGNED_CHAR, C_INTEGER, 'u'},
    {MPI_SHORT, C_INTEGER, 'i'},
    {MPI_UNSIGNED_SHORT, C_INTEGER, 'u'},
    {MPI_INT, C_INTEGER, 'i'},
    {MPI_UNSIGNED, C_INTEGER, 'u'},
    {MPI_LONG, C_INTEGER, 'i'},
    {MPI_UNSIGNED_LONG, C_INTEGER, 'u'},
    {MPI_LONG_LONG, C_INTEGER, 'i'},
    {MPI_UNSIGNED_LONG_LONG, C_INTEGER, 'u'},
    {MPI_INT8_T, C_INTEGER, 'i'},
    {MPI_UINT64_T, C_INTEGER, 'u'},
    {MPI_INTEGER, FORTRAN_INTEGER, 'i'},
    {MPI_INTEGER8, FORTRAN_INTEGER, 'i'},
    {MPI_AINT, MULTI, 'i'},
    {MPI_OFFSET, MULTI, 'i'},
    {MPI_COUNT, MULTI, 'i'},
    {MPI_FLOAT, FLOATING, 'f'},
    {MPI_DOUBLE, FLOATING, 'f'},
    {MPI_LONG_DOUBLE, FLOATING, 'f'},
    {MPI_REAL, FLOATING, 'f'},
    {MPI_DOUBLE_PRECISION, FLOATING, 'f'},
    {MPI_C_BOOL, LOGICAL, 'u'},
    {MPI_CXX_BOOL, LOGICAL, 'u'},
    {MPI_LOGICAL, LOGICAL, 'i'},
    {MPI_C_FLOAT_COMPLEX, COMPLEX, 'c'},
    {MPI_C_DOUBLE_COMPLEX, COMPLEX, 'c'},
    {MPI_C_LONG_DOUBLE_COMPLEX, COMPLEX, 'c'},
    {MPI_BYTE, BYTE, 'u'},
    {MPI_FLOAT_INT, MPI_OPS_PAIR, 'p'},
    {MPI_DOUBLE_INT, MPI_OPS_PAIR, 'p'},
    {MPI_LONG_INT, MPI_OPS_PAIR, 'p'},
    {MPI_2INT, MPI_OPS_PAIR, 'p'},
    {MPI_SHORT_INT, MPI_OPS_PAIR, 'p'},
    {MPI_LONG_DOUBLE_INT, MPI_OPS_PAIR, 'p'},
    {MPI_2REAL, MPI_OPS_PAIR, 'p'},
    {MPI_2INTEGER, MPI_OPS_PAIR, 'p'},
    {MPI_PACKED, 0, 0},
    {MPI_WCHAR, 0, 0},
    {MPI_CHARACTER, 0, 0},
    {MPI_LB, 0, 0},
};
#define MPI_OPS_TYPES ((int)(sizeof types / sizeof *types))

static const struct {
    MPI_Op op;
    int groups;
} ops[] = {
    {MPI_MAX, C_INTEGER | FORTRAN_INTEGER | FLOATING | MULTI},
    {MPI_MIN, C_INTEGER | FORTRAN_INTEGER | FLOATING | MULTI},
    {MPI_SUM, C_INTEGER | FORTRAN_INTEGER | FLOATING | COMPLEX | MULTI},
    {MPI_PROD, C_INTEGER | FORTRAN_INTEGER | FLOATING | COMPLEX | MULTI},
    {MPI_LAND, C_INTEGER | LOGICAL},
    {MPI_LOR, C_INTEGER | LOGICAL},
    {MPI_LXOR, C_INTEGER | LOGICAL},
    {MPI_BAND, C_INTEGER | FORTRAN_INTEGER | BYTE | MULTI},
    {MPI_BOR, C_INTEGER | FORTRAN_INTEGER | BYTE | MULTI},
    {MPI_BXOR, C_INTEGER | FORTRAN_INTEGER | BYTE | MULTI},
    {MPI_MAXLOC, MPI_OPS_PAIR},
    {MPI_MINLOC, MPI_OPS_PAIR},
    {MPI_REPLACE, 0},
    {MPI_NO_OP, 0},
};
#define OPS_KNOWN ((int)(sizeof ops / sizeof *ops))

Test(mpi_ops, go_with_the_types_of_the_standard)
{
    for (int o = 0; o < OPS_KNOWN; o++)
        for (int t = 0; t < MPI_OPS_TYPES; t++) {
            const struct op *op = op_of(&test_rank, ops[o].op);
            const struct type *type = type_of(&test_rank, types[t].type);
            char name[64];
            bool want = (ops[o].groups & types[t].group) != 0;
            cr_assert_eq(op_standard(op, type), want, "%s %s", op->name,
                         type_name(&test_rank, type, name));
            cr_assert(op_fits(op, type) || !want);
            if (types[t].group == 0)
                cr_assert(!op_fits(op, type));
        }
    MPI_Datatype row;
    MPI_Type_contiguous(2, MPI_INT, &row);
    cr_assert(!op_fits(op_of(&test_rank, MPI_SUM), type_of(&test_rank, row)));
    MPI_Type_free(&row);
    cr_assert(
        op_fits(op_of(&test_rank, MPI_SUM), type_of(&test_rank, MPI_CHAR)));
    cr_assert(!op_standard(op_of(&test_rank, MPI_SUM),
                           type_of(&test_rank, MPI_CHAR)));
}

/* Store a value as the type of this form and size. */
static void store(char *at, int size, char form, long double value)
{
    if (form == 'f' && size == 4)
        *(float *)at = (float)value;
    else if (form == 'f' && size == 8)
        *(double *)at = (double)value;
    else if (form == 'f')
        *(long double *)at = value;
    else
        memcpy(at, &(long long){(long long)value}, (size_t)size);
}

static long double mpi_ops_load(const char *at, int size, char form)
{
    if (form == 'f')
        return size == 4   ? *(const float *)at
               : size == 8 ? *(const double *)at
                           : *(const long double *)at;
    unsigned long long value = 0;
    memcpy(&value, at, (size_t)size);
    if (form == 'i' && size < 8 && value >> (8 * size - 1))
        value |= ~0ull << (8 * size);
    return form == 'i' ? (long double)(long long)value : (long double)value;
}

static long double reduced(MPI_Op op, long double a, long double b)
{
    long long x = (long long)a, y = (long long)b;
    switch (op) {
    case MPI_MAX:
        return a > b ? a : b;
    case MPI_MIN:
        return a < b ? a : b;
    case MPI_SUM:
        return a + b;
    case MPI_PROD:
        return a * b;
    case MPI_LAND:
        return a != 0 && b != 0;
    case MPI_LOR:
        return a != 0 || b != 0;
    case MPI_LXOR:
        return (a != 0) != (b != 0);
    case MPI_BAND:
        return (long double)(x & y);
    case MPI_BOR:
        return (long double)(x | y);
    default:
        return (long double)(x ^ y);
    }
}

Test(mpi_ops, compute_what_they_say)
{
    static const int values[] = {0, 1, 2, 3, 7, 11};
    enum { MPI_OPS_VALUES = sizeof values / sizeof *values };
    for (int o = 0; o < OPS_KNOWN; o++)
        for (int t = 0; t < MPI_OPS_TYPES; t++) {
            char form = types[t].form;
            if (!(ops[o].groups & types[t].group) || form == 'c' || form == 'p')
                continue;
            int size;
            MPI_Type_size(types[t].type, &size);
            bool truth = types[t].group == LOGICAL && size == 1;
            _Alignas(16) char in[MPI_OPS_VALUES * MPI_OPS_VALUES * 16],
                out[sizeof in];
            for (int i = 0; i < MPI_OPS_VALUES * MPI_OPS_VALUES; i++) {
                int a = values[i / MPI_OPS_VALUES],
                    b = values[i % MPI_OPS_VALUES];
                store(in + i * size, size, form, truth ? a != 0 : a);
                store(out + i * size, size, form, truth ? b != 0 : b);
            }
            cr_assert_eq(MPI_Reduce_local(in, out,
                                          MPI_OPS_VALUES * MPI_OPS_VALUES,
                                          types[t].type, ops[o].op),
                         MPI_SUCCESS);
            for (int i = 0; i < MPI_OPS_VALUES * MPI_OPS_VALUES; i++) {
                int a = values[i / MPI_OPS_VALUES],
                    b = values[i % MPI_OPS_VALUES];
                cr_assert_eq(
                    mpi_ops_load(out + i * size, size, form),
                    reduced(ops[o].op, truth ? a != 0 : a, truth ? b != 0 : b));
            }
        }
}

Test(mpi_ops, integers_keep_their_sign_and_wrap)
{
    int in[] = {-5, INT32_MAX}, out[] = {3, 2};
    MPI_Reduce_local(in, out, 2, MPI_INT, MPI_SUM);
    cr_assert(out[0] == -2 && out[1] == INT32_MIN + 1);
    signed char small = -128, least = 100;
    MPI_Reduce_local(&small, &least, 1, MPI_SIGNED_CHAR, MPI_MIN);
    cr_assert_eq(least, -128);
    unsigned short a = 65535, b = 65535;
    MPI_Reduce_local(&a, &b, 1, MPI_UNSIGNED_SHORT, MPI_PROD);
    cr_assert_eq(b, 1);
    double complex x = 1 + 2 * I, y = 3 - I;
    MPI_Reduce_local(&x, &y, 1, MPI_C_DOUBLE_COMPLEX, MPI_PROD);
    cr_assert(y == 5 + 5 * I);
}

Test(mpi_ops, places_of_equal_values_are_the_lowest)
{
    struct {
        double value;
        int place;
    } in[] = {{1, 7}, {2, 1}, {0, 3}}, out[] = {{1, 5}, {1, 2}, {1, 9}};
    MPI_Reduce_local(in, out, 3, MPI_DOUBLE_INT, MPI_MAXLOC);
    cr_assert(out[0].value == 1 && out[0].place == 5);
    cr_assert(out[1].value == 2 && out[1].place == 1);
    cr_assert(out[2].value == 1 && out[2].place == 9);
    struct {
        long double value;
        int place;
    } a = {-1, 4}, b = {-1, 6};
    MPI_Reduce_local(&a, &b, 1, MPI_LONG_DOUBLE_INT, MPI_MINLOC);
    cr_assert(b.value == -1 && b.place == 4);
    float near[] = {2, 1}, far[] = {2, 0};
    MPI_Reduce_local(near, far, 1, MPI_2REAL, MPI_MINLOC);
    cr_assert(far[0] == 2 && far[1] == 0);
}

static int calls;

/* A noncommutative operation. */
static void over(void *in, void *inout, int *len, MPI_Datatype *type)
{
    int *a = in, *b = inout;
    calls++;
    cr_assert_eq(*type, MPI_INT);
    for (int i = 0; i < *len; i++)
        b[i] = 10 * a[i] + b[i];
    *len = 0;
}

Test(mpi_ops, functions_of_the_program)
{
    MPI_Op op, stale;
    int commutes = 1, in[] = {1, 2, 3}, out[] = {4, 5, 6};
    cr_assert_eq(MPI_Op_create(over, 0, &op), MPI_SUCCESS);
    cr_assert_eq(MPI_Op_commutative(op, &commutes), MPI_SUCCESS);
    cr_assert_eq(commutes, 0);
    cr_assert_eq(MPI_Reduce_local(in, out, 3, MPI_INT, op), MPI_SUCCESS);
    cr_assert_eq(calls, 1);
    cr_assert(out[0] == 14 && out[1] == 25 && out[2] == 36);
    stale = op;
    cr_assert_eq(MPI_Op_free(&op), MPI_SUCCESS);
    cr_assert_eq(op, MPI_OP_NULL);
    cr_assert_eq(MPI_Reduce_local(in, out, 3, MPI_INT, stale), MPI_ERR_OP);
    op = MPI_SUM;
    cr_assert_eq(MPI_Op_free(&op), MPI_ERR_OP);
    cr_assert_eq(MPI_Op_commutative(MPI_MINLOC, &commutes), MPI_SUCCESS);
    cr_assert_eq(commutes, 1);
}
