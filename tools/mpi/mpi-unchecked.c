/* Possible errors of a valid program that weft does not check, one row each.
 * The table in docs/mpi.md has the same rows, with advice. */
#include "mpi/mpi-unchecked.h"
#include "common/terminal.h"
#include "mpi/mpi-sanitize.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *text;
    bool sanitized; /* whether AddressSanitizer checks it */
} unchecked[] = {
    {"results", false},
    {"other numbers of ranks", false},
    {"bounds of arrays and freed memory (weft-mpicc --sanitize)", true},
    {"C types of buffers", false},
    {"several unusual orders of tests, probes and locks in one run", false},
    {"loads of window memory under locks", false},
    {"races of threads on memory that no MPI call uses", false},
};

void mpi_print_unchecked(void)
{
    char text[1024] = "weft: not checked: ";
    size_t used = strlen(text);
    bool sanitized = mpi_is_sanitized();
    for (size_t i = 0; i < sizeof unchecked / sizeof *unchecked; i++)
        if (!sanitized || !unchecked[i].sanitized)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s",
                                     i ? "; " : "", unchecked[i].text);
    print_wrapped(text, 4, stderr);
}
