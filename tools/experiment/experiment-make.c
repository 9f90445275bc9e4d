/* Making the files of an experiment: runs, comparisons and gallery figures. */
#include "experiment/experiment-make.h"

#include "common/command.h"
#include "common/progress.h"
#include "experiment/experiment-optimum.h"
#include "experiment/stage.h"
#include "run/scheduled.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/unstable/compare.h>
#include <weft/unstable/experiment.h>
#include <weft/unstable/figure.h>
#include <weft/unstable/gallery.h>
#include <weft/weft.h>

int save_text(const char *folder, const struct weft_output *output,
              const char *text, struct weft_error *err)
{
    char *path = stage_name(folder, output->file);
    int status = path ? weft_file_write(path, text, strlen(text), err)
                      : weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    free(path);
    return status;
}

/* Save a picture and free it. `svg` is NULL if drawing failed with err. */
static int save_picture(const char *folder, const struct weft_output *output,
                        char *svg, struct weft_error *err)
{
    if (!svg) {
        struct weft_error cause = *err;
        return weft_error_set(err, cause.kind, output->line,
                              "figure '%.100s': %.350s", output->file,
                              cause.text);
    }
    int status = save_text(folder, output, svg, err);
    free(svg);
    return status;
}

static int make_exhibit(const char *folder, const struct weft_item *item,
                        struct weft_error *err)
{
    return save_picture(folder, item->output,
                        weft_exhibit_draw(item->exhibit, err), err);
}

/* Sinks of one run: its traces, and a trace in memory for its figures. */
struct experiment_make_run {
    /* [outputs] writer, or NULL if the output is not a trace */
    struct weft_writer **writer;
    const struct weft_sink **sink; /* [sinks] */
    size_t sinks;
    struct weft_sink collect;
    struct weft_trace trace;
};

static struct weft_writer *open_trace(const char *folder,
                                      const struct weft_output *output,
                                      struct weft_error *err)
{
    char *target;
    struct weft_writer *writer = NULL;
    if (asprintf(&target, "%s:%s/%s", output->format, folder, output->file) <
        0) {
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
        return NULL;
    }
    writer = weft_writer_open(target, err);
    free(target);
    return writer;
}

static int open_run(struct experiment_make_run *run, const char *folder,
                    const struct weft_item *item, struct weft_error *err)
{
    bool pictures = false;
    run->writer = calloc(item->outputs, sizeof *run->writer);
    run->sink = calloc(item->outputs + 3, sizeof *run->sink);
    if (!run->writer || !run->sink)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    for (size_t i = 0; i < item->outputs; i++) {
        pictures |= item->output[i].kind == WEFT_OUTPUT_FIGURE;
        if (item->output[i].kind != WEFT_OUTPUT_TRACE)
            continue;
        run->writer[i] = open_trace(folder, &item->output[i], err);
        if (!run->writer[i])
            return -1;
        run->sink[run->sinks++] = weft_writer_sink(run->writer[i]);
    }
    run->collect = weft_trace_collect(&run->trace);
    if (pictures)
        run->sink[run->sinks++] = &run->collect;
    return 0;
}

/* Add the schedule's name and line to the error, which has the line of the
 * experiment. */
static int blame_schedule(const struct weft_item *item,
                          const struct scheduled *scheduled,
                          struct weft_error *err)
{
    struct weft_error cause = *err;
    char where[32] = "";
    const char *file = scheduled_file(scheduled);
    if (cause.line)
        snprintf(where, sizeof where, ", line %u", cause.line);
    return weft_error_set(err, cause.kind, item->line, "'%.200s'%s: %.250s",
                          file, where, cause.text);
}

/* Run a schedule, checked against its problem or goal as in `weft run
 * --schedule`. */
static int execute_schedule(struct experiment_make_run *run,
                            const struct weft_item *item,
                            struct weft_result *result, struct weft_error *err)
{
    struct weft_experiment experiment = item->experiment;
    struct scheduled scheduled = {.file = item->schedule,
                                  .goal = item->goal,
                                  .problem = experiment.problem};
    experiment.problem = NULL;
    int status = scheduled_run(&scheduled, &experiment, run->sink, run->sinks,
                               result, err);
    if (status)
        blame_schedule(item, &scheduled, err);
    else
        scheduled_judge(&scheduled, result);
    scheduled_finish(&scheduled);
    return status;
}

/* If a trace writer stopped the run, use its error. */
static void blame_writer(const struct experiment_make_run *run,
                         const struct weft_item *item, struct weft_error *err)
{
    struct weft_error why = {0};
    size_t i = 0;
    while (i < item->outputs &&
           !(run->writer[i] && weft_writer_check(run->writer[i], &why)))
        i++;
    if (i < item->outputs && is_of_system(&why))
        *err = why;
    else if (i < item->outputs)
        weft_error_set(err, why.kind, item->line, "trace '%.200s': %.250s",
                       item->output[i].file, why.text);
}

static int experiment_make_execute(struct experiment_make_run *run,
                                   const struct weft_item *item,
                                   struct weft_error *err)
{
    struct weft_result result = {0};
    struct progress progress;
    run->sink[run->sinks] = progress_of_run(&progress, &item->experiment);
    run->sinks += run->sink[run->sinks] != NULL;
    int status = item->schedule ? execute_schedule(run, item, &result, err)
                                : weft_run(&item->experiment, run->sink,
                                           run->sinks, &result, err);
    progress_end(&progress);
    if (status)
        blame_writer(run, item, err);
    if (!status && !result.expected)
        status = weft_error_set(
            err, result.not_judged ? WEFT_ERROR_NOT_JUDGED : WEFT_ERROR_RULE,
            item->line, "%s %s%s",
            item->schedule ? item->schedule : result.strategy, result.verdict,
            result.conflicts ? " (write expect='conflicts' if it should)" : "");
    weft_result_finish(&result);
    return status;
}

