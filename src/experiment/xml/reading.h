/* Interface between item.c and output.c: the state while a file is read. */
#ifndef WEFT_SRC_EXPERIMENT_XML_READING_H
#define WEFT_SRC_EXPERIMENT_XML_READING_H

#include "experiment.h"

struct reading {
    struct weft_experiment_file *file;
    struct owned *owned;
    /* folder of the experiment, ending in '/'; NULL: unknown */
    const char *folder;
    bool trusted;           /* whether data files may be in any folder */
    struct weft_item *item; /* the item being read */
    int files;              /* number of output files so far */
    struct weft_error *err;
};

/* The function that reads an element; tables end with a NULL name. */
struct element_row {
    const char *name;
    int (*read)(struct reading *r, const xmlNode *element);
};

unsigned element_line(const xmlNode *element);
/* Copy an attribute to *text; NULL if it is absent. Return 0, or -1. */
int attribute_take(struct reading *r, const xmlNode *element, const char *name,
                   const char **text);

/* Report "no memory". Always returns -1. */
int reading_no_memory(struct reading *r);

/* Read the problem and the settings of an item (choices.c). */
int take_settings(struct reading *r, const xmlNode *element);
/* Read an element `setting`. */
int setting_read(struct reading *r, const xmlNode *element);
/* Return the setting with this name, or NULL with err. */
const struct weft_setting *
setting_named(struct reading *r, const xmlNode *element, const char *name);
/* Return whether the item already has a value or a range of the setting. */
bool is_said(const struct weft_item *item, const char *setting);

/* Return the value of a setting; the name of a file is replaced by its path
 * (data.c). NULL with err. */
const char *value_path(struct reading *r, const xmlNode *element,
                       const char *setting, const char *value);

/* Return the name of a problem; for a plug-in, its first problem. NULL with
 * err. */
const char *value_problem(struct reading *r, const xmlNode *element,
                          const char *word);

/* Return the next output of the item, which is not counted yet. NULL with
 * err. */
struct weft_output *output_new(struct reading *r, const xmlNode *element,
                               enum weft_output_kind kind);
extern const struct element_row outputs_of_run[];
/* Read the output elements of a comparison. */
int table_read(struct reading *r, const xmlNode *element);
int plot_read(struct reading *r, const xmlNode *element);

#endif
