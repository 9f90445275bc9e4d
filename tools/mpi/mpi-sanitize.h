/* Programs that were compiled with AddressSanitizer. */
#ifndef WEFT_TOOLS_MPI_SANITIZE_H
#define WEFT_TOOLS_MPI_SANITIZE_H

#include <weft/mpi/run.h>

/* If one of the programs needs the runtime of AddressSanitizer, which must be
 * loaded first, replace this process by one that has it. Returns EXIT_GOOD if
 * the process has what the programs need, or an exit status. */
int mpi_sanitize(const struct weft_mpi *mpi);

/* Return whether this process has AddressSanitizer. */
bool mpi_is_sanitized(void);

#endif
