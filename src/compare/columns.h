/* The columns of a comparison, for text and CSV.
 *
 * The folder: trials.c makes the list of runs, from values on the command line
 * or (from-item.c) from an experiment file; pool.c runs several of them at a
 * time; columns.c defines what is shown of a run; table.c, pivot.c and
 * size-plot.c show it. */
#ifndef WEFT_SRC_COMPARE_COLUMNS_H
#define WEFT_SRC_COMPARE_COLUMNS_H

#include "base/text/memstream.h"
#include <stdio.h>
#include <weft/unstable/compare.h>

#define CELL 64 /* size of a buffer for a number or a short text */
#define COLUMNS_MAX (WEFT_AXES_MAX + 32)

struct column {
    const char *name; /* heading in text tables */
    const char *csv;  /* heading in CSV files */
    int width;        /* minimum width, if there is room */
    bool left;        /* whether the column is left-aligned */
    /* Return the text of a field, possibly written to `cell`; `plain`: in the
     * form for programs. */
    const char *(*put)(const void *field, bool plain, char cell[CELL]);
    size_t field; /* offset of the field in struct weft_result */
    /* Return whether to show the column in text. NULL: always. */
    bool (*shown)(const struct weft_comparison *compare);
    const struct weft_compared_axis
        *axis;  /* show the values of this axis instead; or NULL */
    bool whole; /* whether the cell is empty unless the run ended */
    int late;   /* position (from 1) among the last columns in CSV, or 0 */
    /* whether to show the column only if links are shared in some row */
    bool contended;
};

/* List the columns to show; if `plain`, all of them, for output that programs
 * read. Returns their number. */
size_t compare_columns(const struct weft_comparison *compare, bool plain,
                       struct column columns[COLUMNS_MAX]);
/* Return the full text of a column for a trial, which is in `cell` or belongs
 * to the trial. */
const char *compare_cell(const struct column *column,
                         const struct weft_trial *job, bool plain,
                         char cell[CELL]);

/* Write a title with the values that all rows share: "successive on hypercube:4
 * ...". */
void compare_title(const struct weft_comparison *compare, FILE *out);

/* Return whether the axis exists. If not, sets WEFT_ERROR_MISUSE. */
bool axis_there(const struct weft_comparison *compare, size_t axis,
                struct weft_error *err);

/* Return whether `value` is the name of a selectable number. If not, sets
 * WEFT_ERROR_UNKNOWN. */
bool number_there(const char *value, struct weft_error *err);

/* Return a number of a row by its name. *format is set to its printf format
 * ("%.0f"), unless format is NULL. */
double compare_number(const struct weft_result *result, const char *value,
                      const char **format);

/* Write a CSV field, quoted if necessary (RFC 4180). */
void csv_field(const char *text, FILE *out);

#endif
