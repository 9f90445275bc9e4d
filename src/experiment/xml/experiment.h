/* Between the files of this folder: from bytes to a document (validate.c), why
 * it is not what the schema asks for (explain.c), from the document to items
 * (item.c, choices.c, output.c), their words (word.c) and ranges
 * (range.c). */
#ifndef WEFT_SRC_EXPERIMENT_XML_EXPERIMENT_H
#define WEFT_SRC_EXPERIMENT_XML_EXPERIMENT_H

#include "base/quiet.h"
#include <libxml/tree.h>
#include <weft/experiment.h>

/* All memory that a struct weft_experiment_file points to. */
struct owned {
    void **block;
    size_t count, capacity;
    size_t bytes; /* in all blocks */
};

/* Far more than an experiment needs: a short file can ask for a lot. */
#define WEFT_OWNED_MAX (64u << 20)

/* Zeroed memory, or a copy of text, freed with the rest. NULL: no memory. */
void *owned_memory(struct owned *owned, size_t count, size_t element);
char *owned_text(struct owned *owned, const char *text, size_t length);
void owned_finish(struct owned *owned);

/* A document that the schema accepts; NULL with WEFT_ERROR_MISUSE (the schema
 * refuses it), _FORMAT, _LIMIT or _MEMORY. To be freed by the caller. */
xmlDocPtr experiment_document(const char *bytes, size_t count,
                              struct quiet *quiet, struct weft_error *err);

/* Walk a document and its schema side by side, up to the first thing that the
 * schema does not allow.
 * -1 with WEFT_ERROR_MISUSE, or 0: nothing was found. */
int experiment_explain(const xmlDoc *schema, const xmlDoc *document,
                       struct weft_error *err);

/* "element 'run': ..." with the line of the element. -1 always. */
int element_error(const xmlNode *element, enum weft_error_kind kind,
                  struct weft_error *err, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* The same from an error that somebody else has set. */
int element_blame(const xmlNode *element, struct weft_error *err);

/* Fill a zeroed file from a document that the schema accepts. */
int items_read(struct weft_experiment_file *file, const xmlDoc *document,
               const char *folder, bool trusted, struct weft_error *err);

/* The values of a range from what is written. The kinds of
 * weft_values_add(). */
int range_expand(struct owned *owned, struct weft_range *range,
                 struct weft_error *err);

/* Are the words of an experiment known? Problem, strategy, network, model,
 * engine; those not said are. -1 with WEFT_ERROR_UNKNOWN or
 * WEFT_ERROR_MISUSE. */
int experiment_words(const struct weft_experiment *experiment,
                     struct weft_error *err);
/* May a file of that name be written? -1 with WEFT_ERROR_MISUSE. */
int output_name(const char *name, struct weft_error *err);
/* "A..B" or "A" into the first one and how many. -1 with
 * WEFT_ERROR_MISUSE. */
int window_parse(const char *text, int64_t low, int64_t high, int64_t *first,
                 int64_t *count, struct weft_error *err);
/* The name of a trace's format: that said or, if NULL, from its ending. */
const char *output_format(const char *file, const char *said,
                          struct weft_error *err);
/* The name as the table of kinds has it, for kinds drawn from a trace. */
const char *output_kind(const char *kind, struct weft_error *err);
/* 0 if the gallery has a figure of that name. */
int exhibit_word(const char *name, struct weft_error *err);

#endif
