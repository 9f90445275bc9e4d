/* Charts: rows of processors over a time axis. Also draws the time axis
 * alone. */
#include "figure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHART_FONT 10
#define CHART_GAP 6 /* gap between the row names and the plotting area */

static double row_pitch(int rows)
{
    if (rows <= 20)
        return 22;
    if (rows <= 40)
        return 15;
    return rows <= 72 ? 11 : 8;
}

/* Return the width of a step, which leaves room for its number if the chart is
 * wide enough. */
static double step_width(uint64_t steps, double room)
{
    double width = room / (double)steps;
    if (steps < 12 && room > 320)
        return steps < 4 ? 80 : 320.0 / (double)steps;
    return width > 26 ? 26 : width;
}

/* Set the names of the rows. Return the width of the widest name. */
static double chart_labels_set(struct chart *chart,
                               const struct weft_panel *panel)
{
    const struct view *view = &chart->view;
    int size = view->trace->info.processors;
    double widest = 0;
    for (int i = view->last - view->first; i >= 0; i--)
        label_print_of(chart->label[chart->row[i]], panel->label, view->trace,
                       panel->network, size, view->first + i, WEFT_LABEL_ROW);
    for (int i = 0; i < chart->rows; i++) {
        double width = svg_text_width(chart->label[i], CHART_FONT);
        widest = width > widest ? width : widest;
    }
    return widest;
}

static int chart_rows_set(struct chart *chart, const struct weft_panel *panel,
                          int most)
{
    const struct view *view = &chart->view;
    int size = view->trace->info.processors;
    int count = view->last - view->first + 1;
    chart->block = (count - 1) / most + 1;
    chart->rows = (count - 1) / chart->block + 1;
    chart->row = malloc((size_t)count * sizeof *chart->row);
    chart->label = calloc((size_t)chart->rows, sizeof *chart->label);
    if (!chart->row || !chart->label)
        return -1;
    const struct weft_network *network = panel->network;
    bool tour = panel->tour && network && weft_network_size(network) == size;
    int at = 0;
    for (int i = 0; i < size; i++) {
        int rank = tour ? weft_network_tour(network, i) : i;
        if (view_rank(view, rank))
            chart->row[rank - view->first] = at++ / chart->block;
    }
    return 0;
}

/* Compute the number of columns of a summed chart. */
static void chart_columns_set(struct chart *chart)
{
    const struct view *view = &chart->view;
    uint64_t length = view->end - view->begin, columns = length / view->unit;
    bool crowded = view->transfers > WEFT_CHART_BOXES && !chart->full;
    chart->summed = chart->block > 1 || crowded ||
                    (view->steps && columns > WEFT_CHART_STEPS);
    uint64_t each = (columns - 1) / (WEFT_CHART_STEPS / 2) + 1;
    chart->bin = each * view->unit;
    chart->bins = (size_t)((length - 1) / chart->bin + 1);
}

void chart_left(struct chart *chart, double left)
{
    const struct view *view = &chart->view;
    uint64_t length = view->end - view->begin;
    double room = chart->most - left - WEFT_CHART_GAP;
    room = room > 960 ? 960 : room;
    chart->left = left;
    chart->step = view->steps && !chart->summed
                      ? step_width(length / view->unit, room)
                      : room * (double)view->unit / (double)length;
    chart->width = (double)length * chart->step / (double)view->unit;
}

int chart_init(struct chart *chart, const struct weft_panel *panel,
               const char *what, int rows, double pitch,
               const struct weft_size *size, struct weft_error *err)
{
    *chart = (struct chart){.view.keep_rest = chart->view.keep_rest,
                            .view.silent = chart->view.silent,
                            .full = panel->full,
                            .most = size->most};
    if (view_init(&chart->view, panel, what, err))
        return -1;
    if (chart_rows_set(chart, panel, rows))
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for the figure");
    chart_columns_set(chart);
    chart_left(chart, chart_labels_set(chart, panel) + CHART_GAP);
    chart->pitch = pitch > 0 ? pitch : row_pitch(chart->rows);
    chart->height = chart->pitch * chart->rows;
    return 0;
}

void chart_column_print(const struct chart *chart, char text[WEFT_CHART_COLUMN])
{
    const struct view *view = &chart->view;
    const struct weft_trace_info *info = &view->trace->info;
    uint64_t steps = chart->bin / view->unit;
    if (view->steps) {
        snprintf(text, WEFT_CHART_COLUMN, "%llu step%s",
                 (unsigned long long)steps, steps > 1 ? "s" : "");
        return;
    }
    const struct weft_time_unit *unit = weft_time_unit(info, 10 * chart->bin);
    clock_short(text, clock_number(info, unit, chart->bin));
    snprintf(text + strlen(text), WEFT_CHART_COLUMN - strlen(text), " %s",
             unit->name);
}

void chart_note(const struct chart *chart, bool rows,
                char text[WEFT_CHART_NOTE])
{
    char row[80] = "A row is a processor, a column", column[WEFT_CHART_COLUMN];
    *text = '\0';
    if (!chart->summed)
        return;
    if (chart->block > 1)
        snprintf(row, sizeof row,
                 "A row is %d processors, from the one named, a column",
                 chart->block);
    if (!rows)
        snprintf(row, sizeof row, "A column is");
    chart_column_print(chart, column);
    snprintf(text, WEFT_CHART_NOTE, "%s %s. ", row, column);
}

