/* Tasks: a row for each processor, and a box with a name for each task, the
 * lower the deeper it is nested (a flame chart). Boxes that are too short to be
 * seen are merged, unless all are requested, and levels that are too deep are
 * omitted. If there are too many rows, they are summed: the height of a band is
 * then the share of the row's processors that are in a task. */
#include "task-boxes.h"

#include "base/base.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TASKS_FONT 9
#define KEY_FONT 10
#define TASKS_KEY_LINE 16
#define TASKS_KEYS_MAX 20
#define KEY_NAME 44    /* size of the buffer for a task's name in the legend */
#define LEVELS_MAX 500 /* limit on the total number of levels of all rows */
#define SHARES 7       /* number of tasks with bands of their own */
#define SHORT 0.7      /* width below which a box is hard to see */
#define LEGEND_GAP 4

struct task_figure {
    struct chart chart;
    struct task_boxes boxes;
    struct summed sums;
    double level; /* height of a level */
    int deepest;  /* greatest number of levels in a row */
    size_t merged;
    char note[WEFT_CHART_NOTE + 400];
};

static const char *task_text(const struct task_figure *figure, int32_t task,
                             char text[WEFT_TASK_NAME_MAX])
{
    static const char *const calls[] = {NULL, "send", "receive", "call"};
    return task < 0
               ? calls[-task]
               : weft_task_name(&figure->chart.view.trace->info, task, text);
}

/* Return the style of a task, given its index in names[]; negative: it has no
 * sign. */
static struct style place_style(int place)
{
    if (place < 0)
        return (struct style){
            .fill = "#e4e4e4", .stroke = "#aaa", .width = 0.5};
    return (struct style){.fill = palette_tint(place),
                          .stroke = palette_colour(place),
                          .width = 0.5};
}

/* ---- the drawing
 * ------------------------------------------------------------- */

/* Remove the levels that are too deep for the limit on all rows together.
 * Return the number of boxes removed. */
static size_t levels_cut(struct task_figure *figure)
{
    struct task_boxes *boxes = &figure->boxes;
    int rows = figure->chart.rows, sum;
    size_t kept = 0, count = boxes->count;
    figure->deepest = 0;
    do {
        sum = 0;
        figure->deepest++;
        for (int i = 0; i < rows; i++)
            sum += boxes->levels[i] < figure->deepest ? boxes->levels[i]
                                                      : figure->deepest;
    } while (sum < LEVELS_MAX && figure->deepest < LEVELS_MAX);
    for (size_t i = 0; i < count; i++)
        if (boxes->box[i].depth < figure->deepest)
            boxes->box[kept++] = boxes->box[i];
    boxes->count = kept;
    return count - kept;
}

/* Merge boxes that are too short. Increase the limit on length until few enough
 * boxes are left. */
static void tasks_boxes_merge(struct task_figure *figure)
{
    const struct chart *chart = &figure->chart;
    /* time units per pixel */
    double units = (double)chart->view.unit / chart->step;
    for (double least = SHORT; !chart->full; least *= 2) {
        double time = ceil(least * units);
        figure->merged = task_boxes_merge(
            &figure->boxes, time < 0x1p63 ? (uint64_t)time : UINT64_MAX);
        if (figure->boxes.count <= WEFT_CHART_BOXES || least > chart->width)
            break;
    }
}

/* Return the height of a level, given the total number of levels. */
static double tasks_level_height(int levels)
{
    if (levels <= 80)
        return 14;
    return levels <= 200 ? 8 : 5;
}

static int tasks_rows_set(struct task_figure *figure)
{
    struct chart *chart = &figure->chart;
    int sum = 0;
    chart->edge = calloc((size_t)chart->rows + 1, sizeof *chart->edge);
    if (!chart->edge)
        return -1;
    for (int i = 0; i < chart->rows; i++) {
        int *levels = &figure->boxes.levels[i];
        *levels = *levels > figure->deepest ? figure->deepest : *levels;
        *levels += !*levels;
        sum += *levels;
    }
    figure->level = tasks_level_height(sum);
    for (int i = 0; i < chart->rows; i++)
        chart->edge[chart->row[i] + 1] = figure->boxes.levels[i];
    for (int i = 0; i < chart->rows; i++) {
        double height = chart->edge[i + 1] * figure->level + 4;
        chart->edge[i + 1] = chart->edge[i] + fmax(height, KEY_FONT + 2);
    }
    chart->height = chart->edge[chart->rows];
    return 0;
}

