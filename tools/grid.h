/* A table of texts: a header and rows, printed as CSV or aligned. */
#ifndef WEFT_TOOLS_GRID_H
#define WEFT_TOOLS_GRID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct grid {
    size_t rows, columns; /* row 0 is the header */
    char **cell;          /* [rows * columns], NULL: empty */
    bool failed;          /* no memory at some time */
};

void grid_init(struct grid *grid, size_t rows, size_t columns);
void grid_set(struct grid *grid, size_t row, size_t column, const char *format,
              ...) __attribute__((format(printf, 4, 5)));
void grid_print_csv(const struct grid *grid, FILE *out);
/* Columns of numbers to the right, the others to the left. */
void grid_print_text(const struct grid *grid, FILE *out);
void grid_finish(struct grid *grid);

#endif
