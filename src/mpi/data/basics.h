/* The predefined datatypes, one row each, in the order of mpi.h; private to
 * src/mpi/data. */
#ifndef WEFT_SRC_MPI_DATA_BASICS_H
#define WEFT_SRC_MPI_DATA_BASICS_H

#include "type.h"

/* Groups of types to which the standard restricts operations. */
enum type_class {
    CLASS_NONE = 0,
    CLASS_C_INTEGER = 1,
    CLASS_FORTRAN_INTEGER = 2,
    CLASS_FLOATING = 4,
    CLASS_LOGICAL = 8,
    CLASS_COMPLEX = 16,
    CLASS_BYTE = 32,
    CLASS_MULTI = 64, /* MPI_AINT, MPI_OFFSET, MPI_COUNT */
    CLASS_PAIR = 128,
    CLASS_CHARACTER = 256, /* MPI_CHAR is not a number in the standard */
    CLASS_OTHER = 512
};

/* The corresponding C type. */
enum type_form {
    FORM_NONE, /* no such C type on this platform */
    FORM_INT8,
    FORM_INT16,
    FORM_INT32,
    FORM_INT64,
    FORM_UINT8,
    FORM_UINT16,
    FORM_UINT32,
    FORM_UINT64,
    FORM_FLOAT,
    FORM_DOUBLE,
    FORM_LONG_DOUBLE,
    FORM_FLOAT_COMPLEX,
    FORM_DOUBLE_COMPLEX,
    FORM_LONG_DOUBLE_COMPLEX,
    FORM_BOOL,
    FORM_FLOAT_INT,
    FORM_DOUBLE_INT,
    FORM_LONG_INT,
    FORM_SHORT_INT,
    FORM_INT_INT,
    FORM_LONG_DOUBLE_INT,
    FORM_FLOAT_FLOAT,
    FORM_DOUBLE_DOUBLE,
    FORMS
};

struct basic {
    const char *name;
    enum type_class class;
    enum type_form form;
    int external; /* size of one value in external32, in bytes */
    int values;   /* number of values per element; 2: complex numbers */
    struct type type;
};

extern const struct basic basics[];
extern const int basics_count;

static inline const struct basic *basic_of(const struct type *type)
{
    return &basics[type->basic];
}

/* Return a number that is equal for types that match in a message: those of the
 * same class and size. */
unsigned basic_code(int basic);

#endif