static int close_traces(struct experiment_make_run *run, size_t count,
                        struct weft_error *err)
{
    for (size_t i = 0; i < count; i++) {
        struct weft_writer *writer = run->writer[i];
        run->writer[i] = NULL;
        if (writer && weft_writer_close(writer, err))
            return -1;
    }
    return 0;
}

static int experiment_make_draw(struct experiment_make_run *run,
                                const char *folder,
                                const struct weft_item *item,
                                struct weft_error *err)
{
    for (size_t i = 0; i < item->outputs; i++) {
        const struct weft_output *output = &item->output[i];
        if (output->kind != WEFT_OUTPUT_FIGURE)
            continue;
        struct weft_panel panel = output->panel;
        panel.trace = &run->trace;
        const struct weft_figure figure = {.kind = output->format,
                                           .title = output->title,
                                           .panels = 1,
                                           .panel = &panel};
        if (save_picture(folder, output, weft_figure_draw(&figure, err), err))
            return -1;
    }
    return 0;
}

static int make_run(const char *folder, const struct weft_item *item,
                    struct weft_error *err)
{
    struct experiment_make_run run = {0};
    int status = open_run(&run, folder, item, err);
    if (!status)
        status = experiment_make_execute(&run, item, err);
    if (!status)
        status = close_traces(&run, item->outputs, err);
    if (!status)
        status = experiment_make_draw(&run, folder, item, err);
    for (size_t i = 0; run.writer && i < item->outputs; i++)
        weft_writer_abort(run.writer[i]);
    weft_trace_finish(&run.trace);
    free(run.writer);
    free(run.sink);
    return status;
}

/* Save a table or plot of a completed comparison. */
static int save_rows(const char *folder, const struct weft_comparison *compare,
                     const struct weft_item *item,
                     const struct weft_output *output, struct weft_error *err)
{
    int first = item->ranges
                    ? weft_comparison_axis(compare, item->range[0].setting)
                    : -1;
    size_t axis = first < 0 ? 0 : (size_t)first;
    bool csv = output->format && strcmp(output->format, "csv") == 0;
    char *text;
    if (output->kind == WEFT_OUTPUT_FIGURE)
        return save_picture(folder, output,
                            weft_comparison_plot(compare, axis, output->value,
                                                 output->title, err),
                            err);
    if (output->value && compare->axes)
        text = weft_comparison_pivot(compare, axis, output->value, csv, err);
    else
        text = csv ? weft_comparison_csv(compare, err)
                   : weft_comparison_text(compare, 0, err);
    int status = text ? save_text(folder, output, text, err) : -1;
    free(text);
    return status;
}

/* Check that every row has the expected result. A named strategy must fit the
 * experiment; of all strategies, at least one must. */
static int experiment_make_judge_rows(const struct weft_comparison *compare,
                                      const struct weft_item *item,
                                      struct weft_error *err)
{
    if (compare->unfits && (!item->every_strategy || !compare->rows)) {
        const struct weft_error *why = &compare->unfit[0]->err;
        return weft_error_set(err, why->kind, 0, "%s%.400s",
                              item->every_strategy ? "no strategy fits: " : "",
                              why->text);
    }
    for (size_t i = 0; i < compare->rows; i++) {
        const struct weft_result *r = &compare->row[i]->result;
        const struct weft_error *why = &compare->row[i]->err;
        if (!r->ended && !why->text[0]) /* the run was lost with its process */
            return weft_error_set(err, WEFT_ERROR_SYSTEM, 0, "%s on %s: %s",
                                  r->strategy, r->network, r->verdict);
        if (!r->ended)
            return weft_error_set(err, why->kind, 0, "%.450s", why->text);
        if (!r->expected)
            return weft_error_set(
                err, WEFT_ERROR_RULE, 0, "%s %s%s", r->strategy, r->verdict,
                r->conflicts ? " (write expect='conflicts' if it should)" : "");
    }
    return 0;
}

static int make_comparison(const char *folder, const struct weft_item *item,
                           struct weft_error *err)
{
    struct weft_comparison *compare = calloc(1, sizeof *compare);
    struct progress progress;
    const struct weft_watch watch = {progress_go_on, &progress};
    if (!compare)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    int status = weft_comparison_from_item(compare, item, err);
    if (!status)
        status = weft_comparison_plan(compare, err);
    if (!status) {
        progress_begin(&progress, compare);
        status = weft_comparison_run(compare, &watch, err);
        progress_end(&progress);
    }
    if (!status)
        status = experiment_make_judge_rows(compare, item, err);
    for (size_t i = 0; !status && i < item->outputs; i++)
        status = save_rows(folder, compare, item, &item->output[i], err);
    weft_comparison_finish(compare);
    free(compare);
    return status;
}

int make_item(const char *folder, const struct weft_item *item,
              struct weft_error *err)
{
    static int (*const makers[])(const char *, const struct weft_item *,
                                 struct weft_error *) = {
        [WEFT_ITEM_RUN] = make_run,
        [WEFT_ITEM_COMPARISON] = make_comparison,
        [WEFT_ITEM_EXHIBIT] = make_exhibit,
        [WEFT_ITEM_OPTIMUM] = make_optimum,
    };
    err->line = 0;
    if (makers[item->kind](folder, item, err) == 0)
        return 0;
    /* errors of a run have no line of their own */
    if (!err->line)
        err->line = item->line;
    return -1;
}
