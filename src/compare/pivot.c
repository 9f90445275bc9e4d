/* One number of all rows as a matrix: a line for each value of an axis, and a
 * column for each combination of the other values. */
#include <stdlib.h>
#include <string.h>

#include "columns.h"

struct matrix {
    const struct weft_comparison *compare;
    const struct weft_compared_axis *axis;
    const char *value;
    /* [columns] the first trial of each column */
    const struct weft_trial **column;
    char **name; /* [columns] names that distinguish the columns */
    size_t columns;
    bool csv;
};

static size_t pivot_line_of(const struct weft_compared_axis *axis,
                            const struct weft_trial *trial)
{
    return trial->point / axis->stride % axis->values.count;
}

/* Return whether two trials differ at most in the value of the axis. */
static bool same_column(const struct weft_compared_axis *axis,
                        const struct weft_trial *a, const struct weft_trial *b)
{
    return a->problem == b->problem && a->strategy == b->strategy &&
           a->point - pivot_line_of(axis, a) * axis->stride ==
               b->point - pivot_line_of(axis, b) * axis->stride;
}

static const struct weft_trial *pivot_find(const struct matrix *m, size_t line,
                                           size_t column)
{
    for (size_t i = 0; i < m->compare->trials; i++) {
        const struct weft_trial *trial = &m->compare->trial[i];
        if (pivot_line_of(m->axis, trial) == line &&
            same_column(m->axis, trial, m->column[column]))
            return trial;
    }
    return NULL;
}

static int find_columns(struct matrix *m)
{
    m->column = calloc(m->compare->trials + 1, sizeof *m->column);
    for (size_t i = 0; m->column && i < m->compare->trials; i++) {
        const struct weft_trial *trial = &m->compare->trial[i];
        size_t k = 0;
        while (k < m->columns && !same_column(m->axis, m->column[k], trial))
            k++;
        if (k == m->columns)
            m->column[m->columns++] = trial;
    }
    return m->column ? 0 : -1;
}

/* Write the values that distinguish the column, or the name of the number if
 * there are none. */
static void pivot_write_name(const struct matrix *m,
                             const struct weft_trial *trial, FILE *out)
{
    const struct weft_comparison *compare = m->compare;
    const char *between = "";
    for (size_t i = 0; i < compare->axes; i++) {
        const struct weft_compared_axis *axis = &compare->axis[i];
        if (axis->values.count == 1 || axis == m->axis)
            continue;
        fprintf(out, "%s%s", between, weft_trial_value(axis, trial));
        between = " ";
    }
    if (compare->strategies.count != 1)
        fprintf(out, "%s%s", between, trial->strategy->name);
    else if (!*between)
        fputs(m->value, out);
}

/* Returns 0, or -1 if memory is short. */
static int name_columns(struct matrix *m)
{
    m->name = calloc(m->columns + 1, sizeof *m->name);
    for (size_t i = 0; m->name && i < m->columns; i++) {
        struct memstream text;
        if (memstream_open(&text) == 0)
            pivot_write_name(m, m->column[i], text.out);
        m->name[i] = memstream_close(&text, NULL);
        if (!m->name[i])
            return -1;
    }
    return m->name ? 0 : -1;
}

/* Return the bound of all rows of a line, or 0 if they differ or have none. */
static uint64_t bound_of(const struct matrix *m, size_t line)
{
    const struct weft_trial *first = NULL;
    for (size_t i = 0; i < m->compare->rows; i++) {
        const struct weft_trial *row = m->compare->row[i];
        if (pivot_line_of(m->axis, row) != line)
            continue;
        if (first && row->result.lower_bound != first->result.lower_bound)
            return 0;
        first = row;
    }
    return first ? first->result.lower_bound : 0;
}

/* Return whether the matrix has a column of bounds. */
static bool has_bound(const struct matrix *m)
{
    for (size_t i = 0; i < m->compare->rows; i++)
        if (m->compare->row[i]->result.makespan !=
            m->compare->row[i]->result.steps)
            return strcmp(m->value, "time") == 0;
    return strcmp(m->value, "steps") == 0;
}

/* Return a cell: column 0 is the value of the axis, column 1 the number of
 * processors, and the last one may be the bound. Trials that were rejected or
 * did not end have empty cells. */
static const char *pivot_fill(const struct matrix *m, size_t line, size_t at,
                              char cell[CELL])
{
    const char *format;
    cell[0] = '\0';
    if (at == 0)
        return m->axis->values.text[line];
    for (size_t i = 0; at == 1 && i < m->columns && !cell[0]; i++) {
        const struct weft_trial *trial = pivot_find(m, line, i);
        if (trial && trial->state == WEFT_TRIAL_DONE)
            snprintf(cell, CELL, "%d", trial->result.processors);
    }
    if (at == m->columns + 2 && bound_of(m, line))
        snprintf(cell, CELL, "%llu", (unsigned long long)bound_of(m, line));
    if (at < 2 || at >= m->columns + 2)
        return cell;
    const struct weft_trial *trial = pivot_find(m, line, at - 2);
    if (!trial || trial->state != WEFT_TRIAL_DONE || !trial->result.ended)
        return cell;
    double number = compare_number(&trial->result, m->value, &format);
    if (strcmp(m->value, "ratio") != 0 || number > 0)
        snprintf(cell, CELL, format, number);
    return cell;
}

static const char *pivot_head(const struct matrix *m, size_t at)
{
    if (at >= 2 && at < m->columns + 2)
        return m->name[at - 2];
    if (at == 0)
        return m->axis->setting->name;
    return at == 1 ? "processors" : "bound";
}

static const char *pivot_get(const struct matrix *m, size_t row, size_t at,
                             char cell[CELL])
{
    return row ? pivot_fill(m, row - 1, at, cell) : pivot_head(m, at);
}

/* Returns 0, or -1 if memory is short. */
static int pivot_print(const struct matrix *m, FILE *out)
{
    size_t columns = m->columns + 2 + has_bound(m);
    size_t rows = m->axis->values.count + 1;
    char cell[CELL];
    int *width = calloc(columns, sizeof *width);
    if (!width)
        return -1;
    for (size_t at = 0; at < columns; at++)
        for (size_t row = 0; row < rows && !m->csv; row++) {
            int length = (int)strlen(pivot_get(m, row, at, cell));
            width[at] = length > width[at] ? length : width[at];
        }
    for (size_t row = 0; row < rows; row++)
        for (size_t at = 0; at < columns; at++) {
            const char *between = m->csv ? "," : "  ";
            const char *shown = pivot_get(m, row, at, cell);
            if (m->csv)
                csv_field(shown, out);
            else
                fprintf(out, "%*s", at ? width[at] : -width[at], shown);
            fputs(at + 1 < columns ? between : "\n", out);
        }
    free(width);
    return 0;
}

char *weft_comparison_pivot(const struct weft_comparison *compare, size_t axis,
                            const char *value, bool csv, struct weft_error *err)
{
    if (!axis_there(compare, axis, err) || !number_there(value, err))
        return NULL;
    struct matrix m = {.compare = compare,
                       .axis = &compare->axis[axis],
                       .value = value,
                       .csv = csv};
    struct memstream text;
    bool failed = memstream_open(&text) || find_columns(&m) ||
                  name_columns(&m) || pivot_print(&m, text.out);
    for (size_t i = 0; m.name && i < m.columns; i++)
        free(m.name[i]);
    free(m.name);
    free(m.column);
    char *made = memstream_close(&text, err);
    if (!failed)
        return made;
    free(made);
    weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    return NULL;
}
