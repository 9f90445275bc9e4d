/* Limits of `weft mpi check`. */
#ifndef WEFT_TOOLS_MPI_UNCHECKED_H
#define WEFT_TOOLS_MPI_UNCHECKED_H

/* Print what `weft mpi check` does not cover to standard error, after the line
 * that reports success. */
void mpi_print_unchecked(void);

#endif
