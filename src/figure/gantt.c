/* Gantt chart: a row for each processor, a box for each thing it does, in the
 * colour of the message: full when it sends, pale when it receives; hatched
 * when it computes, or when a trace that does not record computations shows it
 * busy; grey in other calls. What happens at one time in one processor stands
 * in lanes one above the other; all rows have as many lanes as the fullest
 * needs. */
#include "view-states.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROWS_MAX 128
#define LANES_MAX 24
#define FONT 9
#define GAP 8
#define KEYS_HEIGHT 18

struct box {
    uint64_t start, end;
    int rank, message, lane;
    uint8_t kind;
};

struct gantt {
    struct chart chart;
    struct legend legend;
    struct box *box;
    size_t boxes;
    int lanes;
    double lane; /* height of a lane */
    bool seen[WEFT_EVENT_KINDS];
    bool computes; /* the trace records computations */
};

#define CALL_FILL "#ddd"
static const struct legend_key keys[] = {
    {"sends", {.fill = "#0072b2"}},
    {"receives", {.fill = "#cfe3f0", .stroke = "#0072b2", .width = 1}},
    {"computes", {.fill = palette_hatch}},
    {"other calls", {.fill = CALL_FILL, .stroke = "#777", .width = 1}},
};
static const uint8_t key_kinds[] = {WEFT_SEND, WEFT_RECEIVE, WEFT_COMPUTE,
                                    WEFT_CALL};
#define KEYS (sizeof keys / sizeof *keys)
static const struct legend_key busy = {"is busy", {.fill = palette_hatch}};

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

static void find_events(struct gantt *figure, const struct weft_panel *panel)
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
            !(panel->one_message && e->message != panel->message) &&
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

/* The boxes of the window. */
static int boxes_find(struct gantt *figure, const struct weft_panel *panel)
{
    const struct view *view = &figure->chart.view;
    struct view_states states;
    int status = view_states_init(&states, view);
    size_t room = view->trace->count + view->transfers + states.count + 1;
    figure->box = malloc(room * sizeof *figure->box);
    if (!figure->box)
        status = -1;
    if (!status)
        find_events(figure, panel);
    bool implied = states.open == STATE_BUSY && !panel->one_message;
    for (size_t i = 0; i < states.count && implied && !status; i++) {
        const struct state_span *span = &states.span[i];
        if (span->state == STATE_BUSY)
            box_add(figure, WEFT_COMPUTE, span->rank, -1, span->start,
                    span->end);
    }
    view_states_finish(&states);
    return status;
}

static int box_compare(const void *left, const void *right)
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

/* One send to many processors is one box. */
static void boxes_merge(struct gantt *figure)
{
    size_t kept = 0;
    for (size_t i = 0; i < figure->boxes; i++) {
        const struct box *box = &figure->box[i];
        const struct box *last = kept ? &figure->box[kept - 1] : NULL;
        if (last && box->kind == WEFT_SEND && !box_compare(box, last) &&
            box->end == last->end)
            continue;
        figure->box[kept++] = *box;
    }
    figure->boxes = kept;
}

/* What a lane may hold. */
enum lanes { LANES_ALL, LANES_UPPER, LANES_LOWER };

static bool belongs(const struct box *box, enum lanes which)
{
    return which == LANES_ALL ||
           (box->kind == WEFT_RECEIVE) == (which == LANES_LOWER);
}

/* Each box into the first lane from `above` on that is free from its start on;
 * returns how many lanes that takes. */
static int lanes_fill(struct gantt *figure, enum lanes which, int above)
{
    uint64_t busy_until[LANES_MAX] = {0};
    int rank = -1, lanes = 0;
    for (size_t i = 0; i < figure->boxes; i++) {
        struct box *box = &figure->box[i];
        if (box->rank != rank)
            memset(busy_until, 0, sizeof busy_until);
        rank = box->rank;
        if (!belongs(box, which))
            continue;
        for (box->lane = above;
             box->lane < LANES_MAX - 1 && busy_until[box->lane] > box->start;)
            box->lane++;
        busy_until[box->lane] = box->end;
        if (box->lane - above >= lanes)
            lanes = box->lane - above + 1;
    }
    return lanes;
}

/* One lane where that is enough; else sends have their own above, receptions
 * below, at all times. */
static void lanes_set(struct gantt *figure)
{
    figure->lanes = lanes_fill(figure, LANES_ALL, 0);
    if (figure->lanes > 1) {
        int upper = lanes_fill(figure, LANES_UPPER, 0);
        figure->lanes = upper + lanes_fill(figure, LANES_LOWER, upper);
    }
    if (figure->lanes < 1)
        figure->lanes = 1;
}

