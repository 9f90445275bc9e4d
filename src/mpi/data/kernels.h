/* The predefined operations for each C type; private to src/mpi/data. */
#ifndef WEFT_SRC_MPI_DATA_KERNELS_H
#define WEFT_SRC_MPI_DATA_KERNELS_H

#include "basics.h"

/* Predefined operations, in the order of mpi.h. */
enum op_index {
    OP_MAX = 1,
    OP_MIN,
    OP_SUM,
    OP_PROD,
    OP_LAND,
    OP_BAND,
    OP_LOR,
    OP_BOR,
    OP_LXOR,
    OP_BXOR,
    OP_MAXLOC,
    OP_MINLOC,
    OP_REPLACE,
    OP_NO_OP,
    OPS
};

/* Computes inout[i] = in[i] (op) inout[i]. */
typedef void (*kernel)(const void *in, void *inout, size_t count);
/* Return the function for an operation and type, or NULL. */
kernel kernel_of(enum op_index op, enum type_form form);

#endif
