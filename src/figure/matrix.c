/* Communication matrix: the number of messages (or bytes, or transfer time)
 * from each processor (row) to each other (column), with the sums of rows and
 * columns. If there are more processors than cells, each cell is for blocks of
 * processors of equal size. */
#include "figure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MATRIX_CELLS_MAX 64
#define MATRIX_FONT 10
#define FONT_LEAST 6
#define PRINT_LEAST 9
#define SUMS_HEIGHT 20
#define MATRIX_GAP 6
#define SCALE_HEIGHT 26
#define UNIT 32         /* size of the buffer for a text such as "time in ms" */
#define MATRIX_TITLE 16 /* height of the word "to" above the columns */

struct traffic {
    struct view view;
    char (*label)[WEFT_LABEL_MAX]; /* [cells] labels of the rows */
    char (*head)[WEFT_LABEL_MAX];  /* [cells] labels of the columns */
    double *sum;                   /* [cells * cells] amounts, row by row */
    double *sent, *received;       /* [cells] sums of the rows, and sums of the
                                      columns */
    int cells, block;
    double most, all;
    double left, top, pitch;
    double font;  /* font size of the numbers; 0: they do not fit */
    double least; /* minimum font size of the numbers */
    double total; /* width of the column of sums at the right */
    enum weft_amount amount;
    char note[160];
};

/* The names of the kinds of amounts. */
static const char *const amounts[] = {
    [WEFT_AMOUNT_MESSAGES] = "messages",
    [WEFT_AMOUNT_BYTES] = "bytes",
    [WEFT_AMOUNT_TIME] = "time",
};

static double amount_of(const struct traffic *figure,
                        const struct view_transfer *t)
{
    const struct view *view = &figure->view;
    if (figure->amount == WEFT_AMOUNT_BYTES)
        return (double)t->bytes;
    if (figure->amount == WEFT_AMOUNT_TIME)
        return view->steps ? (double)(t->end - t->start) / (double)view->unit
                           : clock_number(&view->trace->info, view->clock,
                                          t->end - t->start);
    return 1;
}

/* Return the name of the amount, with its unit: "messages", "time in ms". */
static const char *unit_of(const struct traffic *figure, char text[UNIT])
{
    const struct view *view = &figure->view;
    const char *amount = amounts[figure->amount];
    if (figure->amount == WEFT_AMOUNT_TIME)
        snprintf(text, UNIT, "%s in %s", amount,
                 view->steps ? "steps" : view->clock->name);
    else
        snprintf(text, UNIT, "%s", amount);
    return text;
}

/* Print a number with at most 4 significant digits: "12", "3.25". */
static const char *matrix_number_print(char text[24], double number)
{
    if (number >= 1e7)
        snprintf(text, 24, "%.3g", number);
    else if (number == floor(number) || number >= 1000)
        snprintf(text, 24, "%.0f", number);
    else
        snprintf(text, 24, "%.3g", number);
    return text;
}

/* Set the label of a column. If processors have names, it is only the number;
 * the names are beside the rows. */
static void label_head(struct traffic *figure, int cell)
{
    int rank = figure->view.first + cell * figure->block;
    const char *row = figure->label[cell], *blank = strchr(row, ' ');
    bool named = weft_processor_name(&figure->view.trace->info, rank) != NULL;
    int length = named && blank ? (int)(blank - row) : (int)strlen(row);
    snprintf(figure->head[cell], WEFT_LABEL_MAX, "%.*s", length, row);
}

static void matrix_labels_set(struct traffic *figure,
                              const struct weft_panel *panel)
{
    const struct weft_network *network = panel->network;
    double widest = 0, head = 0;
    for (int i = 0; i < figure->cells; i++) {
        int rank = figure->view.first + i * figure->block;
        label_print_of(figure->label[i], panel->label, figure->view.trace,
                       network, figure->view.trace->info.processors, rank,
                       WEFT_LABEL_ROW);
        label_head(figure, i);
        double width = svg_text_width(figure->label[i], MATRIX_FONT);
        widest = width > widest ? width : widest;
        head = fmax(head, svg_text_width(figure->head[i], MATRIX_FONT));
    }
    int cells = figure->cells;
    figure->pitch = cells <= 32 ? 18 : 12;
    if (cells <= 16)
        figure->pitch = fmax(28, head + 4);
    figure->left = widest + MATRIX_GAP + MATRIX_TITLE;
    figure->top = MATRIX_TITLE + MATRIX_FONT + MATRIX_GAP;
}

static void matrix_count(struct traffic *figure)
{
    const struct view *view = &figure->view;
    for (size_t i = 0; i < view->transfers; i++) {
        const struct view_transfer *t = &view->transfer[i];
        if (!view_rank(view, t->source) || !view_rank(view, t->destination))
            continue;
        int row = (t->source - view->first) / figure->block;
        int column = (t->destination - view->first) / figure->block;
        double amount = amount_of(figure, t);
        double *cell = &figure->sum[row * figure->cells + column];
        *cell += amount;
        figure->sent[row] += amount;
        figure->received[column] += amount;
        figure->all += amount;
        figure->most = fmax(figure->most, *cell);
    }
}

