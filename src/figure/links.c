/* Link load over time: a row for each directed link that was used, and a cell
 * for each time interval. The more messages were on the link at once, the
 * darker the cell; it shows their number if there was more than one. A transfer
 * between processors that are not adjacent counts on every link of its route.
 * If there are too many links or steps, they are summed: a row is then several
 * links, and a cell is their average load. */
#include "base/base.h"
#include "figure.h"

#include <stdio.h>
#include <stdlib.h>
#include <weft/unstable/ways.h>

#define LINKS_ROWS_MAX 64
/* Limits on the number of hops, which is lower for a short file with long
 * routes. */
#define HOPS_MAX ((size_t)1 << 20)
#define HOPS_FEW ((size_t)1 << 19)
#define HOPS_A_TRANSFER 16
#define LINKS_CELLS_MAX 16384
#define LINKS_FONT 9
#define LINKS_GAP 8
#define LINKS_PITCH 11
#define LINKS_KEYS_HEIGHT 18
#define SHADE_LEAST 2 /* shade of one message; shade 0 is white */

struct load_cell {
    int64_t row;
    uint64_t start, end;
    double load;
};

struct used_link {
    int64_t link; /* 1 + number of the link; 0: free slot */
};

#define HASH_NAME used_links
#define HASH_ENTRY struct used_link
#define HASH_KEY int64_t
#define HASH_MEMBER link
#define HASH_FREE(e) (!(e)->link)
#include "base/hash.h"

