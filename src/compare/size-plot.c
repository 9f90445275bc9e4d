/* Plots of steps against size: a line for each strategy (and each combination
 * of other values), and a thick line for each lower bound. */
#include "bound-names.h"
#include "columns.h"
#include "crossover.h"
#include "questions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/unstable/figure.h>

/* Axes are logarithmic if the sizes differ at least by this factor. */
#define SIZE_PLOT_SPREAD 8

/* A line under construction. */
struct line {
    char *name;
    bool bound;
    double *x, *y; /* [room] coordinates */
    bool *broken;  /* [room] whether the run violated the model */
    size_t count;
};

struct lines {
    const struct weft_comparison *compare;
    const struct weft_compared_axis *sizes;
    const char *value; /* name of the number on the y axis */
    bool bounds;       /* whether lower bounds are drawn */
    struct line *line;
    size_t count;
};

/* Are the values of an axis networks of several kinds, which may have the same
 * number of processors? */
static bool size_plot_kinds(const struct weft_compared_axis *axis)
{
    const char *first = axis->values.text[0];
    size_t length = strcspn(first, ":");
    bool kinds = false;
    for (size_t i = 1; i < axis->values.count; i++)
        kinds |= strncmp(axis->values.text[i], first, length + 1) != 0;
    return kinds && !strcmp(axis->setting->name, "network");
}

static bool size_plot_sizes(const struct weft_compared_axis *axis)
{
    bool numbers = axis->values.count > 1;
    for (size_t i = 0; numbers && i < axis->values.count; i++)
        numbers = !strcmp(axis->setting->name, "network") ||
                  weft_value_number(axis->values.text[i]) >= 0;
    return numbers;
}

int weft_comparison_sizes(const struct weft_comparison *compare,
                          struct weft_error *err)
{
    for (int kinds = 0; kinds < 2; kinds++)
        for (size_t i = 0; i < compare->axes; i++)
            if (size_plot_sizes(&compare->axis[i]) &&
                size_plot_kinds(&compare->axis[i]) == kinds)
                return (int)i;
    return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                          "--figure draws steps against sizes: give a range, "
                          "such as -n hypercube:2..6 or --packets 1,10,100");
}

static double size_plot_size_of(const struct lines *lines,
                                const struct weft_trial *job)
{
    if (!strcmp(lines->sizes->setting->name, "network"))
        return job->result.processors;
    return (double)weft_value_number(weft_trial_value(lines->sizes, job));
}

/* ---- the name of a line: what distinguishes it from the others ----------- */

static void size_plot_name_network(const struct lines *lines,
                                   const struct weft_compared_axis *axis,
                                   const struct weft_trial *job, FILE *out)
{
    const char *text = weft_trial_value(axis, job);
    size_t length = strcspn(text, ":");
    if (axis != lines->sizes) {
        fprintf(out, ", %s", text);
        return;
    }
    for (size_t i = 0; i < axis->values.count; i++)
        if (strncmp(axis->values.text[i], text, length + 1) != 0) {
            fprintf(out, ", %.*s", (int)length, text);
            return;
        }
}

/* Return whether rows have different models without an axis for them, because
 * strategies have default models. */
static bool models_hidden(const struct weft_comparison *compare)
{
    if (weft_comparison_axis(compare, "model") >= 0)
        return false;
    for (size_t i = 1; i < compare->rows; i++)
        if (strcmp(compare->row[0]->result.model,
                   compare->row[i]->result.model) != 0)
            return true;
    return false;
}

static void size_plot_write_name(const struct lines *lines,
                                 const struct weft_trial *job,
                                 const char *first, FILE *out)
{
    bool bound = !strcmp(first, BOUND);
    const struct weft_comparison *compare = lines->compare;
    if (compare->problems > 1)
        fprintf(out, "%s ", compare->problem[job->problem]);
    fputs(first, out);
    for (size_t i = 0; i < compare->axes; i++) {
        const struct weft_compared_axis *axis = &compare->axis[i];
        if (axis->values.count == 1 ||
            (bound && !question_setting(axis->setting->name)))
            continue;
        if (!strcmp(axis->setting->name, "network"))
            size_plot_name_network(lines, axis, job, out);
        else if (axis != lines->sizes)
            fprintf(out, ", %s %s", axis->setting->name,
                    weft_trial_value(axis, job));
    }
    if (bound && models_hidden(compare))
        fprintf(out, ", model %s", job->result.model);
}

/* Returns NULL if memory is short. */
static char *name_line(const struct lines *lines, const struct weft_trial *job,
                       const char *first)
{
    struct memstream text;
    if (memstream_open(&text) == 0)
        size_plot_write_name(lines, job, first, text.out);
    return memstream_close(&text, NULL);
}

