/* Link load over time: a row for each directed link that was used, a cell for
 * each stretch of time, darker and numbered where more than one message was on
 * the link at once. A transfer between processors that are not joined is put
 * on every link of the network's route. */
#include "base/base.h"
#include "figure.h"

#include <stdio.h>
#include <stdlib.h>

#define ROWS_MAX 160
#define HOPS_MAX ((size_t)1 << 20)
#define CELLS_MAX 65536
#define FONT 9
#define GAP 8
#define PITCH 11
#define KEYS_HEIGHT 18

static const struct legend_key keys[] = {
    {"one message", {.fill = "#9ecbe8"}},
    {"several at once (their number)", {.fill = "#000"}},
};

struct load_cell {
    int64_t link;
    uint64_t start, end;
    int64_t load;
};

struct used_link {
    int64_t link; /* 1 + its number; 0: a free place */
};

#define HASH_NAME used_links
#define HASH_ENTRY struct used_link
#define HASH_KEY int64_t
#define HASH_MEMBER link
#define HASH_FREE(e) (!(e)->link)
#include "base/hash.h"

struct link_loads {
    struct chart chart;
    struct used_links used; /* until there are too many */
    struct change *change;
    size_t changes, room;
    struct load_cell *cell; /* by link and time */
    size_t cells;
    size_t rows;
    char (*name)[2 * WEFT_LABEL_MAX + 8]; /* [rows] */
    int vertices;
    enum weft_label label;
    const struct weft_network *network;
};

static int hop_add(struct link_loads *figure, const struct view_transfer *t,
                   int from, int to)
{
    const struct view *view = &figure->chart.view;
    if (array_grow(&figure->change, &figure->room, figure->changes + 2,
                   sizeof *figure->change))
        return -1;
    int64_t link = (int64_t)from * figure->vertices + to;
    if (!used_links_get(&figure->used, link + 1))
        return -1;
    uint64_t start = t->start < view->begin ? view->begin : t->start;
    uint64_t end = t->end > view->end ? view->end : t->end;
    figure->change[figure->changes++] = (struct change){link, start, 1};
    figure->change[figure->changes++] = (struct change){link, end, -1};
    return 0;
}

/* More links, or more transfers over links, than can be drawn? */
static bool too_many(const struct link_loads *figure)
{
    return figure->used.used > ROWS_MAX || figure->changes > 2 * HOPS_MAX;
}

static int route_add(struct link_loads *figure, const struct view_transfer *t)
{
    if (!figure->network)
        return hop_add(figure, t, t->source, t->destination);
    int at = t->source;
    while (at != t->destination && !too_many(figure)) {
        int next = weft_network_next(figure->network, at, t->destination);
        if (hop_add(figure, t, at, next))
            return -1;
        at = next;
    }
    return 0;
}

static int cell_add(void *arg, int64_t key, uint64_t start, uint64_t end,
                    int64_t sum)
{
    struct link_loads *figure = arg;
    if (!figure->cells || figure->cell[figure->cells - 1].link != key)
        figure->rows++;
    figure->cell[figure->cells++] = (struct load_cell){key, start, end, sum};
    return 0;
}

static int cells_find(struct link_loads *figure)
{
    const struct view *view = &figure->chart.view;
    for (size_t i = 0; i < view->transfers && !too_many(figure); i++)
        if (view_rank(view, view->transfer[i].source) &&
            route_add(figure, &view->transfer[i]))
            return -1;
    if (too_many(figure))
        return 0;
    figure->cell = malloc((figure->changes + 1) * sizeof *figure->cell);
    if (!figure->cell)
        return -1;
    return sweep_changes(figure->change, figure->changes, true, cell_add,
                         figure);
}

/* "0 -> 1": the widest name decides where the plotting area begins. */
static double links_name(struct link_loads *figure)
{
    double widest = 0;
    size_t row = 0;
    for (size_t i = 0; i < figure->cells; i++) {
        int64_t link = figure->cell[i].link;
        if (i && figure->cell[i - 1].link == link)
            continue;
        int nodes = figure->vertices;
        if (figure->network)
            nodes = weft_network_size(figure->network);
        char from[WEFT_LABEL_MAX], to[WEFT_LABEL_MAX];
        label_print(from, figure->label, figure->network, nodes,
                    (int)(link / figure->vertices));
        label_print(to, figure->label, figure->network, nodes,
                    (int)(link % figure->vertices));
        snprintf(figure->name[row], sizeof *figure->name, "%s \xe2\x86\x92 %s",
                 from, to);
        double width = svg_text_width(figure->name[row], FONT);
        widest = width > widest ? width : widest;
        row++;
    }
    return widest;
}

