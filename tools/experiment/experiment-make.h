/* Makes the files of one item of an experiment file. */
#ifndef WEFT_TOOLS_EXPERIMENT_MAKE_H
#define WEFT_TOOLS_EXPERIMENT_MAKE_H

#include <weft/experiment.h>

/* Into a folder; all files have plain names. 0, or -1 with the kind and text,
 * whose line is that of the item or output. */
int make_item(const char *folder, const struct weft_item *item,
              struct weft_error *err);

#endif
