/* Reduction operations, predefined and defined by programs. */
#include "op.h"
#include "basics.h"
#include "kernels.h"
#include <limits.h>

#define COMMON (CLASS_C_INTEGER | CLASS_FORTRAN_INTEGER | CLASS_MULTI)

struct op_row {
    struct op op;
    unsigned classes; /* classes of types that the standard allows */
    unsigned more;    /* further classes that other implementations accept */
};

#define OP_ROW(at, word, allowed, tolerated)                                   \
    [at] = {{.handle = ((int)HANDLE_OP << 26) | (at),                          \
             .name = "MPI_" word,                                              \
             .predefined = at,                                                 \
             .commutes = (at) != OP_REPLACE && (at) != OP_NO_OP},              \
            allowed,                                                           \
            tolerated}

static const struct op_row op_rows[] = {
    OP_ROW(OP_MAX, "MAX", COMMON | CLASS_FLOATING,
           CLASS_CHARACTER | CLASS_BYTE),
    OP_ROW(OP_MIN, "MIN", COMMON | CLASS_FLOATING,
           CLASS_CHARACTER | CLASS_BYTE),
    OP_ROW(OP_SUM, "SUM", COMMON | CLASS_FLOATING | CLASS_COMPLEX,
           CLASS_CHARACTER | CLASS_BYTE),
    OP_ROW(OP_PROD, "PROD", COMMON | CLASS_FLOATING | CLASS_COMPLEX,
           CLASS_CHARACTER | CLASS_BYTE),
    OP_ROW(OP_LAND, "LAND", CLASS_C_INTEGER | CLASS_LOGICAL,
           CLASS_CHARACTER | CLASS_FLOATING | CLASS_FORTRAN_INTEGER |
               CLASS_MULTI | CLASS_BYTE),
    OP_ROW(OP_BAND, "BAND", COMMON | CLASS_BYTE,
           CLASS_CHARACTER | CLASS_LOGICAL),
    OP_ROW(OP_LOR, "LOR", CLASS_C_INTEGER | CLASS_LOGICAL,
           CLASS_CHARACTER | CLASS_FLOATING | CLASS_FORTRAN_INTEGER |
               CLASS_MULTI | CLASS_BYTE),
    OP_ROW(OP_BOR, "BOR", COMMON | CLASS_BYTE, CLASS_CHARACTER | CLASS_LOGICAL),
    OP_ROW(OP_LXOR, "LXOR", CLASS_C_INTEGER | CLASS_LOGICAL,
           CLASS_CHARACTER | CLASS_FLOATING | CLASS_FORTRAN_INTEGER |
               CLASS_MULTI | CLASS_BYTE),
    OP_ROW(OP_BXOR, "BXOR", COMMON | CLASS_BYTE,
           CLASS_CHARACTER | CLASS_LOGICAL),
    OP_ROW(OP_MAXLOC, "MAXLOC", CLASS_PAIR, 0),
    OP_ROW(OP_MINLOC, "MINLOC", CLASS_PAIR, 0),
    OP_ROW(OP_REPLACE, "REPLACE", 0, 0),
    OP_ROW(OP_NO_OP, "NO_OP", 0, 0),
};

const struct op *op_of(const struct rank *rank, MPI_Op handle)
{
    int index = handle - HANDLE_NULL(HANDLE_OP);
    if (index > 0 && index < (int)(sizeof op_rows / sizeof *op_rows))
        return &op_rows[index].op;
    return handle_object(rank, HANDLE_OP, handle);
}

void op_hold(const struct op *op)
{
    if (!op->predefined)
        ((struct op *)op)->references++;
}

void op_drop(struct rank *rank, const struct op *op)
{
    if (op && !op->predefined && --((struct op *)op)->references == 0)
        rank_free(rank, (void *)op);
}

bool op_reduces(const struct op *op)
{
    return !op->predefined ||
           (op->predefined != OP_REPLACE && op->predefined != OP_NO_OP);
}

/* Return the predefined type of the elements. */
static const struct type *op_elements(const struct type *type)
{
    return !type->basic && type_is_permanent(type) ? type->part->type : type;
}

static bool data_op_fits(const struct op *op, const struct type *type,
                         bool strictly)
{
    if (!op->predefined)
        return true;
    type = op_elements(type);
    if (!type->basic)
        return false;
    const struct op_row *row = &op_rows[op->predefined];
    const struct basic *b = basic_of(type);
    unsigned classes = row->classes | (strictly ? 0 : row->more);
    return (b->class & classes) && kernel_of(op->predefined, b->form);
}

bool op_fits(const struct op *op, const struct type *type)
{
    return data_op_fits(op, type, false);
}

bool op_standard(const struct op *op, const struct type *type)
{
    return data_op_fits(op, type, true);
}

bool op_swaps(const struct type *type)
{
    return type->basic &&
           basic_of(type)->class &
               (COMMON | CLASS_LOGICAL | CLASS_BYTE | CLASS_CHARACTER);
}

/* Call the program's function; in pieces if its count is an int. */
static void apply_own(const struct op *op, const struct type *type,
                      MPI_Datatype handle, char *in, char *inout, size_t count)
{
    if (op->large_function) {
        MPI_Count all = (MPI_Count)count;
        op->large_function(in, inout, &all, &handle);
        return;
    }
    MPI_Aint extent = type->ub - type->lb;
    for (size_t done = 0; done < count;) {
        int length = count - done < INT_MAX ? (int)(count - done) : INT_MAX;
        int passed = length;
        MPI_Aint at = (MPI_Aint)done * extent;
        op->function(in + at, inout + at, &passed, &handle);
        done += (size_t)length;
    }
}

void op_apply(const struct op *op, const struct type *type, MPI_Datatype handle,
              const void *in, void *inout, size_t count)
{
    if (count == 0)
        return;
    if (op->predefined)
        kernel_of(op->predefined, basic_of(op_elements(type))->form)(in, inout,
                                                                     count);
    else
        apply_own(op, type, handle, (char *)in, inout, count);
}
