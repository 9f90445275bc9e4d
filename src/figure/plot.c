/* Plot of steps against size: for each strategy, a line with points, in its own
 * colour, line style and mark; lower bounds are thick and grey, without points.
 * The mark of a run that broke the model is hollow. The axes are linear from 0,
 * or both logarithmic (base 2); their names state which. */
#include "figure.h"

#include "base/base.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define SERIES_MAX 24
#define WIDTH 560
#define PLOT_LEFT 76
#define UP 14 /* x coordinate of the vertical axis's name, at its middle */
#define LABELS_LEFT 30 /* room for this name and gaps beside the numbers */
#define PLOT_HEIGHT 380
#define PLOT_TOP 8
#define BOTTOM 40
#define PLOT_FONT 11
#define PLOT_KEY_LINE 18
#define PLOT_SAMPLE 34
#define PLOT_MARK 3.5
#define COVERS_MAX 4
#define BROKEN "hollow: breaks the model"
#define INSIDE 10   /* gap between the frame and the first or last number */
#define LABEL_GAP 8 /* least gap between the numbers of the x axis */
#define LABEL_LENGTH 32

struct plot {
    const struct weft_plot *plot;
    double low[2], high[2]; /* ranges of x and y, or of their logarithms on
                               logarithmic axes */
    double left, width;
    double names;  /* width of the longest name */
    bool below;    /* whether the legend is below the plot, not beside it */
    bool broken;   /* whether any run broke the model */
    bool parts[2]; /* whether some x, and whether some y, is not an integer */
};

static double scaled(const struct plot *figure, double value)
{
    return figure->plot->logarithmic ? log2(value) : value;
}

static struct point plot_at(const struct plot *figure, double x, double y)
{
    double right = (scaled(figure, x) - figure->low[0]) /
                   (figure->high[0] - figure->low[0]);
    double up = (scaled(figure, y) - figure->low[1]) /
                (figure->high[1] - figure->low[1]);
    return (struct point){
        figure->left + INSIDE + right * (figure->width - 2 * INSIDE),
        PLOT_TOP + INSIDE + (1 - up) * (PLOT_HEIGHT - 2 * INSIDE)};
}

static int plot_range_add(struct plot *figure, int axis, double value,
                          struct weft_error *err)
{
    if (!isfinite(value) || (figure->plot->logarithmic && value <= 0))
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "a plot takes positive, finite numbers only");
    double number = scaled(figure, value);
    figure->parts[axis] |= value != floor(value);
    figure->low[axis] = fmin(figure->low[axis], number);
    figure->high[axis] = fmax(figure->high[axis], number);
    return 0;
}

static int ranges_find(struct plot *figure, struct weft_error *err)
{
    size_t points = 0;
    for (int axis = 0; axis < 2; axis++) {
        figure->low[axis] = figure->plot->logarithmic ? 1e300 : 0;
        figure->high[axis] = -1e300;
    }
    for (size_t i = 0; i < figure->plot->count; i++) {
        const struct weft_series *series = &figure->plot->series[i];
        for (size_t j = 0; j < series->count; j++, points++) {
            if (plot_range_add(figure, 0, series->x[j], err) ||
                plot_range_add(figure, 1, series->y[j], err))
                return -1;
            figure->broken |= series->broken && series->broken[j];
        }
        double width = svg_text_width(series->name, PLOT_FONT);
        figure->names = fmax(figure->names, width);
    }
    if (!points)
        return weft_error_set(err, WEFT_ERROR_EMPTY, 0,
                              "a plot without points");
    for (int axis = 0; axis < 2; axis++) {
        if (figure->plot->logarithmic) {
            figure->low[axis] = floor(figure->low[axis]);
            figure->high[axis] = ceil(figure->high[axis]);
        }
        if (figure->high[axis] <= figure->low[axis])
            figure->high[axis] = figure->low[axis] + 1;
    }
    return 0;
}

/* ---- the numbers of the axes --------------------------------------------- */

