/* The plot of a comparison: a number over the values of the first range, a
 * line for each combination of the other ranges, and the lower bound. */
#include "experiment-rows.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct point {
    double x, y;
};

struct lines {
    struct weft_series *series; /* [count], names and numbers owned */
    size_t count;
    bool logarithmic;
};

static bool by_size(const struct rows *rows)
{
    return strcmp(rows->item->range[0].setting, "network") == 0;
}

/* The x of a row: its number of processors, or the value itself. */
static double place(const struct rows *rows, size_t line, const struct row *row)
{
    return by_size(rows)
               ? row->result.processors
               : (double)weft_value_number(rows->item->range[0].value[line]);
}

static int compare(const void *a, const void *b)
{
    double left = ((const struct point *)a)->x;
    double right = ((const struct point *)b)->x;
    return (left > right) - (left < right);
}

/* One that ran, if there is one. */
static const struct row *any_row(const struct rows *rows, size_t line)
{
    size_t series = 0;
    while (series + 1 < rows_series(rows) && !rows_at(rows, line, series)->ran)
        series++;
    return rows_at(rows, line, series);
}

/* The points of a series, or of the bound if `value` is NULL, ascending.
 * Returns their number. */
static size_t collect(const struct rows *rows, size_t series, const char *value,
                      struct point *point)
{
    size_t count = 0;
    for (size_t line = 0; line < rows_lines(rows); line++) {
        const struct row *row =
            value ? rows_at(rows, line, series) : any_row(rows, line);
        if (!row->ran || (!value && !rows_bound(rows, line)))
            continue;
        double y = value ? rows_value(&row->result, value, NULL)
                         : (double)rows_bound(rows, line);
        point[count++] = (struct point){place(rows, line, row), y};
    }
    qsort(point, count, sizeof *point, compare);
    return count;
}

static int add(struct lines *lines, const struct rows *rows, size_t series,
               const char *value, char *name)
{
    struct point *point = calloc(rows_lines(rows), sizeof *point);
    double *number = calloc(2 * rows_lines(rows), sizeof *number);
    int status = point && number && name ? 0 : -1;
    size_t count = status ? 0 : collect(rows, series, value, point);
    for (size_t i = 0; i < count; i++) {
        number[i] = point[i].x;
        number[count + i] = point[i].y;
        lines->logarithmic &= point[i].y > 0;
    }
    free(point);
    if (status || count == 0) {
        free(number);
        free(name);
        return status;
    }
    lines->series[lines->count++] = (struct weft_series){
        name, count, number, number + count, value == NULL};
    return 0;
}

static int fill(struct lines *lines, const struct rows *rows, const char *value)
{
    size_t series = rows_series(rows);
    lines->logarithmic = by_size(rows);
    lines->series = calloc(series + 1, sizeof *lines->series);
    if (!lines->series)
        return -1;
    for (size_t i = 0; i < series; i++)
        if (add(lines, rows, i, value, rows_series_name(rows, i, value)))
            return -1;
    if (strcmp(value, "steps") != 0)
        return 0;
    return add(lines, rows, 0, NULL, strdup("lower bound"));
}

static void lines_finish(struct lines *lines)
{
    for (size_t i = 0; i < lines->count; i++) {
        free((void *)lines->series[i].name);
        free((void *)lines->series[i].x);
    }
    free(lines->series);
}

char *rows_plot(const struct rows *rows, const struct weft_output *output,
                struct weft_error *err)
{
    struct lines lines = {0};
    char *svg = NULL;
    if (fill(&lines, rows, output->value)) {
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    } else {
        const struct weft_plot plot = {
            .x_name =
                by_size(rows) ? "processors" : rows->item->range[0].setting,
            .y_name = output->value,
            .logarithmic = lines.logarithmic,
            .count = lines.count,
            .series = lines.series,
        };
        const struct weft_panel panel = {.plot = &plot};
        const struct weft_figure figure = {.kind = "plot",
                                           .title = output->title,
                                           .panels = 1,
                                           .panel = &panel};
        svg = weft_figure_draw(&figure, err);
    }
    int code = errno;
    lines_finish(&lines);
    errno = code;
    return svg;
}