/* Do the numbers of all messages fit into boxes of one step? */
static bool numbered(const struct gantt *figure)
{
    char text[16];
    const struct legend *legend = &figure->legend;
    if (!legend->count || !figure->chart.view.steps)
        return false;
    snprintf(text, sizeof text, "%d", legend->message[legend->count - 1]);
    return figure->lane >= FONT + 1 &&
           figure->chart.step - 2 >= svg_text_width(text, FONT);
}

static int measure(void *state, const struct weft_panel *panel,
                   struct weft_size *size, struct weft_error *err)
{
    struct gantt *figure = state;
    struct chart *chart = &figure->chart;
    if (chart_init(chart, panel, "gantt", ROWS_MAX, 0, err))
        return -1;
    if (boxes_find(figure, panel) ||
        legend_init(&figure->legend, &chart->view, chart->left + chart->width,
                    true))
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for the figure");
    qsort(figure->box, figure->boxes, sizeof *figure->box, box_compare);
    boxes_merge(figure);
    lanes_set(figure);
    figure->lane = chart->rows <= 40 ? 12 : 6;
    if (figure->lanes * figure->lane + 4 > chart->pitch)
        chart->pitch = figure->lanes * figure->lane + 4;
    figure->lane = (chart->pitch - 4) / figure->lanes;
    chart->height = chart->pitch * chart->rows;
    size->width = chart->left + chart->width + GAP;
    double least = legend_keys_width(keys, KEYS);
    if (size->width < least)
        size->width = least;
    if (numbered(figure))
        figure->legend.count = 0;
    size->height = chart->height + WEFT_CHART_AXIS + KEYS_HEIGHT +
                   legend_height(&figure->legend);
    return 0;
}

static void box_style(const struct box *box, struct style *style)
{
    *style = (struct style){.fill = palette_colour(box->message),
                            .stroke = palette_colour(box->message),
                            .width = 1};
    if (box->kind == WEFT_RECEIVE)
        style->fill = palette_tint(box->message);
    if (box->kind == WEFT_COMPUTE) {
        style->fill = palette_hatch;
        style->stroke = "#777";
    }
    if (box->kind == WEFT_CALL) {
        style->fill = CALL_FILL;
        style->stroke = "#777";
    }
}

static void box_draw(const struct gantt *figure, const struct box *box,
                     struct svg *svg)
{
    const struct chart *chart = &figure->chart;
    double x = chart_x(chart, box->start);
    double width = chart_x(chart, box->end) - x - 1;
    double y = chart_y(chart, box->rank) - chart->pitch / 2 + 2 +
               box->lane * figure->lane;
    struct style style;
    box_style(box, &style);
    svg_rect(svg, x + 0.5, y + 0.5, width < 0.5 ? 0.5 : width, figure->lane - 1,
             &style);
    char text[16];
    snprintf(text, sizeof text, "%d", box->message);
    if (box->message < 0 || figure->lane < FONT + 1 ||
        width < svg_text_width(text, FONT))
        return;
    const char *ink =
        box->kind == WEFT_SEND ? palette_ink(box->message) : "#000";
    svg_text(svg, x + 0.5 + width / 2, y + figure->lane / 2 + FONT * 0.35,
             &(struct font){.size = FONT, .anchor = WEFT_MIDDLE, .fill = ink},
             text);
}

static void draw(const void *state, struct svg *svg)
{
    const struct gantt *figure = state;
    const struct chart *chart = &figure->chart;
    chart_rows(chart, svg);
    for (int i = 0; i <= chart->rows; i++)
        svg_line(svg, chart->left, i * chart->pitch, chart->left + chart->width,
                 i * chart->pitch,
                 &(struct style){.stroke = "#ddd", .width = 0.5});
    for (size_t i = 0; i < figure->boxes; i++)
        box_draw(figure, &figure->box[i], svg);
    chart_axis(chart, svg);
    double y = chart->height + WEFT_CHART_AXIS;
    struct legend_key seen[KEYS];
    size_t count = 0;
    for (size_t i = 0; i < KEYS; i++)
        if (figure->seen[key_kinds[i]])
            seen[count++] = key_kinds[i] == WEFT_COMPUTE && !figure->computes
                                ? busy
                                : keys[i];
    legend_keys(seen, count, 0, y, svg);
    legend_draw(&figure->legend, 0, y + KEYS_HEIGHT, svg);
}

static void finish(void *state)
{
    struct gantt *figure = state;
    chart_finish(&figure->chart);
    legend_finish(&figure->legend);
    free(figure->box);
}

const struct figure_row figure_gantt = {
    .info = {"gantt",
             "what every processor does in every step, coloured by message",
             WEFT_FIGURE_TRACE},
    .note =
        "The colour of a box, and the number where one fits, is the message; "
        "colours return after seven.",
    .state = sizeof(struct gantt),
    .measure = measure,
    .draw = draw,
    .finish = finish,
};
