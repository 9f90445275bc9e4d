/* Space-time diagram: a line for each processor, an arrow for each transfer
 * from when it left to when it arrived. A message is known by its colour and
 * line style, and by its number above the point where it first appears. */
#include "figure.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROWS_MAX 128
#define BAND 16 /* height of the numbers above the plotting area */
#define FONT 10
#define GAP 8

struct spacetime {
    struct weft_chart chart;
    struct weft_legend legend;
    size_t *first; /* [legend.count] transfer with which a message begins */
    bool band;     /* the numbers above fit side by side */
};

static size_t message_index(const struct spacetime *figure, int message)
{
    size_t low = 0, high = figure->legend.count;
    while (low + 1 < high) {
        size_t middle = (low + high) / 2;
        if (figure->legend.message[middle] <= message)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Where every message begins; do their numbers fit side by side? */
static int firsts_find(struct spacetime *figure)
{
    const struct weft_view *view = &figure->chart.view;
    size_t count = figure->legend.count;
    figure->first = malloc((count + 1) * sizeof *figure->first);
    if (!figure->first)
        return -1;
    for (size_t i = 0; i < count; i++)
        figure->first[i] = SIZE_MAX;
    double free_from = -1e9;
    figure->band = count > 1;
    for (size_t i = 0; i < view->transfers; i++) {
        size_t m = message_index(figure, view->transfer[i].message);
        if (figure->first[m] != SIZE_MAX)
            continue;
        figure->first[m] = i;
        char text[16];
        snprintf(text, sizeof text, "%d", view->transfer[i].message);
        double half = weft_svg_text_width(text, FONT) / 2 + 1;
        double x = weft_chart_x(&figure->chart, view->transfer[i].start);
        if (x - half < free_from)
            figure->band = false;
        free_from = x + half;
    }
    return 0;
}

static int measure(void *state, const struct weft_panel *panel,
                   struct weft_size *size, struct weft_error *err)
{
    struct spacetime *figure = state;
    struct weft_chart *chart = &figure->chart;
    if (weft_chart_init(chart, panel, "spacetime", ROWS_MAX, 0, err))
        return -1;
    if (weft_legend_init(&figure->legend, &chart->view,
                         chart->left + chart->width, false) ||
        firsts_find(figure))
        return weft_error_set(err, ENOMEM, 0, "no memory for the figure");
    chart->top = figure->band ? BAND : 4;
    size->width = chart->left + chart->width + GAP;
    size->height = chart->top + chart->height + WEFT_CHART_AXIS +
                   weft_legend_height(&figure->legend);
    return 0;
}

/* The y of a processor; outside the window: just beyond the edge. */
static double row_y(const struct weft_chart *chart, int rank)
{
    if (weft_view_rank(&chart->view, rank))
        return weft_chart_y(chart, rank);
    return rank < chart->view.first ? chart->top : chart->top + chart->height;
}

static void arrow(const struct weft_chart *chart,
                  const struct weft_transfer *transfer, struct weft_svg *svg)
{
    double x1 = weft_chart_x(chart, transfer->start);
    double x2 = weft_chart_x(chart, transfer->end);
    double y1 = row_y(chart, transfer->source);
    double y2 = row_y(chart, transfer->destination);
    double left = chart->left, right = chart->left + chart->width;
    if (x1 < left) {
        y1 += (y2 - y1) * (left - x1) / (x2 - x1);
        x1 = left;
    }
    if (x2 > right) {
        y2 = y1 + (y2 - y1) * (right - x1) / (x2 - x1);
        x2 = right;
    }
    weft_svg_line(svg, x1, y1, x2, y2, NULL);
}

static void message_draw(const struct spacetime *figure, size_t m,
                         struct weft_svg *svg)
{
    const struct weft_view *view = &figure->chart.view;
    int message = figure->legend.message[m];
    bool heads = figure->chart.pitch >= 10;
    weft_svg_group(svg, 0, 0,
                   &(struct weft_style){
                       .class = "transfers",
                       .stroke = weft_palette_colour(message),
                       .dash = weft_palette_dash(message),
                       .marker = heads ? weft_palette_arrow(message) : NULL,
                       .width = heads ? 1.3 : 0.8,
                   });
    for (size_t i = figure->first[m]; i < view->transfers; i++)
        if (view->transfer[i].message == message)
            arrow(&figure->chart, &view->transfer[i], svg);
    weft_svg_end(svg);
}

static void lines_draw(const struct weft_chart *chart, struct weft_svg *svg)
{
    weft_svg_group(svg, 0, 0,
                   &(struct weft_style){.stroke = "#bbb", .width = 0.8});
    for (int i = 0; i < chart->rows; i++) {
        double y = weft_chart_y(chart, chart->view.first + i);
        weft_svg_line(svg, chart->left, y, chart->left + chart->width, y, NULL);
    }
    weft_svg_end(svg);
}

/* The number of a message above where it first appears. */
static void number_draw(const struct spacetime *figure, size_t m,
                        struct weft_svg *svg)
{
    const struct weft_chart *chart = &figure->chart;
    const struct weft_transfer *t = &chart->view.transfer[figure->first[m]];
    if (!figure->band || t->start < chart->view.begin)
        return;
    double x = weft_chart_x(chart, t->start);
    weft_svg_line(
        svg, x, chart->top, x, row_y(chart, t->source),
        &(struct weft_style){.stroke = weft_palette_colour(t->message),
                             .dash = "1 2",
                             .width = 0.8});
    struct weft_font font = {.size = FONT, .anchor = WEFT_MIDDLE, .bold = true};
    weft_svg_printf(svg, x, chart->top - 4, &font, "%d", t->message);
}

/* Did the source have the message from somebody, or send it before? */
static bool had_it(const struct weft_view *view, size_t from, size_t at)
{
    const struct weft_transfer *t = &view->transfer[at];
    for (size_t i = from; i < at; i++) {
        const struct weft_transfer *old = &view->transfer[i];
        if (old->message == t->message &&
            (old->source == t->source || old->destination == t->source))
            return true;
    }
    return false;
}

/* A dot wherever a message begins: once, or, of a reduction, many times. */
static void dots_draw(const struct spacetime *figure, size_t m,
                      struct weft_svg *svg)
{
    const struct weft_chart *chart = &figure->chart;
    const struct weft_view *view = &chart->view;
    int message = figure->legend.message[m];
    struct weft_style style = {.class = "begin",
                               .fill = weft_palette_colour(message)};
    for (size_t i = figure->first[m]; i < view->transfers; i++) {
        const struct weft_transfer *t = &view->transfer[i];
        if (t->message == message && t->start >= view->begin &&
            weft_view_rank(view, t->source) &&
            !had_it(view, figure->first[m], i))
            weft_svg_circle(svg, weft_chart_x(chart, t->start),
                            row_y(chart, t->source), 3, &style);
    }
}

static void draw(const void *state, struct weft_svg *svg)
{
    const struct spacetime *figure = state;
    const struct weft_chart *chart = &figure->chart;
    lines_draw(chart, svg);
    weft_chart_rows(chart, svg);
    for (size_t m = 0; m < figure->legend.count; m++)
        message_draw(figure, m, svg);
    for (size_t m = 0; m < figure->legend.count; m++) {
        number_draw(figure, m, svg);
        dots_draw(figure, m, svg);
    }
    weft_chart_axis(chart, svg);
    weft_legend_draw(&figure->legend, 0,
                     chart->top + chart->height + WEFT_CHART_AXIS, svg);
}

static void finish(void *state)
{
    struct spacetime *figure = state;
    weft_chart_finish(&figure->chart);
    weft_legend_finish(&figure->legend);
    free(figure->first);
}

const struct weft_figure_row weft_figure_spacetime = {
    .info = {"spacetime",
             "a line for each processor, an arrow for each transfer",
             WEFT_FIGURE_TRACE},
    .note = "A line is a processor, an arrow a transfer from when it leaves "
            "to when it arrives; a dot is where a message begins.",
    .state = sizeof(struct spacetime),
    .measure = measure,
    .draw = draw,
    .finish = finish,
};
