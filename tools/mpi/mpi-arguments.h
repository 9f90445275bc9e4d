/* The arguments of `weft mpi`. */
#ifndef WEFT_TOOLS_MPI_ARGUMENTS_H
#define WEFT_TOOLS_MPI_ARGUMENTS_H

#include "run/traces.h"

#include <stdio.h>
#include <weft/mpi/run.h>

#define CHOSEN_MAX 32

/* An option that was given. */
struct mpi_given {
    int key;
    const char *value;
};

struct mpi_arguments {
    struct weft_mpi mpi;
    const char *network, *model, *cost;
    struct traces traces;
    const char *collective[CHOSEN_MAX + 1];
    size_t chosen;
    int *choices; /* [mpi.choice_count] owned */
    long explore; /* runs at most; 0: none */
    bool strict, check, guard, summary;
    struct mpi_given *given; /* [givens] for mpi_print_given(); owned */
    size_t givens;
};

/* Read them; what is not said is the default, but for words that are looked up.
 * EXIT_GOOD, or an exit status. */
int mpi_arguments(int argc, char **argv, struct mpi_arguments *arguments);

/* " --OPTION=VALUE" of each that says how the ranks are run, as a shell takes
 * it; the others are in `mpi`. */
void mpi_print_given(const struct mpi_arguments *arguments, FILE *out);

#endif
