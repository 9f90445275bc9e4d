/* The functions MPI_Op_*(), and reductions within one process. */
#include "arguments.h"
#include <limits.h>

static int op_calls_create(struct rank *rank, MPI_User_function *function,
                           MPI_User_function_c *large, int commute, MPI_Op *op)
{
    struct op *own = rank_alloc(rank, sizeof *own);
    own->references = 1;
    own->name = "the program's operation";
    own->commutes = commute != 0;
    own->function = function;
    own->large_function = large;
    own->handle = handle_new(rank, HANDLE_OP, own);
    *op = own->handle;
    return MPI_SUCCESS;
}

int MPI_Op_create(MPI_User_function *user_fn, int commute, MPI_Op *op)
{
    ENTER(Op_create);
    NOT_NULL(user_fn);
    NOT_NULL(op);
    return op_calls_create(rank, user_fn, NULL, commute, op);
}

int MPI_Op_create_c(MPI_User_function_c *user_fn, int commute, MPI_Op *op)
{
    ENTER(Op_create_c);
    NOT_NULL(user_fn);
    NOT_NULL(op);
    return op_calls_create(rank, NULL, user_fn, commute, op);
}

int MPI_Op_free(MPI_Op *op)
{
    ENTER(Op_free);
    NOT_NULL(op);
    AN_OP(o, *op);
    if (o->predefined)
        FAIL(MPI_ERR_OP, "%s is predefined and cannot be freed", o->name);
    handle_free(rank, HANDLE_OP, *op);
    op_drop(rank, o);
    *op = MPI_OP_NULL;
    return MPI_SUCCESS;
}

int MPI_Op_commutative(MPI_Op op, int *commute)
{
    ENTER(Op_commutative);
    AN_OP(o, op);
    NOT_NULL(commute);
    *commute = op_commutes(o);
    return MPI_SUCCESS;
}

static int reduce_local(struct rank *rank, const void *inbuf, void *inoutbuf,
                        MPI_Count count, MPI_Datatype datatype, MPI_Op op)
{
    NOT_NEGATIVE(MPI_ERR_COUNT, count);
    A_COMMITTED_TYPE(type, datatype);
    AN_OP(o, op);
    if (!op_reduces(o) || !op_fits(o, type)) {
        char name[64];
        FAIL(MPI_ERR_OP, "%s is not defined for %s", o->name,
             type_name(rank, type, name));
    }
    if (inbuf == MPI_IN_PLACE || inoutbuf == MPI_IN_PLACE)
        FAIL(MPI_ERR_BUFFER,
             "MPI_IN_PLACE is not allowed as inbuf or inoutbuf");
    if (count > 0 && inbuf == inoutbuf)
        FAIL(MPI_ERR_BUFFER, "inbuf and inoutbuf are the same buffer");
    if (count > 0 && type->basic && (!inbuf || !inoutbuf))
        FAIL(MPI_ERR_BUFFER, "inbuf or inoutbuf is a null pointer");
    op_apply(o, type, datatype, inbuf, inoutbuf, (size_t)count);
    return MPI_SUCCESS;
}

int MPI_Reduce_local(const void *inbuf, void *inoutbuf, int count,
                     MPI_Datatype datatype, MPI_Op op)
{
    ENTER(Reduce_local);
    return reduce_local(rank, inbuf, inoutbuf, count, datatype, op);
}

int MPI_Reduce_local_c(const void *inbuf, void *inoutbuf, MPI_Count count,
                       MPI_Datatype datatype, MPI_Op op)
{
    ENTER(Reduce_local_c);
    return reduce_local(rank, inbuf, inoutbuf, count, datatype, op);
}