struct link_loads {
    struct chart chart;
    struct used_links used;
    int64_t *link; /* [links] numbers of the used links, ascending */
    size_t links;
    struct change *change;
    size_t changes, room;
    struct load_cell *cell; /* [count] cells, sorted by row and time */
    size_t cells;
    size_t rows, block; /* number of rows, and number of links per row */
    double most;        /* highest load of a cell */
    char (*name)[2 * WEFT_LABEL_MAX + 8]; /* [rows] names of the rows */
    int vertices;
    enum weft_label label;
    const struct weft_network *network;
    bool again; /* whether an earlier panel has the same legend */
    char note[WEFT_CHART_NOTE + 200];
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

static size_t hops_most(const struct link_loads *figure)
{
    size_t most = HOPS_FEW + figure->chart.view.transfers * HOPS_A_TRANSFER;
    return most < HOPS_MAX ? most : HOPS_MAX;
}

/* Return whether there are too many hops to allocate memory for. */
static bool links_too_many(const struct link_loads *figure)
{
    return figure->changes > 2 * hops_most(figure);
}

static int route_add(struct link_loads *figure, const struct view_transfer *t)
{
    if (!figure->network)
        return hop_add(figure, t, t->source, t->destination);
    int at = t->source, arc[2];
    const char *way =
        t->way && weft_network_has_way(figure->network, t->source, t->way,
                                       t->destination, arc)
            ? t->way
            : NULL;
    while (at != t->destination && !links_too_many(figure)) {
        int next =
            weft_network_onward(figure->network, at, t->destination, &way);
        if (hop_add(figure, t, at, next))
            return -1;
        at = next;
    }
    return 0;
}

static int link_compare(const void *left, const void *right)
{
    int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
    return (a > b) - (a < b);
}

/* Sort the used links, and choose the number of links per row. */
static int links_sort(struct link_loads *figure)
{
    figure->link = calloc(figure->used.used + 1, sizeof *figure->link);
    if (!figure->link)
        return -1;
    for (size_t i = 0; i < used_links_room(&figure->used); i++)
        if (figure->used.place[i].link)
            figure->link[figure->links++] = figure->used.place[i].link - 1;
    qsort(figure->link, figure->links, sizeof *figure->link, link_compare);
    figure->block =
        figure->links ? (figure->links - 1) / LINKS_ROWS_MAX + 1 : 1;
    figure->rows = (figure->links + figure->block - 1) / figure->block;
    for (size_t i = 0; i < figure->changes; i++) {
        const int64_t *at = bsearch(&figure->change[i].key, figure->link,
                                    figure->links, sizeof *at, link_compare);
        figure->change[i].key =
            (int64_t)((size_t)(at - figure->link) / figure->block);
    }
    return 0;
}

static int cell_add(void *arg, int64_t key, uint64_t start, uint64_t end,
                    int64_t sum)
{
    struct link_loads *figure = arg;
    figure->cell[figure->cells++] =
        (struct load_cell){key, start, end, (double)sum};
    return 0;
}

/* If there are too many intervals, replace them with averages over columns. */
static int cells_sum(struct link_loads *figure)
{
    struct chart *chart = &figure->chart;
    chart->summed = true;
    while (chart->bins * figure->rows > LINKS_CELLS_MAX) {
        chart->bin *= 2;
        chart->bins = (chart->bins + 1) / 2;
    }
    double *sum = calloc(chart->bins * figure->rows + 1, sizeof *sum);
    if (!sum)
        return -1;
    for (size_t i = 0; i < figure->cells; i++) {
        const struct load_cell *cell = &figure->cell[i];
        uint64_t at = cell->start;
        for (uint64_t end; at < cell->end; at = end) {
            size_t bin = (size_t)((at - chart->view.begin) / chart->bin);
            end = chart_column(chart, bin + 1);
            if (end > cell->end)
                end = cell->end;
            sum[(size_t)cell->row * chart->bins + bin] +=
                cell->load * (double)(end - at);
        }
    }
    free(figure->cell);
    figure->cells = 0;
    figure->cell = calloc(chart->bins * figure->rows + 1, sizeof *figure->cell);
    for (size_t i = 0; figure->cell && i < chart->bins * figure->rows; i++) {
        uint64_t start = chart_column(chart, i % chart->bins);
        uint64_t end = chart_column(chart, i % chart->bins + 1);
        if (sum[i] > 0)
            figure->cell[figure->cells++] = (struct load_cell){
                (int64_t)(i / chart->bins), start, end,
                sum[i] / ((double)(end - start) * (double)figure->block)};
    }
    free(sum);
    return figure->cell ? 0 : -1;
}

static int cells_find(struct link_loads *figure)
{
    const struct view *view = &figure->chart.view;
    for (size_t i = 0; i < view->transfers && !links_too_many(figure); i++)
        if (view_rank(view, view->transfer[i].source) &&
            route_add(figure, &view->transfer[i]))
            return -1;
    if (links_too_many(figure))
        return 0;
    figure->cell = malloc((figure->changes + 1) * sizeof *figure->cell);
    if (!figure->cell || links_sort(figure))
        return -1;
    sweep_changes(figure->change, figure->changes, true, cell_add, figure);
    uint64_t columns = (view->end - view->begin) / view->unit;
    bool long_run = view->steps && columns > WEFT_CHART_STEPS;
    if (figure->block > 1 || long_run || figure->cells > LINKS_CELLS_MAX)
        return cells_sum(figure);
    return 0;
}

/* Set the names of the rows, such as "0 -> 1". Return the width of the widest
 * name. */
static double links_name(struct link_loads *figure)
{
    double widest = 0;
    int nodes = figure->vertices;
    if (figure->network)
        nodes = weft_network_size(figure->network);
    for (size_t row = 0; row < figure->rows; row++) {
        int64_t link = figure->link[row * figure->block];
        char from[WEFT_LABEL_MAX], to[WEFT_LABEL_MAX];
        label_print_of(from, figure->label, figure->chart.view.trace,
                       figure->network, nodes, (int)(link / figure->vertices),
                       WEFT_LABEL_NODE);
        label_print_of(to, figure->label, figure->chart.view.trace,
                       figure->network, nodes, (int)(link % figure->vertices),
                       WEFT_LABEL_NODE);
        snprintf(figure->name[row], sizeof *figure->name, "%s \xe2\x86\x92 %s",
                 from, to);
        double width = svg_text_width(figure->name[row], LINKS_FONT);
        widest = width > widest ? width : widest;
    }
    return widest;
}

static void most_find(struct link_loads *figure)
{
    for (size_t i = 0; i < figure->cells; i++)
        if (figure->cell[i].load > figure->most)
            figure->most = figure->cell[i].load;
}

static void links_note_set(struct link_loads *figure)
{
    const struct chart *chart = &figure->chart;
    char columns[WEFT_CHART_COLUMN];
    chart_column_print(chart, columns);
    if (chart->summed)
        snprintf(figure->note, sizeof figure->note,
                 "%zu directed links are used. A row is %zu of them, beginning "
                 "with the one named, and a box %s; darker means more messages "
                 "on a link on average.",
                 figure->links, figure->block, columns);
    else
        snprintf(figure->note, sizeof figure->note,
                 "Rows are directed links, boxes the times when messages are "
                 "on them; darker means more messages.");
}

static double keys_width(const struct link_loads *figure)
{
    return figure->again ? 0 : 230;
}

static int links_measure(void *state, const struct weft_panel *panel,
                         struct weft_size *size, struct weft_error *err)
{
    struct link_loads *figure = state;
    struct chart *chart = &figure->chart;
    if (chart_init(chart, panel, "links", WEFT_NETWORK_SIZE_MAX, LINKS_PITCH,
                   size, err))
        return -1;
    chart->summed = false;
    figure->again = size->again;
    figure->label = panel->label;
    figure->network = panel->network;
    figure->vertices = figure->network ? weft_network_vertices(figure->network)
                                       : chart->view.trace->info.processors;
    bool made = !cells_find(figure);
    if (links_too_many(figure))
        return weft_error_set(err, WEFT_ERROR_LIMIT, 0,
                              "more than %zu transfers over links, the maximum "
                              "of a links figure: draw the matrix, or a "
                              "window (--steps C..D)",
                              hops_most(figure));
    if (made)
        figure->name = calloc(figure->rows + 1, sizeof *figure->name);
    if (!figure->name)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for the figure");
    most_find(figure);
    links_note_set(figure);
    chart_left(chart, links_name(figure) + LINKS_GAP);
    chart->height = (double)figure->rows * LINKS_PITCH;
    size->width = chart->left + chart->width + WEFT_CHART_GAP;
    if (size->width < keys_width(figure))
        size->width = keys_width(figure);
    size->height = chart->height + WEFT_CHART_AXIS + LINKS_KEYS_HEIGHT;
    return 0;
}

/* Return the shade of a load. A single message must not be pale, so the shades
 * range from SHADE_LEAST to the maximum. */
static int shade_of(const struct link_loads *figure, double load)
{
    if (figure->chart.summed)
        return palette_shade_of(load, figure->most);
    int shades = WEFT_SHADES - 1 - SHADE_LEAST;
    double most = figure->most > 1 ? figure->most - 1 : 1;
    int shade = SHADE_LEAST + (int)((load - 1) / most * shades + 0.5);
    return shade < SHADE_LEAST ? SHADE_LEAST : shade;
}

static void links_cell_draw(const struct link_loads *figure,
                            const struct load_cell *cell, struct svg *svg)
{
    double x = chart_x(&figure->chart, cell->start),
           y = (double)cell->row * LINKS_PITCH;
    double width = chart_x(&figure->chart, cell->end) - x;
    bool summed = figure->chart.summed;
    double gap = summed ? 0 : 0.5;
    int shade = shade_of(figure, cell->load);
    svg_rect(svg, x + gap, y + 1, width < 1.5 ? width : width - gap,
             LINKS_PITCH - 2, &(struct style){.fill = palette_shade(shade)});
    if (!summed && cell->load > 1 && width >= 8)
        svg_printf(svg, x + width / 2,
                   y + LINKS_PITCH / 2.0 + LINKS_FONT * 0.35,
                   &(struct font){.size = LINKS_FONT,
                                  .anchor = WEFT_MIDDLE,
                                  .fill = shade >= 4 ? "#fff" : "#000"},
                   "%.0f", cell->load);
}

/* Draw the legend: "messages on the link: 1 [][][] 3". */
static void links_keys_draw(const struct link_loads *figure, double y,
                            struct svg *svg)
{
    struct font font = {.size = LINKS_FONT};
    bool summed = figure->chart.summed, one = !summed && figure->most <= 1;
    const char *title =
        summed ? "messages on a link: 0" : "messages on the link: 1";
    svg_text(svg, 0, y + 12, &font, title);
    double x = svg_text_width(title, LINKS_FONT) + 6;
    for (int i = summed ? 1 : SHADE_LEAST;
         i < (one ? SHADE_LEAST + 1 : WEFT_SHADES); i++, x += 14)
        svg_rect(svg, x, y + 3, 14, 10,
                 &(struct style){.fill = palette_shade(i)});
    if (!one)
        svg_printf(svg, x + 6, y + 12, &font, "%.3g", figure->most);
}

static void links_draw(const void *state, struct svg *svg)
{
    const struct link_loads *figure = state;
    const struct chart *chart = &figure->chart;
    struct font font = {.size = LINKS_FONT, .anchor = WEFT_END};
    for (size_t row = 0; row < figure->rows; row++) {
        double y = (double)row * LINKS_PITCH;
        svg_text(svg, chart->left - LINKS_GAP + 3,
                 y + LINKS_PITCH / 2.0 + LINKS_FONT * 0.35, &font,
                 figure->name[row]);
        svg_line(svg, chart->left, y + LINKS_PITCH, chart->left + chart->width,
                 y + LINKS_PITCH,
                 &(struct style){.stroke = "#ddd", .width = 0.5});
    }
    for (size_t i = 0; i < figure->cells; i++)
        links_cell_draw(figure, &figure->cell[i], svg);
    chart_axis(chart, svg);
    if (!figure->again)
        links_keys_draw(figure, chart->height + WEFT_CHART_AXIS, svg);
}

static const char *links_tell(const void *state)
{
    const struct link_loads *figure = state;
    return figure->note;
}

static void links_finish(void *state)
{
    struct link_loads *figure = state;
    chart_finish(&figure->chart);
    used_links_finish(&figure->used);
    free(figure->link);
    free(figure->change);
    free(figure->cell);
    free(figure->name);
}

const struct figure_row figure_links = {
    .info = {"links", "the load of every link over time", WEFT_FIGURE_TRACE},
    .tell = links_tell,
    .state = sizeof(struct link_loads),
    .measure = links_measure,
    .draw = links_draw,
    .finish = links_finish,
};