/* Return the width of the widest number. */
static double number_width(const double *numbers, size_t count)
{
    char text[24];
    double width = 0;
    for (size_t i = 0; i < count; i++)
        if (numbers[i] > 0)
            width = fmax(width,
                         svg_text_width(matrix_number_print(text, numbers[i]),
                                        MATRIX_FONT));
    return width;
}

/* Choose one size for all numbers, so that the widest one fits. */
static void font_set(struct traffic *figure)
{
    size_t cells = (size_t)figure->cells;
    double width = number_width(figure->sum, cells * cells);
    double fit = floor(MATRIX_FONT * (figure->pitch - 1) / fmax(width, 1));
    figure->font = fmin(fit, MATRIX_FONT);
    if (fit < figure->least)
        figure->font = 0;
    double total =
        fmax(number_width(figure->sent, cells), number_width(&figure->all, 1));
    figure->total = fmax(total, svg_text_width("0", MATRIX_FONT)) + MATRIX_GAP;
}

static int matrix_memory_take(struct traffic *figure)
{
    size_t cells = (size_t)figure->cells;
    figure->label = calloc(cells, sizeof *figure->label);
    figure->head = calloc(cells, sizeof *figure->head);
    figure->sum = calloc(cells * cells, sizeof *figure->sum);
    figure->sent = calloc(cells, sizeof *figure->sent);
    figure->received = calloc(cells, sizeof *figure->received);
    return figure->label && figure->head && figure->sum && figure->sent &&
                   figure->received
               ? 0
               : -1;
}

static int matrix_measure(void *state, const struct weft_panel *panel,
                          struct weft_size *size, struct weft_error *err)
{
    struct traffic *figure = state;
    if (view_init(&figure->view, panel, "matrix", err))
        return -1;
    int rows = figure->view.last - figure->view.first + 1;
    int most = panel->print ? MATRIX_CELLS_MAX / 2 : MATRIX_CELLS_MAX;
    figure->amount = panel->amount;
    figure->block = (rows + most - 1) / most;
    figure->cells = (rows + figure->block - 1) / figure->block;
    if (matrix_memory_take(figure))
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for the figure");
    matrix_labels_set(figure, panel);
    matrix_count(figure);
    figure->least = panel->print ? PRINT_LEAST : FONT_LEAST;
    font_set(figure);
    double room = size->most - figure->left - figure->total - MATRIX_GAP;
    figure->pitch = fmin(figure->pitch, floor(room / figure->cells));
    font_set(figure);
    double side = figure->cells * figure->pitch;
    size->width = fmax(figure->left + side + figure->total + MATRIX_GAP, 300);
    size->height = figure->top + side + SUMS_HEIGHT + SCALE_HEIGHT;
    char what[UNIT];
    unit_of(figure, what);
    snprintf(figure->note, sizeof figure->note,
             "%c%s from row to column, with the sums of rows and columns.",
             what[0] - 'a' + 'A', what + 1);
    return 0;
}

static const char *matrix_tell(const void *state)
{
    const struct traffic *figure = state;
    return figure->note;
}

static void matrix_cell_draw(const struct traffic *figure, int row, int column,
                             struct svg *svg)
{
    double sum = figure->sum[row * figure->cells + column];
    if (sum <= 0)
        return;
    char text[24];
    int shade = palette_shade_of(sum, figure->most);
    double x = figure->left + column * figure->pitch;
    double y = figure->top + row * figure->pitch;
    svg_rect(svg, x, y, figure->pitch, figure->pitch,
             &(struct style){.class = "cell", .fill = palette_shade(shade)});
    if (figure->font > 0)
        svg_text(svg, x + figure->pitch / 2,
                 y + figure->pitch / 2 + figure->font * 0.35,
                 &(struct font){.size = figure->font,
                                .anchor = WEFT_MIDDLE,
                                .fill = shade >= 4 ? "#fff" : "#000"},
                 matrix_number_print(text, sum));
}

/* Return k such that labels do not overlap if only every k-th one is drawn. */
static int matrix_step_of(double size, double pitch)
{
    int step = 1;
    while (step * pitch < size)
        step *= 2;
    return step;
}

