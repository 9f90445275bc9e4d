/* What `weft mpi check` does not look at. */
#ifndef WEFT_TOOLS_MPI_UNCHECKED_H
#define WEFT_TOOLS_MPI_UNCHECKED_H

/* Behind the line that says that a program is valid, to standard error. */
void mpi_print_unchecked(void);

#endif
