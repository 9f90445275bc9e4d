/* Interfaces within this folder: from bytes to a document (validate.c), why the
 * schema rejects it (explain.c), from the document to items (item.c, choices.c,
 * output.c), the names in items (word.c) and their ranges (range.c). */
#ifndef WEFT_SRC_EXPERIMENT_XML_EXPERIMENT_H
#define WEFT_SRC_EXPERIMENT_XML_EXPERIMENT_H

#include "base/quiet.h"
#include <libxml/tree.h>
#include <weft/unstable/experiment.h>

/* All memory that a struct weft_experiment_file refers to. */
struct owned {
    void **block;
    size_t count, capacity;
    size_t bytes; /* total size of all blocks of memory */
};

/* Limit on the memory that a file can request; experiments need far less. */
#define WEFT_OWNED_MAX (64u << 20)

/* Allocate zeroed memory, or copy a text; owned_finish() frees both. NULL: out
 * of memory. */
void *owned_memory(struct owned *owned, size_t count, size_t element);
char *owned_text(struct owned *owned, const char *text, size_t length);
void owned_finish(struct owned *owned);

/* Parse and validate a document, which the caller frees. NULL with
 * WEFT_ERROR_MISUSE (the schema rejects it), WEFT_ERROR_FORMAT,
 * WEFT_ERROR_LIMIT or WEFT_ERROR_MEMORY. */
xmlDocPtr experiment_document(const char *bytes, size_t count,
                              struct quiet *quiet, struct weft_error *err);

/* Compare a document with its schema, up to the first part that the schema does
 * not allow. Return -1 with WEFT_ERROR_MISUSE, or 0 if no such part was
 * found. */
int experiment_explain(const xmlDoc *schema, const xmlDoc *document,
                       struct weft_error *err);

/* Report "element 'run': ..." with the line of the element. Always returns
 * -1. */
int element_error(const xmlNode *element, enum weft_error_kind kind,
                  struct weft_error *err, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Add the name and the line of an element to an error from another function. */
int element_blame(const xmlNode *element, struct weft_error *err);

/* Fill `file`, which must be zeroed, from a document that the schema
 * accepts. */
int items_read(struct weft_experiment_file *file, const xmlDoc *document,
               const char *folder, bool trusted, struct weft_error *err);

/* Compute the values of a range from its text. Return the same error kinds as
 * weft_values_add(). */
int range_expand(struct owned *owned, struct weft_range *range,
                 struct weft_error *err);

/* Check the names in an experiment: problem, strategy, network, model, engine.
 * Missing names are valid. Return -1 with WEFT_ERROR_UNKNOWN or
 * WEFT_ERROR_MISUSE. */
int experiment_words(const struct weft_experiment *experiment,
                     struct weft_error *err);
/* Check that a file with this name may be written. If not, return -1 with
 * WEFT_ERROR_MISUSE. */
int output_name(const char *name, struct weft_error *err);
/* Parse "A..B" or "A" into the first number and the count. Return 0, or -1 with
 * WEFT_ERROR_MISUSE. */
int window_parse(const char *text, int64_t low, int64_t high, int64_t *first,
                 int64_t *count, struct weft_error *err);
/* Return the format of a trace: `said` or, if that is NULL, the format of the
 * file's extension. */
const char *output_format(const char *file, const char *said,
                          struct weft_error *err);
/* Return the name, from the table, of a kind of figure that is drawn from a
 * trace. */
const char *output_kind(const char *kind, struct weft_error *err);
/* Check that the gallery has a figure with this name. Return 0, or -1 with
 * err. */
int exhibit_word(const char *name, struct weft_error *err);

#endif