static int shares_find(struct task_figure *figure)
{
    struct chart *chart = &figure->chart;
    if (summed_init(&figure->sums, chart, chart->rows, SHARES + 1))
        return -1;
    for (size_t i = 0; i < figure->boxes.count; i++) {
        const struct task_box *box = &figure->boxes.box[i];
        int place = task_boxes_place(&figure->boxes, box->task);
        if (box->depth == 0)
            summed_add(&figure->sums, chart->row[box->rank - chart->view.first],
                       place < 0 || place >= SHARES ? SHARES : place,
                       box->start, box->end, 1);
    }
    chart->pitch = fmax(chart->pitch, 14);
    chart->height = chart->pitch * chart->rows;
    return 0;
}

/* ---- the legend -----------------------------------------------------------
 */

static size_t keys_count(const struct task_figure *figure)
{
    size_t most = figure->chart.summed ? SHARES : TASKS_KEYS_MAX;
    size_t count = figure->boxes.name_count;
    return count < most ? count : most;
}

/* Print the name of a task for the legend, such as "compile". */
static void key_print(const struct task_figure *figure, size_t key,
                      char text[KEY_NAME])
{
    char name[WEFT_TASK_NAME_MAX];
    text_cut(text, KEY_NAME,
             task_text(figure, figure->boxes.names[key].task, name));
    text_make_plain(text);
}

static double tasks_key_width(const struct task_figure *figure)
{
    double widest = 0;
    char text[KEY_NAME];
    for (size_t i = 0; i < keys_count(figure); i++) {
        key_print(figure, i, text);
        widest = fmax(widest, svg_text_width(text, KEY_FONT));
    }
    return widest + 18 + 14;
}

static size_t keys_a_line(const struct task_figure *figure)
{
    const struct chart *chart = &figure->chart;
    double fit = (chart->left + chart->width) / tasks_key_width(figure);
    return fit < 1 ? 1 : (size_t)fit;
}

static size_t key_lines(const struct task_figure *figure)
{
    size_t all =
        keys_count(figure) + (keys_count(figure) < figure->boxes.name_count);
    return (all + keys_a_line(figure) - 1) / keys_a_line(figure);
}

static void tasks_keys_draw(const struct task_figure *figure, double y,
                            struct svg *svg)
{
    size_t line = keys_a_line(figure), count = keys_count(figure);
    double width = tasks_key_width(figure);
    struct font font = {.size = KEY_FONT};
    char text[KEY_NAME];
    for (size_t i = 0; i <= count; i++) {
        double x = (double)(i % line) * width;
        double down = y + (double)(i / line) * TASKS_KEY_LINE;
        struct style style = place_style(i < count ? (int)i : -1);
        size_t others = figure->boxes.name_count - count;
        if (i == count && !others)
            break;
        svg_rect(svg, x + 0.5, down + 3, 13, 10, &style);
        if (i == count)
            svg_printf(svg, x + 18, down + 12, &font, "%zu other%s", others,
                       others == 1 ? "" : "s");
        else
            key_print(figure, i, text);
        if (i < count)
            svg_text(svg, x + 18, down + 12, &font, text);
    }
}

/* ---- the figure -----------------------------------------------------------
 */

static void tasks_note_set(struct task_figure *figure)
{
    char text[160] = "";
    chart_note(&figure->chart, true, figure->note);
    if (figure->merged)
        snprintf(text, sizeof text,
                 " Boxes without a name may be several: %zu short tasks are "
                 "merged with their neighbours; --full draws each.",
                 figure->merged);
    snprintf(figure->note + strlen(figure->note),
             sizeof figure->note - strlen(figure->note), "%s%s",
             figure->chart.summed
                 ? "The height of a band is the share of the row's processors "
                   "that are in a task, by the outermost one."
                 : "A box is a task, below the one that it is within.",
             text);
}

static int tasks_no_memory(struct weft_error *err)
{
    return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                          "no memory for the figure");
}

static int tasks_find(struct task_figure *figure, struct weft_size *size,
                      struct weft_error *err)
{
    if (task_boxes_init(&figure->boxes, &figure->chart.view))
        return tasks_no_memory(err);
    if (!figure->boxes.any)
        return weft_error_set(err, WEFT_ERROR_EMPTY, 0,
                              "the trace has no tasks: nothing to draw (weft "
                              "figure gantt draws what processors do)");
    if (figure->chart.summed)
        return shares_find(figure) ? tasks_no_memory(err) : 0;
    size->left = levels_cut(figure);
    tasks_boxes_merge(figure);
    return tasks_rows_set(figure) ? tasks_no_memory(err) : 0;
}

