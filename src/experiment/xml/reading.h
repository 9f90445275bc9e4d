/* State of reading a file; shared by item.c, choices.c, data.c and output.c. */
#ifndef WEFT_SRC_EXPERIMENT_XML_READING_H
#define WEFT_SRC_EXPERIMENT_XML_READING_H

#include "experiment.h"

struct reading {
    struct weft_experiment_file *file;
    struct owned *owned;
    /* folder of the experiment, ending in '/'; NULL: unknown */
    const char *folder;
    bool trusted;           /* whether data files may be outside of the
                               experiment's folder */
    struct weft_item *item; /* the item that is being read */
    int files;              /* number of output files declared so far */
    struct weft_error *err;
};

/* An element, and the function that reads it. In tables, the last row has the
 * name NULL. */
struct element_row {
    const char *name;
    int (*read)(struct reading *r, const xmlNode *element);
};

unsigned element_line(const xmlNode *element);
/* Copy an attribute to *text, or set *text to NULL if it is missing. Return 0,
 * or -1. */
int attribute_take(struct reading *r, const xmlNode *element, const char *name,
                   const char **text);

/* Report that memory ran out. Always returns -1. */
int reading_no_memory(struct reading *r);

/* Read the problem and the settings of an item (choices.c). */
int take_settings(struct reading *r, const xmlNode *element);
/* Read an element `setting`. */
int setting_read(struct reading *r, const xmlNode *element);
/* Return the setting with this name. On error, return NULL and set the error of
 * `r`. */
const struct weft_setting *
setting_named(struct reading *r, const xmlNode *element, const char *name);
/* Return whether the item already has a value or a range of the setting. */
bool is_said(const struct weft_item *item, const char *setting);

/* Return the value of a setting, with a file name replaced by its path
 * (data.c). On error, return NULL and set the error of `r`. */
const char *value_path(struct reading *r, const xmlNode *element,
                       const char *setting, const char *value);

/* Return the name of a problem; for a plug-in, that of its first problem. On
 * error, return NULL and set the error of `r`. */
const char *value_problem(struct reading *r, const xmlNode *element,
                          const char *word);

/* Return a new output of the item. The caller counts it once it is complete. On
 * error, return NULL and set the error of `r`. */
struct weft_output *output_new(struct reading *r, const xmlNode *element,
                               enum weft_output_kind kind);
extern const struct element_row outputs_of_run[];
/* Read the elements for the outputs of a comparison. */
int table_read(struct reading *r, const xmlNode *element);
int plot_read(struct reading *r, const xmlNode *element);

#endif
