/* Files that an interrupted experiment had finished: they are kept in a
 * separate folder, with a manifest that marks them as incomplete. */
#ifndef WEFT_TOOLS_EXPERIMENT_KEPT_H
#define WEFT_TOOLS_EXPERIMENT_KEPT_H

#include "experiment/manifest.h"
#include "experiment/stage.h"

#include <weft/unstable/experiment.h>

#define KEPT_FOLDER "interrupted"

/* Move the files of `manifest`, which are in the hidden folder, to
 * FOLDER/interrupted, and replace those that are there. Returns 0, or -1 with
 * an error. */
int kept_leave(struct stage *stage, struct manifest *manifest, uint64_t planned,
               struct weft_error *err);

/* Read the manifest of the files that an interrupted run of the same
 * experiment, by the same version, has kept in `folder`. It has no entries if
 * there are none. */
void kept_find(struct manifest *kept, const char *folder,
               const struct manifest *now);
/* Link the kept files of an item into the hidden folder. Returns whether all
 * exist and are unchanged. */
bool kept_take(struct manifest *kept, const struct stage *stage,
               const struct weft_item *item);
/* Remove the kept files. */
void kept_remove(const char *folder);

#endif