static void matrix_sums_draw(const struct traffic *figure, struct svg *svg)
{
    char text[24];
    size_t cells = (size_t)figure->cells;
    double side = figure->cells * figure->pitch;
    double right = figure->left + side + figure->total;
    double below = figure->top + side + MATRIX_FONT + 4;
    struct font font = {
        .size = MATRIX_FONT, .anchor = WEFT_END, .fill = "#444"};
    int down = matrix_step_of(MATRIX_FONT + 1, figure->pitch);
    for (int i = 0; i < figure->cells; i += down)
        svg_text(svg, right,
                 figure->top + (i + 0.5) * figure->pitch + MATRIX_FONT * 0.35,
                 &font, matrix_number_print(text, figure->sent[i]));
    font.bold = true;
    svg_text(svg, right, below, &font, matrix_number_print(text, figure->all));
    font.bold = false;
    font.anchor = WEFT_MIDDLE;
    double wide = number_width(figure->received, cells);
    double fit = floor(MATRIX_FONT * (figure->pitch - 2) / fmax(wide, 1));
    font.size = fmax(fmin(fit, MATRIX_FONT), figure->least);
    int across =
        matrix_step_of(wide * font.size / MATRIX_FONT + 2, figure->pitch);
    for (int i = 0; i < figure->cells; i += across)
        svg_text(svg, figure->left + (i + 0.5) * figure->pitch, below, &font,
                 matrix_number_print(text, figure->received[i]));
}

static void grid_draw(const struct traffic *figure, struct svg *svg)
{
    double side = figure->cells * figure->pitch;
    svg_group(svg, 0, 0, &(struct style){.stroke = "#bbb", .width = 0.5});
    for (int i = 0; i <= figure->cells; i++) {
        double at = i * figure->pitch;
        svg_line(svg, figure->left, figure->top + at, figure->left + side,
                 figure->top + at, NULL);
        svg_line(svg, figure->left + at, figure->top, figure->left + at,
                 figure->top + side, NULL);
    }
    svg_end(svg);
}

/* Draw the labels: only every k-th one, so that they do not overlap. */
static void names_draw(const struct traffic *figure, struct svg *svg)
{
    double widest = 0;
    for (int i = 0; i < figure->cells; i++) {
        double width = svg_text_width(figure->head[i], MATRIX_FONT) + 4;
        widest = width > widest ? width : widest;
    }
    int across = matrix_step_of(widest, figure->pitch);
    int down = matrix_step_of(MATRIX_FONT + 1, figure->pitch);
    struct font font = {.size = MATRIX_FONT, .anchor = WEFT_MIDDLE};
    for (int i = 0; i < figure->cells; i += across)
        svg_text(svg, figure->left + (i + 0.5) * figure->pitch,
                 figure->top - MATRIX_GAP, &font, figure->head[i]);
    font.anchor = WEFT_END;
    for (int i = 0; i < figure->cells; i += down)
        svg_text(svg, figure->left - MATRIX_GAP,
                 figure->top + (i + 0.5) * figure->pitch + MATRIX_FONT * 0.35,
                 &font, figure->label[i]);
    svg_text(svg, 0, figure->top - MATRIX_GAP,
             &(struct font){.size = MATRIX_FONT}, "from");
    font.anchor = WEFT_MIDDLE;
    svg_text(svg, figure->left + figure->cells * figure->pitch / 2, MATRIX_FONT,
             &font, "to");
}

/* Draw a scale such as "messages: 0 [][][] 12". Each box represents a range of
 * numbers. */
static void matrix_scale_draw(const struct traffic *figure, struct svg *svg)
{
    double y = figure->top + figure->cells * figure->pitch + SUMS_HEIGHT + 8;
    struct font font = {.size = MATRIX_FONT};
    char title[UNIT + 8], what[UNIT], most[24];
    snprintf(title, sizeof title, "%s: 0", unit_of(figure, what));
    svg_text(svg, 0, y + 10, &font, title);
    double x = svg_text_width(title, MATRIX_FONT) + 6;
    for (int i = 0; i < WEFT_SHADES; i++, x += 14)
        svg_rect(svg, x, y, 14, 12,
                 &(struct style){
                     .fill = palette_shade(i), .stroke = "#bbb", .width = 0.5});
    char block[48] = "";
    if (figure->block > 1)
        snprintf(block, sizeof block, "; %d processors in a cell",
                 figure->block);
    svg_printf(svg, x + 6, y + 10, &font, "%s%s",
               matrix_number_print(most, figure->most), block);
}

static void matrix_draw(const void *state, struct svg *svg)
{
    const struct traffic *figure = state;
    for (int row = 0; row < figure->cells; row++)
        for (int column = 0; column < figure->cells; column++)
            matrix_cell_draw(figure, row, column, svg);
    grid_draw(figure, svg);
    names_draw(figure, svg);
    matrix_sums_draw(figure, svg);
    matrix_scale_draw(figure, svg);
}

static void matrix_finish(void *state)
{
    struct traffic *figure = state;
    view_finish(&figure->view);
    free(figure->label);
    free(figure->head);
    free(figure->sum);
    free(figure->sent);
    free(figure->received);
}

const struct figure_row figure_matrix = {
    .info = {"matrix", "number of messages between each pair of processors",
             WEFT_FIGURE_TRACE},
    .tell = matrix_tell,
    .state = sizeof(struct traffic),
    .measure = matrix_measure,
    .draw = matrix_draw,
    .finish = matrix_finish,
};
