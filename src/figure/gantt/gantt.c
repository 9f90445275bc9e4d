/* Gantt chart: a row for each processor, a box for each activity, in the colour
 * of the message: filled for sends, pale for receptions; hatched for computing,
 * also where a trace that does not record computations shows the processor
 * busy; grey for other calls. Activities at the same time are in lanes one
 * above the other, sends above, receptions below, as many as the row needs, but
 * at most WEFT_GANTT_LANES of each; boxes without a free lane are omitted and
 * counted. If there are too many rows or steps, they are summed: a row is then
 * a band whose height is the share of its processors. */
#include "gantt.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GANTT_FONT 9

#define CALL_FILL "#ddd"
static const struct legend_key gantt_keys[] = {
    {"sends", {.fill = "#0072b2"}},
    {"receives", {.fill = "#cfe3f0", .stroke = "#0072b2", .width = 1}},
    {"computes", {.fill = palette_hatch}},
    {"other calls", {.fill = CALL_FILL, .stroke = "#777", .width = 1}},
};
static const uint8_t key_kinds[] = {WEFT_SEND, WEFT_RECEIVE, WEFT_COMPUTE,
                                    WEFT_CALL};
#define GANTT_KEYS (sizeof gantt_keys / sizeof *gantt_keys)
static const struct legend_key gantt_busy = {"is busy",
                                             {.fill = palette_hatch}};

static void box_add(struct gantt *figure, uint8_t kind, int rank, int message,
                    uint64_t start, uint64_t end)
{
    const struct view *view = &figure->chart.view;
    if (!view_rank(view, rank) || !view_time(view, start, end))
        return;
    figure->seen[kind] = true;
    figure->box[figure->boxes++] = (struct box){
        .start = start < view->begin ? view->begin : start,
        .end = end > view->end ? view->end : end,
        .rank = rank,
        .message = message,
        .kind = kind,
    };
}

static void find_events(struct gantt *figure)
{
    static const bool drawn[WEFT_EVENT_KINDS] = {[WEFT_SEND] = true,
                                                 [WEFT_RECEIVE] = true,
                                                 [WEFT_COMPUTE] = true,
                                                 [WEFT_CALL] = true};
    const struct view *view = &figure->chart.view;
    for (size_t i = 0; i < view->trace->count; i++) {
        const struct weft_event *e = &view->trace->events[i];
        figure->computes = figure->computes || e->kind == WEFT_COMPUTE;
        if (e->kind < WEFT_EVENT_KINDS && drawn[e->kind] &&
            !(view->steps && e->duration == 0))
            box_add(figure, e->kind, e->rank, e->message, e->start,
                    e->start + e->duration);
    }
    for (size_t i = 0; i < view->transfers; i++) {
        const struct view_transfer *t = &view->transfer[i];
        if (t->late && t->end > t->start)
            box_add(figure, WEFT_RECEIVE, t->destination, t->message, t->start,
                    t->end);
    }
}

/* Collect the boxes of the window. */
static int boxes_find(struct gantt *figure)
{
    const struct view *view = &figure->chart.view;
    struct view_states states;
    int status = view_states_init(&states, view);
    size_t room = view->trace->count + view->transfers + states.count + 1;
    figure->box = malloc(room * sizeof *figure->box);
    if (!figure->box)
        status = -1;
    if (!status)
        find_events(figure);
    bool implied = states.open == STATE_BUSY;
    for (size_t i = 0; i < states.count && implied && !status; i++) {
        const struct state_span *span = &states.span[i];
        if (span->state == STATE_BUSY)
            box_add(figure, WEFT_COMPUTE, span->rank, -1, span->start,
                    span->end);
    }
    view_states_finish(&states);
    return status;
}

static int gantt_box_compare(const void *left, const void *right)
{
    const struct box *a = left, *b = right;
    if (a->rank != b->rank)
        return a->rank < b->rank ? -1 : 1;
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    return (a->message > b->message) - (a->message < b->message);
}

/* Merge the boxes of a send to several processors into one box. */
static void gantt_boxes_merge(struct gantt *figure)
{
    size_t kept = 0;
    for (size_t i = 0; i < figure->boxes; i++) {
        const struct box *box = &figure->box[i];
        const struct box *last = kept ? &figure->box[kept - 1] : NULL;
        if (last && box->kind == WEFT_SEND && !gantt_box_compare(box, last) &&
            box->end == last->end)
            continue;
        figure->box[kept++] = *box;
    }
    figure->boxes = kept;
}