/* Return the largest power of 1024 that fits `times` times into `value`. */
static double unit_below(double value, double times)
{
    double unit = 1;
    while (unit * 1024 * times <= value)
        unit *= 1024;
    return unit;
}

/* Write a number; bytes as 16K or 4M if this is exact. */
static void tick_label(const struct plot *figure, int axis, double value,
                       char text[LABEL_LENGTH])
{
    static const char units[][2] = {"", "K", "M", "G", "T", "P", "E"};
    size_t unit = 0;
    while (!axis && figure->plot->x_bytes && value >= 1024 &&
           fmod(value, 1024) == 0 && unit + 1 < sizeof units / sizeof *units) {
        value /= 1024;
        unit++;
    }
    snprintf(text, LABEL_LENGTH, value < 10 ? "%.3g%s" : "%.0f%s", value,
             units[unit]);
}

/* Return the width of the widest number of an axis. */
static double label_width(const struct plot *figure, int axis)
{
    char text[LABEL_LENGTH] = "1000K";
    double high = figure->high[axis];
    if (axis || !figure->plot->x_bytes)
        tick_label(figure, axis,
                   figure->plot->logarithmic ? exp2(high) : ceil(high), text);
    return svg_text_width(text, PLOT_FONT);
}

/* Return the number of intervals between the numbers of an axis. */
static unsigned tick_most(const struct plot *figure, int axis)
{
    double most = figure->plot->logarithmic ? 12 : 10;
    if (!axis)
        most = fmin(most, (figure->width - 2 * INSIDE) /
                              (label_width(figure, axis) + LABEL_GAP));
    return most < 1 ? 1 : (unsigned)most;
}

/* Return the number that follows `value` on an axis; after 0, the first
 * number. */
static double tick_next(const struct plot *figure, int axis, double value)
{
    double low = figure->low[axis], high = figure->high[axis];
    unsigned most = tick_most(figure, axis);
    if (figure->plot->logarithmic)
        return value > 0 ? value * exp2(ceil((high - low) / most)) : exp2(low);
    double fine = figure->parts[axis] && high <= 2 ? 1e6 : 1;
    if (!axis && figure->plot->x_bytes)
        fine = 1 / unit_below(high, 4);
    double tick = (double)chart_tick((uint64_t)ceil(high * fine), most);
    return (round(value * fine) + tick) / fine;
}

/* ---- measures ------------------------------------------------------------ */

/* Return the number of lines of the legend: one per series, and one for hollow
 * marks. */
static size_t plot_entries(const struct plot *figure)
{
    return figure->plot->count + figure->broken;
}

static double key_y(const struct plot *figure, size_t index)
{
    double top = figure->below ? PLOT_TOP + PLOT_HEIGHT + BOTTOM + 4 : PLOT_TOP;
    return top + 12 + (double)index * PLOT_KEY_LINE;
}

static double key_x(const struct plot *figure)
{
    return figure->below ? figure->left : figure->left + figure->width + 16;
}

static int plot_measure(void *state, const struct weft_panel *panel,
                        struct weft_size *size, struct weft_error *err)
{
    struct plot *figure = state;
    figure->plot = panel->plot;
    if (!panel->plot)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "a plot needs numbers to plot");
    if (panel->plot->count > SERIES_MAX)
        return weft_error_set(
            err, WEFT_ERROR_LIMIT, 0,
            "%zu lines; a plot shows at most %d: compare fewer "
            "strategies",
            panel->plot->count, SERIES_MAX);
    if (ranges_find(figure, err))
        return -1;
    figure->left = fmax(PLOT_LEFT, LABELS_LEFT + label_width(figure, 1));
    figure->width = WIDTH;
    figure->names = fmax(figure->names, svg_text_width(BROKEN, PLOT_FONT));
    figure->below = panel->print;
    if (figure->below)
        figure->width = fmin(WIDTH, size->most - figure->left - 8);
    double keys = key_y(figure, plot_entries(figure)) - PLOT_KEY_LINE / 2.0;
    size->width = figure->left + figure->width +
                  (figure->below ? 8 : 20 + PLOT_SAMPLE + figure->names);
    size->height = fmax(PLOT_TOP + PLOT_HEIGHT + BOTTOM, keys);
    return 0;
}

