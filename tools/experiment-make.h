/* Makes the files of one item of an experiment file. */
#ifndef WEFT_TOOLS_EXPERIMENT_MAKE_H
#define WEFT_TOOLS_EXPERIMENT_MAKE_H

#include <stdbool.h>
#include <weft/experiment.h>

struct making {
    const char *folder;    /* for all files, which have plain names */
    bool (*stopped)(void); /* asked now and then */
};

/* 0, or -1 with the kind and text, whose line is
 * that of the item or output. */
int make_item(const struct making *making, const struct weft_item *item,
              struct weft_error *err);

#endif