static int tasks_measure(void *state, const struct weft_panel *panel,
                         struct weft_size *size, struct weft_error *err)
{
    struct task_figure *figure = state;
    struct chart *chart = &figure->chart;
    chart->view.silent = chart->view.keep_rest = true;
    if (chart_init(chart, panel, "tasks", WEFT_CHART_ROWS, 0, size, err))
        return -1;
    chart->summed = chart->block > 1;
    chart_left(chart, chart->left);
    if (tasks_find(figure, size, err))
        return -1;
    tasks_note_set(figure);
    size->width = chart->left + chart->width + WEFT_CHART_GAP;
    size->height = chart->height + WEFT_CHART_AXIS + LEGEND_GAP +
                   (double)key_lines(figure) * TASKS_KEY_LINE;
    return 0;
}

/* Truncate a name so that it fits into a box: "compi…". */
static bool name_fit(char *text, double room)
{
    size_t used = strlen(text);
    if (svg_text_width(text, TASKS_FONT) <= room)
        return true;
    while (used > 2) {
        do
            used--;
        while (used && ((unsigned char)text[used] & 0xc0) == 0x80);
        strcpy(text + used, "\xe2\x80\xa6");
        if (svg_text_width(text, TASKS_FONT) <= room)
            return used > 1;
    }
    return false;
}

static void tasks_box_draw(const struct task_figure *figure,
                           const struct task_box *box, struct svg *svg)
{
    const struct chart *chart = &figure->chart;
    double x = chart_x(chart, box->start);
    double width = fmax(chart_x(chart, box->end) - x, 0.4);
    double y = chart_edge(chart, chart->row[box->rank - chart->view.first]) +
               2 + box->depth * figure->level;
    int place = task_boxes_place(&figure->boxes, box->task);
    struct style style = place_style(box->merged > 1 ? -1 : place);
    char name[WEFT_TASK_NAME_MAX], text[80];
    svg_rect(svg, x, y, width, figure->level - 1, &style);
    if (box->merged > 1 || figure->level < TASKS_FONT + 2 ||
        width < 2 * TASKS_FONT)
        return;
    text_cut(text, sizeof text - 4, task_text(figure, box->task, name));
    text_make_plain(text);
    if (name_fit(text, width - 4))
        svg_text(svg, x + 2, y + figure->level / 2 - 0.5 + TASKS_FONT * 0.35,
                 &(struct font){.size = TASKS_FONT}, text);
}

static void shares_draw(const struct task_figure *figure, struct svg *svg)
{
    const struct chart *chart = &figure->chart;
    struct style style[SHARES + 1];
    const struct style *styles[SHARES + 1];
    for (int i = 0; i <= SHARES; i++) {
        style[i] = place_style(i < SHARES ? i : -1);
        styles[i] = &style[i];
    }
    for (int row = 0; row < chart->rows; row++)
        summed_draw(&figure->sums, row, (row + 1) * chart->pitch,
                    chart->pitch - 2, false, styles, svg);
}

static void tasks_draw(const void *state, struct svg *svg)
{
    const struct task_figure *figure = state;
    const struct chart *chart = &figure->chart;
    chart_rows(chart, svg);
    for (int i = 0; i <= chart->rows; i++)
        svg_line(svg, chart->left, chart_edge(chart, i),
                 chart->left + chart->width, chart_edge(chart, i),
                 &(struct style){.stroke = "#ddd", .width = 0.5});
    if (chart->summed)
        shares_draw(figure, svg);
    for (size_t i = 0; i < figure->boxes.count && !chart->summed; i++)
        tasks_box_draw(figure, &figure->boxes.box[i], svg);
    chart_axis(chart, svg);
    tasks_keys_draw(figure, chart->height + WEFT_CHART_AXIS + LEGEND_GAP, svg);
}

static const char *tasks_tell(const void *state)
{
    const struct task_figure *figure = state;
    return figure->note;
}

static void tasks_finish(void *state)
{
    struct task_figure *figure = state;
    chart_finish(&figure->chart);
    task_boxes_finish(&figure->boxes);
    summed_finish(&figure->sums);
}

const struct figure_row figure_tasks = {
    .info = {"tasks",
             "the named tasks of every processor, calls below their callers",
             WEFT_FIGURE_TRACE},
    .tell = tasks_tell,
    .left = "deeper tasks are left out.",
    .state = sizeof(struct task_figure),
    .measure = tasks_measure,
    .draw = tasks_draw,
    .finish = tasks_finish,
};