static int limit_check(const struct link_loads *figure, struct weft_error *err)
{
    if (figure->used.used > ROWS_MAX)
        return weft_error_set(err, WEFT_ERROR_LIMIT, 0,
                              "more than %d links are used, as many as a links "
                              "figure holds: draw the matrix, or a window "
                              "(--processors A..B, the senders)",
                              ROWS_MAX);
    if (too_many(figure) || figure->cells > CELLS_MAX)
        return weft_error_set(err, WEFT_ERROR_LIMIT, 0,
                              "more than %d transfers over links, as many as a "
                              "links figure holds: draw the matrix, or a "
                              "window (--steps C..D)",
                              CELLS_MAX);
    return 0;
}

static int measure(void *state, const struct weft_panel *panel,
                   struct weft_size *size, struct weft_error *err)
{
    struct link_loads *figure = state;
    struct chart *chart = &figure->chart;
    if (chart_init(chart, panel, "links", WEFT_NETWORK_SIZE_MAX, PITCH, err))
        return -1;
    figure->label = panel->label;
    figure->network = panel->network;
    figure->vertices = figure->network ? weft_network_vertices(figure->network)
                                       : chart->view.trace->info.processors;
    if (cells_find(figure))
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for the figure");
    if (limit_check(figure, err))
        return -1;
    figure->name = calloc(figure->rows + 1, sizeof *figure->name);
    if (!figure->name)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for the figure");
    chart->left = links_name(figure) + GAP;
    chart->height = (double)figure->rows * PITCH;
    size->width = chart->left + chart->width + GAP;
    double least = legend_keys_width(keys, sizeof keys / sizeof *keys);
    if (size->width < least)
        size->width = least;
    size->height = chart->height + WEFT_CHART_AXIS + KEYS_HEIGHT;
    return 0;
}

static void cell_draw(const struct link_loads *figure,
                      const struct load_cell *cell, double y, struct svg *svg)
{
    double x = chart_x(&figure->chart, cell->start);
    double width = chart_x(&figure->chart, cell->end) - x;
    bool several = cell->load > 1;
    svg_rect(svg, x + 0.5, y + 1, width < 1.5 ? 1 : width - 0.5, PITCH - 2,
             &keys[several].style);
    if (several && width >= 8)
        svg_printf(
            svg, x + width / 2, y + PITCH / 2.0 + FONT * 0.35,
            &(struct font){.size = FONT, .anchor = WEFT_MIDDLE, .fill = "#fff"},
            "%lld", (long long)cell->load);
}

static void draw(const void *state, struct svg *svg)
{
    const struct link_loads *figure = state;
    const struct chart *chart = &figure->chart;
    size_t row = 0;
    struct font font = {.size = FONT, .anchor = WEFT_END};
    for (size_t i = 0; i < figure->cells; i++) {
        bool begins = !i || figure->cell[i - 1].link != figure->cell[i].link;
        row += i && begins;
        double y = (double)row * PITCH;
        if (begins) {
            svg_text(svg, chart->left - GAP + 3, y + PITCH / 2.0 + FONT * 0.35,
                     &font, figure->name[row]);
            svg_line(svg, chart->left, y + PITCH, chart->left + chart->width,
                     y + PITCH,
                     &(struct style){.stroke = "#ddd", .width = 0.5});
        }
        cell_draw(figure, &figure->cell[i], y, svg);
    }
    chart_axis(chart, svg);
    legend_keys(keys, sizeof keys / sizeof *keys, 0,
                chart->height + WEFT_CHART_AXIS, svg);
}

static void finish(void *state)
{
    struct link_loads *figure = state;
    chart_finish(&figure->chart);
    used_links_finish(&figure->used);
    free(figure->change);
    free(figure->cell);
    free(figure->name);
}

const struct figure_row figure_links = {
    .info = {"links", "the load of every link over time", WEFT_FIGURE_TRACE},
    .note = "A row is a directed link, a box the time in which a message is "
            "on it.",
    .state = sizeof(struct link_loads),
    .measure = measure,
    .draw = draw,
    .finish = finish,
};