/* Draw the mark of a series; it is hollow if the run broke the model. */
static void mark_draw(struct svg *svg, struct point p, int number, double size,
                      bool hollow)
{
    static const struct shape {
        size_t corners;
        struct point at[4];
    } shapes[] = {
        {0}, /* a disc */
        {4, {{-0.9, -0.9}, {0.9, -0.9}, {0.9, 0.9}, {-0.9, 0.9}}},
        {4, {{-1.3, 0}, {0, -1.3}, {1.3, 0}, {0, 1.3}}},
        {3, {{-1.2, 0.9}, {0, -1.2}, {1.2, 0.9}}},
        {3, {{-1.2, -0.9}, {0, 1.2}, {1.2, -0.9}}},
    };
    const struct shape *shape =
        &shapes[(size_t)number % (sizeof shapes / sizeof *shapes)];
    struct style style = {.class = hollow ? "broken" : "mark",
                          .fill = hollow ? "#fff" : palette_colour(number),
                          .stroke = palette_colour(number),
                          .width = 1.6};
    struct point corner[5];
    for (size_t i = 0; i < shape->corners; i++)
        corner[i] = (struct point){p.x + shape->at[i].x * size,
                                   p.y + shape->at[i].y * size};
    if (shape->corners) {
        corner[shape->corners] = corner[0];
        svg_polyline(svg, corner, shape->corners + 1, &style);
    } else {
        svg_circle(svg, p.x, p.y, size, &style);
    }
}

/* Return the number of lines that will be drawn over this one at all points.
 * The line is drawn wider for each of them, so that it can be seen on both
 * sides. */
static int covers(const struct weft_plot *plot, size_t index)
{
    const struct weft_series *a = &plot->series[index];
    int count = 0;
    for (size_t i = 0; i < plot->count; i++) {
        const struct weft_series *b = &plot->series[i];
        bool same = !b->bound && (a->bound || i > index);
        same = same && a->count == b->count;
        for (size_t j = 0; same && j < a->count; j++)
            same = a->x[j] == b->x[j] && a->y[j] == b->y[j];
        count += same;
    }
    return count < COVERS_MAX ? count : COVERS_MAX;
}

static struct style line_style(const struct weft_series *series, int number)
{
    struct style style = {.class = "series",
                          .fill = "none",
                          .stroke = palette_colour(number),
                          .dash = palette_dash(number),
                          .width = 1.6};
    if (series->bound) {
        style.class = "bound";
        style.stroke = number % 2 ? "#666" : "#aaa";
        style.width = 4;
        style.dash = number % 4 < 2 ? NULL : "9 3";
    }
    return style;
}

static void series_draw(const struct plot *figure, size_t index, int number,
                        struct svg *svg)
{
    const struct weft_series *series = &figure->plot->series[index];
    struct style style = line_style(series, number);
    int covered = covers(figure->plot, index);
    double mark = PLOT_MARK + 1.5 * covered;
    style.width += 2 * covered;
    if (covered)
        style.dash = NULL;
    struct point *points = calloc(series->count + 1, sizeof *points);
    if (!points) {
        svg_fail(svg);
        return;
    }
    for (size_t i = 0; i < series->count; i++)
        points[i] = plot_at(figure, series->x[i], series->y[i]);
    svg_polyline(svg, points, series->count, &style);
    for (size_t i = 0; i < series->count && !series->bound; i++)
        mark_draw(svg, points[i], number, mark,
                  series->broken && series->broken[i]);
    free(points);
    double x = key_x(figure), y = key_y(figure, index);
    svg_line(svg, x, y, x + PLOT_SAMPLE - 8, y, &style);
    if (!series->bound)
        mark_draw(svg, (struct point){x + PLOT_SAMPLE / 2.0 - 4, y}, number,
                  fmin(mark, PLOT_KEY_LINE / 2.0 - 2.5), false);
    svg_text(svg, x + PLOT_SAMPLE, y + PLOT_FONT * 0.35,
             &(struct font){.size = PLOT_FONT}, series->name);
}

