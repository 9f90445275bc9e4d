/* Tables of texts. */
#include "grid.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void grid_init(struct grid *grid, size_t rows, size_t columns)
{
    *grid = (struct grid){rows, columns, NULL, false};
    grid->cell = calloc(rows * columns, sizeof *grid->cell);
    grid->failed = !grid->cell;
}

void grid_set(struct grid *grid, size_t row, size_t column, const char *format,
              ...)
{
    char *text;
    va_list arguments;
    if (grid->failed)
        return;
    va_start(arguments, format);
    int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (length < 0) {
        grid->failed = true;
        return;
    }
    free(grid->cell[row * grid->columns + column]);
    grid->cell[row * grid->columns + column] = text;
}

static const char *get(const struct grid *grid, size_t row, size_t column)
{
    const char *text = grid->cell[row * grid->columns + column];
    return text ? text : "";
}

static void print_csv(const char *text, FILE *out)
{
    if (!text[strcspn(text, ",\"\n")]) {
        fputs(text, out);
        return;
    }
    putc('"', out);
    for (; *text; text++)
        fputs(*text == '"' ? "\"\"" : (char[]){*text, '\0'}, out);
    putc('"', out);
}

void grid_print_csv(const struct grid *grid, FILE *out)
{
    for (size_t row = 0; row < grid->rows; row++)
        for (size_t column = 0; column < grid->columns; column++) {
            print_csv(get(grid, row, column), out);
            putc(column + 1 < grid->columns ? ',' : '\n', out);
        }
}

static int width(const struct grid *grid, size_t column)
{
    size_t most = 0;
    for (size_t row = 0; row < grid->rows; row++) {
        size_t length = strlen(get(grid, row, column));
        most = length > most ? length : most;
    }
    return (int)most;
}

static bool has_numbers(const struct grid *grid, size_t column)
{
    for (size_t row = 1; row < grid->rows; row++) {
        const char *text = get(grid, row, column);
        if (text[strspn(text, "0123456789.-")])
            return false;
    }
    return true;
}

static void print_row(const struct grid *grid, size_t row, const int *wide,
                      FILE *out)
{
    for (size_t column = 0; column < grid->columns; column++) {
        bool last = column + 1 == grid->columns;
        fprintf(out, "%*s%s", last && wide[column] < 0 ? 0 : wide[column],
                get(grid, row, column), last ? "\n" : "  ");
    }
}

void grid_print_text(const struct grid *grid, FILE *out)
{
    int *wide = calloc(grid->columns, sizeof *wide);
    for (size_t column = 0; wide && column < grid->columns; column++)
        wide[column] = has_numbers(grid, column) ? width(grid, column)
                                                 : -width(grid, column);
    for (size_t row = 0; wide && row < grid->rows; row++)
        print_row(grid, row, wide, out);
    free(wide);
}

void grid_finish(struct grid *grid)
{
    for (size_t i = 0; grid->cell && i < grid->rows * grid->columns; i++)
        free(grid->cell[i]);
    free(grid->cell);
    grid->cell = NULL;
}
