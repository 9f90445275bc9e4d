/* Reduction operations; private to src/mpi.
 *
 * Threads: operations of a program belong to one rank; predefined ones are
 * constants. */
#ifndef WEFT_SRC_MPI_DATA_OP_H
#define WEFT_SRC_MPI_DATA_OP_H

#include "type.h"

struct op {
    int references; /* number of references; unused in predefined operations */
    MPI_Op handle;
    const char *name;
    int predefined; /* row of a predefined operation; 0: an operation of the
                       program */
    bool commutes;
    MPI_User_function *function;
    /* Function passed to MPI_Op_create_c(), or NULL. */
    MPI_User_function_c *large_function;
};

/* Return the operation of a handle, or NULL. */
const struct op *op_of(const struct rank *rank, MPI_Op handle);
void op_hold(const struct op *op);
void op_drop(struct rank *rank, const struct op *op);
static inline bool op_commutes(const struct op *op)
{
    return op->commutes;
}

/* Return whether the operation may be applied to the type. Operations of
 * programs apply to any type; predefined ones to the types of the standard and
 * to some that other implementations accept (numbers in MPI_CHAR, logical
 * operations on floating point). */
bool op_fits(const struct op *op, const struct type *type);
/* Return whether the standard allows the operation on the type. */
bool op_standard(const struct op *op, const struct type *type);
/* Return whether it is a reduction. MPI_REPLACE and MPI_NO_OP are for windows
 * only. */
bool op_reduces(const struct op *op);

/* Return whether MPI_Compare_and_swap accepts the type: integers, logical
 * values and bytes, and characters as in other implementations. */
bool op_swaps(const struct type *type);

/* Compute inout[i] = in[i] (op) inout[i]. The types must fit, and the buffers
 * must not overlap. `handle` is the datatype passed to the program's
 * function. */
void op_apply(const struct op *op, const struct type *type, MPI_Datatype handle,
              const void *in, void *inout, size_t count);

#endif
