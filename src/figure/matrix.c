/* Communication matrix: how many messages went from every processor (row) to
 * every other (column). More processors than cells are put together in blocks
 * of equal size, so that any number fits. */
#include "figure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define CELLS_MAX 64
#define FONT 10
#define FONT_LEAST 6
#define SHADES 7
#define GAP 6
#define SCALE_HEIGHT 26
#define TITLE 16 /* height of "to" above the columns */

/* From none to most; light enough differ in a grey print, too. */
static const char *const shades[SHADES] = {
    "#fff", "#deebf7", "#b5d4e9", "#82badb", "#4a97c9", "#1d6cb1", "#08306b",
};

struct traffic {
    struct view view;
    char (*label)[WEFT_LABEL_MAX]; /* [cells] */
    uint64_t *count;               /* [cells * cells] by source */
    int cells, block;
    uint64_t most;
    double left, top, pitch;
    double font; /* of the numbers; 0: they do not fit */
};

static void labels_set(struct traffic *figure, const struct weft_panel *panel)
{
    const struct weft_network *network = panel->network;
    double widest = 0;
    for (int i = 0; i < figure->cells; i++) {
        int rank = figure->view.first + i * figure->block;
        label_print(figure->label[i], panel->label, network,
                    figure->view.trace->info.processors, rank);
        double width = svg_text_width(figure->label[i], FONT);
        widest = width > widest ? width : widest;
    }
    int cells = figure->cells;
    figure->pitch = cells <= 16 ? 28 : cells <= 32 ? 18 : 12;
    if (cells <= 16 && widest + 4 > figure->pitch)
        figure->pitch = widest + 4;
    figure->left = widest + GAP + TITLE;
    figure->top = TITLE + FONT + GAP;
}

static void count(struct traffic *figure)
{
    const struct view *view = &figure->view;
    for (size_t i = 0; i < view->transfers; i++) {
        const struct view_transfer *t = &view->transfer[i];
        if (!view_rank(view, t->source) || !view_rank(view, t->destination))
            continue;
        int row = (t->source - view->first) / figure->block;
        int column = (t->destination - view->first) / figure->block;
        uint64_t *cell = &figure->count[row * figure->cells + column];
        if (++*cell > figure->most)
            figure->most = *cell;
    }
}

/* One size for all numbers, so that the highest fits, too. */
static void font_set(struct traffic *figure)
{
    char text[24];
    snprintf(text, sizeof text, "%llu", (unsigned long long)figure->most);
    double fit = floor(FONT * (figure->pitch - 1) / svg_text_width(text, FONT));
    figure->font = fit > FONT ? FONT : fit < FONT_LEAST ? 0 : fit;
}

static int measure(void *state, const struct weft_panel *panel,
                   struct weft_size *size, struct weft_error *err)
{
    struct traffic *figure = state;
    if (view_init(&figure->view, panel, "matrix", err))
        return -1;
    int rows = figure->view.last - figure->view.first + 1;
    figure->block = (rows + CELLS_MAX - 1) / CELLS_MAX;
    figure->cells = (rows + figure->block - 1) / figure->block;
    size_t cells = (size_t)figure->cells;
    figure->label = calloc(cells, sizeof *figure->label);
    figure->count = calloc(cells * cells, sizeof *figure->count);
    if (!figure->label || !figure->count)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for the figure");
    labels_set(figure, panel);
    count(figure);
    font_set(figure);
    size->width = figure->left + figure->cells * figure->pitch + GAP;
    if (size->width < 300)
        size->width = 300;
    size->height = figure->top + figure->cells * figure->pitch + SCALE_HEIGHT;
    return 0;
}

/* 0 for none, 1 for one, SHADES - 1 for the most. */
static int shade_of(const struct traffic *figure, uint64_t number)
{
    if (!number)
        return 0;
    if (figure->most == 1)
        return 2;
    return 1 + (int)(((double)number - 1) * (SHADES - 2) /
                     ((double)figure->most - 1));
}

static void cell_draw(const struct traffic *figure, int row, int column,
                      struct svg *svg)
{
    uint64_t number = figure->count[row * figure->cells + column];
    if (!number)
        return;
    int shade = shade_of(figure, number);
    double x = figure->left + column * figure->pitch;
    double y = figure->top + row * figure->pitch;
    svg_rect(svg, x, y, figure->pitch, figure->pitch,
             &(struct style){.class = "cell", .fill = shades[shade]});
    if (figure->font > 0)
        svg_printf(svg, x + figure->pitch / 2,
                   y + figure->pitch / 2 + figure->font * 0.35,
                   &(struct font){.size = figure->font,
                                  .anchor = WEFT_MIDDLE,
                                  .fill = shade >= 4 ? "#fff" : "#000"},
                   "%llu", (unsigned long long)number);
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

/* Every k-th name, so that they do not touch. */
static void names_draw(const struct traffic *figure, struct svg *svg)
{
    double widest = 0;
    for (int i = 0; i < figure->cells; i++) {
        double width = svg_text_width(figure->label[i], FONT) + 4;
        widest = width > widest ? width : widest;
    }
    int across = 1, down = 1;
    while (across * figure->pitch < widest)
        across *= 2;
    while (down * figure->pitch < FONT + 1)
        down *= 2;
    struct font font = {.size = FONT, .anchor = WEFT_MIDDLE};
    for (int i = 0; i < figure->cells; i += across)
        svg_text(svg, figure->left + (i + 0.5) * figure->pitch,
                 figure->top - GAP, &font, figure->label[i]);
    font.anchor = WEFT_END;
    for (int i = 0; i < figure->cells; i += down)
        svg_text(svg, figure->left - GAP,
                 figure->top + (i + 0.5) * figure->pitch + FONT * 0.35, &font,
                 figure->label[i]);
    svg_text(svg, 0, figure->top - GAP, &(struct font){.size = FONT}, "from");
    font.anchor = WEFT_MIDDLE;
    svg_text(svg, figure->left + figure->cells * figure->pitch / 2, FONT, &font,
             "to");
}

static void scale_draw(const struct traffic *figure, struct svg *svg)
{
    double y = figure->top + figure->cells * figure->pitch + 8;
    struct font font = {.size = FONT};
    svg_text(svg, 0, y + 10, &font, "messages: 1");
    double x = 78;
    for (int i = 1; i < SHADES; i++, x += 14)
        svg_rect(
            svg, x, y, 14, 12,
            &(struct style){.fill = shades[i], .stroke = "#bbb", .width = 0.5});
    char block[48] = "";
    if (figure->block > 1)
        snprintf(block, sizeof block, "; %d processors in a cell",
                 figure->block);
    svg_printf(svg, x + 6, y + 10, &font, "%llu%s",
               (unsigned long long)figure->most, block);
}

static void draw(const void *state, struct svg *svg)
{
    const struct traffic *figure = state;
    for (int row = 0; row < figure->cells; row++)
        for (int column = 0; column < figure->cells; column++)
            cell_draw(figure, row, column, svg);
    grid_draw(figure, svg);
    names_draw(figure, svg);
    scale_draw(figure, svg);
}

static void finish(void *state)
{
    struct traffic *figure = state;
    view_finish(&figure->view);
    free(figure->label);
    free(figure->count);
}

const struct figure_row figure_matrix = {
    .info = {"matrix", "how many messages went from whom to whom",
             WEFT_FIGURE_TRACE},
    .state = sizeof(struct traffic),
    .measure = measure,
    .draw = draw,
    .finish = finish,
};
