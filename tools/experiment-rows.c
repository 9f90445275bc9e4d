/* The runs of a comparison. */
#include "experiment-rows.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int run(struct row *row, const struct weft_item *item, size_t index,
               struct weft_error *err)
{
    struct weft_experiment experiment =
        weft_item_experiment(item, index, row->choice);
    if (!weft_experiment_get(&experiment, "engine")) /* changes no result */
        weft_experiment_set(&experiment, "engine", "fibers", NULL);
    int status = weft_run(&experiment, NULL, 0, &row->result, err);
    weft_result_finish(&row->result);
    row->ran = status == 0;
    if (status && item->every_strategy && weft_error_is_misuse(err))
        return 0;
    if (!status && !row->result.expected)
        return weft_error_set(err, WEFT_ERROR_RULE, item->line,
                              "%s %s (expect='conflicts' if it shall)",
                              row->result.strategy, row->result.verdict);
    return status;
}

int rows_run(struct rows *rows, const struct weft_item *item,
             bool (*stopped)(void), struct weft_error *err)
{
    bool any = false;
    *rows = (struct rows){item, NULL, weft_item_runs(item)};
    rows->row = calloc(rows->count, sizeof *rows->row);
    if (!rows->row)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    for (size_t i = 0; i < rows->count; i++) {
        if (stopped())
            return weft_error_system(err, EINTR, 0, "interrupted");
        if (run(&rows->row[i], item, i, err))
            return -1;
        any |= rows->row[i].ran;
    }
    if (any)
        return 0;
    struct weft_error why = *err;
    return weft_error_set(err, WEFT_ERROR_MISUSE, 0, "no strategy fits: %.400s",
                          why.text);
}

void rows_finish(struct rows *rows)
{
    free(rows->row);
    rows->row = NULL;
}

double rows_value(const struct weft_result *result, const char *name,
                  bool *real)
{
    const struct {
        const char *name;
        double value;
        bool real;
    } values[] = {
        {"steps", (double)result->steps, false},
        {"time", (double)result->makespan, false},
        {"messages", (double)result->messages, false},
        {"conflicts", (double)result->conflicts, false},
        {"ratio", result->ratio, true},
        {"busy-share", result->busy_share, true},
    };
    size_t i = 0;
    while (i + 1 < sizeof values / sizeof *values &&
           strcmp(values[i].name, name) != 0)
        i++;
    if (real)
        *real = values[i].real;
    return values[i].value;
}

size_t rows_lines(const struct rows *rows)
{
    return rows->item->range[0].values;
}

size_t rows_series(const struct rows *rows)
{
    return rows->count / rows_lines(rows);
}

const struct row *rows_at(const struct rows *rows, size_t line, size_t series)
{
    return &rows->row[line * rows_series(rows) + series];
}

uint64_t rows_bound(const struct rows *rows, size_t line)
{
    uint64_t bound = 0;
    for (size_t i = 0; i < rows_series(rows); i++) {
        const struct row *row = rows_at(rows, line, i);
        if (row->ran && bound && row->result.lower_bound != bound)
            return 0;
        if (row->ran)
            bound = row->result.lower_bound;
    }
    return bound;
}

char *rows_series_name(const struct rows *rows, size_t series,
                       const char *single)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    const struct weft_item *item = rows->item;
    const struct row *row = rows_at(rows, 0, series);
    for (size_t i = 1; i < item->ranges; i++)
        fprintf(out, "%s%s", i > 1 ? " " : "",
                item->range[i].value[row->choice[i]]);
    if (item->ranges == 1)
        fputs(single, out);
    fclose(out);
    return text;
}
