/* Arguments of `weft mpi`. */
#ifndef WEFT_TOOLS_MPI_ARGUMENTS_H
#define WEFT_TOOLS_MPI_ARGUMENTS_H

#include "run/traces.h"

#include <stdio.h>
#include <weft/mpi/run.h>

#define CHOSEN_MAX 32

/* A recorded option. */
struct mpi_given {
    int key;
    const char *value;
};

struct mpi_arguments {
    struct weft_mpi mpi;
    struct weft_mpi_part *part; /* [mpi.parts] owned */
    const char *network, *model, *cost;
    struct traces traces;
    const char *collective[CHOSEN_MAX + 1];
    size_t chosen;
    int *choices; /* [mpi.choice_count] arguments of --choices; owned */
    long explore; /* maximum number of runs; 0: do not explore */
    bool strict, check, guard, summary;
    const char *sarif;      /* file for the findings; NULL: none */
    const char *wait_graph; /* file for the picture of a deadlock; NULL: none */
    double limit;           /* seconds; 0: no limit */
    int *number;            /* [numbers] numbers of ranks to check; owned */
    size_t numbers;
    bool abandoned; /* whether a run left threads of the program behind */
    /* [givens] recorded options for mpi_print_given(); owned */
    struct mpi_given *given;
    size_t givens;
};

/* Parse the arguments and fill in defaults; names are looked up later. Returns
 * EXIT_GOOD or an exit status. */
int mpi_arguments(int argc, char **argv, struct mpi_arguments *arguments);

/* Print " --OPTION=VALUE", quoted for the shell, for each option that affects
 * the execution; other options are in `mpi`. */
void mpi_print_given(const struct mpi_arguments *arguments, FILE *out);

#endif
