/* Atomic placement of the files of an experiment: all of them or none; after a
 * kill, the next run into the folder completes or undoes it. */
#ifndef WEFT_TOOLS_EXPERIMENT_PLACING_H
#define WEFT_TOOLS_EXPERIMENT_PLACING_H

#include "experiment/manifest.h"
#include "experiment/stage.h"

/* Place the files of the manifest, which are in the hidden folder, and then the
 * manifest. Returns 0, or -1 with an error and all changes undone; if that
 * fails, too, the hidden folder stays and the next run tries again. */
int place_files(struct stage *stage, const struct manifest *manifest,
                struct weft_error *err);
/* Complete or undo what killed runs into the folder began. Returns 0, or -1
 * with an error. */
int finish_placing(const char *folder, struct weft_error *err);

#endif
