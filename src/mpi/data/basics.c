/* The predefined datatypes. Sizes and alignments are the compiler's; those of
 * Fortran types are the usual ones. MPI_LB and MPI_UB are markers that MPI 3
 * removed but old programs still use in structures. */
#include "basics.h"
#include <stdalign.h>
#include <wchar.h>

#define HANDLE(index) (((int)HANDLE_TYPE << 26) | (index))

/* Row of a type that is not an alias. */
#define BASIC(at, word, bytes, aligned, of_class, of_form, outside, parts_of)  \
    [at] = {.name = "MPI_" word,                                               \
            .class = CLASS_##of_class,                                         \
            .form = FORM_##of_form,                                            \
            .external = outside,                                               \
            .values = parts_of,                                                \
            .type = {.handle = HANDLE(at),                                     \
                     .committed = true,                                        \
                     .basic = at,                                              \
                     .size = bytes,                                            \
                     .elements = 1,                                            \
                     .ub = bytes,                                              \
                     .true_ub = bytes,                                         \
                     .align = aligned,                                         \
                     .solid = true,                                            \
                     .dense = true,                                            \
                     .single = HANDLE(at),                                     \
                     .element = HANDLE(at),                                    \
                     .contents = {.combiner = MPI_COMBINER_NAMED}}}
#define OF_C(at, word, type, of_class, of_form, outside)                       \
    BASIC(at, word, sizeof(type), alignof(type), of_class, of_form, outside, 1)
#define COMPLEX(at, word, value, of_form, outside)                             \
    BASIC(at, word, 2 * sizeof(value), alignof(value), COMPLEX, of_form,       \
          outside, 2)
#define FORTRAN(at, word, bytes, of_class, of_form)                            \
    BASIC(at, word, bytes, (bytes) > 16 ? 16 : (bytes), of_class, of_form,     \
          bytes, 1)

/* Structures for pairs of a value and an index. */
struct float_int {
    float value;
    int place;
};
struct double_int {
    double value;
    int place;
};
struct long_int {
    long value;
    int place;
};
struct short_int {
    short value;
    int place;
};
struct int_int {
    int value, place;
};
struct long_double_int {
    long double value;
    int place;
};
struct float_float {
    float value, place;
};
struct double_double {
    double value, place;
};

#define TYPE(at) &basics[at].type
#define AT_FLOAT 14
#define AT_DOUBLE 15
#define AT_LONG 10
#define AT_SHORT 6
#define AT_INT 8
#define AT_LONG_DOUBLE 16
#define AT_INTEGER 37
#define AT_REAL 38
#define AT_DOUBLE_PRECISION 39

#define PAIR_PARTS(structure, value_at, place_at)                              \
    static const struct type_part parts_of_##structure##_##value_at[] = {      \
        {TYPE(value_at), offsetof(struct structure, value), 1, 1, 0},          \
        {TYPE(place_at), offsetof(struct structure, place), 1, 1, 0},          \
    }
PAIR_PARTS(float_int, AT_FLOAT, AT_INT);
PAIR_PARTS(double_int, AT_DOUBLE, AT_INT);
PAIR_PARTS(long_int, AT_LONG, AT_INT);
PAIR_PARTS(short_int, AT_SHORT, AT_INT);
PAIR_PARTS(int_int, AT_INT, AT_INT);
PAIR_PARTS(long_double_int, AT_LONG_DOUBLE, AT_INT);
PAIR_PARTS(float_float, AT_REAL, AT_REAL);
PAIR_PARTS(double_double, AT_DOUBLE_PRECISION, AT_DOUBLE_PRECISION);
PAIR_PARTS(int_int, AT_INTEGER, AT_INTEGER);

#define PLACE_END(structure)                                                   \
    (offsetof(struct structure, place) + sizeof(((struct structure *)0)->place))
#define PAIR_SIZE(structure)                                                   \
    (sizeof(((struct structure *)0)->value) +                                  \
     sizeof(((struct structure *)0)->place))
