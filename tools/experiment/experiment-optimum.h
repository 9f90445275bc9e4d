/* The files of an element `optimum` of an experiment file. */
#ifndef WEFT_TOOLS_EXPERIMENT_OPTIMUM_H
#define WEFT_TOOLS_EXPERIMENT_OPTIMUM_H

#include <weft/unstable/experiment.h>

/* Make the files of an element `optimum`, like make_item(). */
int make_optimum(const char *folder, const struct weft_item *item,
                 struct weft_error *err);

/* Write an output as text (experiment-make.c). Returns 0 or -1. */
int save_text(const char *folder, const struct weft_output *output,
              const char *text, struct weft_error *err);

#endif
