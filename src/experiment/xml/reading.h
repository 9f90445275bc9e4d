/* Between item.c and output.c: a file being read. */
#ifndef WEFT_SRC_EXPERIMENT_XML_READING_H
#define WEFT_SRC_EXPERIMENT_XML_READING_H

#include "experiment.h"

struct reading {
    struct weft_experiment_file *file;
    struct owned *owned;
    const char *folder; /* of the experiment, ending in '/'; NULL: unknown */
    bool trusted;       /* data may be anywhere */
    struct weft_item *item; /* being read */
    int files;              /* to write, so far */
    struct weft_error *err;
};

/* How to read an element; tables of them end with a NULL name. */
struct element_row {
    const char *name;
    int (*read)(struct reading *r, const xmlNode *element);
};

unsigned element_line(const xmlNode *element);
/* A copy of an attribute in *text; NULL if there is none. 0, or -1. */
int attribute_take(struct reading *r, const xmlNode *element, const char *name,
                   const char **text);

/* "no memory". -1 always. */
int reading_no_memory(struct reading *r);

/* What an item is of, and its settings (choices.c). */
int take_settings(struct reading *r, const xmlNode *element);
/* An element `setting`. */
int setting_read(struct reading *r, const xmlNode *element);
/* One of that name; NULL with err. */
const struct weft_setting *
setting_named(struct reading *r, const xmlNode *element, const char *name);
/* Has the item a value or a range of it by now? */
bool is_said(const struct weft_item *item, const char *setting);

/* The value of a setting; where it names a file, with the file's path (data.c).
 * NULL with err. */
const char *value_path(struct reading *r, const xmlNode *element,
                       const char *setting, const char *value);

/* The name of a problem; of a plug-in, its first. NULL with err. */
const char *value_problem(struct reading *r, const xmlNode *element,
                          const char *word);

/* The next output of the item, not yet counted; NULL with err. */
struct weft_output *output_new(struct reading *r, const xmlNode *element,
                               enum weft_output_kind kind);
extern const struct element_row outputs_of_run[];
/* The elements of a comparison that are outputs. */
int table_read(struct reading *r, const xmlNode *element);
int plot_read(struct reading *r, const xmlNode *element);

#endif
