/* Space-time diagram: a line for each processor, thick while it computes, thin
 * while it is idle; an arrow for each transfer, from departure to arrival.
 * Messages differ in colour and line style, and the number of a message is
 * above the point where it first appears. If there are too many rows or steps,
 * they are summed: a line is then as thick as the share of its processors that
 * work, and one arrow represents all transfers between the same rows and
 * columns. */
#include "spacetime.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BAND 16 /* height of the band of numbers above the plotting area */
#define SPACETIME_FONT 10

static int message_compare(const void *left, const void *right)
{
    const struct view_transfer *a = left, *b = right;
    if (a->message != b->message)
        return a->message < b->message ? -1 : 1;
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    if (a->source != b->source)
        return a->source < b->source ? -1 : 1;
    return (a->destination > b->destination) -
           (a->destination < b->destination);
}

/* Sort the transfers by message. */
static int messages_group(struct spacetime *figure)
{
    const struct view *view = &figure->chart.view;
    size_t count = figure->legend.count;
    figure->transfer = malloc((view->transfers + 1) * sizeof *figure->transfer);
    figure->first = malloc((count + 1) * sizeof *figure->first);
    figure->had =
        calloc((size_t)view->trace->info.processors, sizeof *figure->had);
    if (!figure->transfer || !figure->first || !figure->had)
        return -1;
    for (size_t i = 0; i < view->transfers; i++)
        figure->transfer[i] = view->transfer[i];
    qsort(figure->transfer, view->transfers, sizeof *figure->transfer,
          message_compare);
    size_t m = 0;
    for (size_t i = 0; i < view->transfers; i++)
        if (!i ||
            figure->transfer[i - 1].message != figure->transfer[i].message)
            figure->first[m++] = i;
    figure->first[m] = view->transfers;
    return repeats_find(figure);
}