#define PAIR(at, word, structure, value_at, of_form, only)                     \
    [at] = {                                                                   \
        .name = "MPI_" word,                                                   \
        .class = CLASS_PAIR,                                                   \
        .form = FORM_##of_form,                                                \
        .type = {.handle = HANDLE(at),                                         \
                 .committed = true,                                            \
                 .basic = at,                                                  \
                 .size = PAIR_SIZE(structure),                                 \
                 .elements = 2,                                                \
                 .ub = sizeof(struct structure),                               \
                 .true_ub = PLACE_END(structure),                              \
                 .align = alignof(struct structure),                           \
                 .solid = PAIR_SIZE(structure) == PLACE_END(structure),        \
                 .dense = PAIR_SIZE(structure) == sizeof(struct structure),    \
                 .single = only,                                               \
                 .element = HANDLE(at),                                        \
                 .parts = 2,                                                   \
                 .part = parts_of_##structure##_##value_at,                    \
                 .contents = {.combiner = MPI_COMBINER_NAMED}}}
#define BASICS_MARK(at, word, is_lb, is_ub)                                    \
    [at] = {.name = "MPI_" word,                                               \
            .class = CLASS_OTHER,                                              \
            .type = {.handle = HANDLE(at),                                     \
                     .committed = true,                                        \
                     .basic = at,                                              \
                     .align = 1,                                               \
                     .lb_marked = is_lb,                                       \
                     .ub_marked = is_ub,                                       \
                     .solid = true,                                            \
                     .dense = true,                                            \
                     .contents = {.combiner = MPI_COMBINER_NAMED}}}

