/* The tables of an element `optimum`: the minimum number of steps for each
 * combination of values. */
#include "experiment/experiment-optimum.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/unstable/optimum.h>

struct answer {
    int processors, lower, upper;
    bool reachable;
};

static int experiment_optimum_search(const struct weft_item *item, size_t run,
                                     struct answer *answer,
                                     struct weft_error *err)
{
    struct weft_experiment experiment = weft_item_experiment(item, run, NULL);
    const struct weft_optimum_options options = {.experiment = &experiment,
                                                 .jobs = 1};
    struct weft_optimum result;
    int status = weft_optimum(&options, &result, err);
    *answer = (struct answer){result.processors, result.lower, result.upper,
                              result.reachable};
    weft_optimum_finish(&result);
    return status;
}

/* Text in memory. If memory is short, glibc drops text that does not fit, and
 * only the function that wrote it reports the error. */
struct sheet {
    FILE *out;
    bool failed;
};

static void experiment_optimum_put(struct sheet *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void experiment_optimum_put(struct sheet *out, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    out->failed = vfprintf(out->out, format, arguments) < 0 || out->failed;
    va_end(arguments);
}

static void print_answer(const struct answer *answer, struct sheet *out,
                         int width)
{
    char text[32];
    if (!answer->reachable)
        snprintf(text, sizeof text, "-");
    else if (answer->lower == answer->upper)
        snprintf(text, sizeof text, "%d", answer->upper);
    else
        snprintf(text, sizeof text, "%d..%d", answer->lower, answer->upper);
    experiment_optimum_put(out, "%*s", width, text);
}

/* Print a CSV field; values with commas are quoted, and their quotes
 * doubled. */
static void print_field(const char *text, struct sheet *out)
{
    bool quoted = strpbrk(text, ",\"\r\n");
    experiment_optimum_put(out, "%s", quoted ? "\"" : "");
    for (; *text; text++)
        experiment_optimum_put(out, "%s%c", *text == '"' ? "\"" : "", *text);
    experiment_optimum_put(out, "%s,", quoted ? "\"" : "");
}

static void experiment_optimum_print_csv(const struct weft_item *item,
                                         const struct answer *answer,
                                         struct sheet *out)
{
    for (size_t i = 0; i < item->ranges; i++)
        experiment_optimum_put(out, "%s,", item->range[i].setting);
    experiment_optimum_put(out, "processors,lower,upper\r\n");
    for (size_t run = 0; run < weft_item_runs(item); run++) {
        size_t choice[WEFT_RANGES_MAX];
        weft_item_experiment(item, run, choice);
        for (size_t i = 0; i < item->ranges; i++)
            print_field(item->range[i].value[choice[i]], out);
        if (answer[run].reachable)
            experiment_optimum_put(out, "%d,%d,%d\r\n", answer[run].processors,
                                   answer[run].lower, answer[run].upper);
        else
            experiment_optimum_put(out, "%d,,\r\n", answer[run].processors);
    }
}

/* Print the values of one range above the columns. */
static void print_heads(const struct weft_item *item, size_t columns,
                        size_t range, int first, const int *width,
                        struct sheet *out)
{
    size_t choice[WEFT_RANGES_MAX];
    experiment_optimum_put(out, "%-*s", first,
                           range == 1 ? item->range[0].setting : "");
    for (size_t column = 0; column < columns; column++) {
        weft_item_experiment(item, column, choice);
        experiment_optimum_put(out, "  %*s", width[column],
                               item->range[range].value[choice[range]]);
    }
    experiment_optimum_put(out, "\n");
}

/* Return the width of a column: that of its widest heading. */
static int experiment_optimum_width_of(const struct weft_item *item,
                                       size_t column)
{
    size_t choice[WEFT_RANGES_MAX], width = 6;
    weft_item_experiment(item, column, choice);
    for (size_t i = 1; i < item->ranges; i++) {
        size_t length = strlen(item->range[i].value[choice[i]]);
        width = length > width ? length : width;
    }
    return (int)width;
}

static int experiment_optimum_print_text(const struct weft_item *item,
                                         const struct answer *answer,
                                         struct sheet *out)
{
    size_t lines = item->ranges ? item->range[0].values : 1;
    size_t columns = weft_item_runs(item) / lines;
    int first = 8, *width = malloc((columns + 1) * sizeof *width);
    if (!width)
        return -1;
    for (size_t column = 0; column < columns; column++)
        width[column] = experiment_optimum_width_of(item, column);
    for (size_t line = 0; item->ranges && line < lines; line++) {
        int length = (int)strlen(item->range[0].value[line]);
        first = length > first ? length : first;
    }
    for (size_t i = 1; i < item->ranges; i++)
        print_heads(item, columns, i, first, width, out);
    for (size_t line = 0; line < lines; line++) {
        experiment_optimum_put(out, "%-*s", first,
                               item->ranges ? item->range[0].value[line]
                                            : item->experiment.problem);
        for (size_t column = 0; column < columns; column++)
            print_answer(&answer[line * columns + column], out,
                         width[column] + 2);
        experiment_optimum_put(out, "\n");
    }
    free(width);
    return 0;
}

static char *experiment_optimum_table(const struct weft_item *item,
                                      const struct answer *answer, bool csv)
{
    char *text = NULL;
    size_t size;
    struct sheet sheet = {open_memstream(&text, &size), false};
    if (!sheet.out)
        return NULL;
    if (csv)
        experiment_optimum_print_csv(item, answer, &sheet);
    else
        sheet.failed =
            experiment_optimum_print_text(item, answer, &sheet) || sheet.failed;
    if (fclose(sheet.out) || sheet.failed) {
        free(text);
        text = NULL;
    }
    return text;
}

int make_optimum(const char *folder, const struct weft_item *item,
                 struct weft_error *err)
{
    size_t runs = weft_item_runs(item);
    struct answer *answer = calloc(runs, sizeof *answer);
    int status =
        answer ? 0 : weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    for (size_t run = 0; !status && run < runs; run++)
        status = experiment_optimum_search(item, run, &answer[run], err);
    for (size_t i = 0; !status && i < item->outputs; i++) {
        const struct weft_output *output = &item->output[i];
        char *text = experiment_optimum_table(
            item, answer, strcmp(output->format, "csv") == 0);
        status = text ? save_text(folder, output, text, err)
                      : weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
        free(text);
    }
    free(answer);
    return status;
}