static int double_compare(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* Check whether the numbers of the messages fit side by side above their first
 * transfers. Return 0, or -1 if out of memory. */
static int band_fits(struct spacetime *figure)
{
    size_t count = figure->legend.count;
    double *x = malloc((count + 1) * sizeof *x);
    if (!x)
        return -1;
    double widest = 0;
    for (size_t m = 0; m < count; m++) {
        const struct view_transfer *t = &figure->transfer[figure->first[m]];
        char text[16];
        snprintf(text, sizeof text, "%d", t->message);
        double width = svg_text_width(text, SPACETIME_FONT) + 2;
        widest = width > widest ? width : widest;
        x[m] = chart_x(&figure->chart, t->start);
    }
    qsort(x, count, sizeof *x, double_compare);
    figure->band = count > 1 && !figure->legend.one;
    for (size_t m = 1; m < count; m++)
        if (x[m] - x[m - 1] < widest)
            figure->band = false;
    free(x);
    return 0;
}

static int span_compare(const void *left, const void *right)
{
    const struct state_span *a = left, *b = right;
    if (a->rank != b->rank)
        return a->rank < b->rank ? -1 : 1;
    return (a->start > b->start) - (a->start < b->start);
}

/* Collect the states of the processors, sorted by processor. */
static int states_group(struct spacetime *figure)
{
    struct view_states *states = &figure->states;
    if (view_states_init(states, &figure->chart.view))
        return -1;
    if (states->count)
        qsort(states->span, states->count, sizeof *states->span, span_compare);
    return 0;
}

/* Return the index after the last span of the line that begins with span i.
 * Adjoining spans of the same state are one line. */
static size_t spacetime_line_end(const struct view_states *states, size_t i)
{
    const struct state_span *span = states->span;
    for (i++;
         i < states->count && span[i].rank == span[i - 1].rank &&
         span[i].start == span[i - 1].end && span[i].state == span[i - 1].state;
         i++)
        ;
    return i;
}

/* Return whether there are too many lines to distinguish. */
static bool spacetime_is_crowded(const struct spacetime *figure)
{
    const struct view_states *states = &figure->states;
    size_t count = figure->chart.view.transfers;
    for (size_t i = 0; i < states->count; i = spacetime_line_end(states, i))
        count += states->span[i].state != STATE_IDLE;
    return count > WEFT_CHART_BOXES;
}

static int measure_arrows(struct spacetime *figure,
                          const struct weft_panel *panel)
{
    struct chart *chart = &figure->chart;
    if (states_group(figure))
        return -1;
    figure->crowded = !panel->full && spacetime_is_crowded(figure);
    chart->summed = chart->summed || figure->crowded;
    if (chart->summed)
        return bundles_make(figure);
    return legend_init(&figure->legend, &chart->view, panel,
                       chart->left + chart->width, false) ||
                   messages_group(figure) || band_fits(figure)
               ? -1
               : 0;
}

static int spacetime_measure(void *state, const struct weft_panel *panel,
                             struct weft_size *size, struct weft_error *err)
{
    struct spacetime *figure = state;
    struct chart *chart = &figure->chart;
    chart->view.keep_rest = chart->view.silent = true;
    if (chart_init(chart, panel, "spacetime", WEFT_CHART_ROWS, 0, size, err))
        return -1;
    if (measure_arrows(figure, panel) || (panel->path && path_find(figure)))
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for the figure");
    if (panel->path) {
        figure->legend.hidden = true;
        figure->band = false;
    }
    spacetime_note(figure);
    chart->top = figure->band ? BAND : 4;
    size->width = fmax(chart->left + chart->width + WEFT_CHART_GAP,
                       legend_width(&figure->legend));
    size->height = chart->top + chart->height + WEFT_CHART_AXIS +
                   legend_height(&figure->legend);
    return 0;
}

double spacetime_row(const struct chart *chart, int rank)
{
    if (view_rank(&chart->view, rank))
        return chart_y(chart, rank);
    return rank < chart->view.first ? chart->top : chart->top + chart->height;
}

void spacetime_arrow(const struct chart *chart,
                     const struct view_transfer *transfer,
                     const struct style *style, struct svg *svg)
{
    double x1 = chart_x(chart, transfer->start);
    double x2 = chart_x(chart, transfer->end);
    double y1 = spacetime_row(chart, transfer->source);
    double y2 = spacetime_row(chart, transfer->destination);
    double left = chart->left, right = chart->left + chart->width;
    double slope = x2 > x1 ? (y2 - y1) / (x2 - x1) : 0;
    struct style cut = *style;
    if (x2 < left || x1 > right)
        return;
    if (x1 < left) {
        y1 += slope * (left - x1);
        x1 = left;
    }
    if (x2 > right) { /* the line ends outside the window, so it has no arrow
                         head */
        y2 = y1 + slope * (right - x1);
        x2 = right;
        cut.marker = NULL;
    }
    if (!view_rank(&chart->view, transfer->destination))
        cut.marker = NULL;
    svg_line(svg, x1, y1, x2, y2, &cut);
}

static void message_draw(const struct spacetime *figure, size_t m,
                         struct svg *svg)
{
    int sign = legend_sign(&figure->legend, figure->legend.message[m]);
    bool heads = figure->chart.pitch >= 10 && !figure->path;
    double width = heads ? 1.3 : 0.8;
    if (sign < 0 || figure->path)
        width = 0.7;
    const struct style head = {.marker = heads ? palette_arrow(sign) : NULL};
    svg_group(svg, 0, 0,
              &(struct style){
                  .class = "transfers",
                  .stroke = palette_colour(sign),
                  .dash = palette_dash(sign),
                  .width = width,
                  .opacity = figure->path ? 0.5 : 0,
              });
    for (size_t i = figure->first[m]; i < figure->first[m + 1]; i++)
        spacetime_arrow(&figure->chart, &figure->transfer[i], &head, svg);
    svg_end(svg);
}

static void state_draw(const struct spacetime *figure, enum span_state state,
                       const struct style *style, struct svg *svg)
{
    const struct chart *chart = &figure->chart;
    const struct view_states *states = &figure->states;
    svg_group(svg, 0, 0, style);
    for (size_t i = 0, next; i < states->count; i = next) {
        const struct state_span *first = &states->span[i];
        next = spacetime_line_end(states, i);
        uint64_t end = states->span[next - 1].end;
        double y = chart_y(chart, first->rank);
        if (first->state == state)
            svg_line(svg, chart_x(chart, first->start), y, chart_x(chart, end),
                     y, NULL);
    }
    svg_end(svg);
}

static void lines_draw(const struct spacetime *figure, struct svg *svg)
{
    const struct chart *chart = &figure->chart;
    double thick = chart->pitch < 12 ? chart->pitch / 3 : 4;
    svg_group(
        svg, 0, 0,
        &(struct style){.class = "idle", .stroke = "#ccc", .width = thick / 5});
    for (int i = 0; i < chart->rows; i++) {
        double y = chart_y(chart, chart->view.first + i);
        svg_line(svg, chart->left, y, chart->left + chart->width, y, NULL);
    }
    svg_end(svg);
    state_draw(figure, STATE_OVERHEAD,
               &(struct style){
                   .class = "overhead", .stroke = "#bbb", .width = thick / 2},
               svg);
    state_draw(
        figure, STATE_BUSY,
        &(struct style){.class = "busy", .stroke = "#999", .width = thick},
        svg);
}

/* Write the number of a message above the point where it first appears. */
static void number_draw(const struct spacetime *figure, size_t m,
                        struct svg *svg)
{
    const struct chart *chart = &figure->chart;
    const struct view_transfer *t = &figure->transfer[figure->first[m]];
    if (!figure->band || t->start < chart->view.begin)
        return;
    double x = chart_x(chart, t->start);
    svg_line(svg, x, chart->top, x, spacetime_row(chart, t->source),
             &(struct style){.stroke = palette_colour(
                                 legend_sign(&figure->legend, t->message)),
                             .dash = "1 2",
                             .width = 0.8});
    struct font font = {
        .size = SPACETIME_FONT, .anchor = WEFT_MIDDLE, .bold = true};
    if (t->message >= 0)
        svg_printf(svg, x, chart->top - 4, &font, "%d", t->message);
}

/* Record that a processor has message m from `time` on. Return whether it
 * already had the message. */
static bool have(struct had *had, size_t m, uint64_t time)
{
    bool before = had->message == m + 1 && had->since <= time;
    if (!before)
        *had = (struct had){m + 1, time};
    return before;
}

/* Draw a dot at each source, a processor that sends a message without having
 * received it. A broadcast has one source, a reduction many. */
static void dots_draw(const struct spacetime *figure, size_t m, struct svg *svg)
{
    const struct chart *chart = &figure->chart;
    int sign = legend_sign(&figure->legend, figure->legend.message[m]);
    struct style style = {.class = "begin", .fill = palette_colour(sign)};
    for (size_t i = figure->first[m]; i < figure->first[m + 1]; i++) {
        const struct view_transfer *t = &figure->transfer[i];
        bool had = have(&figure->had[t->source], m, t->start);
        have(&figure->had[t->destination], m, t->end);
        if (!had && t->start >= chart->view.begin &&
            view_rank(&chart->view, t->source))
            svg_circle(svg, chart_x(chart, t->start),
                       spacetime_row(chart, t->source), sign < 0 ? 1.5 : 3,
                       &style);
    }
}

/* Draw the chosen message over the others. */
static void messages_draw(const struct spacetime *figure, struct svg *svg)
{
    const struct legend *legend = &figure->legend;
    for (int chosen = 0; chosen <= 1; chosen++)
        for (size_t m = 0; m < legend->count; m++)
            if ((legend_sign(legend, legend->message[m]) >= 0) == chosen)
                message_draw(figure, m, svg);
    for (size_t m = 0; m < legend->count && !figure->path; m++) {
        number_draw(figure, m, svg);
        dots_draw(figure, m, svg);
    }
    if (!figure->path)
        repeats_draw(figure, svg);
}

static void spacetime_draw(const void *state, struct svg *svg)
{
    const struct spacetime *figure = state;
    const struct chart *chart = &figure->chart;
    if (chart->summed) {
        bundles_draw(figure, svg);
    } else {
        lines_draw(figure, svg);
        messages_draw(figure, svg);
    }
    if (figure->path)
        path_draw(figure, svg);
    chart_rows(chart, svg);
    chart_axis(chart, svg);
    legend_draw(&figure->legend, 0,
                chart->top + chart->height + WEFT_CHART_AXIS, svg);
}

static const char *spacetime_tell(const void *state)
{
    const struct spacetime *figure = state;
    return figure->note;
}

static void spacetime_finish(void *state)
{
    struct spacetime *figure = state;
    chart_finish(&figure->chart);
    legend_finish(&figure->legend);
    free(figure->transfer);
    free(figure->first);
    free(figure->had);
    free(figure->bundle);
    free(figure->repeat);
    summed_finish(&figure->sums);
    weft_stats_destroy(figure->path);
    view_states_finish(&figure->states);
}

const struct figure_row figure_spacetime = {
    .info = {"spacetime",
             "a line for each processor, an arrow for each transfer",
             WEFT_FIGURE_TRACE},
    .tell = spacetime_tell,
    .state = sizeof(struct spacetime),
    .measure = spacetime_measure,
    .draw = spacetime_draw,
    .finish = spacetime_finish,
};
