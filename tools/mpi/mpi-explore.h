/* Every outcome of an MPI program; sinks for its traces. */
#ifndef WEFT_TOOLS_MPI_EXPLORE_H
#define WEFT_TOOLS_MPI_EXPLORE_H

#include "mpi/mpi-arguments.h"

#include <stdbool.h>
#include <weft/mpi/run.h>
#include <weft/trace.h>

#define EXPLORE_RUNS 1000

/* What was tried. */
struct mpi_tried {
    long runs;
    bool all; /* every outcome */
};

/* Run it with every choice of receives from any sender, at most so many times;
 * stop at the first that goes wrong and say how to repeat it. `usual`: an exit
 * status of the program that is nothing wrong, as 0 is. An exit status. */
int mpi_explore(struct mpi_arguments *arguments, long runs, int usual,
                struct mpi_tried *tried);

/* The one run that was to be was given up: the choices are not its own. */
void mpi_tell_redundant(void);

/* One sink for several writers. A nanosecond is told as a tenth of a
 * millisecond to those whose records need a microsecond each (PICL): what
 * begins at one time, say a receive from each neighbour in space, must fit into
 * it. */
struct mpi_fan {
    struct weft_writer *const *writer;
    size_t count;
    struct weft_sink own;
};
#define COARSER 100000
const struct weft_sink *mpi_fan_sink(struct mpi_fan *fan);

#endif
