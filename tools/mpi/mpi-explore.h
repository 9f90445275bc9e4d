/* Exploration of every outcome of an MPI program, and sinks for its traces. */
#ifndef WEFT_TOOLS_MPI_EXPLORE_H
#define WEFT_TOOLS_MPI_EXPLORE_H

#include "mpi/mpi-arguments.h"

#include <stdbool.h>
#include <weft/mpi/run.h>
#include <weft/trace.h>

#define EXPLORE_RUNS 1000

/* Runs made by mpi_explore(). */
struct mpi_tried {
    long runs;
    bool all; /* every outcome was explored */
};

/* Run the program with every choice at receives from any source, at most `runs`
 * times; stop at the first failure and print how to repeat it. `usual`: the
 * program's normal exit status. Returns an exit status. */
int mpi_explore(struct mpi_arguments *arguments, long runs, int usual,
                struct mpi_tried *tried);

/* Return "this happened HOW; to reproduce it: weft mpi ..." for a run with
 * these choices, which the caller frees; NULL if memory is short. */
char *mpi_explore_sentence(const struct mpi_arguments *arguments,
                           const char *how, const int *choice, size_t chosen);

/* Print that the run was abandoned because its choices repeat an earlier
 * run. */
void mpi_tell_redundant(void);

/* One sink for several writers. Writers whose records take a microsecond
 * each (PICL) show a nanosecond as a tenth of a millisecond, so that records
 * that begin at the same time fit, such as a receive from each neighbour in
 * space. */
struct mpi_fan {
    struct weft_writer *const *writer;
    size_t count;
    struct weft_sink own;
};
#define COARSER 100000
const struct weft_sink *mpi_fan_sink(struct mpi_fan *fan);

#endif
