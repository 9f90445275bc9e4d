/* Addresses. */
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
