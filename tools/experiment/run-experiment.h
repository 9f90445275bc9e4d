/* Experiment files: `weft run FILE.xml -o FOLDER`. */
#ifndef WEFT_TOOLS_RUN_EXPERIMENT_H
#define WEFT_TOOLS_RUN_EXPERIMENT_H

#include <stdbool.h>

/* Write all that the file at `path` asks for into `folder`, with a manifest.
 * If there is a manifest already, compare instead: say "identical", or name
 * the files that differ, unless `force` is set. Returns the exit status. */
int run_experiment(const char *path, const char *folder, bool force);

#endif