/* ---- points ------------------------------------------------------------- */

static void line_finish(struct line *line)
{
    free(line->name);
    free(line->x);
    free(line->y);
    free(line->broken);
}

/* Add a line, which takes ownership of the name. Returns NULL if memory is
 * short; then the name is freed. */
static struct line *line_add(struct lines *lines, char *name, bool bound)
{
    size_t room = lines->compare->rows;
    struct line *line = &lines->line[lines->count];
    *line = (struct line){.name = name,
                          .bound = bound,
                          .x = calloc(room, sizeof *line->x),
                          .y = calloc(room, sizeof *line->y),
                          .broken = calloc(room, sizeof *line->broken)};
    if (!line->x || !line->y || !line->broken) {
        line_finish(line);
        return NULL;
    }
    lines->count++;
    return line;
}

/* Return the line of a trial, creating it if necessary, or NULL if memory is
 * short. */
static struct line *size_plot_line_of(struct lines *lines,
                                      const struct weft_trial *job, bool bound)
{
    char *name = name_line(lines, job, bound ? BOUND : job->strategy->name);
    for (size_t i = 0; name && i < lines->count; i++)
        if (lines->line[i].bound == bound &&
            !strcmp(lines->line[i].name, name)) {
            free(name);
            return &lines->line[i];
        }
    return name ? line_add(lines, name, bound) : NULL;
}

/* Insert a point by ascending x. Points with equal x stay in order; of lower
 * bounds only the first is kept, because they belong to one question. */
static void point_add(struct line *line, double x, double y, bool broken)
{
    size_t at = line->count;
    while (at && line->x[at - 1] > x)
        at--;
    if (line->bound && at && line->x[at - 1] == x)
        return;
    size_t rest = line->count - at;
    memmove(line->x + at + 1, line->x + at, rest * sizeof *line->x);
    memmove(line->y + at + 1, line->y + at, rest * sizeof *line->y);
    memmove(line->broken + at + 1, line->broken + at,
            rest * sizeof *line->broken);
    line->x[at] = x;
    line->y[at] = y;
    line->broken[at] = broken;
    line->count++;
}

static int size_plot_row_add(struct lines *lines, const struct weft_trial *job)
{
    double x = size_plot_size_of(lines, job);
    struct line *line = size_plot_line_of(lines, job, false);
    if (!line)
        return -1;
    const struct weft_result *result = &job->result;
    point_add(line, x, compare_number(result, lines->value, NULL),
              !result->valid);
    if (!lines->bounds || !result->lower_bound)
        return 0;
    line = size_plot_line_of(lines, job, true);
    if (!line)
        return -1;
    point_add(line, x, (double)result->lower_bound, false);
    return 0;
}

static bool same_points(const struct line *a, const struct line *b)
{
    size_t bytes = a->count * sizeof *a->x;
    return a->count == b->count && !memcmp(a->x, b->x, bytes) &&
           !memcmp(a->y, b->y, bytes);
}

/* Returns 0, or -1 if `name` is NULL because memory is short. */
static int rename_line(struct line *line, char *name)
{
    if (!name)
        return -1;
    free(line->name);
    line->name = name;
    return 0;
}

/* Merge lower bounds that are equal at all sizes into one line. */
static int bounds_join(struct lines *lines)
{
    size_t bounds = 0, joined = 0;
    struct line *last = NULL;
    for (size_t i = 0; i < lines->count; i++) {
        struct line *line = &lines->line[i];
        if (!line->bound)
            continue;
        size_t j = 0;
        while (j < i && !(lines->line[j].bound && lines->line[j].count &&
                          same_points(&lines->line[j], line)))
            j++;
        bounds += j == i;
        if (j == i) {
            last = line;
            continue;
        }
        if (rename_line(&lines->line[j],
                        join_bound_names(lines->line[j].name, line->name)))
            return -1;
        line->count = 0;
        joined++;
    }
    return bounds == 1 && joined ? rename_line(last, strdup(BOUND)) : 0;
}

static int lines_make(struct lines *lines, struct weft_error *err)
{
    const struct weft_comparison *compare = lines->compare;
    lines->line = calloc(2 * compare->rows, sizeof *lines->line);
    int status = lines->line ? 0 : -1;
    for (size_t i = 0; i < compare->rows && !status; i++)
        if (compare->row[i]->result.ended &&
            (compare->row[i]->point != WEFT_NO_POINT ||
             !strcmp(lines->sizes->setting->name, "network")))
            status = size_plot_row_add(lines, compare->row[i]);
    if (!status)
        status = bounds_join(lines);
    return status ? weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory") : 0;
}

static void lines_finish(struct lines *lines)
{
    for (size_t i = 0; i < lines->count; i++)
        line_finish(&lines->line[i]);
    free(lines->line);
}

