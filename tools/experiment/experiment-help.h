/* Processes that mpirun started, and that make the items of one experiment file
 * together: process 0 makes them, and calls the others to those of which they
 * take a part: comparisons, and runs by engine `mpi`. */
#ifndef WEFT_TOOLS_EXPERIMENT_HELP_H
#define WEFT_TOOLS_EXPERIMENT_HELP_H

#include <stdbool.h>
#include <weft/experiment.h>

/* Process 0, before it makes an item of the file. */
void help_call(const struct weft_experiment_file *file,
               const struct weft_item *item);

/* The others: help with what they are called to, until process 0 leaves. The
 * arguments as of run_experiment(). The exit status. */
int help_with(const char *path, bool force);

#endif
