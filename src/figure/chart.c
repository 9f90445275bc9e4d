/* Charts: rows of processors over a time axis, and the time axis alone. */
#include "figure.h"

#include <stdio.h>
#include <stdlib.h>

#define FONT 10
#define GAP 6 /* between the names and the plotting area */

static double row_pitch(int rows)
{
    return rows <= 20 ? 22 : rows <= 40 ? 15 : rows <= 72 ? 11 : 8;
}

/* Wide enough for a number in each step where that fits the page. */
static double step_width(uint64_t steps)
{
    double width = 960.0 / (double)steps;
    if (steps < 12)
        return steps < 4 ? 80 : 320.0 / (double)steps;
    if (width > 26)
        return 26;
    return width < 2.5 ? 2.5 : width;
}

static int rows_set(struct chart *chart, const struct weft_panel *panel)
{
    const struct view *view = &chart->view;
    int size = view->trace->info.processors;
    chart->rows = view->last - view->first + 1;
    chart->row = malloc((size_t)chart->rows * sizeof *chart->row);
    chart->label = malloc((size_t)chart->rows * sizeof *chart->label);
    if (!chart->row || !chart->label)
        return -1;
    const struct weft_network *network = panel->network;
    bool tour = panel->tour && network && weft_network_size(network) == size;
    int row = 0;
    for (int i = 0; i < size; i++) {
        int rank = tour ? weft_network_tour(network, i) : i;
        if (view_rank(view, rank))
            chart->row[rank - view->first] = row++;
    }
    double widest = 0;
    for (int i = 0; i < chart->rows; i++) {
        label_print(chart->label[i], panel->label, network, size,
                    view->first + i);
        double width = svg_text_width(chart->label[i], FONT);
        if (width > widest)
            widest = width;
    }
    chart->left = widest + GAP;
    return 0;
}

int chart_init(struct chart *chart, const struct weft_panel *panel,
               const char *what, int rows, double pitch, struct weft_error *err)
{
    *chart = (struct chart){0};
    if (view_init(&chart->view, panel, what, err) ||
        view_limit(&chart->view, what, rows, WEFT_CHART_STEPS, err))
        return -1;
    if (rows_set(chart, panel))
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for the figure");
    uint64_t length = chart->view.end - chart->view.begin;
    uint64_t steps = length / chart->view.unit;
    chart->step =
        chart->view.steps ? step_width(steps) : 960.0 / (double)length;
    chart->width = (double)length * chart->step / (double)chart->view.unit;
    chart->pitch = pitch > 0 ? pitch : row_pitch(chart->rows);
    chart->height = chart->pitch * chart->rows;
    return 0;
}

void chart_finish(struct chart *chart)
{
    view_finish(&chart->view);
    free(chart->row);
    free(chart->label);
}

double chart_x(const struct chart *chart, uint64_t time)
{
    double units = (double)(int64_t)(time - chart->view.begin);
    return chart->left + units * chart->step / (double)chart->view.unit;
}

double chart_y(const struct chart *chart, int rank)
{
    return chart->top +
           (chart->row[rank - chart->view.first] + 0.5) * chart->pitch;
}

void chart_rows(const struct chart *chart, struct svg *svg)
{
    int every = 1;
    while (every * chart->pitch < FONT)
        every++;
    struct font font = {.size = FONT, .anchor = WEFT_END};
    for (int i = 0; i < chart->rows; i++)
        if (chart->row[i] % every == 0)
            svg_text(svg, chart->left - GAP,
                     chart_y(chart, chart->view.first + i) + FONT * 0.35, &font,
                     chart->label[i]);
}

uint64_t chart_tick(uint64_t high, unsigned most)
{
    uint64_t tick = 1;
    for (unsigned i = 0; high / tick > most; i++)
        tick = i % 3 == 1 ? tick / 2 * 5 : tick * 2;
    return tick;
}

static void tick_draw(const struct chart *chart, struct svg *svg,
                      uint64_t number, double x)
{
    static const struct style style = {.stroke = "#000", .width = 1};
    double base = chart->top + chart->height;
    svg_line(svg, x, base, x, base + 4, &style);
    struct font font = {.size = FONT, .anchor = WEFT_MIDDLE};
    if (chart->view.steps) {
        svg_printf(svg, x, base + 15, &font, "%llu",
                   (unsigned long long)number);
        return;
    }
    uint64_t ns = chart->view.trace->info.unit_ns;
    uint64_t us = number * (ns ? ns : 1) / 1000;
    svg_printf(svg, x, base + 15, &font, "%llu.%03llu",
               (unsigned long long)(us / 1000),
               (unsigned long long)(us % 1000));
}

void chart_axis(const struct chart *chart, struct svg *svg)
{
    const struct view *view = &chart->view;
    double base = chart->top + chart->height;
    svg_line(svg, chart->left, base, chart->left + chart->width, base,
             &(struct style){.stroke = "#000", .width = 1});
    uint64_t from = view->begin / view->unit, to = view->end / view->unit;
    unsigned most = (unsigned)(chart->width / (view->steps ? 26 : 60));
    uint64_t tick = chart_tick(to - from, most ? most : 1);
    /* A step's number stands under its end: step s is [s - 1, s]. */
    for (uint64_t n = (from + tick - 1) / tick * tick; n <= to; n += tick)
        tick_draw(chart, svg, n, chart_x(chart, n * view->unit));
    struct font font = {.size = FONT, .anchor = WEFT_MIDDLE};
    double x = chart->left + chart->width / 2;
    if (view->steps && view->unit > 1)
        svg_printf(svg, x, base + 30, &font, "time (steps of %llu time units)",
                   (unsigned long long)view->unit);
    else
        svg_text(svg, x, base + 30, &font,
                 view->steps ? "time (steps)" : "time (ms)");
}