/* ---- the picture -------------------------------------------------------- */

/* Return whether the sizes are far apart and all coordinates positive. */
static bool logarithmic(const struct lines *lines)
{
    double low = 0, high = 0;
    for (size_t i = 0; i < lines->count; i++)
        for (size_t j = 0; j < lines->line[i].count; j++) {
            double x = lines->line[i].x[j];
            if (x <= 0 || lines->line[i].y[j] <= 0)
                return false;
            low = low == 0 || x < low ? x : low;
            high = x > high ? x : high;
        }
    return high >= SIZE_PLOT_SPREAD * low;
}

/* List the strategies with runs that did not end, which are not drawn. */
static void name_left_out(const struct weft_comparison *compare, FILE *out)
{
    for (size_t i = 0; i < compare->rows; i++) {
        const struct weft_trial *job = compare->row[i];
        bool again = job->result.ended;
        for (size_t j = 0; j < i && !again; j++)
            again = !compare->row[j]->result.ended &&
                    compare->row[j]->strategy == job->strategy;
        if (!again)
            fprintf(out, "; not drawn: %s, failed", job->strategy->name);
    }
}

static char *make_title(const struct weft_comparison *compare, const char *said,
                        struct weft_error *err)
{
    struct memstream text;
    if (memstream_open(&text))
        return memstream_close(&text, err);
    if (said)
        fputs(said, text.out);
    else
        compare_title(compare, text.out);
    name_left_out(compare, text.out);
    return memstream_close(&text, err);
}

/* Make the series, strategies first. Returns their number. */
static size_t series_make(const struct lines *lines, struct weft_series *series)
{
    size_t count = 0;
    for (int bound = 0; bound <= 1; bound++)
        for (size_t i = 0; i < lines->count; i++) {
            const struct line *line = &lines->line[i];
            if (line->bound == bound && line->count)
                series[count++] =
                    (struct weft_series){line->name, line->count, line->x,
                                         line->y,    line->bound, line->broken};
        }
    return count;
}

/* Return the text below a plot of times, after a space, or an empty text; NULL:
 * no memory. */
static char *size_plot_fastest(const struct lines *lines)
{
    struct memstream text;
    if (memstream_open(&text) == 0 && !strcmp(lines->value, "time"))
        crossover_print(lines->compare, " ", ".", text.out);
    return memstream_close(&text, NULL);
}

static char *size_plot_draw(const struct lines *lines, const char *said,
                            struct weft_error *err)
{
    const char *name = lines->sizes->setting->name;
    char *title = make_title(lines->compare, said, err);
    char *fastest = size_plot_fastest(lines);
    struct weft_series *series = calloc(lines->count + 1, sizeof *series);
    if (!series || !title || !fastest) {
        free(series);
        free(fastest);
        free(title);
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
        return NULL;
    }
    struct weft_plot plot = {
        .x_name = strcmp(name, "network") != 0 ? name : "processors",
        .y_name = lines->value,
        .logarithmic = lines->compare->scale == WEFT_SCALE_AUTO
                           ? logarithmic(lines)
                           : lines->compare->scale == WEFT_SCALE_LOGARITHMIC,
        .count = series_make(lines, series),
        .series = series,
        .x_bytes = lines->sizes->setting->bytes,
    };
    struct weft_panel panel = {.plot = &plot,
                               .caption = *fastest ? fastest + 1 : NULL,
                               .print = lines->compare->print};
    struct weft_figure figure = {
        .kind = "plot", .title = title, .panels = 1, .panel = &panel};
    char *svg = weft_figure_draw(&figure, err);
    free(series);
    free(fastest);
    free(title);
    return svg;
}

/* Return whether bounds are drawn. They are in time units, so they fit steps
 * only if a step is one time unit. */
static bool has_bounds(const struct weft_comparison *compare, const char *value)
{
    if (strcmp(value, "time") == 0)
        return true;
    for (size_t i = 0; i < compare->rows; i++)
        if (compare->row[i]->result.makespan != compare->row[i]->result.steps)
            return false;
    return strcmp(value, "steps") == 0;
}

char *weft_comparison_plot(const struct weft_comparison *compare, size_t axis,
                           const char *value, const char *title,
                           struct weft_error *err)
{
    if (!axis_there(compare, axis, err) || !number_there(value, err))
        return NULL;
    struct lines lines = {.compare = compare,
                          .sizes = &compare->axis[axis],
                          .value = value,
                          .bounds = has_bounds(compare, value)};
    char *svg = NULL;
    if (lines_make(&lines, err) == 0)
        svg = size_plot_draw(&lines, title, err);
    lines_finish(&lines);
    return svg;
}