const struct basic basics[] = {
    OF_C(1, "CHAR", char, CHARACTER, INT8, 1),
    OF_C(2, "SIGNED_CHAR", signed char, C_INTEGER, INT8, 1),
    OF_C(3, "UNSIGNED_CHAR", unsigned char, C_INTEGER, UINT8, 1),
    OF_C(4, "BYTE", unsigned char, BYTE, UINT8, 1),
    OF_C(5, "WCHAR", wchar_t, OTHER, NONE, 2),
    OF_C(6, "SHORT", short, C_INTEGER, INT16, 2),
    OF_C(7, "UNSIGNED_SHORT", unsigned short, C_INTEGER, UINT16, 2),
    OF_C(8, "INT", int, C_INTEGER, INT32, 4),
    OF_C(9, "UNSIGNED", unsigned, C_INTEGER, UINT32, 4),
    OF_C(10, "LONG", int64_t, C_INTEGER, INT64, 4),
    OF_C(11, "UNSIGNED_LONG", uint64_t, C_INTEGER, UINT64, 4),
    OF_C(12, "LONG_LONG_INT", long long, C_INTEGER, INT64, 8),
    OF_C(13, "UNSIGNED_LONG_LONG", unsigned long long, C_INTEGER, UINT64, 8),
    OF_C(14, "FLOAT", float, FLOATING, FLOAT, 4),
    OF_C(15, "DOUBLE", double, FLOATING, DOUBLE, 8),
    OF_C(16, "LONG_DOUBLE", long double, FLOATING, LONG_DOUBLE, 16),
    OF_C(17, "C_BOOL", bool, LOGICAL, BOOL, 1),
    OF_C(18, "INT8_T", int8_t, C_INTEGER, INT8, 1),
    OF_C(19, "INT16_T", int16_t, C_INTEGER, INT16, 2),
    OF_C(20, "INT32_T", int32_t, C_INTEGER, INT32, 4),
    OF_C(21, "INT64_T", int64_t, C_INTEGER, INT64, 8),
    OF_C(22, "UINT8_T", uint8_t, C_INTEGER, UINT8, 1),
    OF_C(23, "UINT16_T", uint16_t, C_INTEGER, UINT16, 2),
    OF_C(24, "UINT32_T", uint32_t, C_INTEGER, UINT32, 4),
    OF_C(25, "UINT64_T", uint64_t, C_INTEGER, UINT64, 8),
    OF_C(26, "AINT", MPI_Aint, MULTI, INT64, 8),
    OF_C(27, "COUNT", MPI_Count, MULTI, INT64, 8),
    OF_C(28, "OFFSET", MPI_Offset, MULTI, INT64, 8),
    COMPLEX(29, "C_COMPLEX", float, FLOAT_COMPLEX, 4),
    COMPLEX(30, "C_DOUBLE_COMPLEX", double, DOUBLE_COMPLEX, 8),
    COMPLEX(31, "C_LONG_DOUBLE_COMPLEX", long double, LONG_DOUBLE_COMPLEX, 16),
    OF_C(32, "CXX_BOOL", bool, LOGICAL, BOOL, 1),
    COMPLEX(33, "CXX_FLOAT_COMPLEX", float, FLOAT_COMPLEX, 4),
    COMPLEX(34, "CXX_DOUBLE_COMPLEX", double, DOUBLE_COMPLEX, 8),
    COMPLEX(35, "CXX_LONG_DOUBLE_COMPLEX", long double, LONG_DOUBLE_COMPLEX,
            16),
    OF_C(36, "PACKED", unsigned char, OTHER, NONE, 1),
    FORTRAN(37, "INTEGER", 4, FORTRAN_INTEGER, INT32),
    FORTRAN(38, "REAL", 4, FLOATING, FLOAT),
    FORTRAN(39, "DOUBLE_PRECISION", 8, FLOATING, DOUBLE),
    COMPLEX(40, "COMPLEX", float, FLOAT_COMPLEX, 4),
    COMPLEX(41, "DOUBLE_COMPLEX", double, DOUBLE_COMPLEX, 8),
    FORTRAN(42, "LOGICAL", 4, LOGICAL, INT32),
    FORTRAN(43, "CHARACTER", 1, OTHER, NONE),
    FORTRAN(44, "INTEGER1", 1, FORTRAN_INTEGER, INT8),
    FORTRAN(45, "INTEGER2", 2, FORTRAN_INTEGER, INT16),
    FORTRAN(46, "INTEGER4", 4, FORTRAN_INTEGER, INT32),
    FORTRAN(47, "INTEGER8", 8, FORTRAN_INTEGER, INT64),
    FORTRAN(48, "INTEGER16", 16, FORTRAN_INTEGER, NONE),
    FORTRAN(49, "REAL2", 2, FLOATING, NONE),
    FORTRAN(50, "REAL4", 4, FLOATING, FLOAT),
    FORTRAN(51, "REAL8", 8, FLOATING, DOUBLE),
    FORTRAN(52, "REAL16", 16, FLOATING, NONE),
    BASIC(53, "COMPLEX4", 4, 2, COMPLEX, NONE, 2, 2),
    COMPLEX(54, "COMPLEX8", float, FLOAT_COMPLEX, 4),
    COMPLEX(55, "COMPLEX16", double, DOUBLE_COMPLEX, 8),
    BASIC(56, "COMPLEX32", 32, 16, COMPLEX, NONE, 16, 2),
    PAIR(57, "FLOAT_INT", float_int, AT_FLOAT, FLOAT_INT, -1),
    PAIR(58, "DOUBLE_INT", double_int, AT_DOUBLE, DOUBLE_INT, -1),
    PAIR(59, "LONG_INT", long_int, AT_LONG, LONG_INT, -1),
    PAIR(60, "SHORT_INT", short_int, AT_SHORT, SHORT_INT, -1),
    PAIR(61, "2INT", int_int, AT_INT, INT_INT, HANDLE(AT_INT)),
    PAIR(62, "LONG_DOUBLE_INT", long_double_int, AT_LONG_DOUBLE,
         LONG_DOUBLE_INT, -1),
    PAIR(63, "2REAL", float_float, AT_REAL, FLOAT_FLOAT, HANDLE(AT_REAL)),
    PAIR(64, "2DOUBLE_PRECISION", double_double, AT_DOUBLE_PRECISION,
         DOUBLE_DOUBLE, HANDLE(AT_DOUBLE_PRECISION)),
    PAIR(65, "2INTEGER", int_int, AT_INTEGER, INT_INT, HANDLE(AT_INTEGER)),
    BASICS_MARK(66, "LB", true, false),
    BASICS_MARK(67, "UB", false, true),
};
const int basics_count = sizeof basics / sizeof *basics;

/* Return a number that is equal for types that match in a message. MPI_INT and
 * MPI_INT32_T match; MPI_CHAR, MPI_BYTE and types of different classes do
 * not. */
unsigned basic_code(int basic)
{
    const struct basic *b = &basics[basic];
    enum type_class class = b->class;
    if (class == CLASS_MULTI)
        class = CLASS_C_INTEGER;
    if (class == CLASS_OTHER)
        return (unsigned)basic;
    unsigned is_unsigned = b->form >= FORM_UINT8 && b->form <= FORM_UINT64;
    return (unsigned)class << 16 | is_unsigned << 8 | (unsigned)b->type.size;
}