static void gantt_rows_set(struct gantt *figure)
{
    struct chart *chart = &figure->chart;
    figure->lane = chart->rows <= 40 ? 12 : 6;
    if (!figure->apart)
        figure->lane = chart->pitch - 4;
    for (int i = 0; i < chart->rows; i++) {
        int upper = figure->upper[i] ? figure->upper[i] : 1;
        int lower = figure->lower[i] || !figure->apart ? figure->lower[i] : 1;
        figure->upper[i] = upper;
        chart->edge[i + 1] =
            chart->edge[i] + 4 + (upper + lower) * figure->lane;
    }
    chart->height = chart->edge[chart->rows];
}

/* Return whether the numbers of all messages fit into boxes that are one step
 * wide. */
static bool gantt_numbered(const struct gantt *figure)
{
    char text[16];
    const struct legend *legend = &figure->legend;
    if (!legend->count || legend->one || !figure->chart.view.steps)
        return false;
    snprintf(text, sizeof text, "%d", legend->message[legend->count - 1]);
    return figure->lane >= GANTT_FONT + 1 &&
           figure->chart.step - 2 >= svg_text_width(text, GANTT_FONT);
}

static void gantt_note_set(struct gantt *figure)
{
    const struct legend *legend = &figure->legend;
    const char *boxes =
        "The colour and texture of a box, and its number where one fits, "
        "show the message.";
    if (!legend->count)
        boxes = "A box is what a processor does.";
    else if (legend->one)
        boxes = "The chosen message is in colour, the others are grey.";
    else if (legend->hidden)
        boxes = "Boxes are numbered by message.";
    snprintf(figure->note, sizeof figure->note, "%s", boxes);
}

static int measure_boxes(struct gantt *figure, const struct weft_panel *panel,
                         struct weft_size *size)
{
    struct chart *chart = &figure->chart;
    if (boxes_find(figure) || legend_init(&figure->legend, &chart->view, panel,
                                          chart->left + chart->width, true))
        return -1;
    qsort(figure->box, figure->boxes, sizeof *figure->box, gantt_box_compare);
    gantt_boxes_merge(figure);
    if (gantt_set_lanes(figure))
        return -1;
    size->left = gantt_leave_boxes(figure);
    gantt_rows_set(figure);
    size->width = chart->left + chart->width + WEFT_CHART_GAP;
    double least = fmax(legend_keys_width(gantt_keys, GANTT_KEYS),
                        legend_width(&figure->legend));
    if (size->width < least)
        size->width = least;
    figure->legend.hidden = gantt_numbered(figure);
    gantt_note_set(figure);
    size->height = chart->height + WEFT_CHART_AXIS + WEFT_GANTT_KEYS +
                   legend_height(&figure->legend);
    return 0;
}

/* Return whether there are too many boxes to distinguish. */
static bool gantt_is_crowded(const struct view *view)
{
    size_t count = 0;
    for (size_t i = 0; i < view->trace->count; i++) {
        const struct weft_event *e = &view->trace->events[i];
        count += e->duration && view_rank(view, e->rank) &&
                 view_time(view, e->start, e->start + e->duration);
    }
    return count > WEFT_CHART_BOXES;
}

static int gantt_measure(void *state, const struct weft_panel *panel,
                         struct weft_size *size, struct weft_error *err)
{
    struct gantt *figure = state;
    struct chart *chart = &figure->chart;
    chart->view.keep_rest = chart->view.silent = true;
    if (chart_init(chart, panel, "gantt", WEFT_CHART_ROWS, 0, size, err))
        return -1;
    figure->crowded = !panel->full && gantt_is_crowded(&chart->view);
    chart->summed = chart->summed || figure->crowded;
    if (chart->summed ? gantt_measure_shares(figure, size)
                      : measure_boxes(figure, panel, size))
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for the figure");
    return 0;
}

static const char *gantt_tell(const void *state)
{
    const struct gantt *figure = state;
    return figure->note;
}

