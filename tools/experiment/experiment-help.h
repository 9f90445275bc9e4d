/* Processes that mpirun started for one experiment file: process 0 makes the
 * items and calls the others for comparisons and for runs with the engine
 * `mpi`. */
#ifndef WEFT_TOOLS_EXPERIMENT_HELP_H
#define WEFT_TOOLS_EXPERIMENT_HELP_H

#include <stdbool.h>
#include <weft/unstable/experiment.h>

/* Called by process 0 before it makes an item of the file. */
void help_call(const struct weft_experiment_file *file,
               const struct weft_item *item);

/* Called by the other processes: work on the items for which process 0
 * calls, until it leaves. Arguments as in run_experiment(). Returns the exit
 * status. */
int help_with(const char *path, bool force);

#endif