static void axis_draw(const struct plot *figure, int axis, struct svg *svg)
{
    struct style style = {.stroke = "#e4e4e4", .width = 0.8};
    struct font font = {.size = PLOT_FONT,
                        .anchor = axis ? WEFT_END : WEFT_MIDDLE};
    bool logarithmic = figure->plot->logarithmic;
    double x0 = logarithmic ? exp2(figure->low[0]) : 0;
    double y0 = logarithmic ? exp2(figure->low[1]) : 0;
    double last = figure->high[axis] + 1e-9;
    double value = logarithmic ? tick_next(figure, axis, 0) : 0;
    for (; scaled(figure, value) <= last;
         value = tick_next(figure, axis, value)) {
        struct point p =
            axis ? plot_at(figure, x0, value) : plot_at(figure, value, y0);
        double base = PLOT_TOP + PLOT_HEIGHT;
        if (axis)
            svg_line(svg, figure->left, p.y, figure->left + figure->width, p.y,
                     &style);
        else
            svg_line(svg, p.x, base, p.x, PLOT_TOP, &style);
        char text[LABEL_LENGTH];
        tick_label(figure, axis, value, text);
        svg_text(svg, axis ? figure->left - 10 : p.x,
                 axis ? p.y + PLOT_FONT * 0.35 : base + 19, &font, text);
    }
}

static void plot_draw(const void *state, struct svg *svg)
{
    const struct plot *figure = state;
    axis_draw(figure, 0, svg);
    axis_draw(figure, 1, svg);
    svg_rect(svg, figure->left, PLOT_TOP, figure->width, PLOT_HEIGHT,
             &(struct style){.fill = "none", .stroke = "#000", .width = 1});
    struct font font = {.size = PLOT_FONT, .anchor = WEFT_MIDDLE};
    const char *scale =
        figure->plot->logarithmic ? "logarithmic scale" : "linear scale";
    char axis[100], name[160];
    text_cut(axis, sizeof axis, figure->plot->x_name);
    snprintf(name, sizeof name, "%s (%s)", axis, scale);
    svg_text(svg, figure->left + figure->width / 2, PLOT_TOP + PLOT_HEIGHT + 36,
             &font, name);
    text_cut(axis, sizeof axis, figure->plot->y_name);
    snprintf(name, sizeof name, "%s (%s)", axis, scale);
    svg_text_up(svg, UP, PLOT_TOP + PLOT_HEIGHT / 2.0, &font, name);
    int strategy = 0, bound = 0;
    /* draw bounds first, so that they are below the lines */
    for (size_t i = 0; i < figure->plot->count; i++)
        if (figure->plot->series[i].bound)
            series_draw(figure, i, bound++, svg);
    for (size_t i = 0; i < figure->plot->count; i++)
        if (!figure->plot->series[i].bound)
            series_draw(figure, i, strategy++, svg);
    double x = key_x(figure), y = key_y(figure, figure->plot->count);
    if (figure->broken) {
        mark_draw(svg, (struct point){x + PLOT_SAMPLE / 2.0 - 4, y}, 5,
                  PLOT_MARK, true);
        svg_text(svg, x + PLOT_SAMPLE, y + PLOT_FONT * 0.35,
                 &(struct font){.size = PLOT_FONT}, BROKEN);
    }
}

const struct figure_row figure_plot = {
    .info = {"plot", "steps against size for several strategies, with bounds",
             WEFT_FIGURE_COMPARISON},
    .state = sizeof(struct plot),
    .measure = plot_measure,
    .draw = plot_draw,
};
