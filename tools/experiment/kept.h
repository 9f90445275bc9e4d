/* What an interrupted experiment had finished: in a folder of its own beside
 * its files, with a manifest that says that it is not the whole. */
#ifndef WEFT_TOOLS_EXPERIMENT_KEPT_H
#define WEFT_TOOLS_EXPERIMENT_KEPT_H

#include "experiment/manifest.h"
#include "experiment/stage.h"

#include <weft/experiment.h>

#define KEPT_FOLDER "interrupted"

/* The files of `manifest`, which are in the hidden folder, stay in
 * FOLDER/interrupted, instead of those that may be there. 0, or -1 with text.
 */
int kept_leave(struct stage *stage, struct manifest *manifest, uint64_t planned,
               struct weft_error *err);

/* The manifest of those that an interrupted run of the same experiment, by the
 * same version, has kept in `folder`; without entries if there are none. */
void kept_find(struct manifest *kept, const char *folder,
               const struct manifest *now);
/* Take the files of an item from there into the hidden folder. Are they all
 * there, and as they were written? */
bool kept_take(struct manifest *kept, const struct stage *stage,
               const struct weft_item *item);
/* Remove them. */
void kept_remove(const char *folder);

#endif
