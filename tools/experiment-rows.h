/* The runs of a comparison of an experiment file, and what is made of them. */
#ifndef WEFT_TOOLS_EXPERIMENT_ROWS_H
#define WEFT_TOOLS_EXPERIMENT_ROWS_H

#include <stdio.h>
#include <weft/weft.h>

struct row {
    struct weft_result result; /* numbers and names; loads are freed */
    size_t choice[WEFT_RANGES_MAX];
    bool ran; /* false: the strategy does not fit */
};

struct rows {
    const struct weft_item *item;
    struct row *row; /* [count] in the order of weft_item_experiment() */
    size_t count;
};

/* Run them all; `stopped` is asked before each. 0, or -1 with text. */
int rows_run(struct rows *rows, const struct weft_item *item,
             bool (*stopped)(void), struct weft_error *err);
void rows_finish(struct rows *rows);

/* A number of a run by its name in the schema, "steps"; real: with decimals. */
double rows_value(const struct weft_result *result, const char *name,
                  bool *real);

/* The rows seen as a matrix: a line for each value of the first range, a
 * column (series) for each combination of the others. */
size_t rows_lines(const struct rows *rows);
size_t rows_series(const struct rows *rows);
const struct row *rows_at(const struct rows *rows, size_t line, size_t series);
/* The lower bound of a line if all its runs have the same one, else 0. */
uint64_t rows_bound(const struct rows *rows, size_t line);
/* "rotated", the values of the series, or `single` if there is but one range.
 * To be freed. NULL: no memory. */
char *rows_series_name(const struct rows *rows, size_t series,
                       const char *single);

/* Print a table as the output says. 0, or -1: no memory. */
int rows_print(const struct rows *rows, const struct weft_output *output,
               FILE *out);
/* Draw a plot; NULL with errno and text. To be freed. */
char *rows_plot(const struct rows *rows, const struct weft_output *output,
                struct weft_error *err);

#endif