void chart_finish(struct chart *chart)
{
    view_finish(&chart->view);
    free(chart->edge);
    free(chart->row);
    free(chart->label);
}

uint64_t chart_column(const struct chart *chart, size_t bin)
{
    const struct view *view = &chart->view;
    return bin > (view->end - view->begin) / chart->bin
               ? view->end
               : view->begin + bin * chart->bin;
}

double chart_x(const struct chart *chart, uint64_t time)
{
    uint64_t begin = chart->view.begin;
    double units =
        time < begin ? -(double)(begin - time) : (double)(time - begin);
    return chart->left + units * chart->step / (double)chart->view.unit;
}

double chart_edge(const struct chart *chart, int row)
{
    return chart->top + (chart->edge ? chart->edge[row] : row * chart->pitch);
}

static double middle(const struct chart *chart, int row)
{
    return (chart_edge(chart, row) + chart_edge(chart, row + 1)) / 2;
}

double chart_y(const struct chart *chart, int rank)
{
    return middle(chart, chart->row[rank - chart->view.first]);
}

void chart_rows(const struct chart *chart, struct svg *svg)
{
    int every = 1;
    while (every * chart->pitch < CHART_FONT)
        every++;
    struct font font = {.size = CHART_FONT, .anchor = WEFT_END};
    for (int i = 0; i < chart->rows; i++)
        if (i % every == 0)
            svg_text(svg, chart->left - CHART_GAP,
                     middle(chart, i) + CHART_FONT * 0.35, &font,
                     chart->label[i]);
}

uint64_t chart_tick(uint64_t high, unsigned most)
{
    uint64_t tick = 1;
    for (unsigned i = 0; high / tick > most; i++)
        if (__builtin_mul_overflow(tick, 2, &tick) ||
            (i % 3 == 1 && __builtin_add_overflow(tick, tick / 4, &tick)))
            return high;
    return tick;
}

static double tick_width(const char *label)
{
    return svg_text_width(label, CHART_FONT) + 4;
}

/* Print the number at a tick, in the unit of the axis. */
static void tick_print(const struct view *view, uint64_t number, int decimals,
                       char text[WEFT_TIME_MAX])
{
    if (view->steps)
        snprintf(text, WEFT_TIME_MAX, "%llu", (unsigned long long)number);
    else
        weft_time_print(text, &view->trace->info, view->clock, number,
                        decimals);
}

static int tick_decimals(const struct view *view, uint64_t tick)
{
    return view->steps
               ? 0
               : weft_time_decimals(&view->trace->info, view->clock, tick);
}

/* Choose the ticks such that their numbers do not overlap; the last number is
 * the longest. */
static uint64_t ticks_choose(const struct chart *chart)
{
    const struct view *view = &chart->view;
    uint64_t from = view->begin / view->unit, to = view->end / view->unit;
    double pitch = view->steps ? 26 : 60;
    for (;;) {
        unsigned most = (unsigned)(chart->width / pitch);
        uint64_t tick = chart_tick(to - from, most ? most : 1);
        char last[WEFT_TIME_MAX];
        tick_print(view, to / tick * tick, tick_decimals(view, tick), last);
        double width = tick_width(last);
        double apart = (double)tick * chart->step;
        if (width <= apart || pitch > chart->width)
            return tick;
        pitch = width > pitch * 1.25 ? width : pitch * 1.25;
    }
}

static void tick_draw(const struct chart *chart, struct svg *svg,
                      uint64_t number, uint64_t tick)
{
    static const struct style style = {.stroke = "#000", .width = 1};
    const struct view *view = &chart->view;
    double base = chart->top + chart->height;
    double x = chart_x(chart, number * view->unit);
    double right = chart->left + chart->width + WEFT_CHART_GAP;
    char text[WEFT_TIME_MAX];
    struct font font = {.size = CHART_FONT, .anchor = WEFT_MIDDLE};
    svg_line(svg, x, base, x, base + 4, &style);
    tick_print(view, number, tick_decimals(view, tick), text);
    if (tick_width(text) / 2 > right + WEFT_CHART_GAP - x) {
        font.anchor = WEFT_END;
        x = right;
    }
    svg_text(svg, x, base + 15, &font, text);
}

void chart_axis(const struct chart *chart, struct svg *svg)
{
    const struct view *view = &chart->view;
    double base = chart->top + chart->height;
    svg_line(svg, chart->left, base, chart->left + chart->width, base,
             &(struct style){.stroke = "#000", .width = 1});
    uint64_t from = view->begin / view->unit, to = view->end / view->unit;
    uint64_t tick = ticks_choose(chart);
    /* the number of a step is at its end: step s is [s - 1, s] */
    uint64_t first = from / tick + (from % tick > 0), last = to / tick;
    for (uint64_t i = 0; first <= last && i <= last - first; i++)
        tick_draw(chart, svg, (first + i) * tick, tick);
    struct font font = {.size = CHART_FONT, .anchor = WEFT_MIDDLE};
    double x = chart->left + chart->width / 2;
    if (view->steps && view->unit > 1)
        svg_printf(svg, x, base + 30, &font, "time (steps of %llu time units)",
                   (unsigned long long)view->unit);
    else
        svg_printf(svg, x, base + 30, &font, "time (%s)",
                   view->steps ? "steps" : view->clock->name);
}
