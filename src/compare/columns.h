/* The columns of a comparison: one table for text and CSV.
 *
 * The folder: trials.c makes the list of runs, from values on the command line
 * or (from-item.c) from an experiment file; pool.c runs some of them at a time;
 * columns.c says what is shown of a run; table.c, pivot.c and size-plot.c show
 * it. */
#ifndef WEFT_SRC_COMPARE_COLUMNS_H
#define WEFT_SRC_COMPARE_COLUMNS_H

#include "base/text/memstream.h"
#include <stdio.h>
#include <weft/compare.h>

#define CELL 64 /* bytes of a number, or of a short text of our own */
#define COLUMNS_MAX (WEFT_AXES_MAX + 24)

struct column {
    const char *name; /* in the text */
    const char *csv;  /* in the file */
    int width;        /* at least, if there is room */
    bool left;        /* aligned to the left */
    /* plain: for programs; the text, made in `cell` if the field is none */
    const char *(*put)(const void *field, bool plain, char cell[CELL]);
    size_t field; /* of struct weft_result */
    bool (*shown)(
        const struct weft_comparison *compare); /* in the text; NULL: yes */
    const struct weft_compared_axis
        *axis;  /* shows the values of a setting instead */
    bool whole; /* means nothing if the run did not come to its end */
    int late;   /* in the file it stands behind the others, as the first, second
                   ... of these; 0: not */
};

/* The columns to show; how many. plain: all of them, for programs. */
size_t compare_columns(const struct weft_comparison *compare, bool plain,
                       struct column columns[COLUMNS_MAX]);
/* What it shows of a trial: whole, however long; in `cell`, or the trial's. */
const char *compare_cell(const struct column *column,
                         const struct weft_trial *job, bool plain,
                         char cell[CELL]);

/* Write the words that hold for all rows: "successive on hypercube:4 ...". */
void compare_title(const struct weft_comparison *compare, FILE *out);

/* Is there such an axis? Else WEFT_ERROR_MISUSE. */
bool axis_there(const struct weft_comparison *compare, size_t axis,
                struct weft_error *err);

/* Is there a number of a row by that name? Else WEFT_ERROR_UNKNOWN. */
bool number_there(const char *value, struct weft_error *err);

/* A number of a row by its name, and how it is written ("%.0f"); format may be
 * NULL. */
double compare_number(const struct weft_result *result, const char *value,
                      const char **format);

/* A field of CSV, in quotes if it needs them (RFC 4180). */
void csv_field(const char *text, FILE *out);

#endif
