/* Possible errors of a valid program that weft does not check, one row each.
 * The table in docs/mpi.md has the same rows, with advice. */
#include "mpi/mpi-unchecked.h"
#include "common/terminal.h"

#include <stdio.h>
#include <string.h>

static const char *const unchecked[] = {
    "results",
    "other numbers of ranks",
    "bounds of arrays and freed memory (-fsanitize=address)",
    "C types of buffers",
    "several unusual orders of tests, probes and locks in one run",
    "loads of window memory under locks",
    "threads",
};

void mpi_print_unchecked(void)
{
    char text[1024] = "weft: not checked: ";
    size_t used = strlen(text);
    for (size_t i = 0; i < sizeof unchecked / sizeof *unchecked; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s",
                                 i ? "; " : "", unchecked[i]);
    print_wrapped(text, 4, stderr);
}
