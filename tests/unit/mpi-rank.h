/* A rank for the tests of src/mpi/data, defined in mpi-rank.c. */
#ifndef WEFT_TESTS_UNIT_MPI_RANK_H
#define WEFT_TESTS_UNIT_MPI_RANK_H

#include "mpi/comm.h"
#include "mpi/data/group.h"
#include <criterion/criterion.h>
#include <string.h>

extern struct rank test_rank;
extern int test_error;        /* error class of the last error */
extern char test_text[500];   /* its text */
extern long test_allocations; /* number of blocks not yet freed */

/* Create rank `number` of a world of `size` ranks. */
void world_of(int size, int number);

#endif
