/* All files of an experiment take their places, or none does: also if we are
 * killed in the middle of it, after the next run into the folder. */
#ifndef WEFT_TOOLS_EXPERIMENT_PLACING_H
#define WEFT_TOOLS_EXPERIMENT_PLACING_H

#include "experiment/manifest.h"
#include "experiment/stage.h"

/* Place the files of the manifest, which are in the hidden folder, and then
 * the manifest. 0, or -1 with text, everything being as it was; if even that
 * fails, the hidden folder stays and the next run tries again. */
int place_files(struct stage *stage, const struct manifest *manifest,
                struct weft_error *err);
/* Finish what runs into the folder that were killed had begun. 0, or -1 with
 * text. */
int finish_placing(const char *folder, struct weft_error *err);

#endif
