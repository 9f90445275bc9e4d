/* Errors that AddressSanitizer finds in a program that was compiled with it;
 * private to src/mpi. */
#ifndef WEFT_SRC_MPI_GUARD_HEAP_ERRORS_H
#define WEFT_SRC_MPI_GUARD_HEAP_ERRORS_H

#include "mpi/guard/guard.h"

/* Report the errors of this process from now on, if it has AddressSanitizer. */
void heap_open(void);

/* Return whether it has. */
bool heap_is_checked(void);

/* Check memory that the current MPI function uses ("reads"). If it is not all
 * in one variable or block, report this and end the process. Without
 * AddressSanitizer nothing is checked. */
void heap_check(struct rank *rank, const char *low, const char *high,
                const char *verb);

#endif
