/* Operations of reductions; private to src/mpi.
 *
 * Threads: those of a program belong to one rank, the predefined ones are
 * constants. */
#ifndef WEFT_SRC_MPI_DATA_OP_H
#define WEFT_SRC_MPI_DATA_OP_H

#include "type.h"

struct op {
    int references; /* of one that the program made */
    MPI_Op handle;
    const char *name;
    int predefined; /* its row, 0: the program's */
    bool commutes;
    MPI_User_function *function;
    MPI_User_function_c *large_function; /* with MPI_Op_create_c() */
};

/* The operation of a handle; NULL: it is none. */
const struct op *op_of(const struct rank *rank, MPI_Op handle);
void op_hold(const struct op *op);
void op_drop(struct rank *rank, const struct op *op);
static inline bool op_commutes(const struct op *op)
{
    return op->commutes;
}

/* May it be applied to the type? The program's own to any; a predefined one to
 * those of the standard, and to some that other implementations compute, too
 * (numbers in MPI_CHAR, logical operations on floating point). */
bool op_fits(const struct op *op, const struct type *type);
/* By the standard, too? */
bool op_standard(const struct op *op, const struct type *type);
/* Does it reduce (MPI_REPLACE and MPI_NO_OP are for windows only)? */
bool op_reduces(const struct op *op);

/* Has MPI_Compare_and_swap values of that type? Integers, logical values and
 * bytes, and characters as others do. */
bool op_swaps(const struct type *type);

/* inout[i] = in[i] (op) inout[i]; the types fit, the buffers do not overlap.
 * `handle` is what the program's function is told as the type. */
void op_apply(const struct op *op, const struct type *type, MPI_Datatype handle,
              const void *in, void *inout, size_t count);

#endif
