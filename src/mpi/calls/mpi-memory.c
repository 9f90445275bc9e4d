/* Memory that MPI allocates for the program. */
#include "mpi/data/calls/arguments.h"
#include "mpi/guard/guard.h"

int MPI_Alloc_mem(MPI_Aint size, MPI_Info info, void *baseptr)
{
    ENTER(Alloc_mem);
    NOT_NEGATIVE(MPI_ERR_ARG, size);
    NOT_NULL(baseptr);
    (void)info;
    if (size > 1l << 46)
        FAIL(MPI_ERR_NO_MEM, "size is %ld, more than the limit of 64 TiB",
             size);
    *(void **)baseptr = rank_alloc(rank, size ? (size_t)size : 1);
    return MPI_SUCCESS;
}

int MPI_Free_mem(void *base)
{
    ENTER(Free_mem);
    if (base)
        guard_free(rank, base, rank_allocated(base));
    rank_free(rank, base);
    return MPI_SUCCESS;
}
