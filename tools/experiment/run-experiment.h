/* Experiment files: `weft run FILE.xml -o FOLDER`. */
#ifndef WEFT_TOOLS_RUN_EXPERIMENT_H
#define WEFT_TOOLS_RUN_EXPERIMENT_H

#include <stdbool.h>

/* Make all files of the experiment file at `path` in `folder`, with a manifest.
 * If there is a manifest already, compare instead: print "identical", or name
 * the files that differ, unless `force` is set. Returns the exit status. */
int run_experiment(const char *path, const char *folder, bool force);

#endif
