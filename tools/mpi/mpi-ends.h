/* Runs of `weft mpi` and the ways in which they end early. */
#ifndef WEFT_TOOLS_MPI_ENDS_H
#define WEFT_TOOLS_MPI_ENDS_H

#include "mpi/mpi-arguments.h"

/* Set the callbacks of the runs, and begin to count the time of --limit. */
void mpi_ends_open(struct mpi_arguments *arguments);
/* Name the search of which the next runs are part ("with every outcome"), for
 * the progress and the end of the time; NULL: a run of its own. */
void mpi_ends_search(const char *name);
/* Set the sentence that follows the report of a crash of the next runs: what
 * kind of run it was and how to repeat it; takes ownership. NULL: none. */
void mpi_ends_repeat(char *sentence);
/* weft_mpi_run() within the time that is left. */
int mpi_ends_run(struct mpi_arguments *arguments,
                 struct weft_mpi_outcome *outcome, struct weft_error *err);
/* Return the status, or end the process with it if threads of the program are
 * still running. */
int mpi_ends_close(const struct mpi_arguments *arguments, int status);

#endif