/* Set the fill of a box. Return the texture that is drawn over it, or NULL. */
static const char *box_style(const struct gantt *figure, const struct box *box,
                             struct style *style)
{
    int sign = legend_sign(&figure->legend, box->message);
    *style = (struct style){.fill = palette_colour(sign),
                            .stroke = palette_colour(sign),
                            .width = 1};
    if (box->kind == WEFT_RECEIVE)
        style->fill = palette_tint(sign);
    if (box->kind == WEFT_COMPUTE || box->kind == WEFT_CALL) {
        style->fill = box->kind == WEFT_CALL ? CALL_FILL : palette_hatch;
        style->stroke = "#777";
        return NULL;
    }
    return box->kind == WEFT_SEND ? palette_texture(sign) : palette_grain(sign);
}

static void gantt_box_draw(const struct gantt *figure, const struct box *box,
                           struct svg *svg)
{
    const struct chart *chart = &figure->chart;
    double x = chart_x(chart, box->start) + 0.5;
    double width = chart_x(chart, box->end) - x - 0.5;
    int row = chart->row[box->rank - chart->view.first], lane = box->lane;
    if (figure->apart && box->kind == WEFT_RECEIVE)
        lane += figure->upper[row];
    double y = chart_edge(chart, row) + 2.5 + lane * figure->lane;
    double height = figure->lane - 1;
    struct style style;
    const char *texture = box_style(figure, box, &style);
    width = width < 0.5 ? 0.5 : width;
    svg_rect(svg, x, y, width, height, &style);
    char text[16];
    snprintf(text, sizeof text, "%d", box->message);
    if (box->message >= 0 && figure->lane >= GANTT_FONT + 1 &&
        width >= svg_text_width(text, GANTT_FONT)) {
        int sign = legend_sign(&figure->legend, box->message);
        const char *ink = box->kind == WEFT_SEND ? palette_ink(sign) : "#000";
        svg_text(svg, x + width / 2,
                 y + figure->lane / 2 - 0.5 + GANTT_FONT * 0.35,
                 &(struct font){
                     .size = GANTT_FONT, .anchor = WEFT_MIDDLE, .fill = ink},
                 text);
    } else if (texture && width >= 2) {
        svg_rect(svg, x, y, width, height, &(struct style){.fill = texture});
    }
}

static void rows_draw(const struct chart *chart, struct svg *svg)
{
    chart_rows(chart, svg);
    for (int i = 0; i <= chart->rows; i++)
        svg_line(svg, chart->left, chart_edge(chart, i),
                 chart->left + chart->width, chart_edge(chart, i),
                 &(struct style){.stroke = "#ddd", .width = 0.5});
}

static void draw_boxes(const struct gantt *figure, struct svg *svg)
{
    const struct chart *chart = &figure->chart;
    for (size_t i = 0; i < figure->boxes; i++)
        gantt_box_draw(figure, &figure->box[i], svg);
    double y = chart->height + WEFT_CHART_AXIS;
    struct legend_key seen[GANTT_KEYS];
    size_t count = 0;
    for (size_t i = 0; i < GANTT_KEYS; i++)
        if (figure->seen[key_kinds[i]])
            seen[count++] = key_kinds[i] == WEFT_COMPUTE && !figure->computes
                                ? gantt_busy
                                : gantt_keys[i];
    legend_keys(seen, count, 0, y, svg);
    legend_draw(&figure->legend, 0, y + WEFT_GANTT_KEYS, svg);
}

static void gantt_draw(const void *state, struct svg *svg)
{
    const struct gantt *figure = state;
    rows_draw(&figure->chart, svg);
    if (figure->chart.summed)
        gantt_draw_shares(figure, svg);
    else
        draw_boxes(figure, svg);
    chart_axis(&figure->chart, svg);
}

static void gantt_finish(void *state)
{
    struct gantt *figure = state;
    chart_finish(&figure->chart);
    legend_finish(&figure->legend);
    summed_finish(&figure->sums);
    free(figure->upper);
    free(figure->lower);
    free(figure->box);
}

static_assert(WEFT_GANTT_LANES == 24, "it is said of what is left out");

const struct figure_row figure_gantt = {
    .info = {"gantt",
             "activity of each processor in each step, coloured by message",
             WEFT_FIGURE_TRACE},
    .tell = gantt_tell,
    .left = "more boxes are left out: a row shows at most 24 at a time.",
    .state = sizeof(struct gantt),
    .measure = gantt_measure,
    .draw = gantt_draw,
    .finish = gantt_finish,
};
