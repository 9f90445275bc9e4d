/* The predefined operations for each C type. Integer sums and products wrap
 * around: they are computed with unsigned types. */
#include "kernels.h"
#include <complex.h>

#define KERNEL(name, type, expression)                                         \
    static void name(const void *in, void *inout, size_t count)                \
    {                                                                          \
        const type *a = in;                                                    \
        type *b = inout;                                                       \
        for (size_t i = 0; i < count; i++)                                     \
            b[i] = (type)(expression);                                         \
    }
#define WIDE(x) ((unsigned long long)(x))

#define ORDERED(of, type)                                                      \
    KERNEL(max_##of, type, a[i] > b[i] ? a[i] : b[i])                          \
    KERNEL(min_##of, type, a[i] < b[i] ? a[i] : b[i])
#define LOGICAL(of, type)                                                      \
    KERNEL(land_##of, type, a[i] && b[i])                                      \
    KERNEL(lor_##of, type, a[i] || b[i])                                       \
    KERNEL(lxor_##of, type, !a[i] != !b[i])
#define BITS(of, type)                                                         \
    KERNEL(band_##of, type, a[i] & b[i])                                       \
    KERNEL(bor_##of, type, a[i] | b[i])                                        \
    KERNEL(bxor_##of, type, a[i] ^ b[i])
#define INTEGER(of, type)                                                      \
    ORDERED(of, type)                                                          \
    LOGICAL(of, type)                                                          \
    BITS(of, type)                                                             \
    KERNEL(sum_##of, type, WIDE(a[i]) + WIDE(b[i]))                            \
    KERNEL(prod_##of, type, WIDE(a[i]) * WIDE(b[i]))
#define NUMBER(of, type)                                                       \
    KERNEL(sum_##of, type, a[i] + b[i])                                        \
    KERNEL(prod_##of, type, a[i] * b[i])

INTEGER(int8, int8_t)
INTEGER(int16, int16_t)
INTEGER(int32, int32_t)
INTEGER(int64, int64_t)
INTEGER(uint8, uint8_t)
INTEGER(uint16, uint16_t)
INTEGER(uint32, uint32_t)
INTEGER(uint64, uint64_t)
ORDERED(float, float)
ORDERED(double, double)
ORDERED(long_double, long double)
LOGICAL(float, float)
LOGICAL(double, double)
LOGICAL(long_double, long double)
NUMBER(float, float)
NUMBER(double, double)
NUMBER(long_double, long double)
NUMBER(float_complex, float complex)
NUMBER(double_complex, double complex)
NUMBER(long_double_complex, long double complex)
LOGICAL(bool, bool)
BITS(bool, bool)

/* Find the maximum or minimum and its index; for equal values the lowest
 * index. */
#define LOCATE(name, value_type, place_type, better)                           \
    static void name(const void *in, void *inout, size_t count)                \
    {                                                                          \
        const struct {                                                         \
            value_type value;                                                  \
            place_type place;                                                  \
        } *a = in;                                                             \
        __typeof__(*a) *end = a + count;                                       \
        struct {                                                               \
            value_type value;                                                  \
            place_type place;                                                  \
        } *b = inout;                                                          \
        for (; a < end; a++, b++) {                                            \
            if (a->value better b->value) {                                    \
                b->value = a->value;                                           \
                b->place = a->place;                                           \
            } else if (a->value == b->value && a->place < b->place) {          \
                b->place = a->place;                                           \
            }                                                                  \
        }                                                                      \
    }
#define LOCATORS(of, value_type, place_type)                                   \
    LOCATE(maxloc_##of, value_type, place_type, >)                             \
    LOCATE(minloc_##of, value_type, place_type, <)

LOCATORS(float_int, float, int)
LOCATORS(double_int, double, int)
LOCATORS(long_int, long, int)
LOCATORS(short_int, short, int)
LOCATORS(int_int, int, int)
LOCATORS(long_double_int, long double, int)
LOCATORS(float_float, float, float)
LOCATORS(double_double, double, double)

/* The operations of one type. */
#define COLUMN_ORDERED(form, of)                                               \
    [OP_MAX][form] = max_##of, [OP_MIN][form] = min_##of
#define COLUMN_LOGICAL(form, of)                                               \
    [OP_LAND][form] = land_##of, [OP_LOR][form] = lor_##of,                    \
    [OP_LXOR][form] = lxor_##of
#define COLUMN_BITS(form, of)                                                  \
    [OP_BAND][form] = band_##of, [OP_BOR][form] = bor_##of,                    \
    [OP_BXOR][form] = bxor_##of
#define COLUMN_NUMBER(form, of)                                                \
    [OP_SUM][form] = sum_##of, [OP_PROD][form] = prod_##of
#define COLUMN_INTEGER(form, of)                                               \
    COLUMN_ORDERED(form, of), COLUMN_LOGICAL(form, of), COLUMN_BITS(form, of), \
        COLUMN_NUMBER(form, of)
#define COLUMN_FLOATING(form, of)                                              \
    COLUMN_ORDERED(form, of), COLUMN_LOGICAL(form, of), COLUMN_NUMBER(form, of)
#define COLUMN_PAIR(form, of)                                                  \
    [OP_MAXLOC][form] = maxloc_##of, [OP_MINLOC][form] = minloc_##of

static const kernel kernels[OPS][FORMS] = {
    COLUMN_INTEGER(FORM_INT8, int8),
    COLUMN_INTEGER(FORM_INT16, int16),
    COLUMN_INTEGER(FORM_INT32, int32),
    COLUMN_INTEGER(FORM_INT64, int64),
    COLUMN_INTEGER(FORM_UINT8, uint8),
    COLUMN_INTEGER(FORM_UINT16, uint16),
    COLUMN_INTEGER(FORM_UINT32, uint32),
    COLUMN_INTEGER(FORM_UINT64, uint64),
    COLUMN_FLOATING(FORM_FLOAT, float),
    COLUMN_FLOATING(FORM_DOUBLE, double),
    COLUMN_FLOATING(FORM_LONG_DOUBLE, long_double),
    COLUMN_NUMBER(FORM_FLOAT_COMPLEX, float_complex),
    COLUMN_NUMBER(FORM_DOUBLE_COMPLEX, double_complex),
    COLUMN_NUMBER(FORM_LONG_DOUBLE_COMPLEX, long_double_complex),
    COLUMN_LOGICAL(FORM_BOOL, bool),
    COLUMN_BITS(FORM_BOOL, bool),
    COLUMN_PAIR(FORM_FLOAT_INT, float_int),
    COLUMN_PAIR(FORM_DOUBLE_INT, double_int),
    COLUMN_PAIR(FORM_LONG_INT, long_int),
    COLUMN_PAIR(FORM_SHORT_INT, short_int),
    COLUMN_PAIR(FORM_INT_INT, int_int),
    COLUMN_PAIR(FORM_LONG_DOUBLE_INT, long_double_int),
    COLUMN_PAIR(FORM_FLOAT_FLOAT, float_float),
    COLUMN_PAIR(FORM_DOUBLE_DOUBLE, double_double),
};

kernel kernel_of(enum op_index op, enum type_form form)
{
    return kernels[op][form];
}
