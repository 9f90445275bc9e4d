/* Tables of a comparison: a row for each run, or one number as a matrix. */
#include "experiment-rows.h"
#include "grid.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- a row for each run ---- */

static const char *const columns[] = {
    "problem", "strategy",  "network",    "model", "processors",
    "steps",   "time",      "bound",      "ratio", "messages",
    "bytes",   "conflicts", "busy-share", NULL,
};
#define COLUMNS (sizeof columns / sizeof *columns - 1)

/* Ranges of other settings get a column before those. */
static bool is_extra(const struct weft_range *range)
{
    for (size_t i = 0; columns[i]; i++)
        if (strcmp(columns[i], range->setting) == 0)
            return strcmp(range->setting, "bytes") == 0;
    return true;
}

static void fill_numbers(struct grid *grid, size_t at, size_t column,
                         const struct weft_result *r)
{
    const uint64_t number[] = {(uint64_t)r->processors, r->steps, r->makespan,
                               r->lower_bound};
    for (size_t i = 0; i < 4; i++)
        grid_set(grid, at, column++, "%" PRIu64, number[i]);
    grid_set(grid, at, column++, "%.4f", r->ratio);
    grid_set(grid, at, column++, "%" PRIu64, r->messages);
    grid_set(grid, at, column++, "%" PRIu64, r->bytes);
    grid_set(grid, at, column++, "%" PRIu64, r->conflicts);
    grid_set(grid, at, column, "%.4f", r->busy_share);
}

static void fill_run(struct grid *grid, size_t at, const struct rows *rows,
                     const struct row *row)
{
    const struct weft_item *item = rows->item;
    const struct weft_result *r = &row->result;
    size_t column = 0;
    for (size_t i = 0; i < item->ranges; i++)
        if (is_extra(&item->range[i]))
            grid_set(grid, at, column++, "%s",
                     item->range[i].value[row->choice[i]]);
    grid_set(grid, at, column++, "%s", r->problem);
    grid_set(grid, at, column++, "%s", r->strategy);
    grid_set(grid, at, column++, "%s", r->network);
    grid_set(grid, at, column++, "%s", r->model);
    fill_numbers(grid, at, column, r);
}

static void make_list(struct grid *grid, const struct rows *rows)
{
    const struct weft_item *item = rows->item;
    size_t extra = 0, lines = 0, column = 0;
    for (size_t i = 0; i < item->ranges; i++)
        extra += is_extra(&item->range[i]);
    for (size_t i = 0; i < rows->count; i++)
        lines += rows->row[i].ran;
    grid_init(grid, lines + 1, extra + COLUMNS);
    for (size_t i = 0; i < item->ranges; i++)
        if (is_extra(&item->range[i]))
            grid_set(grid, 0, column++, "%s", item->range[i].setting);
    for (size_t i = 0; columns[i]; i++)
        grid_set(grid, 0, column++, "%s", columns[i]);
    lines = 0;
    for (size_t i = 0; i < rows->count; i++)
        if (rows->row[i].ran)
            fill_run(grid, ++lines, rows, &rows->row[i]);
}

/* ---- one number of all runs ---- */

static void fill_header(struct grid *grid, const struct rows *rows,
                        const char *value)
{
    grid_set(grid, 0, 0, "%s", rows->item->range[0].setting);
    grid_set(grid, 0, 1, "processors");
    for (size_t i = 0; i < rows_series(rows); i++) {
        char *name = rows_series_name(rows, i, value);
        grid_set(grid, 0, 2 + i, "%s", name ? name : "");
        grid->failed |= !name;
        free(name);
    }
}

/* Cells of strategies that do not fit stay empty. */
static void fill_line(struct grid *grid, const struct rows *rows, size_t line,
                      const char *value)
{
    bool real;
    grid_set(grid, line + 1, 0, "%s", rows->item->range[0].value[line]);
    for (size_t i = 0; i < rows_series(rows); i++) {
        const struct row *row = rows_at(rows, line, i);
        if (!row->ran)
            continue;
        grid_set(grid, line + 1, 1, "%d", row->result.processors);
        double number = rows_value(&row->result, value, &real);
        grid_set(grid, line + 1, 2 + i, real ? "%.4f" : "%.0f", number);
    }
}

static void make_matrix(struct grid *grid, const struct rows *rows,
                        const char *value)
{
    bool steps = strcmp(value, "steps") == 0;
    size_t last = 2 + rows_series(rows);
    grid_init(grid, rows_lines(rows) + 1, last + steps);
    fill_header(grid, rows, value);
    if (steps)
        grid_set(grid, 0, last, "bound");
    for (size_t i = 0; i < rows_lines(rows); i++) {
        fill_line(grid, rows, i, value);
        if (steps && rows_bound(rows, i))
            grid_set(grid, i + 1, last, "%" PRIu64, rows_bound(rows, i));
    }
}

int rows_print(const struct rows *rows, const struct weft_output *output,
               FILE *out)
{
    struct grid grid;
    if (output->value)
        make_matrix(&grid, rows, output->value);
    else
        make_list(&grid, rows);
    bool failed = grid.failed;
    if (!failed)
        (strcmp(output->format, "csv") == 0 ? grid_print_csv
                                            : grid_print_text)(&grid, out);
    grid_finish(&grid);
    return failed ? -1 : 0;
}
