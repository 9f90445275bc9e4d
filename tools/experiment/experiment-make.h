/* Making the files of one item of an experiment file. */
#ifndef WEFT_TOOLS_EXPERIMENT_MAKE_H
#define WEFT_TOOLS_EXPERIMENT_MAKE_H

#include <weft/unstable/experiment.h>

/* Make the files of an item in a folder; their names have no path. Returns 0,
 * or -1 with an error that has the line of the item or output. */
int make_item(const char *folder, const struct weft_item *item,
              struct weft_error *err);

#endif
