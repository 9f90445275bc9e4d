/* Addresses and memory. */
#include "arguments.h"

int MPI_Get_address(const void *location, MPI_Aint *address)
{
    ENTER(Get_address);
    NOT_NULL(address);
    *address = (MPI_Aint)location;
    return MPI_SUCCESS;
}

int MPI_Address(void *location, MPI_Aint *address)
{
    ENTER(Address);
    NOT_NULL(address);
    *address = (MPI_Aint)location;
    return MPI_SUCCESS;
}

MPI_Aint MPI_Aint_add(MPI_Aint base, MPI_Aint disp)
{
    return (MPI_Aint)((unsigned long)base + (unsigned long)disp);
}

MPI_Aint MPI_Aint_diff(MPI_Aint addr1, MPI_Aint addr2)
{
    return (MPI_Aint)((unsigned long)addr1 - (unsigned long)addr2);
}

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
    rank_free(rank, base);
    return MPI_SUCCESS;
}
